"""How likely each seat is to win, fitted on games of house players and checked on others: `python -m tests.chances`."""

"""The numbers of an evaluation, fitted on games of house players: `python -m tests.tune`, or `make tune`."""

"""How well house players play, measured: `python -m tests.strength [words of lines] [games=N]`, or `make strength`."""

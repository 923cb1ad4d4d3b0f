"""The analysis of a game: chances after each move, the moves that cost most with what was better, luck and choice.

Made of the records where everything may be seen (`whole.py`), of what everybody was told and saw where hands stay
closed (`closed.py`): nothing else is handed over then. It thinks as house players do, in steps and never in time.
"""

"""What the strong player values, fitted on games among house players: docs/tuning/guatemala.log says how.

These numbers were set by hand, each between those of two fits, to two digits: no command writes exactly these. They are
the ones that were held in matches (docs/adr/0045); tests/tune/test_origin.py compares them with what is logged.
"""

from typing import Final

from players.guatemala.worth import Taste

TUNED: Final = Taste(
    no_shed=0.78, road=0.98, hope=0.6, room=0.23, shed=0.58, money=0.6, purse=12, beyond=0.015, reach=0.49,
    blocked=0.68, choosy=4.0, choosier=0.13, luck=1.9, more_luck=2.2,
)  # fmt: skip

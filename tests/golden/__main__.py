"""The playthroughs, written on purpose, to be read in the diff.

`python -m tests.golden [game …]` writes those of rules whose version is not released yet; `python -m tests.golden
release [game …]` releases the version that the rules have now: from then on running games count on it.
"""

import sys

from tests.contract.registry import CASES
from tests.golden.released import Released

names = sys.argv[1:]
releases = names[:1] == ["release"]
if releases:
    del names[0]
for case in CASES:
    if not names or case.name in names:
        game = Released(case)
        if releases:
            game.release()
        elif names or game.version not in game.versions():
            game.renew()

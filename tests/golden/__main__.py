"""`python -m tests.golden [game …]` writes the playthroughs anew: to be done on purpose, and read in the diff."""

import sys

from tests.golden.playthrough import renew

renew(*sys.argv[1:])

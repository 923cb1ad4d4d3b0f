"""`python -m tests.golden` writes the playthroughs anew: to be done on purpose, and read in the diff."""

from tests.golden.playthrough import renew

renew()

"""Tables that live, in virtual time: people who sleep, are away, vanish and come back, a house that sits in, a bot that
is down now and then, out of reach, or on a machine whose clock is set.

`python -m tests.living 40 1` plays forty table-months by the seed 1 and prints what happened. Everything is looked at
from outside (judge.py): who was pinged at what hour of their wall clock, and how much time really passed before
somebody counted as late, by the times at which the world itself (world.py) took the bot away.
"""

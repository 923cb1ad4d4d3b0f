"""What falls due for a person over all of their tables: a digest, and deadlines that are to be worked out anew."""

from bot.play.people import profile
from bot.play.timed import digests
from bot.play.transactions import Transactions
from storage.port import RECKON


async def carry_out(transactions: Transactions, user: int, what: str, at: int) -> int:
    """Does what is due for somebody since a time; returns how much that was."""
    reckons = what == RECKON
    work = profile.reckon_at(transactions, user, at) if reckons else digests.send(transactions, user, what)
    return await work

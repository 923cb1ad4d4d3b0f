"""What falls due for a person over all of their tables: a digest, and deadlines that are to be worked out anew."""

from bot.play import absences
from bot.play.timed import digests
from bot.play.transactions import Transactions
from storage.agenda import RECKON


async def carry_out(transactions: Transactions, user: int, what: str) -> int:
    """Does what is due for somebody; returns how much that was."""
    work = absences.moved(transactions, user) if what == RECKON else digests.send(transactions, user, what)
    return await work

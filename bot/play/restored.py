"""After a backup was restored: what was played since is lost, and every table is told so once."""

from msgspec import Raw

from bot.play.outbox_bodies import BOARD, BoardBody, LobbyBody, lobby_row, row
from bot.play.transactions import Transactions
from storage.rows import LOBBY, RESTORED, RUNNING


class Restored:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def tell(self) -> int:
        """For how many tables there is something to be said."""
        now = self._desk.now()
        number = now // 1000  # not that of the move, whose board may stand in the thread already
        board = row(BOARD, number, BoardBody(RESTORED, -1, Raw(b"[]"), ()))
        rows = ((RUNNING, board), (LOBBY, lobby_row(number, LobbyBody(0))))
        told = await self._desk.store.say_to_all(RESTORED, rows, now)
        if told:
            self._desk.spoken.set()
        return told

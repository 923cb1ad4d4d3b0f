"""Going on elsewhere: a table whose thread is gone or closed to the bot gets a new one where its people want it."""

from msgspec import Raw
from msgspec.structs import replace

from bot.play.answers import Answer, IsOver, Moved, NoSuchTable
from bot.play.outbox_bodies import BOARD, MOVED, BoardBody, LobbyBody, lobby_row, parent_of, row
from bot.play.transactions import Action, Refused, Transactions, Verdict, seat_of
from storage.rows import LOBBY, RUNNING, Change, Loaded, OutRow


class Relocation:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def here(self, table: str, action: Action, guild: int, parent: int) -> Answer:
        """Whoever sits at the table asks for a thread in the channel `parent`. From now on there is none."""

        async def decide(loaded: Loaded) -> Verdict:
            if loaded.table.guild != guild:
                raise Refused(NoSuchTable())
            seat_of(loaded, action.user)
            if loaded.table.status not in (LOBBY, RUNNING):
                raise Refused(IsOver())
            answer = Moved(table)
            change = self._desk.change(loaded, action, answer, replace(loaded.table, channel=0))
            return Verdict(replace(change, rows=(self._row(loaded, action, parent),)), answer)

        return await self._desk.act(table, action, decide)

    def _row(self, loaded: Loaded, action: Action, parent: int) -> OutRow:
        """What its new thread begins with. The number is the time, for that of the move may have been said."""
        number = self._desk.now() // 1000
        if loaded.table.status == LOBBY:
            others = tuple(seat.user for seat in loaded.seats if seat.user != action.user)
            return lobby_row(number, LobbyBody(parent, others))
        return row(BOARD, number, BoardBody(MOVED, -1, Raw(b"[]"), (), parent))

    async def arrive(self, table: str, parent: int, channel: int) -> bool:
        """The thread was opened; asked by the courier. False: meanwhile somebody wants it elsewhere."""
        async with self._desk.lock(table):
            loaded = await self._desk.store.load(table)
            if loaded is None or parent_of(await self._desk.store.unsaid(table)) != parent:
                return False
            placed = replace(loaded.table, channel=channel)
            await self._desk.store.write(Change(placed, loaded.table.rev, self._desk.now()))
            return True

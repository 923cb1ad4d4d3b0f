"""Leaving a running game: resigning a seat, and giving the game up together."""

from msgspec.structs import replace

from bot.play.answers import AlreadyResigned, Answer, GivenUp, HasResigned, IsOver, NoSuchTable, Stopped, Voted
from bot.play.changes import CLOCK, Entered
from bot.play.outbox_bodies import NOTICE, LobbyBody, NoticeBody, lobby_row, row
from bot.play.transactions import Action, Refused, Transactions, Verdict, running, seat_of
from rules import engine
from storage.rows import ABANDONED, CLOSED, LOBBY, RUNNING, Change, Loaded, SeatRow


class Leaving:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def resign(self, table: str, action: Action) -> Answer:
        """For good: the seat goes on by the least it can do."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            if any(seat.user == action.user and seat.resigned for seat in loaded.seats):
                raise Refused(AlreadyResigned())
            own = seat_of(loaded, action.user)
            position = await self._desk.position(loaded)
            commit = engine.resign(self._desk.rules(loaded.table), position, own.seat, self._desk.chance)
            seats = _with(loaded.seats, replace(own, resigned=True))
            answer = HasResigned()
            change = self._desk.change(loaded, action, answer, loaded.table)
            left = replace(loaded, seats=seats, orders=tuple(o for o in loaded.orders if o.seat != own.seat))
            entered = Entered(self._desk, left).into(change, commit, actor=own.seat)
            entered = replace(entered, seats=seats, orders=left.orders, forget_drafts=(own.seat,))
            return Verdict(self._ended(entered), answer)

        return await self._desk.act(table, action, decide)

    async def vote(self, table: str, action: Action, *, for_end: bool) -> Answer:
        """More than half of those who still play end the game without a winner."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            seats = _with(loaded.seats, replace(seat_of(loaded, action.user), vote=for_end))
            votes, wanted = _votes(seats)
            answer = Voted(votes, wanted, for_end) if votes < wanted else GivenUp()
            change = replace(self._desk.change(loaded, action, answer, loaded.table), seats=seats)
            if votes >= wanted:
                return Verdict(self._ended(change), answer)
            notice = row(NOTICE, self._number(), NoticeBody("vote", votes, wanted))
            return Verdict(replace(change, rows=(notice,)), answer)

        return await self._desk.act(table, action, decide)

    async def stop(self, table: str, action: Action, guild: int) -> Answer:
        """Whoever manages the server ends what nobody plays any more; he is shown nothing of it."""

        async def decide(loaded: Loaded) -> Verdict:
            if loaded.table.guild != guild:
                raise Refused(NoSuchTable())
            answer = Stopped()
            change = self._desk.change(loaded, action, answer, loaded.table)
            if loaded.table.status == RUNNING:
                return Verdict(self._given_up(change, "stopped"), answer)
            if loaded.table.status != LOBBY:
                raise Refused(IsOver())
            closed = replace(loaded.table, status=CLOSED, expires_at=0)
            card = lobby_row(loaded.table.rev + 1, LobbyBody(0))
            return Verdict(replace(change, table=closed, rows=(card,)), answer)

        return await self._desk.act(table, action, decide)

    def _ended(self, change: Change) -> Change:
        """Given up, once more than half of those who still play are for it: who resigns leaves fewer."""
        votes, wanted = _votes(change.seats or ())
        return self._given_up(change, "given-up") if change.table.status == RUNNING and votes >= wanted else change

    def _given_up(self, change: Change, what: str) -> Change:
        table = replace(change.table, status=ABANDONED, expires_at=0)
        notice = row(NOTICE, self._number(), NoticeBody(what))
        public = tuple(line for line in change.rows if not line.user)  # nothing is asked of anybody any more
        return replace(change, table=table, questions=(), dues=(), rows=(*public, notice))

    def _number(self) -> int:
        """Of a notice: its time, for any count of writes would tell of sealed answers."""
        return self._desk.now() % CLOCK


def _votes(seats: tuple[SeatRow, ...]) -> tuple[int, int]:
    """For the end, and how many are wanted."""
    playing = [seat for seat in seats if not seat.resigned]
    return sum(seat.vote for seat in playing), len(playing) // 2 + 1


def _with(seats: tuple[SeatRow, ...], changed: SeatRow) -> tuple[SeatRow, ...]:
    return tuple(changed if seat.seat == changed.seat else seat for seat in seats)

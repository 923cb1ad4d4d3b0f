"""Leaving a running game: resigning a seat, and giving the game up together."""

from msgspec.structs import replace

from bot.answers import AlreadyResigned, Answer, GivenUp, HasResigned, Voted
from bot.tables.desk import Action, Desk, Refused, Verdict, running, seat_of
from bot.tables.letters import NOTICE, NoticeBody, row
from bot.tables.outcome import Entered
from rules import engine
from storage.rows import ABANDONED, Loaded, SeatRow


class Leaving:
    def __init__(self, desk: Desk) -> None:
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
            return Verdict(replace(entered, seats=seats, orders=left.orders, forget_drafts=(own.seat,)), answer)

        return await self._desk.act(table, action, decide)

    async def vote(self, table: str, action: Action, *, for_end: bool) -> Answer:
        """More than half of those who still play end the game without a winner."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            seats = _with(loaded.seats, replace(seat_of(loaded, action.user), vote=for_end))
            playing = [seat for seat in seats if not seat.resigned]
            votes, wanted = sum(seat.vote for seat in playing), len(playing) // 2 + 1
            if votes < wanted:
                answer = Voted(votes, wanted, for_end)
                change = self._desk.change(loaded, action, answer, loaded.table)
                notice = row(NOTICE, self._number(), NoticeBody("vote", votes, wanted))
                return Verdict(replace(change, seats=seats, rows=(notice,)), answer)
            over = GivenUp()
            change = self._desk.change(loaded, action, over, replace(loaded.table, status=ABANDONED))
            notice = row(NOTICE, self._number(), NoticeBody("given-up", votes, wanted))
            return Verdict(replace(change, seats=seats, questions=(), dues=(), rows=(notice,)), over)

        return await self._desk.act(table, action, decide)

    def _number(self) -> int:
        """Of a notice: its time, for any count of writes would tell of sealed answers."""
        return self._desk.now() // 1000


def _with(seats: tuple[SeatRow, ...], changed: SeatRow) -> tuple[SeatRow, ...]:
    return tuple(changed if seat.seat == changed.seat else seat for seat in seats)

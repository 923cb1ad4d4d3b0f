"""Looking: the position now or at any public move, the log, one's own hand. Nothing is written."""

from typing import Any

from msgspec import Struct

from bot.play.answers import NoSuchMove, NoSuchTable, NotBegun, Refusal
from bot.play.transactions import Refused, Transactions, seat_of
from rules import engine
from rules.contract import Outcome, Position, PublicView, SeatView
from rules.engine import Entry
from storage.rows import ABANDONED, Loaded


class Seen(Struct, frozen=True):
    """A position as everybody sees it."""

    loaded: Loaded
    number: int
    view: PublicView
    outcome: Outcome | None
    waiting: tuple[int, ...]
    """Seats; empty where the position is not the current one."""
    given_up: bool = False
    """Its players, or whoever manages the server, have ended it."""

    def __repr__(self) -> str:
        return f"Seen(number={self.number}, …)"


class Log(Struct, frozen=True):
    loaded: Loaded
    entries: tuple[Entry, ...]

    def __repr__(self) -> str:
        return f"Log({len(self.entries)} entries)"


class Hand(Struct, frozen=True):
    """What a seat sees besides."""

    loaded: Loaded
    seat: int
    view: SeatView
    public: PublicView

    def __repr__(self) -> str:
        return f"Hand(seat={self.seat}, …)"


class Queries:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def board(self, table: str, number: int | None = None) -> Seen | Refusal:
        """The position now, or right after a public move."""
        try:
            loaded, position = await self._load(table)
        except Refused as refused:
            return refused.answer
        rules = self._desk.rules(loaded.table)
        if number is None or number == position.number:
            waiting = engine.waiting(position)
            outcome = rules.outcome(position.state)
            given_up = loaded.table.status == ABANDONED
            return Seen(loaded, position.number, rules.public(position.state), outcome, waiting, given_up)
        state = engine.at_number(rules, await self._desk.store.records(table), number)
        if state is None:
            return NoSuchMove(number, position.number)
        return Seen(loaded, number, rules.public(state), rules.outcome(state), ())

    async def log(self, table: str, user: int) -> Log | Refusal:
        """The log as this person may know it: with what his own seat was told, if he has one."""
        try:
            loaded, _ = await self._load(table)
        except Refused as refused:
            return refused.answer
        seat = next((row.seat for row in loaded.seats if row.user == user), None)
        records = await self._desk.store.records(table)
        return Log(loaded, engine.history(self._desk.rules(loaded.table), records, seat))

    async def hand(self, table: str, user: int) -> Hand | Refusal:
        try:
            loaded, position = await self._load(table)
            seat = seat_of(loaded, user).seat
        except Refused as refused:
            return refused.answer
        rules = self._desk.rules(loaded.table)
        return Hand(loaded, seat, rules.private(position.state, seat), rules.public(position.state))

    async def _load(self, table: str) -> tuple[Loaded, Position[Any]]:
        loaded = await self._desk.store.load(table)
        if loaded is None:
            raise Refused(NoSuchTable())
        if loaded.table.version < 0:
            raise Refused(NotBegun())
        return loaded, await self._desk.position(loaded)


__all__ = ["Hand", "Log", "Queries", "Seen"]

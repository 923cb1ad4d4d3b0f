"""A table in the hand: everything that is kept of it, loaded at once, as a value that nobody changes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from bot.play import answers
from bot.play.house.terms import ALLOWED, AWAY, HINTS, USUAL, chosen
from bot.play.luck import NoSaltYet, Stream
from bot.play.offering import Offering
from bot.play.plans.menu_style import MenuStyle
from bot.play.seating import occupants
from bot.play.time_answers import PlayedFor
from bot.play.timed.by_itself import ByItself
from bot.play.timed.orders import Orders
from players import Level, Sight, Thought
from rules.contract import AnyRules, Chance, Open, Position, Prompt
from storage.clocks import SeatClock, ended_spans
from storage.draws import FIXED
from storage.fingerprint import fingerprint
from storage.rows import (
    CLOSED,
    CLOSED_DM,
    LOBBY,
    RUNNING,
    Change,
    DraftRow,
    Loaded,
    OrderRow,
    Person,
    Question,
    SeatRow,
)

ANY = -1
"""The `since` of a typed command: whatever is open now."""
UNASKED = 999_999_999
"""The `since` of what a seat does unasked; no question of a game comes so far."""
FREE = "unasked"
"""Its topic."""


class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """Nothing has changed; the answer says why."""

    def __init__(self, answer: answers.Refusal) -> None:
        super().__init__(type(answer).__name__)
        self.answer = answer


class Playable(Protocol):
    """What the use cases need of a game."""

    @property
    def rules(self) -> AnyRules: ...
    @property
    def menus(self) -> MenuStyle: ...
    @property
    def orders(self) -> Orders | None:
        """Its standing orders; None if it takes none."""
        ...

    @property
    def by_itself(self) -> ByItself | None:
        """Its moves that need nobody; None if it has none."""
        ...

    @property
    def offered(self) -> Offering | None:
        """How something is offered to others in it; None if nothing is."""
        ...

    @property
    def points(self) -> Callable[[Any], Sequence[int]]:
        """How many points each seat has, by what everybody sees."""
        ...

    @property
    def dice(self) -> Callable[[Any], tuple[int, ...]] | None:
        """The two dice that a fact tells of; None if none are rolled in it."""
        ...

    @property
    def brought(self) -> Callable[[int, Any, Sequence[Any]], Sequence[tuple[str, int]]]:
        """Where the points of a seat came from, by key, of what everybody saw at the end and was told."""
        ...


class Thinker(Protocol):
    """Where house players think: not on the event loop."""

    async def think(self, rules: AnyRules, level: Level, sight: Sight, prompt: Prompt, seconds: float) -> Thought:
        """Returns the answer to an open question. Raises NoThoughtError after so many seconds at most."""
        ...


class Table:
    """One table. The position is decoded once, when it is first asked for."""

    def __init__(self, loaded: Loaded, game: Playable) -> None:
        self.loaded: Final = loaded
        self.game: Final = game
        self.rules: Final = game.rules
        self.row: Final = loaded.table
        self.id: Final = loaded.table.id
        self.status: Final = loaded.table.status
        self.seats: Final = loaded.seats
        self.questions: Final = loaded.questions
        self.orders: Final = loaded.orders
        self.dues: Final = loaded.dues

    def __repr__(self) -> str:
        return f"Table({self.id!r}, rev={self.row.rev})"

    # ── what is kept ──

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Display names by seat."""
        return tuple(row.name for row in sorted(self.seats, key=lambda row: row.seat))

    def stand_at(self, position: Position[Any]) -> None:
        """Sets the position of a table whose stored state cannot be read: it was rebuilt from the records."""
        self.__dict__["position"] = position if self.status == RUNNING else replace(position, open=())

    @cached_property
    def position(self) -> Position[Any]:
        """The position of a running or finished game. In a game that was given up nothing is asked any more."""
        state = msgspec.json.decode(self.row.state, type=self.rules.state_type)
        questions = tuple(map(opened, self.questions)) if self.status == RUNNING else ()
        return Position(state, self.row.version, self.row.public_no, questions)

    def draft(self, seat: int) -> DraftRow | None:
        return next((draft for draft in self.loaded.drafts if draft.seat == seat), None)

    def order(self, seat: int) -> str:
        """Returns the standing order of a seat; empty if there is none."""
        return next((order.rule for order in self.orders if order.seat == seat), "")

    def listed(self, seat: int = -1) -> tuple[tuple[int, str], ...]:
        """Returns what standing orders let everybody see, by seat; without that of a seat which looks."""
        taken = self.game.orders
        if taken is None:
            return ()
        shown = ((order.seat, taken.listed(order.rule)) for order in self.orders if order.seat != seat)
        return tuple(sorted((other, rule) for other, rule in shown if rule))

    def settings(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Returns what the player of a seat wishes of the bot (bot/play/people/preferences.py)."""
        user = self.users.get(seat)
        return next((settings for who, settings in self.loaded.settings if who == user), ())

    def clock(self, seat: int) -> SeatClock:
        return next((clock for clock in self.row.clocks.seats if clock.seat == seat), SeatClock(seat))

    def away(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Returns the spans in which the player of a seat is away, where the table takes that into account."""
        user = self.users.get(seat) if self.term(AWAY) == ALLOWED else None
        return next((spans for who, spans in self.loaded.away if who == user), ())

    def returned(self, user: int, now: int) -> "Table":
        """Returns the table once somebody who was away is back; 0 stands for nobody."""
        if not user:
            return self
        ended = ((who, ended_spans(spans, now) if who == user else spans) for who, spans in self.loaded.away)
        return self._with(away=tuple(ended))

    @property
    def state_format(self) -> str:
        """Returns the fingerprint of what these rules keep."""
        return fingerprint(self.rules.state_type)

    # ── luck ──

    def luck(self, live: Chance, salt: int = 0) -> Chance:
        """Returns the chance of the next commit: live, or the stream of a table with a seed."""
        luck = self.loaded.luck
        if not luck.seed:
            return live
        return Stream(bytes.fromhex(luck.seed), self.id, salt or luck.salt, self.row.drawn)

    def having_drawn(self, n: int) -> "Table":
        """Returns the table with so many more draws behind it."""
        return self._with(table=replace(self.row, drawn=self.row.drawn + n))

    @property
    def is_unsalted(self) -> bool:
        """Does what opened this turn still have to stand in the thread, before anything can be drawn in it?"""
        return bool(self.loaded.luck.seed) and not self.loaded.luck.salt

    def refuse_unsalted(self) -> None:
        """For what must not tell by its time, or by a refusal, whether it draws. Raises NoSaltYet."""
        if self.is_unsalted:
            raise NoSaltYet

    @property
    def is_gathering(self) -> bool:
        """May people still join and leave?"""
        return self.status == LOBBY and not self.is_fixed

    @property
    def is_fixed(self) -> bool:
        """Are its seats fixed, and not dealt to yet?"""
        return self.status == LOBBY and self.row.opening == FIXED

    # ── what use cases ask ──

    @cached_property
    def users(self) -> Mapping[int, int]:
        """The person of each seat that is still played by one."""
        return {row.seat: row.user for row in self.seats if row.is_person and not row.resigned}

    @cached_property
    def asked_users(self) -> Mapping[int, int]:
        """Those of them who are asked: for the others the house sits in."""
        return {row.seat: row.user for row in self.seats if row.is_person and not row.resigned and not row.house}

    def is_sat_in(self, seat: int) -> bool:
        """Does the house sit in for the person of a seat?"""
        return any(row.seat == seat and row.is_person and row.house for row in self.seats)

    @cached_property
    def house(self) -> Mapping[int, str]:
        """The seats that the house answers for, with the level at which it does."""
        return {row.seat: row.house for row in self.seats if row.house and not row.resigned}

    @property
    def stand_in(self) -> str:
        """How well the house plays for a person: as its players at the table do, else as usual."""
        return next((row.house for row in self.seats if row.house and not row.is_person), USUAL)

    def term(self, key: str) -> str:
        """Returns what is agreed about the table (bot/play/house/terms.py)."""
        return chosen(self.row.terms, key)

    @property
    def may_hint(self) -> bool:
        """Are hints given here? Whoever plays with nobody but the house harms nobody by them."""
        return len(self.users) < 2 or self.term(HINTS) == "on"

    def has_answered(self, question: Open) -> bool:
        """Has its seat answered this already, where nobody waits for it?"""
        offers = self.game.offered
        if question.required or question.sealed or offers is None:
            return False
        return offers.answered(self.rules.private(self.position.state, question.seat))

    def is_seated(self, user: int) -> bool:
        return any(row.user == user and row.is_person for row in self.seats)

    def seat_of(self, user: int) -> SeatRow:
        """Returns the seat that a person plays; a resigned seat is nobody's."""
        for row in self.seats:
            if row.user == user and row.is_person and not row.resigned:
                return row
        left = self.tenure(user)
        if left is not None and left.until is not None:
            raise Refused(answers.PassedOn(self.row_of(left.row.seat).name))
        raise Refused(answers.NotAtTable())

    def row_of(self, seat: int) -> SeatRow:
        """Returns who sits in a seat."""
        return next(row for row in self.seats if row.seat == seat)

    def tenure(self, user: int) -> occupants.Tenure | None:
        """Returns when a person sat here last; None for who never did."""
        return occupants.tenure(self.loaded.occupants, user)

    def refuse_unless_running(self) -> None:
        self.refuse_unless_begun()
        if self.status != RUNNING:
            raise Refused(answers.IsOver())

    def refuse_if_closed(self) -> None:
        """For a lobby of which no game came."""
        if self.status == CLOSED:
            raise Refused(answers.WasClosed())

    def refuse_unless_gathering(self) -> None:
        self.refuse_if_closed()
        if self.status == RUNNING or self.is_fixed:
            raise Refused(answers.HasBegun())
        if self.status != LOBBY:
            raise Refused(answers.IsOver())

    def refuse_unless_begun(self) -> None:
        """For whoever looks: a finished game is shown too, unless other rules have kept it than are played now."""
        self.refuse_without_log()
        if self.row.rules_version != self.rules.version:
            raise Refused(answers.BeforeTheUpdate(self.row.public_no))

    def refuse_without_log(self) -> None:
        """For whoever reads what was told, which is kept whatever the rules become."""
        self.refuse_if_closed()
        if self.status == LOBBY or self.row.version < 0:
            raise Refused(answers.NotBegun())

    def question(self, seat: int, since: int) -> Question:
        """Returns the seat's question that a press or a command answers."""
        own = [question for question in self.questions if question.seat == seat] if self.status == RUNNING else []
        if not own and self.is_sat_in(seat):
            raise Refused(PlayedFor())
        if since == UNASKED or (since == ANY and not own):
            return self._unasked(seat, since, own)
        if since != ANY:
            found = [question for question in own if question.since == since]
            if not found:
                raise Refused(answers.AlreadyPlayed())
            own = found
        return min(own, key=lambda question: (not question.required, question.since))

    def _unasked(self, seat: int, since: int, own: Sequence[Question]) -> Question:
        """Stands for a question where a seat may do something unasked, such as make an offer; nothing is kept of it."""
        waits = self.status != RUNNING or any(question.required for question in own)
        if waits or not self.rules.choices(self.position.state, seat, ()):
            raise Refused(answers.NotYourTurn() if since == ANY else answers.AlreadyPlayed())
        return Question(seat, FREE, 0, UNASKED, required=False, rest=True, sealed=False, asked_at=0, noticed_at=1)

    # ── afterwards ──

    def after(self, change: Change, position: Position[Any] | None = None) -> "Table":
        """Returns the table as it is once its change is written; loading it again would give the same.

        `position`: what the change was made of, which need not be decoded.
        """
        before = self.loaded
        kept = {draft.seat: draft for draft in before.drafts if draft.seat not in change.forget_drafts}
        kept |= {draft.seat: draft for draft in change.drafts}
        loaded = replace(
            before,
            table=replace(change.table, rev=change.expect + 1),
            seats=before.seats if change.seats is None else change.seats,
            occupants=before.occupants if change.seats is None else occupants.joined(before.occupants, change.seats),
            questions=before.questions if change.questions is None else change.questions,
            orders=before.orders if change.orders is None else change.orders,
            dues=before.dues if change.dues is None else change.dues,
            drafts=tuple(kept[seat] for seat in sorted(kept)),
            answer=None,
            luck=replace(before.luck, salt=before.luck.salt if change.table.opening == self.row.opening else 0),
        )
        table = Table(loaded, self.game)
        table = table.returned(change.returned, change.now)
        if position is not None:
            table.__dict__["position"] = position
        return table

    def with_draft(self, draft: DraftRow) -> "Table":
        others = tuple(other for other in self.loaded.drafts if other.seat != draft.seat)
        return self._with(drafts=(*others, draft))

    def noticed(self, question: Question, now: int) -> "Table":
        """Returns the table once the seat has noticed its question."""
        return self._with(
            questions=tuple(replace(other, noticed_at=now) if other is question else other for other in self.questions)
        )

    def seated(self, seats: tuple[SeatRow, ...]) -> "Table":
        return self._with(seats=seats, occupants=occupants.joined(self.loaded.occupants, seats))

    def knowing(self, person: Person) -> "Table":
        """Returns the table with what is known of somebody who comes to sit there."""
        settings = dict(self.loaded.settings) | {person.user: person.settings}
        away = dict(self.loaded.away) | {person.user: person.away}
        closed = (person.user,) if person.dm_state == CLOSED_DM else ()
        unreachable = tuple(user for user in self.loaded.unreachable if user != person.user)
        return self._with(
            settings=tuple(settings.items()), away=tuple(away.items()), unreachable=(*unreachable, *closed)
        )

    def without_order(self, seat: int) -> "Table":
        return self.with_order(seat, "")

    def with_order(self, seat: int, rule: str) -> "Table":
        """Returns the table with this order of a seat; without any if it is empty."""
        others = tuple(order for order in self.orders if order.seat != seat)
        return self._with(orders=(*others, OrderRow(seat, rule)) if rule else others)

    def _with(self, **changed: Any) -> "Table":
        """Returns another value with the same position, which is not decoded again."""
        table = Table(replace(self.loaded, **changed), self.game)
        if "position" in self.__dict__:
            table.__dict__["position"] = self.position
        return table


def opened(question: Open) -> Open:
    """Returns a question as the rules know it, without the times that the host keeps with it."""
    q = question
    return Open(q.seat, q.topic, q.subject, q.since, q.required, q.rest, q.sealed)

"""What a commit means for the store: records, log, state, questions, standing orders that fall due, outbox rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from bot.play import luck
from bot.play.clocks import due_rows, seat_clocks
from bot.play.clocks.seat_clocks import Acted
from bot.play.offering import Offered
from bot.play.outbox_bodies import (
    BOARD,
    CALL,
    CLOCK,
    OFFER,
    Asked,
    BoardBody,
    CallBody,
    HandBody,
    QuestionBody,
    SettledBody,
    row,
)
from bot.play.seating import openings
from bot.play.table import Table, opened
from bot.play.timed import dues
from bot.play.transactions import Env
from rules import engine
from rules.contract import ORDINARY, Open, Position
from rules.engine import Commit
from rules.engine.commits import BEGIN, MOVE, UNDO, key
from rules.facts import Announced, Fact, Whispered
from storage.clocks import Clocks, SeatClock
from storage.rows import FORGOTTEN, OVER, RUNNING, Change, DueRow, OrderRow, OutRow, Question, ResultRow, TableRow

NO_FACTS = Raw(b"[]")


def entered(
    table: Table,
    change: Change,
    commit: Commit[Any],
    env: Env,
    *,
    actor: int,
    drawn: luck.Drawn | None = None,
    hidden: bool = False,
    unseen: bool = False,
) -> Change:
    """Returns the whole change of a commit.

    `hidden`: it is not public that this seat settled a sealed question; `unseen`: the seat moved without its player,
    who does not see what came of it.
    """
    before = table.position if table.row.version >= 0 else None
    written = _turned(table, _table(table, change.table, commit), commit, drawn)
    fresh = engine.opened(tuple(map(opened, table.questions)), commit.position.open)
    ahead = dues.dues(table, commit, env)
    told = _Told(-1 if hidden else actor, -1 if hidden or unseen else actor, _uncalled(commit, ahead))
    back = () if hidden or unseen else openings.withdrawn(table.seats, actor)
    rows = _Rows(table, written, commit, env.now(), actor, told, fresh).all()
    clocks, asked = _clocks(table, written, commit, rows, env, actor=actor, unseen=unseen)
    written = replace(written, clocks=clocks)
    return replace(
        change,
        seats=change.seats if change.seats is not None or not back else openings.without(table.seats, back),
        table=written,
        records=commit.records,
        lines=((commit.position.version, msgspec.json.encode(engine.line(before, commit)).decode()),),
        questions=asked,
        dues=(*ahead, *_late(table, change, written, asked, env)),
        orders=change.orders if before is None else _left(table, commit, change.orders),
        results=results(table, commit.position.state, written) if written.status == OVER else (),
        rows=(*rows, *openings.cards(back)),
        unattended=change.unattended or unseen,
        draws=(*change.draws, *luck.rows(commit.position.version, drawn)),
    )


def _turned(table: Table, written: TableRow, commit: Commit[Any], drawn: luck.Drawn | None) -> TableRow:
    """Counts draws and turns at a table with a seed."""
    if not table.loaded.luck.seed:
        return written
    return luck.counted(table.row, written, commit.records[0].kind, commit.position.number, drawn)


def _clocks(
    table: Table, written: TableRow, commit: Commit[Any], rows: Sequence[OutRow], env: Env, *, actor: int, unseen: bool
) -> tuple[Clocks, tuple[Question, ...]]:
    """Returns the clocks after a commit, and what is asked, with the times from which their clocks run."""
    posted = any(line.kind in (BOARD, CALL) and not line.user for line in rows)
    public = commit.position.number != table.row.public_no or table.row.version < 0
    acted = Acted(commit.records[0].kind, actor, written.turn, unseen, public, posted, written.version)
    asked = questions(commit.position, table.questions, env.now())
    return seat_clocks.after(table, asked, acted, env.now(), env.outages)


def _late(table: Table, change: Change, written: TableRow, asked: tuple[Question, ...], env: Env) -> tuple[DueRow, ...]:
    if written.status != RUNNING:
        return ()
    after = table.after(replace(change, table=written, questions=asked))
    late = due_rows.late_rows(after, env.outages, env.now())
    begun = due_rows.silence(after, env.outages) if table.row.version < 0 else ()
    return (*due_rows.kept(table), *late, *begun, *dues.reminded(after, env))


def _uncalled(commit: Commit[Any], ahead: Sequence[DueRow]) -> frozenset[int]:
    """Returns the seats whose turn goes on without them: what comes of it calls them."""
    own = {key(q)[0]: q.since for q in commit.position.open if q.required and not q.sealed}
    return frozenset(due.seat for due in ahead if own.get(due.seat) == due.since)


def _table(table: Table, written: TableRow, commit: Commit[Any]) -> TableRow:
    position = commit.position
    return replace(
        written,
        status=OVER if table.rules.outcome(position.state) is not None else written.status,
        version=position.version,
        public_no=position.number,
        state=msgspec.json.encode(position.state).decode(),
        state_format=table.state_format,
        turn=turn_of(written.turn, position),
    )


def turn_of(before: int, position: Position[Any]) -> int:
    """Returns the seat whose turn it is: within a turn other things may be asked, of its seat and of others."""
    ordinary = [question.seat for question in position.open if question.topic == ORDINARY]
    return before if before in ordinary or not ordinary else ordinary[0]


def questions(position: Position[Any], before: Sequence[Question] = (), now: int = 0) -> tuple[Question, ...]:
    """Returns the open questions of a position; those open before keep the times when they were asked and noticed."""
    known = {(old.seat, old.since): (old.asked_at, old.noticed_at) for old in before}
    return tuple(asked(question, *known.get((question.seat, question.since), (now, 0))) for question in position.open)


def asked(question: Open, asked_at: int, noticed_at: int) -> Question:
    """Returns a question with its times."""
    q = question
    return Question(q.seat, q.topic, q.subject, q.since, q.required, q.rest, q.sealed, asked_at, noticed_at)


def _left(table: Table, commit: Commit[Any], given: tuple[OrderRow, ...] | None) -> tuple[OrderRow, ...] | None:
    """Returns the orders, if what everybody heard of a commit uses up some of them; else those that are given."""
    taken = table.game.orders
    if taken is None:
        return given
    facts = [item.fact for item in commit.told if isinstance(item, Announced)]
    state = table.position.state
    left = tuple(replace(row, rule=taken.after(row.rule, state, row.seat, facts)) for row in table.orders)
    return tuple(row for row in left if row.rule) if left != table.orders else given


def results(table: Table, state: Any, written: TableRow | None = None) -> tuple[ResultRow, ...]:
    """Of a game that has ended: a tie is one rank."""
    outcome = table.rules.outcome(state)
    if outcome is None:
        return ()
    sat = {row.seat: row for row in table.seats}
    clocks = {clock.seat: clock for clock in (written or table.row).clocks.seats}
    rated = sum(row.is_person for row in table.seats) > 1
    rank, rows = 1, list[ResultRow]()
    for tied in outcome.ranking:
        for seat in tied:
            points, who = outcome.points[seat] if outcome.points else None, sat[seat]
            clock = clocks.get(seat, SeatClock(seat))
            house = "" if who.is_person else who.house
            times = {"turns": clock.turns, "played_for": clock.played_for}
            rows.append(ResultRow(seat, who.user, rank, points, house=house, rated=rated, **times))
        rank += len(tied)
    return tuple(sorted(rows, key=lambda result: result.seat))


def settled(table: Table, after: Sequence[Open] = (), facts: Raw = NO_FACTS) -> tuple[OutRow, ...]:
    """Returns a row for each person who was asked by direct message something that is over now.

    An optional question stays the same one when its seat answers it: that is nobody else's to know.
    """
    still = {key(question) for question in after}
    over = [q for q in table.questions if (q.sealed or not q.required) and key(q) not in still]
    asked = {table.users[q.seat]: q.since for q in over if q.seat in table.users}
    return tuple(row(since, SettledBody(facts), user) for user, since in asked.items())


class _Told(NamedTuple):
    """Who is told of a commit, and who need not be."""

    seat: int
    """Whose move it was; -1 if that is not public."""
    silent: int
    """Who sees it in their answer; -1 for nobody."""
    uncalled: frozenset[int]


class _Rows(NamedTuple):
    """The outbox rows of a commit: the board, hands that changed, questions by direct message, and those settled."""

    table: Table
    written: TableRow
    commit: Commit[Any]
    now: int
    actor: int
    told: _Told
    fresh: tuple[Open, ...]
    """The questions that this commit opens."""

    def all(self) -> tuple[OutRow, ...]:
        facts = Raw(msgspec.json.encode(self._announced()))
        return (
            *self._board(facts),
            *self._offered(),
            *self._hands(),
            *self._asked(),
            *settled(self.table, self.commit.position.open, facts),
            *(openings.cards(self.table.seats) if self.written.status == OVER else ()),
        )

    def _announced(self) -> list[Fact]:
        return [item.fact for item in self.commit.told if isinstance(item, Announced)]

    def _board(self, facts: Raw) -> list[OutRow]:
        commit, kind = self.commit, self.commit.records[0].kind
        if not self._announced() and kind not in (BEGIN, UNDO):  # a game begins with a board, even without facts
            return []
        seat, silent, _ = self.told
        over = self.written.status == OVER
        passed = over or kind == BEGIN or (kind != UNDO and self.written.turn != self.table.row.turn)
        pings = self._everybody() if over else self._pings(kind, silent)
        return [row(commit.position.number, BoardBody(kind, seat, facts, pings, passed=passed, over=over))]

    def _everybody(self) -> tuple[int, ...]:
        return tuple(seat.user for seat in self.table.seats if seat.user != FORGOTTEN)  # nor a house player

    def _pings(self, kind: str, silent: int) -> tuple[int, ...]:
        """Returns users who are asked anew, but not the one who moved: they see it in their answer.

        Leaving out who settled a sealed question would reveal them, so then nobody is left out (`silent` is -1).
        """
        seats = {question.seat for question in self.fresh if question.required}
        if kind == MOVE and self._answers_aside():  # the player to move can go on from what came of it
            seats |= {question.seat for question in self.commit.position.open if question.required}
        seats -= self.told.uncalled.union(*(offer.seats for offer in self._offers()))
        asked = self.table.asked_users
        return tuple(asked[seat] for seat in sorted(seats) if seat in asked and seat != silent)

    def _offers(self) -> tuple[Offered, ...]:
        known = self.table.game.offered
        return known.made(self._announced()) if known is not None else ()

    def _offered(self) -> list[OutRow]:
        """Returns calls to those to whom something is offered, with the words that answer it."""
        number, found = self.commit.position.number, list[OutRow]()
        for offer in self._offers():
            asked = tuple(Asked(seat, OFFER, offer.number, 0) for seat in offer.seats if seat in self.table.asked_users)
            body = CallBody(asked, offer.answers, offer.number, Raw(msgspec.json.encode([offer.fact])))
            found += [row(number, body)] if asked else []
        return found

    def _answers_aside(self) -> bool:
        """Does nobody wait for this seat? Then it takes up an offer, or makes one.

        The house does so at once, while whoever asked still has the panel open that goes on by itself.
        """
        if self.actor not in self.table.asked_users:
            return False
        own = [question for question in self.table.questions if question.seat == self.actor]
        return not any(question.required or question.sealed for question in own)

    def _seen_at_once(self) -> bool:
        """Does the house answer, unasked for, the only person at the table? Their panel shows that within seconds."""
        own = [question for question in self.table.questions if question.seat == self.actor]
        house = self.actor in self.table.house and len(self.table.users) == 1
        return house and not any(question.required for question in own)

    def _hands(self) -> list[OutRow]:
        if self._seen_at_once():
            return []
        number = self.commit.position.number
        alone = self.now % CLOCK if number == self.table.row.public_no else number
        lost = {item.to for item in self.commit.told if isinstance(item, Whispered) and item.to != self.actor}
        told = sorted((lost | self._unanswered()) & self.table.asked_users.keys())
        return [row(alone, HandBody(seat), self.table.users[seat]) for seat in told]

    def _unanswered(self) -> set[int]:
        """Returns the seats whose counter-offer has found its end: nobody else is told that there was one.

        Whoever is the only person at the table has it before them in the panel.
        """
        offered, table = self.table.game.offered, self.table
        if offered is None or len(table.users) < 2 or not (ended := offered.ended(self._announced())):
            return set()
        views = ((seat, table.rules.private(table.position.state, seat)) for seat in table.users if seat != self.actor)
        return {seat for seat, view in views if offered.countered(view) & ended}

    def _asked(self) -> list[OutRow]:
        users = self.table.asked_users
        known = {key(question) for question in self.table.questions}  # an optional one that was answered is asked on
        asked = [(q, not q.required and not q.sealed) for q in self.fresh if q.seat in users and key(q) not in known]
        return [
            row(q.since, QuestionBody(q.seat, q.since, q.topic, wished), users[q.seat])
            for q, wished in asked
            if q.sealed or wished
        ]

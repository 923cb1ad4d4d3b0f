"""What a commit means for the store: records, state, questions, standing orders that fall due, letters."""

from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from bot.play.outbox_bodies import BOARD, HAND, QUESTION, BoardBody, HandBody, QuestionBody, row
from bot.play.transactions import Transactions, opens, questions
from rules import engine
from rules.contract import Open
from rules.engine import Commit
from rules.engine.commits import MOVE
from rules.facts import Announced, Whispered
from storage.fingerprint import fingerprint
from storage.rows import OVER, Change, DueRow, Loaded, OutRow, TableRow

CLOCK = 1_000_000_000
"""A hand that changed unseen has no public number: its letter has the time instead, for a count would tell more."""


class Entered:
    """A commit being entered into a table."""

    def __init__(self, desk: Transactions, loaded: Loaded) -> None:
        self._desk = desk
        self._loaded = loaded
        self._users = {seat.seat: seat.user for seat in loaded.seats if not seat.resigned}

    def into(self, change: Change, commit: Commit[Any], *, actor: int, hidden: bool = False) -> Change:
        """The whole change. `hidden`: that it was this seat which settled a sealed question is not public."""
        table = self._table(change.table, commit)
        return replace(
            change,
            table=table,
            records=commit.records,
            questions=questions(commit.position),
            dues=self._dues(commit),
            rows=self._rows(commit, actor, hidden=hidden),
        )

    def _answers_aside(self, actor: int) -> bool:
        """Nobody waits for this seat: it takes up an offer."""
        own = [question for question in self._loaded.questions if question.seat == actor]
        return bool(own) and not any(question.required or question.sealed for question in own)

    def _table(self, table: TableRow, commit: Commit[Any]) -> TableRow:
        rules = self._desk.rules(table)
        position = commit.position
        return replace(
            table,
            status=OVER if rules.outcome(position.state) is not None else table.status,
            version=position.version,
            public_no=position.number,
            state=msgspec.json.encode(position.state).decode(),
            state_format=fingerprint(rules.state_type),
        )

    def _dues(self, commit: Commit[Any]) -> tuple[DueRow, ...]:
        """Kept while their question is open and unanswered; drawn for every seat with an order when one opens."""
        ordered = {order.seat for order in self._loaded.orders}
        known = {(due.seat, due.since): due for due in self._loaded.dues}
        dues: list[DueRow] = []
        for question in commit.position.open:
            if question.sealed and question.required and question.seat in ordered:
                kept = known.get((question.seat, question.since))
                dues.append(kept or self.due(question))
        return tuple(dues)

    def due(self, question: Open) -> DueRow:
        return DueRow(question.seat, question.since, self._desk.now() + self._desk.drawn_delay())

    def _rows(self, commit: Commit[Any], actor: int, *, hidden: bool) -> tuple[OutRow, ...]:
        number = commit.position.number
        alone = self._desk.now() % CLOCK if number == self._loaded.table.public_no else number
        fresh = engine.opened(opens(self._loaded.questions), commit.position.open)
        rows: list[OutRow] = []
        kind = commit.records[0].kind
        facts = [item.fact for item in commit.told if isinstance(item, Announced)]
        if facts or kind == "undo":
            asked = {question.seat for question in fresh if question.required}
            if kind == MOVE and self._answers_aside(actor):  # whoever has the turn can go on from what came of it
                asked |= {question.seat for question in commit.position.open if question.required}
            silent = -1 if hidden else actor  # to leave out who settled a sealed question would tell that it was he
            ping = tuple(self._users[seat] for seat in sorted(asked) if seat in self._users and seat != silent)
            body = BoardBody(kind, -1 if hidden else actor, Raw(msgspec.json.encode(facts)), ping)
            rows.append(row(BOARD, number, body))
        lost = {item.to for item in commit.told if isinstance(item, Whispered) and item.to != actor}
        told = sorted(lost & self._users.keys())
        rows += [row(HAND, alone, HandBody(seat), self._users[seat]) for seat in told]
        for question in fresh:
            wished = not question.required and not question.sealed
            if (question.sealed or wished) and question.seat in self._users:
                body = QuestionBody(question.seat, question.since, question.topic, wished)
                rows.append(row(QUESTION, question.since, body, self._users[question.seat]))
        return tuple(rows)

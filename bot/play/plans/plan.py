"""A planned turn as a value: moves as moves, tried once; text only where it is stored."""

from functools import cached_property
from typing import Any

from bot.play.answers import DraftMoved
from bot.play.plans import menu
from bot.play.plans.panel import Panel
from bot.play.plans.ranking import Ranked, Ranking
from bot.play.table import Refused, Table
from bot.play.turns import example
from rules import engine
from rules.contract import ORDINARY, AnyRules, Move
from rules.engine import Draft
from rules.facts import heard
from storage.rows import DraftRow, Question


class Plan:
    """What a seat has planned as the answer to a question; every step returns another Plan."""

    def __init__(
        self, table: Table, question: Question, moves: tuple[Move, ...] = (), tokens: tuple[str, ...] = (), rev: int = 0
    ) -> None:
        self.table = table
        self.question = question
        self.moves = moves
        self.tokens = tokens
        self.rev = rev

    @classmethod
    def of(cls, table: Table, user: int, since: int) -> "Plan":
        """Returns what a person has planned at this table; the draft of an earlier question no longer counts."""
        table.refuse_unless_running()
        seat = table.seat_of(user).seat
        question = table.question(seat, since)
        row = table.draft(seat)
        if row is None:
            return cls(table, question)
        if row.base != question.since:
            return cls(table, question, rev=row.rev)
        return cls(table, question, tuple(map(table.rules.parse, row.moves)), row.tokens, row.rev)

    @property
    def seat(self) -> int:
        return self.question.seat

    @property
    def rules(self) -> AnyRules:
        return self.table.rules

    @cached_property
    def tried(self) -> Draft[Any, Any]:
        """What its moves would do, tried once."""
        return engine.draft(self.rules, self.table.position, self.seat, self.moves)

    @property
    def standing(self) -> tuple[Move, ...]:
        """Its moves, without those that no longer fit."""
        tried = self.tried
        return (*tried.done, tried.then) if tried.then is not None else tried.done

    def at(self, rev: int) -> "Plan":
        """Refuses a press on a panel of another revision: a doubled one, or one in a second window."""
        if self.rev != rev:
            raise Refused(DraftMoved())
        return self

    def with_moves(self, moves: tuple[Move, ...], tokens: tuple[str, ...] = ()) -> "Plan":
        """Returns the plan with these moves, and the tokens of one that is being composed."""
        return self._next(moves, tokens, self.rev)

    def with_tokens(self, tokens: tuple[str, ...]) -> "Plan":
        return self._next(self.moves, tokens, self.rev)

    def kept(self) -> "Plan":
        """Returns the plan as stored: one revision after the one that was read."""
        return self._next(self.moves, self.tokens, self.rev + 1)

    def _next(self, moves: tuple[Move, ...], tokens: tuple[str, ...], rev: int) -> "Plan":
        """Returns another plan; the same moves are not tried again."""
        plan = Plan(self.table, self.question, moves, tokens, rev)
        if moves == self.moves and "tried" in self.__dict__:
            plan.__dict__["tried"] = self.tried
        return plan

    def row(self) -> DraftRow:
        return DraftRow(self.seat, self.question.since, self.rev, self.written(self.moves), self.tokens)

    def written(self, moves: tuple[Move, ...]) -> tuple[str, ...]:
        return tuple(self.rules.write(move) for move in moves)

    def ranked(self, ranking: Ranking) -> tuple[Ranked, ...]:
        return ranking.of(self.table.id, self.rules, self.table.position, self.seat)

    def panel(self, ranking: Ranking) -> Panel:
        """Returns what its owner sees of it."""
        rules, seat, tried = self.rules, self.seat, self.tried
        topic = next((prompt.topic for prompt in rules.prompts(tried.state) if prompt.seat == seat), "")
        then = rules.write(tried.then) if tried.then is not None else ""
        tokens = tuple(then.split()) or self.tokens
        last = menu.last_choice(rules, tried.state, seat, tokens) if tokens else None
        blank = not (self.moves or self.tokens)
        return Panel(
            table=self.table.id,
            seat=seat,
            since=self.question.since,
            rev=self.rev,
            question=self.question,
            topic=topic or self.question.topic,
            moves=self.written(tried.done),
            then=then,
            worth=last.worth if last is not None else None,
            best=self.ranked(ranking)[: menu.PAGE] if blank else (),
            next=menu.following(self.table.game, self.table.position, seat, tried, self.tokens),
            ready=tried.ready,
            example=example(rules, tried.state, seat),
            dropped=self.written(tried.dropped),
            over=tried.over,
            reason=tried.reason,
            facts=heard(tried.told, seat),
            before=rules.public(self.table.position.state),
            public=rules.public(tried.state),
            private=rules.private(tried.state, seat),
            listed=self.table.listed(seat) if self.question.topic == ORDINARY else (),
            hints=self.table.may_hint and not self.table.has_answered(self.question),
        )

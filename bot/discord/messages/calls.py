"""Calls: short messages that ask somebody where a board post, being edited, cannot; edits ping nobody."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.play import Table
from bot.play.outbox_bodies import OFFER, Asked, Body, CallBody
from bot.play.people.preferences import QUIET
from rules import engine
from rules.contract import Choice
from storage.rows import RUNNING, Question


def call_for(table: Table, users: Collection[int]) -> CallBody | None:
    """Returns a call for all that is required of these people now; None if nothing is."""
    seats = {seat for seat, user in table.users.items() if user in users}
    open_ = [question for question in table.questions if question.seat in seats and _awaited(question)]
    asked = tuple(Asked(q.seat, q.topic, q.subject, q.since) for q in open_)
    return CallBody(asked) if asked else None


def waited_for(table: Table) -> tuple[int, ...]:
    """Returns the seats that a table waits for, as everybody may know it."""
    return engine.waiting(table.position)


def out_of_turn(table: Table) -> bool:
    """Is anybody asked something beside the turn, as everybody may know?"""
    return any(question.sealed or not question.required for question in table.questions)


def still_open(table: Table, body: CallBody) -> list[Question]:
    """Returns the questions of a call that are not over, as everybody may know it.

    Who answers a sealed question is asked on until it is settled; so is, of an optional one, whoever answers it in
    secret, although their question has another `since` then.
    """
    if body.offer:
        return _about_offer(table, body)
    return [question for question in table.questions if any(_is(question, asked) for asked in body.asked)]


def _about_offer(table: Table, body: CallBody) -> list[Question]:
    """Returns what those to whom an offer is made are asked about it; it may rest, so that they are not asked now."""
    known, seats = table.game.offered, [asked.seat for asked in body.asked if asked.seat in table.users]
    if known is None or table.status != RUNNING:
        return []
    is_open = known.is_open(table.rules.public(table.position.state), body.offer)
    asked = (Question(seat, OFFER, body.offer, 0, required=False, rest=True, sealed=False) for seat in seats)
    return list(asked) if is_open else []


class Standing(NamedTuple):
    """What of some calls is still asked, and of whom."""

    asked: tuple[Question, ...]
    """What waits for somebody."""
    offers: tuple[CallBody, ...]
    """The calls about offers that are open."""
    offered: frozenset[int]
    """To whom those go."""

    @classmethod
    def of(cls, table: Table, bodies: Sequence[Body]) -> "Standing":
        calls = [body for body in bodies if isinstance(body, CallBody)]
        offers = tuple(body for body in calls if body.offer and still_open(table, body))
        asked = tuple(question for body in calls if not body.offer for question in still_open(table, body))
        offered = frozenset(question.seat for body in offers for question in still_open(table, body))
        return cls(asked, offers, offered)

    @property
    def seats(self) -> frozenset[int]:
        """To whom all of it goes."""
        return self.offered.union(question.seat for question in self.asked)

    def pings(self, table: Table) -> tuple[int, ...]:
        """Returns whom it pings; an offer does not ping those who do not want that."""
        quiet = {seat for seat in self.offered if QUIET in table.settings(seat)}
        loud = self.offered - quiet | {question.seat for question in self.asked}
        return tuple(sorted(user for seat, user in table.users.items() if seat in loud))

    @property
    def answers(self) -> tuple[Choice, ...]:
        return tuple(Choice(word, whole=True, group=str(body.offer)) for body in self.offers for word in body.answers)


def _awaited(question: Question) -> bool:
    return question.required or question.sealed


def _is(question: Question, asked: Asked) -> bool:
    same = (question.seat, question.topic, question.subject) == (asked.seat, asked.topic, asked.subject)
    return same and (question.since == asked.since or not _awaited(question))

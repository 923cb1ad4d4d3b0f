"""Calls: short messages that ask somebody where a board post, being edited, cannot; edits ping nobody."""

from collections.abc import Collection

from bot.play import Table
from bot.play.outbox_bodies import Asked, CallBody
from storage.rows import Question


def call_for(table: Table, users: Collection[int]) -> CallBody | None:
    """Returns a call for all that is required of these people now; None if nothing is."""
    seats = {seat for seat, user in table.users.items() if user in users}
    open_ = [question for question in table.questions if question.seat in seats and _awaited(question)]
    asked = tuple(Asked(q.seat, q.topic, q.subject, q.since) for q in open_)
    return CallBody(asked) if asked else None


def still_open(table: Table, body: CallBody) -> list[Question]:
    """Returns the questions of a call that are not over, as everybody may know it.

    Who answers a sealed question is asked on until it is settled; so is, of an optional one, whoever answers it in
    secret, although their question has another `since` then.
    """
    return [question for question in table.questions if any(_is(question, asked) for asked in body.asked)]


def _awaited(question: Question) -> bool:
    return question.required or question.sealed


def _is(question: Question, asked: Asked) -> bool:
    same = (question.seat, question.topic, question.subject) == (asked.seat, asked.topic, asked.subject)
    return same and (question.since == asked.since or not _awaited(question))

"""What falls due after a commit: standing orders that answer, house turns, a turn that begins or ends by itself."""

from typing import Any

from bot.play import limits
from bot.play.house import dues as house_dues
from bot.play.outbox_bodies import Asked, CallBody
from bot.play.outbox_bodies import row as outbox_row
from bot.play.people.preferences import ASKED, PASSES
from bot.play.table import Table
from bot.play.timed import reminders
from bot.play.transactions import Env
from rules.contract import ORDINARY, Open
from rules.engine import Commit
from rules.engine.commits import MOVE
from storage.rows import BEGINS, ENDS, ORDER, DueRow, OutRow, Question


def dues(table: Table, commit: Commit[Any], env: Env) -> tuple[DueRow, ...]:
    """Keeps due rows whose question is open and unanswered; draws others for what this commit opens."""
    return (*_ordered(table, commit, env), *house_dues.dues(table, commit, env), *_by_itself(table, commit, env))


def reminded(table: Table, env: Env) -> tuple[DueRow, ...]:
    """Returns what reminds of the questions of a table, as a commit has left it."""
    return reminders.rows(table, env)


def _ordered(table: Table, commit: Commit[Any], env: Env) -> tuple[DueRow, ...]:
    """Returns a row for each seat with an order that answers what it is asked."""
    known = {(due.seat, due.since): due for due in table.dues if due.kind == ORDER}
    by_hand = commit.records[0].seat  # who has just said something to an optional question has said it
    wanted = [
        q
        for q in commit.position.open
        if is_answered(table, q, commit.position.state) and (q.required or q.sealed or q.seat != by_hand)
    ]
    return tuple(known.get((question.seat, question.since)) or due(question, env) for question in wanted)


def is_answered(table: Table, question: Open, state: Any) -> bool:
    """Does the seat's standing order have a say in this question?

    It is a sealed one that waits, or one that its game has answered at once, or one of its own turn of which the order
    speaks, whether it finds an answer then or not.
    """
    taken, rule = table.game.orders, table.order(question.seat)
    if not rule or taken is None or table.is_sat_in(question.seat):
        return False
    if question.sealed:
        return question.required
    if not question.required:
        return question.topic in taken.at_once
    return taken.ahead(rule, table.rules.public(state), question.seat)


def calls(table: Table, asked: Question, row: DueRow) -> tuple[OutRow, ...]:
    """Returns the call for what does not happen without its player after all.

    Nothing where they have seen the question, or were called when it was asked: the row was added later then.
    """
    if asked.noticed_at or not asked.required or asked.sealed or row.at > asked.asked_at + limits.TAKE_BACK_MS:
        return ()
    body = CallBody((Asked(asked.seat, asked.topic, asked.subject, asked.since),))
    return (outbox_row(table.position.number, body),)


def due(question: Open, env: Env) -> DueRow:
    """Returns the row by which a seat's standing order answers its question.

    What others may still take back is answered once they cannot; it takes as long whatever the order says.
    """
    later = limits.TAKE_BACK_MS if question.required else 0
    delay = env.drawn_delay() if question.sealed else later
    return DueRow(question.seat, question.since, env.now() + delay, ORDER)


def _by_itself(table: Table, commit: Commit[Any], env: Env) -> tuple[DueRow, ...]:
    """Returns the row by which the turn that a commit leaves open begins or ends without a press, if it does."""
    moves = table.game.by_itself
    asked = [q for q in commit.position.open if q.topic == ORDINARY and q.seat in table.asked_users]
    if moves is None or len(asked) != 1:
        return ()
    seat, since = asked[0].seat, asked[0].since
    kept = [row for row in table.dues if (row.seat, row.since) == (seat, since) and row.kind in (BEGINS, ENDS)]
    if kept:
        return tuple(kept)
    settings, state, last = table.settings(seat), commit.position.state, commit.records[-1]
    if ASKED not in settings and moves.begins(table.rules.public(state), seat):
        return (DueRow(seat, since, env.now() + limits.TAKE_BACK_MS, BEGINS),)
    begun = (last.kind, last.seat, last.text) == (MOVE, seat, moves.opening)
    if begun and PASSES in settings and moves.ends(table.rules, state, seat):
        return (DueRow(seat, since, env.now(), ENDS),)
    return ()


def move(table: Table, row: DueRow) -> str:
    """Returns the move by which a turn begins or ends at a row.

    Empty where its player wants to be asked, or can do something else.
    """
    moves, settings, state = table.game.by_itself, table.settings(row.seat), table.position.state
    if moves is None:
        return ""
    if row.kind == BEGINS:
        return moves.begins(table.rules.public(state), row.seat) if ASKED not in settings else ""
    return moves.ends(table.rules, state, row.seat) if PASSES in settings else ""

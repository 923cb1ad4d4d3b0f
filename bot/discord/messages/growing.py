"""Which board post grows by what is to be said, and when: shared by who says it and who waits for it."""

from collections.abc import Sequence

from bot.play import Env, limits
from bot.play import outbox_bodies as outbox
from rules.engine.commits import MOVE, RESIGN, UNDO
from storage.rows import OutRow, Sent, Standing

_GROW = (MOVE, RESIGN, UNDO)


def board(row: OutRow) -> outbox.BoardBody:
    body = outbox.read_body(row)
    if not isinstance(body, outbox.BoardBody):
        raise TypeError(body)
    return body


def growing(standing: Standing, rows: Sequence[OutRow], now: int) -> Sent | None:
    """Returns the newest board post, if it is young and all of these rows belong to its turn."""
    post, said = standing.newest, standing.said
    if post is None or now - post.at > limits.EDITABLE_MS or not said:
        return None
    passed = board(said[-1]).passed
    for body in map(board, rows):
        if body.kind not in _GROW or body.over or (passed and body.kind != UNDO):
            return None
        passed = body.passed
    return post


def calls_nobody(rows: Sequence[OutRow]) -> bool:
    """Does nobody wait for these: the turn goes on, or the next begins by itself, and nobody is asked anew?

    What is taken back is told at once: whoever was asked by it waits.
    """
    return not any(body.ping or body.kind == UNDO for body in map(board, rows))


async def grows(env: Env, table: str, rows: Sequence[OutRow]) -> bool:
    """Are these told by an edit for which nobody waits?"""
    if any(row.kind != outbox.BOARD for row in rows) or not calls_nobody(rows):
        return False
    return growing(await env.store.standing(table, outbox.BOARD), rows, env.now()) is not None

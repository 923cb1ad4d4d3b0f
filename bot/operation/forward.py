"""Tables of older rules are brought forward before the bot reaches Discord, or it does not start, and says why."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import structlog

from bot.games import GAMES
from bot.operation.problem import CannotRun
from bot.operation.version import version
from bot.play import Env
from bot.play.upgrade import CannotPlayOn, Stuck, bring_forward
from storage import StorageFull
from storage.problem import EX_IOERR

PLAYED_BY: Final = "program"
"""The key in `meta` of the version that has played last."""
NAMED: Final = 20
"""So many tables that cannot be played on are named; the operator need not scroll for the second sentence."""

log = structlog.get_logger()


async def brought_forward(env: Env) -> None:
    """Brings tables of older rules forward, or does not let the bot start."""
    try:
        brought = await bring_forward(env)
    except CannotPlayOn as cannot:
        raise _refused(cannot.stuck, await env.store.meta(PLAYED_BY)) from None
    except StorageFull:
        problem = "The disk is full, and tables have to be brought to this version before they are played on."
        raise CannotRun(problem, "Make room and start again.", EX_IOERR) from None
    if await env.store.meta(PLAYED_BY) != version():
        with suppress(StorageFull):  # the next start says it
            await env.store.save_meta(PLAYED_BY, version())
    if brought:
        log.info("tables go on under newer rules", tables=brought)


def _refused(stuck: Sequence[Stuck], played: str | None) -> CannotRun:
    """Two sentences: which tables, and which version plays them."""
    named = [*map(_named, stuck[:NAMED]), *([f"and {len(stuck) - NAMED} more"] if len(stuck) > NAMED else [])]
    which = f"version {played}, which plays them," if played else "the version that has played them"
    return CannotRun(
        f"This version cannot play on with running tables ({len(stuck)}): {'; '.join(named)}.",
        f"No table was changed: start {which} and let them end there; should it not open this data"
        " folder, restore the backup that was made before the update.",
    )


def _named(stuck: Stuck) -> str:
    game = GAMES.get(stuck.game)
    return f"{stuck.table} ({game.title if game else stuck.game}, rules {stuck.rules_version}): {stuck.why}"

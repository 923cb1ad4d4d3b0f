"""A line that is typed again, though what came of it the first time may never have been read, is asked about first.

Discord loses answers, and a process may end before it gives one: then nobody can know whether their line counted, and
typing it again would make another move of it. What was played stands in the store, so this outlives a restart; that an
answer arrived is known to this process alone, so after a restart one question too many is asked rather than none.
"""

from collections.abc import Sequence

from bot.play import limits
from bot.play.answers import AlreadyPlayed, AnswerKept, Played, Repeated
from bot.play.plans.plan import Plan
from bot.play.table import Refused
from bot.play.transactions import Action, Env, decoded
from rules.contract import Move
from rules.engine.commits import UNDO
from storage.rows import Committed

_PLANNED = "p"
"""Before the number of moves at the end of a plan; else it is the version of a commit, and how many of its moves."""


async def refuse(plan: Plan, more: Sequence[Move], action: Action, env: Env) -> None:
    """Refuses typed moves once if the same were played or planned a moment ago and nobody has read that."""
    texts, table = plan.written(tuple(more)), plan.table
    found = _planned(plan, texts, env) or await _played(plan, texts, env)
    if found is None or env.delivered.has_asked(table.id, plan.seat, found.which):
        return
    env.delivered.ask(table.id, plan.seat, found.which, action.interaction)
    raise Refused(found)


def _planned(plan: Plan, texts: tuple[str, ...], env: Env) -> Repeated | None:
    planned = plan.written(plan.moves)
    if planned[-len(texts) :] != texts or env.delivered.has_shown(plan.table.id, plan.seat, plan.rev):
        return None
    return Repeated(0, plan.question.since, plan.rev, f"{_PLANNED}{len(texts)}", planned=True)


async def _played(plan: Plan, texts: tuple[str, ...], env: Env) -> Repeated | None:
    delivered = env.delivered
    if delivered.before is None:
        delivered.before = await env.store.newest_action()
    if not delivered.may_be_unread(plan.table.id, env.now() - limits.RETYPED_MS):
        return None
    before = await _last(plan, texts, env, limits.RETYPED_MS)
    if before is None or before.interaction in env.delivered:
        return None
    if plan.question.sealed and before.at >= plan.question.asked_at:
        return None  # the same answer to the same question: it changes nothing
    answer = decoded(before.answer)
    number = answer.number if isinstance(answer, Played) else 0
    return Repeated(number, plan.question.since, plan.rev, f"{before.version}.{len(texts)}")


async def _last(plan: Plan, texts: tuple[str, ...], env: Env, span: int) -> Committed | None:
    """Returns the seat's newest commit of that time that ends with these moves, if nothing was taken back since."""
    now = env.now()
    commit = await env.store.last_committed(plan.table.id, plan.seat, (now - span, now), texts, UNDO)
    if commit is None or commit.kind == UNDO:
        return None
    return commit if isinstance(decoded(commit.answer), Played | AnswerKept) else None


async def meant(plan: Plan, which: str, env: Env) -> tuple[Move, ...]:
    """Returns the moves that a question was about; refuses what was confirmed before."""
    number, _, count = which.removeprefix(_PLANNED).partition(".")
    if not number.isdecimal() or not (count or "1").isdecimal() or len(which) > limits.NONCE:
        raise Refused(AlreadyPlayed())
    if which.startswith(_PLANNED):
        texts = plan.written(plan.moves)[-int(number) :]
    else:
        texts = await _of(plan, int(number), int(count or "1"), env)
    if not texts:
        raise Refused(AlreadyPlayed())
    return tuple(map(plan.rules.parse, texts))


async def _of(plan: Plan, version: int, count: int, env: Env) -> tuple[str, ...]:
    """Returns the last moves of a commit; none if the seat has played the same once more since."""
    found = await env.store.committed(plan.table.id, plan.seat, env.now() - limits.RETYPED_FOR_MS)
    texts = next((commit.texts[-count:] for commit in found if commit.version == version), ())
    last = await _last(plan, texts, env, limits.RETYPED_FOR_MS) if texts else None
    return texts if last is not None and last.version == version else ()

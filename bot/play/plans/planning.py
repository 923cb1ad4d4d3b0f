"""Planning a turn in private: open, add, step back, start over, commit; and what can be typed next."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.play.answers import BadMove, OtherGame, UnfinishedTurn, Unreadable
from bot.play.people.preferences import PREVIEW
from bot.play.plans import menu, retyped
from bot.play.plans.menu import Next
from bot.play.plans.panel import Best, Panel
from bot.play.plans.plan import Plan
from bot.play.plans.ranking import fits
from bot.play.plans.suggestions import suggestions
from bot.play.table import ANY, Refused, Table
from bot.play.timed import dues
from bot.play.transactions import Action, Decision, Env, Keep, use_case
from bot.play.turns import by_its_person, committed, example, read
from rules.contract import Choice, Move, NotAsked
from rules.notation import NotationError
from storage.rows import BEGINS, Change, Question

COMPOSED = "*"
"""Stands for the last move: the one that is being composed."""


@use_case
async def open_panel(table: Table, action: Action, env: Env, since: int = ANY) -> Decision:
    """Opens the panel as it stands; opening it is noticing the question."""
    return _cleaned(Plan.of(table, action.user, since), env)


@use_case
async def take_turn(table: Table, action: Action, env: Env, since: int = ANY) -> Decision:
    """Opens the panel. A turn that is about to begin by itself begins now: whoever presses wants it."""
    begun = [row for row in table.dues if row.kind == BEGINS and table.users.get(row.seat) == action.user]
    text = dues.move(table, begun[0]) if begun else ""
    if not text:
        return await open_panel(since)(table, action, env)
    return committed(table, env, begun[0].seat, (table.rules.parse(text),), chosen=False)


def peek(table: Table, user: int, since: int, env: Env) -> Panel | None:
    """Returns the panel as it would open, for a direct message; the question does not count as noticed."""
    try:
        return Plan.of(table, user, since).panel(env.ranking)
    except Refused:
        return None


@use_case
@by_its_person
async def add(  # noqa: PLR0917 (the caller gives only the last ones)
    table: Table, action: Action, env: Env, since: int, rev: int, tokens: Sequence[str], *, finish: bool = False
) -> Decision:
    """Adds tokens to the move being composed. A whole move that cannot go on, or with `finish`, joins the plan."""
    plan = Plan.of(table, action.user, since).at(rev)
    plan = plan if plan.standing == plan.moves else plan.with_moves(plan.standing, plan.tokens)
    *whole, rest = _split(tokens)
    begun = plan
    for part in whole:
        said, _ = _walked(begun, begun.tokens, part)
        begun = begun.with_moves((*begun.moves, _read(begun, " ".join(said))))
    said, last = _walked(begun, begun.tokens, rest)
    if last is None or not last.whole or (_choices(begun, said) and not finish):
        return _kept(begun.with_tokens(said), env)
    move = _read(begun, " ".join(said))
    return _kept(_fitting(begun.with_moves((*begun.moves, move))), env)


@use_case
@by_its_person
async def add_move(table: Table, action: Action, env: Env, text: str) -> Decision:
    """Adds a typed move to the plan."""
    plan = Plan.of(table, action.user, ANY)
    move = _read(plan, text)
    return _kept(_fitting(_joined(plan, (move,))), env)


@use_case
@by_its_person
async def plan_instead(table: Table, action: Action, env: Env, texts: Sequence[str]) -> Decision:
    """Plans these moves instead of what is planned, to be committed from the panel; a sealed answer is composed."""
    plan = Plan.of(table, action.user, ANY)
    if plan.question.sealed:
        said, _ = _walked(plan.with_moves(()), (), " ".join(texts).split())
        return _kept(plan.with_moves((), said), env)
    return _kept(_fitting(plan.with_moves(tuple(_read(plan, text) for text in texts))), env)


@use_case
@by_its_person
async def step_back(table: Table, action: Action, env: Env, since: int, rev: int) -> Decision:
    """Removes the tokens of the last press: of the move being composed, else of the last move, which is open again."""
    plan = Plan.of(table, action.user, since).at(rev)
    if plan.tried.dropped:
        return _cleaned(plan, env)
    if plan.tokens:
        return _kept(plan.with_tokens(_stepped(plan, plan.tokens)), env)
    shorter = plan.with_moves(plan.moves[:-1])
    last = tuple(text for move in plan.moves[-1:] for text in plan.rules.write(move).split())
    return _kept(shorter.with_tokens(_stepped(shorter, last)), env)


def _stepped(plan: Plan, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Returns these words without those of their last press."""
    stops = menu.stops(plan.table.game, plan.tried.state, plan.seat, tokens)
    return tokens[: max((stop for stop in stops if stop < len(tokens)), default=0)]


@use_case
@by_its_person
async def start_over(table: Table, action: Action, env: Env, since: int, rev: int) -> Decision:
    plan = Plan.of(table, action.user, since).at(rev)
    return _kept(plan.with_moves(()), env)


@use_case
@by_its_person
async def commit(  # noqa: PLR0917 (the caller gives only the last ones)
    table: Table, action: Action, env: Env, since: int, rev: int, last: Sequence[str] = ()
) -> Decision:
    """Makes the plan, and perhaps a last move with it, the turn."""
    plan = Plan.of(table, action.user, since).at(rev)
    said = [" ".join(plan.tokens) if text == COMPOSED else text for text in last]
    whole = plan.with_moves((*plan.moves, *(_read(plan, text) for text in said)))
    if whole.tried.dropped and whole.tried.reason is not None:
        raise Refused(BadMove(table.row.game, whole.tried.reason))
    if whole.tried.dropped or not whole.tried.ready:
        raise Refused(UnfinishedTurn())
    return committed(table, env, plan.seat, whole.moves)


@use_case
@by_its_person
async def submit(
    table: Table,
    action: Action,
    env: Env,
    since: int,
    texts: Sequence[str],
    *,
    rev: int | None = None,
    preview: bool = False,
    game: str = "",
) -> Decision:
    """Submits typed moves. A complete turn is committed; anything less is added to the plan.

    `rev`: the revision the player was looking at. `preview`: they want to see a whole turn before it counts, as they
    may by a setting of theirs. `game`: the game whose command it was.
    """
    if game and game != table.row.game:
        raise Refused(OtherGame(table.row.game))
    plan = Plan.of(table, action.user, since)
    plan = plan if rev is None else plan.at(rev)
    more = tuple(_read(plan, text) for text in texts if text.strip())
    if not more:
        raise Refused(Unreadable("", example(plan.rules, plan.tried.state, plan.seat)))
    preview = preview or PREVIEW in table.settings(plan.seat)
    return await _typed(plan, more, action, env, preview=preview)


@use_case
@by_its_person
async def again(  # noqa: PLR0917 (the caller gives only the last ones)
    table: Table, action: Action, env: Env, since: int, rev: int, which: str
) -> Decision:
    """Submits once more what a retyped line said, now that its player has said that it is meant."""
    plan = Plan.of(table, action.user, since).at(rev)
    return await _typed(plan, await retyped.meant(plan, which, env), action, env, sure=True)


async def _typed(
    plan: Plan, more: tuple[Move, ...], action: Action, env: Env, *, preview: bool = False, sure: bool = False
) -> Decision:
    """Commits what is complete, plans the rest; `sure`: it is not asked whether a repeated line is meant."""
    whole = plan if plan.question.sealed else _said(plan, more)
    tried = whole.tried
    grave = tried.then is not None and menu.is_grave(plan.table.game, tried.state, plan.seat, tried.then)
    counts = plan.question.sealed or (tried.ready and not tried.dropped and not preview and not grave)
    whole = whole if counts else _fitting(whole)
    if not sure:
        await retyped.refuse(plan, more, action, env)
    if counts:
        return committed(plan.table, env, plan.seat, more if plan.question.sealed else whole.moves)
    return _kept(whole, env)


@use_case
@by_its_person
async def answer(table: Table, action: Action, env: Env, words: str) -> Decision:
    """Answers an offer by a press on its call. A whole answer counts at once, and leaves what is planned as it is; one
    that is only begun is gone on with in the panel.
    """
    plan = Plan.of(table, action.user, ANY)
    try:
        move = plan.rules.parse(words)
    except NotationError:
        return _kept(_begun(plan, tuple(words.split())), env)
    decision = committed(table, env, plan.seat, (move,))
    change = decision.change
    if not isinstance(change, Change) or not (plan.moves or plan.tokens):
        return decision
    asked = [question for question in change.questions or () if question.seat == plan.seat]
    base = asked[0].since if asked else plan.question.since
    kept = replace(plan.kept().row(), base=base)
    return replace(decision, change=replace(change, forget_drafts=(), drafts=(kept,)))


def _begun(plan: Plan, tokens: tuple[str, ...]) -> Plan:
    """Returns the plan with a move that is begun with these tokens."""
    cleared = plan.with_moves(plan.standing)
    try:
        said, _ = _walked(cleared, (), tokens)
    except Refused:
        raise Refused(BadMove(plan.table.row.game, NotAsked())) from None
    return cleared.with_tokens(said)


# ── what can be typed next; nothing is written ──


def suggest(table: Table, user: int, text: str) -> tuple[str, ...]:
    """Returns how a typed turn can go on: whole lines, made of the choices of the person typing."""
    try:
        plan = Plan.of(table, user, ANY)
    except Refused:
        return ()
    *whole, last = text.split(menu.THEN)
    try:
        moves = tuple(table.rules.parse(part) for part in whole)
    except NotationError:
        return ()
    typed = plan.with_moves(moves) if plan.question.sealed else _said(plan, moves)
    if typed.tried.dropped or typed.tried.then is not None:
        return ()
    return suggestions(table.game, typed.tried.state, plan.seat, [part.strip() for part in whole], last)


def following(table: Table, user: int, tokens: tuple[str, ...]) -> Next | None:
    """Returns what can follow these tokens in the move being typed, after what is planned."""
    try:
        plan = Plan.of(table, user, ANY)
    except Refused:
        return None
    state = table.position.state if plan.question.sealed else plan.tried.state
    return Next(table.rules.choices(state, plan.seat, tokens), table.rules.public(state), table.names)


def best(table: Table, user: int, typed: str, env: Env) -> Best | None:
    """Returns their whole turns that fit what they have typed, the best first; None if they are not asked."""
    try:
        plan = Plan.of(table, user, ANY)
    except Refused:
        return None
    turns = tuple([ranked for ranked in plan.ranked(env.ranking) if fits(ranked.text, typed)])
    return Best(table.rules.public(table.position.state), turns)


# ── steps of a plan ──


def _kept(plan: Plan, env: Env) -> Decision:
    """Stores the plan and answers with its panel."""
    kept = plan.kept()
    _looks(plan, env)
    return Decision(Keep(kept.row(), plan.rev, _unnoticed(plan)), kept.panel(env.ranking))


def _looks(plan: Plan, env: Env) -> None:
    """Whoever has their panel open needs no reminder."""
    env.looked.note(plan.table.id, plan.table.users[plan.seat], env.now())


def _unnoticed(plan: Plan) -> Question | None:
    return plan.question if not plan.question.noticed_at else None


def _cleaned(plan: Plan, env: Env) -> Decision:
    """Answers with the panel, which says once what no longer fits, and stores a plan without that."""
    tried = plan.tried
    _looks(plan, env)
    if not tried.dropped:
        noticed = _unnoticed(plan)
        return Decision(Keep(noticed=noticed) if noticed is not None else None, plan.panel(env.ranking))
    decision = _kept(plan.with_moves(plan.standing), env)
    panel = replace(decision.answer, dropped=plan.written(tried.dropped), reason=tried.reason)
    return replace(decision, answer=panel)


def _joined(plan: Plan, more: tuple[Move, ...]) -> Plan:
    """Returns the plan with these moves after those that still fit."""
    joined = plan.with_moves((*plan.moves, *more))
    return joined if not joined.tried.dropped else plan.with_moves((*plan.standing, *more))


def _said(plan: Plan, more: tuple[Move, ...]) -> Plan:
    """Returns the plan with the typed moves; or these alone, if they are a turn of their own that replaces it."""
    joined = _joined(plan, more)
    if joined.tried.dropped:
        alone = plan.with_moves(more)
        if not alone.tried.dropped:
            return alone
    return joined


def _fitting(plan: Plan) -> Plan:
    """Refuses a plan that cannot be played."""
    tried = plan.tried
    if not tried.dropped:
        return plan
    if tried.reason is None:  # the move comes after one that only the commit makes
        raise Refused(UnfinishedTurn())
    raise Refused(BadMove(plan.table.row.game, tried.reason))


def _read(plan: Plan, text: str) -> Move:
    return read(plan.table, text, plan.seat, lambda: plan.tried.state)


def _choices(plan: Plan, tokens: tuple[str, ...]) -> tuple[Choice, ...]:
    return plan.rules.choices(plan.tried.state, plan.seat, tokens)


def _walked(plan: Plan, tokens: tuple[str, ...], more: Sequence[str]) -> tuple[tuple[str, ...], Choice | None]:
    """Returns the move being composed with some more tokens, each of which must be a choice."""
    last: Choice | None = None
    for token in more:
        found = [choice for choice in _choices(plan, tokens) if choice.token == token]
        if not found:
            raise Refused(Unreadable(token, example(plan.rules, plan.tried.state, plan.seat)))
        last = found[0]
        tokens = (*tokens, token)
    return tokens, last


def _split(tokens: Sequence[str]) -> list[list[str]]:
    """Splits tokens into those of each move."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == menu.THEN:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts

"""Playing: moves as one commit, an answer to a sealed question, taking back."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.play import luck
from bot.play.answers import AnswerKept, BadMove, CannotTakeBackNow, Played, TookBack, Unreadable
from bot.play.changes import entered, turn_of
from bot.play.clocks import absence
from bot.play.history.walks import walked
from bot.play.seating.sitting_in import by_its_person
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules import engine
from rules.contract import AnyRules, Fact, IllegalMove, Move, Record
from rules.engine import Commit
from rules.engine.commits import NOBODY
from rules.engine.replay import walk
from rules.facts import Whispered, heard
from rules.notation import NotationError
from storage.rows import DraftRow


@use_case
@by_its_person
async def play(table: Table, action: Action, env: Env, since: int, texts: Sequence[str]) -> Decision:
    """Commits these moves as the answer to the question that was opened at `since`."""
    table.refuse_unless_running()
    seat = table.seat_of(action.user).seat
    table.question(seat, since)
    return committed(table, env, seat, tuple(read(table, text, seat, lambda: table.position.state) for text in texts))


def committed(
    table: Table, env: Env, seat: int, moves: Sequence[Move], *, unseen: bool = False, chosen: bool = True
) -> Decision:
    """Commits the moves of a seat as one transaction. `unseen`: its player did not press; `chosen`: for these moves."""
    rules, position = table.rules, table.position
    own = [question for question in position.open if question.seat == seat]
    sealed = any(question.sealed for question in own)
    if sealed:
        table.refuse_unsalted()
    chance = table.luck(env.chance)
    try:
        commit = engine.play(rules, position, seat, moves, chance)
    except IllegalMove as refused:
        raise Refused(BadMove(table.row.game, refused.reason)) from None
    public = commit.position.number != position.number
    aside = all(not question.required for question in own)
    returned = _returned(table, env, seat, seen=all((public, chosen, not sealed, not unseen)))
    answer = Played(
        number=commit.position.number if public else 0,
        heard=_encoded(_whispers(commit, seat)) if sealed else _heard(commit, seat, aside=aside),
        again=any(question.seat == seat for question in commit.position.open),
        back=public and engine.can_take_back(rules, position, commit, seat),
        returned=returned > 0,
    )
    change = change_of(table, env, forget_drafts=(seat,), unattended=not chosen, returned=returned)
    change = entered(
        table.returned(returned, env.now()),
        change,
        commit,
        env,
        actor=seat,
        hidden=sealed,
        unseen=unseen,
        drawn=luck.drawn(chance),
    )
    told = AnswerKept(rules.write(moves[-1])) if sealed and not public else answer
    return Decision(change, told, commit.position)


def _returned(table: Table, env: Env, seat: int, *, seen: bool) -> int:
    """Returns the person whose absence ends with a move that they have chosen and everybody sees; else 0."""
    return absence.ends_by_move(table, seat, env.now()) if seen else 0


def _heard(commit: Commit[Any], seat: int, *, aside: bool) -> str:
    """Facts new to the player who moved: whispers, and, if they move again, what luck or others' answers revealed.

    `aside`: nobody was waiting for this player, who may not be looking at the board.
    """
    goes_on = any(question.seat == seat and question.required for question in commit.position.open)
    drawn = goes_on and (commit.final or any(record.luck for record in commit.records))
    return _encoded(heard(commit.told, seat) if _whispers(commit, seat) or drawn or aside else ())


def _whispers(commit: Commit[Any], seat: int) -> tuple[Fact, ...]:
    """What only this seat is told; of an answer that settles a sealed question it is all that is said to its giver."""
    return tuple(item.fact for item in commit.told if isinstance(item, Whispered) and item.to == seat)


def _encoded(facts: Sequence[Fact]) -> str:
    return msgspec.json.encode(facts).decode() if facts else ""


def told(table: Table, answer: Played) -> tuple[Fact, ...]:
    """Returns what an answer tells only the player who moved."""
    return engine.facts_of(table.rules, answer.heard) if answer.heard else ()


@use_case
async def take_back(table: Table, action: Action, env: Env) -> Decision:
    """Takes back the last commit, if it is theirs and has revealed nothing; its moves become their draft again."""
    table.refuse_unless_running()
    seat = table.seat_of(action.user).seat
    if table.row.clocks.played_for == table.row.version:
        raise Refused(CannotTakeBackNow("not-yours"))
    records = await env.store.records(table.id)
    noticed = {(q.seat, q.since) for q in table.questions if q.noticed_at and q.seat != seat}
    try:
        commit, turn = await walked(records, _taken_back, table.rules, records, seat, noticed)
    except engine.CannotTakeBack as refused:
        raise Refused(CannotTakeBackNow(refused.why)) from None
    if any(row.nth and row.from_version >= records[-1].version for row in table.loaded.occupants):
        raise Refused(CannotTakeBackNow("passed-on"))
    since = next(question.since for question in commit.position.open if question.seat == seat)
    then = replace(table.row, turn=table.row.turn if turn is None else turn)
    change = change_of(table, env, table=then, drafts=(_again(records, seat, since),))
    return Decision(entered(table, change, commit, env, actor=seat), TookBack(table.position.number))


def _taken_back(
    rules: AnyRules, records: Sequence[Record], seat: int, noticed: Collection[tuple[int, int]]
) -> tuple[Commit[Any], int | None]:
    """Returns the taking back of the last commit, and whose turn it is then; None where that is not known any more."""
    moments = tuple(walk(rules, records))
    commit = engine.undo_last(rules, moments, seat, noticed=noticed)
    turns = [NOBODY]
    for moment in moments:
        if moment.undoes >= 0:
            turns.pop()
        else:
            turns.append(turn_of(turns[-1], moment.after))
    return commit, turns[-2] if turns[-2] != NOBODY else None


def _again(records: Sequence[Record], seat: int, since: int) -> DraftRow:
    """Returns the moves taken back, as a draft to change."""
    last = records[-1].version
    moves = tuple(record.text for record in records if record.version == last and record.seat == seat)
    return DraftRow(seat, since, 1, moves, ())


def read(table: Table, text: str, seat: int, state: Callable[[], Any]) -> Move:
    """Reads a typed move; refuses an unreadable one with a move that could be typed instead, in this state."""
    try:
        return table.rules.parse(text)
    except NotationError as unreadable:
        word = next((word for word in text.split() if word.upper() == unreadable.token.upper()), unreadable.token)
        raise Refused(Unreadable(word, example(table.rules, state(), seat))) from None


def example(rules: AnyRules, state: Any, seat: int) -> str:
    """Returns a legal move of this seat, in its notation: the first that the choices lead to."""
    tokens: tuple[str, ...] = ()
    while choices := rules.choices(state, seat, tokens):
        choice = choices[0]
        tokens = (*tokens, choice.token)
        if choice.whole:
            break
    return " ".join(tokens)

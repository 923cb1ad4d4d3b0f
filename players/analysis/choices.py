"""The choices of a game: what a seat was asked and knew, and what it then did in one go."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from players.player import Sight
from rules.contract import AnyRules, Memory, Move, Prompt
from rules.engine.commits import MOVE
from rules.engine.replay import Moment
from rules.facts import heard


class Choice(Struct, frozen=True):
    """Moves of one seat up to what it could not foresee, from a position in which it had a choice."""

    first: int
    """The number of the first public move of it, and of the last. Of an answer in secret: of what came of it."""
    number: int
    sight: Sight
    prompt: Prompt
    played: tuple[Move, ...]


def choices(rules: AnyRules, moments: Sequence[Moment[Any]]) -> list[Choice]:
    """`moments`: those that stand, in their order."""
    found: list[Choice] = []
    memories: list[Memory | None] = [None] * moments[0].after.state.seats
    at = 0
    while at < len(moments):
        run = _run(moments, at)
        choice = _choice(rules, moments, at, run, memories)
        found += [choice] if choice is not None else []
        for moment in moments[at : at + run]:
            memories = _remembered(rules, moment, memories)
        at += run
    return found


def _run(moments: Sequence[Moment[Any]], at: int) -> int:
    """Returns how many commits in a row one seat made without learning anything on the way."""
    first, run = moments[at], 1
    while at + run < len(moments):
        last, following = moments[at + run - 1], moments[at + run].records
        seats = {record.seat for record in (*last.records, *following)}
        chosen = first.before is not None and {record.kind for record in (*last.records, *following)} == {MOVE}
        if not chosen or last.final or any(record.luck for record in last.records) or len(seats) > 1:
            break
        run += 1
    return run


def _choice(
    rules: AnyRules, moments: Sequence[Moment[Any]], at: int, run: int, memories: Sequence[Memory | None]
) -> Choice | None:
    """None where there was nothing to choose, or nobody was asked."""
    before, first = moments[at].before, moments[at].records[0]
    if before is None or first.kind != MOVE:
        return None
    state, seat = before.state, first.seat
    prompt = next((one for one in rules.prompts(state) if one.seat == seat), None)
    if prompt is None or seat in rules.resigned(state) or len(rules.moves(state, seat)) < 2:
        return None
    numbers = _numbers(moments, at, run)
    sight = Sight(seat, rules.public(state), rules.private(state, seat), memories[seat] or Memory())
    played = tuple([move for moment in moments[at : at + run] for move in _played(rules, moment, seat)])
    return Choice(*numbers, sight, prompt, played) if numbers else None


def _numbers(moments: Sequence[Moment[Any]], at: int, run: int) -> tuple[int, int] | None:
    """Returns the numbers of the first and the last public move; of an answer in secret that of what came of it."""
    public = [moment.after.number for moment in moments[at : at + run] if _public(moment)]
    public = public or [moment.after.number for moment in moments[at:] if _public(moment)][:1]
    return (public[0], public[-1]) if public else None


def _played(rules: AnyRules, moment: Moment[Any], seat: int) -> Iterator[Move]:
    """Yields the moves of a seat, without those that were made for others because of them."""
    for record in moment.records:
        if record.seat != seat or record.kind != MOVE:
            return
        yield rules.parse(record.text)


def _public(moment: Moment[Any]) -> bool:
    return moment.before is None or moment.after.number != moment.before.number


def _remembered(rules: AnyRules, moment: Moment[Any], memories: Sequence[Memory | None]) -> list[Memory | None]:
    """What each seat remembers after a commit; of what others do in secret it knows nothing."""
    view, found = rules.public(moment.after.state), list[Memory | None]()
    for seat, memory in enumerate(memories):
        facts = heard(moment.told, seat)
        found.append(rules.remember(memory, view, seat, facts) if facts or _public(moment) else memory)
    return found

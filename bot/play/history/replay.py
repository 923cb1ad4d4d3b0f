"""A replay: one moment of a game, as far as its reader may see it; and all of it as everybody saw it.

What everybody saw then, what the reader's own seat saw, and, once the game is over and where its people have not
agreed otherwise, what every seat saw then.
"""

from bisect import bisect_left
from collections.abc import Callable
from itertools import chain

from msgspec.structs import replace

from bot.play.answer_kinds import Veiled
from bot.play.answers import BeforeTheUpdate, NoSuchMove, Refusal
from bot.play.history.reel import Frame, Reel, line_of, standing, state_of
from bot.play.house.terms import HANDS, HANDS_OPEN
from bot.play.queries import Seen, Told
from bot.play.seating import occupants
from bot.play.seating.occupants import Tenure
from bot.play.table import Refused, Table
from rules import engine
from rules.contract import AnyRules, Fact, PublicView, SeatView
from rules.engine import Line, log_lines
from rules.facts import heard
from storage.rows import OVER, SeatRow


class Shot(Veiled, frozen=True):
    """A moment of a game, and the moments around it."""

    seen: Seen
    told: Told | None
    """What the log tells this reader of the move."""
    facts: tuple[Fact, ...]
    """What everybody was told of it."""
    hands: tuple[tuple[int, SeatView], ...]
    """By seat what it saw then: the reader's own; all once they are open."""
    seats: tuple[SeatRow, ...]
    """Who sat where."""
    round: int
    last: int
    """The number of the newest move."""
    first: int
    """That of the earliest that can be shown."""
    back: int | None
    """Where ◀ and ▶ lead: with `mine` to the reader's own moves."""
    on: int | None
    rounds: tuple[tuple[int, int], ...]
    seated: bool
    """Has the reader moves of their own here?"""


def hands_open(table: Table) -> bool:
    """May everybody see what each seat saw? A game that was given up is not over: its hands stay closed."""
    return table.status == OVER and table.term(HANDS) == HANDS_OPEN


def shot(table: Table, reel: Reel, user: int, number: int | None, *, mine: bool = False) -> Shot | Refusal:
    """Returns the moment right after a public move; the newest if none is named."""
    try:
        table.refuse_unless_begun()
    except Refused as refused:
        return refused.answer
    numbers = reel.numbers
    wanted = numbers[-1] if number is None else number
    place = bisect_left(numbers, wanted)
    if place == len(numbers) or numbers[place] != wanted:
        earlier = 0 <= wanted < numbers[0]
        return BeforeTheUpdate(wanted) if earlier else NoSuchMove(wanted, numbers[-1])
    return _shot(table, reel, place, table.tenure(user), mine=mine)


def _shot(table: Table, reel: Reel, place: int, sat: Tenure | None, *, mine: bool) -> Shot:
    frame, rules = reel.frames[place], table.rules
    state = state_of(rules, frame)
    seen = Seen(table, frame.number, rules.public(state), rules.outcome(state), ())
    ways = [one for one, other in enumerate(reel.frames) if not mine or _is_own(other, sat)]
    at = bisect_left(ways, place)
    back = reel.frames[ways[at - 1]].number if at else None
    after = at + (at < len(ways) and ways[at] == place)
    on = reel.frames[ways[after]].number if after < len(ways) else None
    views = tuple((seat, rules.private(state, seat)) for seat in _seats(table, frame, sat))
    first, last = reel.frames[0].number, reel.frames[-1].number
    line = log_lines.with_facts(rules, line_of(frame))
    told, facts = _told(table, frame, line, sat), heard(line.told, None)
    seats = occupants.at(table.loaded.occupants, frame.version)
    return Shot(seen, told, facts, views, seats, frame.round, last, first, back, on, reel.rounds(), sat is not None)


def _seats(table: Table, frame: Frame, sat: Tenure | None) -> tuple[int, ...]:
    """Returns the seats of which the reader may see what they saw then."""
    if hands_open(table):
        return tuple(row.seat for row in sorted(table.seats, key=lambda row: row.seat))
    if sat is None or not _reads(frame, sat) or sat.row.resigned:
        return ()
    return (sat.row.seat,)


def _reads(frame: Frame, sat: Tenure) -> bool:
    """Whoever has passed their seat on reads of it what was told before."""
    return sat.until is None or frame.version <= sat.until


def _is_own(frame: Frame, sat: Tenure | None) -> bool:
    """Has this person played it, and not somebody else in their seat?"""
    if sat is None or frame.seat != sat.row.seat or (sat.row.nth and frame.version <= sat.row.from_version):
        return False
    return _reads(frame, sat)


def _told(table: Table, frame: Frame, line: Line, sat: Tenure | None) -> Told | None:
    reader = sat.row.seat if sat is not None and _reads(frame, sat) else None
    (entry,) = engine.entries((line,), reader)
    if entry is None:
        return None
    entry = replace(entry, undone=frame.undone)
    seats = occupants.at(table.loaded.occupants, frame.version)
    return Told(entry, frame.at, _is_own(frame, sat), frame.version, seats)


def steps(
    table: Table, reel: Reel, cut: Callable[[int], tuple[tuple[int, ...], int]]
) -> tuple[list[tuple[PublicView, tuple[Fact, ...]]], int]:
    """Returns what everybody saw of a game, without what was taken back, and how long each step is seen.

    `cut`: says of so many moves behind which a step ends, and how long each is seen.
    """
    rules, start, found = table.rules, 0, list[tuple[PublicView, tuple[Fact, ...]]]()
    frames = list(filter(standing, reel.frames))
    ends, ms = cut(len(frames))
    for end in ends:
        told = (heard(log_lines.with_facts(rules, line_of(frame)).told, None) for frame in frames[start:end])
        found.append((rules.public(state_of(rules, frames[end - 1])), tuple(chain.from_iterable(told))))
        start = end
    return found, ms


def told_of(rules: AnyRules, reel: Reel, first: int, last: int) -> tuple[Fact, ...]:
    """Returns what everybody was told of some moves, without what was taken back."""
    lines = (line_of(frame) for frame in reel.frames if first <= frame.number <= last and standing(frame))
    return tuple(chain.from_iterable(heard(log_lines.with_facts(rules, line).told, None) for line in lines))

"""A game as a reel: the position after each public move, walked through once, from which any of them is shown at once.

The states are kept as text, which has a size: so whoever keeps reels keeps no more of them than a number of bytes. They
are the truth of a game: what of them somebody may see is decided where they are shown (bot/play/history/replay.py).
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.contract import ORDINARY, AnyRules, Position, Record
from rules.engine import Line
from rules.engine.commits import UNDO
from rules.engine.log_lines import drawn
from rules.engine.replay import Moment, again, walk

Course: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The number of a move with the points of each seat after it."""
BESIDE: Final = 400
"""Bytes that a frame takes beside its texts."""
_version = attrgetter("version")


class Round(NamedTuple):
    """Whose turn it is, who has had one in this round, and the number of the round."""

    turn: int = -1
    had: frozenset[int] = frozenset()
    number: int = 1

    def after(self, position: Position[Any]) -> "Round":
        """A round is over when the turn comes to somebody who has had one in it."""
        ordinary = [question.seat for question in position.open if question.topic == ORDINARY]
        if not ordinary or self.turn in ordinary:
            return self
        turn = ordinary[0]
        if turn in self.had:
            return Round(turn, frozenset((turn,)), self.number + 1)
        return Round(turn, self.had | {turn}, self.number)


class Frame(Struct, frozen=True, gc=False):
    """A public move, and the position right after it."""

    number: int
    version: int
    at: int
    state: bytes
    line: bytes
    """What the log tells of the move, whole."""
    seat: int
    """Who made it, whether everybody knows that or not."""
    round: int
    undone: bool = False

    def __repr__(self) -> str:
        return f"Frame(number={self.number}, …)"


class Reel(Struct, frozen=True):
    """A game as far as it has been played."""

    frames: tuple[Frame, ...]
    last: Position[Any]
    turn: Round
    walked: int
    """Records that were walked through for it, since it was first wound."""
    size: int
    """In bytes, nearly."""

    def __repr__(self) -> str:
        return f"Reel(frames={len(self.frames)}, …)"

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(frame.number for frame in self.frames)

    def rounds(self) -> tuple[tuple[int, int], ...]:
        """Returns the number of each round with that of the move after which it begins."""
        found: dict[int, int] = {}
        for frame in self.frames:
            found.setdefault(frame.round, frame.number)
        return tuple(sorted(found.items()))


def wound(rules: AnyRules, records: Sequence[Record], before: Reel | None = None) -> Reel:
    """Returns the reel of these records; with one of the same game only what has come since is walked through.

    What was taken back leads to a position that only a walk from the beginning knows.
    """
    fresh = [record for record in records if before is not None and record.version > before.last.version]
    if before is None or any(record.kind == UNDO for record in fresh) or (fresh and not _follows(before, fresh[0])):
        walked = before.walked if before is not None else 0
        return _unwound(rules, records, walked + len(records))
    frames, now, turn = list(before.frames), before.last, before.turn
    for _, group in groupby(fresh, key=_version):
        part = tuple(group)
        commit = again(rules, now, part)
        moment = Moment(now, commit.position, part, commit.told, commit.final)
        turn = turn.after(commit.position)
        frames += _frames(moment, turn)
        now = commit.position
    return _reel(frames, now, turn, before.walked + len(fresh))


def _reel(frames: list[Frame], last: Position[Any], turn: Round, walked: int) -> Reel:
    size = sum(len(frame.state) + len(frame.line) + BESIDE for frame in frames)
    return Reel(tuple(frames), last, turn, walked, size)


def _follows(before: Reel, record: Record) -> bool:
    return record.version == before.last.version + 1


def _unwound(rules: AnyRules, records: Sequence[Record], walked: int) -> Reel:
    frames, turns, places = list[Frame](), list[Round](), list[int]()
    now: Position[Any] | None = None
    for moment in walk(rules, records):
        if moment.undoes >= 0:
            place = places[moment.undoes]
            if place >= 0:
                frames[place] = replace(frames[place], undone=True)
            turn = turns[moment.undoes - 1] if moment.undoes else Round()
        else:
            turn = (turns[-1] if turns else Round()).after(moment.after)
        made = _frames(moment, turn)
        places.append(len(frames) if made else -1)
        turns.append(turn)
        frames += made
        now = moment.after
    assert now is not None  # noqa: S101 (a game that has begun has records)
    return _reel(frames, now, turns[-1], walked)


def _frames(moment: Moment[Any], turn: Round) -> list[Frame]:
    """Returns the frame of a commit; nothing for one that only its seat knows of."""
    before, after, first = moment.before, moment.after, moment.records[0]
    if before is not None and before.number == after.number:
        return []
    line = msgspec.json.encode(drawn(before, after, first, moment.told))
    return [
        Frame(after.number, after.version, first.at, msgspec.json.encode(after.state), line, first.seat, turn.number)
    ]


def state_of(rules: AnyRules, frame: Frame) -> Any:
    """Returns the position of a frame; nobody's to see."""
    return msgspec.json.decode(frame.state, type=rules.state_type)


def line_of(frame: Frame) -> Line:
    """Returns what the log tells of it, with the game's facts not yet read."""
    return msgspec.json.decode(frame.line, type=Line)


def standing(frame: Frame) -> bool:
    """Is it a move that was not taken back, or the beginning?"""
    return not frame.undone and line_of(frame).kind != UNDO


def course(rules: AnyRules, reel: Reel, points: Callable[[Any], Sequence[int]]) -> Course:
    """Returns how many points each seat had after which move, wherever that has changed, and at last."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for frame in filter(standing, reel.frames):
        now = frame.number, tuple(points(rules.public(state_of(rules, frame))))
        if not found or found[-1][1] != now[1]:
            found.append(now)
    last = reel.frames[-1].number
    return (*found, (last, found[-1][1])) if found and found[-1][0] != last else tuple(found)

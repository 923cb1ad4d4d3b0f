"""Taking back the last commit."""

from collections.abc import Collection, Sequence
from typing import Any

from rules.contract import ORDINARY, AnyRules, M, Open, Position, PublicView, Record, Rules, S, SeatView
from rules.engine.commits import MOVE, UNDO, Commit, opened
from rules.engine.replay import Moment, restored, walk
from rules.facts import Whispered, heard


class CannotTakeBack(Exception):  # noqa: N818 (an answer, not an error)
    """The last commit stands. `why` is one of: nothing, not-yours, luck, revealed, told, asked, noticed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def undo(
    rules: Rules[S, M, PublicView, SeatView],
    records: Sequence[Record],
    seat: int,
    *,
    noticed: Collection[tuple[int, int]] = (),
) -> Commit[S]:
    """Takes back the last commit, if it is this seat's and told nobody anything that cannot be untold.

    `noticed`: the questions (seat, since) whose seat has opened its panel. Raises CannotTakeBack, for a reason that
    tells the asker nothing new: the last commit is for him the last of which he knows. What was done before a
    checkpoint stands: there is nothing left to take back to.
    """
    return undo_last(rules, tuple(walk(rules, records)), seat, noticed=noticed)


def undo_last(
    rules: Rules[S, M, PublicView, SeatView],
    moments: Sequence[Moment[S]],
    seat: int,
    *,
    noticed: Collection[tuple[int, int]] = (),
) -> Commit[S]:
    """The same for whoever has the commits already, from the newest checkpoint on."""
    if not moments:
        raise CannotTakeBack("nothing")
    if any(question.sealed for question in moments[-1].after.open):
        raise CannotTakeBack("asked")  # whoever asks: any other reason would tell whether somebody has answered
    last = next(moment for moment in reversed(moments) if _is_known(moment, seat))
    _refuse_what_stands(rules, last, seat, noticed, answered=last is not moments[-1])
    position = restored(rules, last.after, last, seat)
    return Commit(position, (Record(position.version, 0, UNDO, seat, ""),), ())


def can_take_back(rules: Rules[S, M, PublicView, SeatView], before: Position[S], commit: Commit[S], seat: int) -> bool:
    """Could this seat take this commit back right after it, before anybody has noticed?"""
    if any(question.sealed for question in commit.position.open):
        return False
    try:
        _refuse_what_stands(rules, Moment(before, commit.position, commit.records, commit.told, commit.final), seat, ())
    except CannotTakeBack:
        return False
    return True


def _is_known(moment: Moment[Any], seat: int) -> bool:
    if moment.before is None or moment.after.number != moment.before.number:
        return True
    return moment.records[0].seat == seat or bool(heard(moment.told, seat))


def _refuse_what_stands(
    rules: AnyRules, last: Moment[Any], seat: int, noticed: Collection[tuple[int, int]], *, answered: bool = False
) -> None:
    """`answered`: others have moved since, unseen by this seat."""
    if last.before is None or last.records[0].kind != MOVE:
        raise CannotTakeBack("nothing")
    if last.records[0].seat != seat:
        raise CannotTakeBack("not-yours")
    if any(record.luck for record in last.records):
        raise CannotTakeBack("luck")
    if last.final or rules.outcome(last.after.state) is not None:
        raise CannotTakeBack("revealed")
    if any(isinstance(item, Whispered) for item in last.told):
        raise CannotTakeBack("told")
    others = [question for question in opened(last.before.open, last.after.open) if question.seat != seat]
    _refuse_once_asked(others, noticed, answered=answered)


def _refuse_once_asked(others: Sequence[Open], noticed: Collection[tuple[int, int]], *, answered: bool) -> None:
    """Whoever was asked something out of the ordinary may be thinking of it; the next in turn, once it was seen."""
    if answered or any(question.topic != ORDINARY for question in others):
        raise CannotTakeBack("asked")
    if any((question.seat, question.since) in noticed for question in others):
        raise CannotTakeBack("noticed")

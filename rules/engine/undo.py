"""Taking back the last commit."""

from collections.abc import Sequence
from typing import Any

from rules.contract import ORDINARY, M, PublicView, Record, Rules, S, SeatView
from rules.engine.commits import MOVE, UNDO, Commit, opened
from rules.engine.replay import Moment, restored, walk
from rules.facts import Whispered


class CannotTakeBack(Exception):  # noqa: N818 (an answer, not an error)
    """The last commit stands. `why` is one of: nothing, not-yours, luck, revealed, told, asked, noticed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def undo(
    rules: Rules[S, M, PublicView, SeatView], records: Sequence[Record], seat: int, *, noticed: bool = False
) -> Commit[S]:
    """Takes back the last commit, if it is this seat's and told nobody anything that cannot be untold.

    `noticed` says that the seat asked next has opened its panel. Raises CannotTakeBack.
    """
    last: Moment[Any] | None = None
    for moment in walk(rules, records):
        last = moment
    if last is None or last.before is None:
        raise CannotTakeBack("nothing")
    if any(question.sealed for question in last.after.open):
        raise CannotTakeBack("asked")  # whoever asks: any other reason would tell whether somebody has answered
    if last.records[0].kind != MOVE:
        raise CannotTakeBack("nothing")
    if last.records[0].seat != seat:
        raise CannotTakeBack("not-yours")
    if any(record.luck for record in last.records):
        raise CannotTakeBack("luck")
    if last.final or rules.outcome(last.after.state) is not None:
        raise CannotTakeBack("revealed")
    if any(isinstance(item, Whispered) for item in last.told):
        raise CannotTakeBack("told")
    asked = [question for question in opened(last.before.open, last.after.open) if question.seat != seat]
    if any(question.topic != ORDINARY for question in asked):
        raise CannotTakeBack("asked")
    if noticed:
        raise CannotTakeBack("noticed")
    position = restored(rules, last.after, last, seat)
    return Commit(position, (Record(position.version, 0, UNDO, seat, ""),), ())

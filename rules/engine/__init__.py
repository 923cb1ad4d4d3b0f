"""The only caller of `Rules.apply`: begin, play, resign, draft, undo, replay, history, open questions.

Theory of operation. A table is a list of records. Every commit (one or more moves of one seat, a resignation, a taking
back) gets the next version; its records are numbered by part. `Position` is the fold of the records, and `replay` is
that fold: what `play` returned and what `replay` returns are equal (law L1), because both go through `Fold.enter`, or
for the commit of a single step through `alone`, which does the same at once.

A question keeps its identity (seat, since) while it stays open and its seat does not act, a sealed one also when it
does; else it gets the public number of the commit that opened it. So an answer to a sealed question disturbs no button
of the others and tells nothing by them, and a press on an old button is known to be old.

Seats whose players resigned answer inside the commit that asked them, with `Rules.idle`: nobody waits for them.
"""

from rules.engine.commits import BrokenRecordError, Commit, begin, is_open, opened, play, resign, waiting
from rules.engine.drafts import Draft, draft
from rules.engine.log import Entry, checkpoint, history
from rules.engine.replay import at_number, replay
from rules.engine.undo import CannotTakeBack, can_take_back, undo

__all__ = [
    "BrokenRecordError",
    "CannotTakeBack",
    "Commit",
    "Draft",
    "Entry",
    "at_number",
    "begin",
    "can_take_back",
    "checkpoint",
    "draft",
    "history",
    "is_open",
    "opened",
    "play",
    "replay",
    "resign",
    "undo",
    "waiting",
]

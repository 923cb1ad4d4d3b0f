"""The only caller of `Rules.apply`: begin, play, resign, draft, undo, replay, log, open questions.

Theory of operation. A table is a list of records. Every commit (one or more moves of one seat, a resignation, a taking
back) gets the next version; its records are numbered by part. `Position` is the fold of the records, and `replay` is
that fold: what `play` returned and what `replay` returns are equal (law L1), because a single move is played again
with the luck of its record, and all else goes through `Fold.enter`.

A question keeps its identity (seat, since) while it stays open and its seat does not act, a sealed one also when it
does; else it gets the public number of the commit that opened it. So an answer to a sealed question disturbs no button
of the others and tells nothing by them, and a press on an old button is known to be old.

A commit's line of the log is made with it (`line`) and kept by the host: the log is read from lines, and nothing is
replayed for it. Records are replayed by the version of the rules that made them and by no other. When a game's rules
get a new version, the host brings the kept state up to it (`Rules.upgrade`) and begins anew there (`checkpoint`):
replay, taking back and boards of old moves never reach behind it, and the lines before it stay as they were told.

Seats whose players resigned answer inside the commit that asked them, with `Rules.idle`: nobody waits for them.
"""

from rules.engine.commits import BrokenRecordError, Commit, begin, is_open, opened, play, resign, waiting
from rules.engine.drafts import Draft, draft
from rules.engine.log import Entry, entries, history, lines, read_log
from rules.engine.log_lines import Line, decode_line, facts_of, line
from rules.engine.replay import BeforeCheckpoint, at_number, checkpoint, replay
from rules.engine.undo import CannotTakeBack, can_take_back, undo, undo_last

__all__ = [
    "BeforeCheckpoint",
    "BrokenRecordError",
    "CannotTakeBack",
    "Commit",
    "Draft",
    "Entry",
    "Line",
    "at_number",
    "begin",
    "can_take_back",
    "checkpoint",
    "decode_line",
    "draft",
    "entries",
    "facts_of",
    "history",
    "is_open",
    "line",
    "lines",
    "opened",
    "play",
    "read_log",
    "replay",
    "resign",
    "undo",
    "undo_last",
    "waiting",
]

"""Where tables are kept: one SQLite file, one process that holds it, one writer (sqlite); or a PostgreSQL database
(postgres). What stands beside the rooms is the same over both: the port, and values.

Theory of operation. `open_store(folder)` gives the `Store`: a use case reads with `load`, decides, and hands `write`
one `Change` with all that follows from it: records, seats, open questions, what is due, what is to be said. It is
written in one transaction, or not at all: `Conflict` where somebody else was faster, `AlreadyAnswered` where this
interaction was delivered before. What is confirmed is on the disk. What is to be said lies in the outbox until it was.

Everything here is told in ids, texts and rows (`storage.rows`); what a record or a state means, only the rules know.
A `StorageProblem` says what helps and with which code the program ends.
"""

from storage.folder.known import Known
from storage.port import AlreadyAnswered, Conflict, Store
from storage.problem import Elsewhere, StorageAway, StorageError, StorageFull, StorageProblem
from storage.sqlite.opening import open_store
from storage.sqlite.store import SqliteStore

__all__ = [
    "AlreadyAnswered",
    "Conflict",
    "Elsewhere",
    "Known",
    "SqliteStore",
    "StorageAway",
    "StorageError",
    "StorageFull",
    "StorageProblem",
    "Store",
    "open_store",
]

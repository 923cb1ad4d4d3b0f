"""The port over PostgreSQL: for hosts with thousands of servers. SQLite stays the default (storage/__init__.py).

`open_postgres(address)` gives the store. What a table is, how rows become values and what each method promises is the
same as over SQLite; what is written in several statements are functions of the database (functions), its tables are
made by numbered steps (steps), and `schema.py` brings both there.
"""

from storage.postgres.opening import open_postgres
from storage.postgres.store import PostgresStore

__all__ = ["PostgresStore", "open_postgres"]

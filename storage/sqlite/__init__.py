"""The port over SQLite: one file, one process that holds it, one writer. Its twin is storage/postgres.

`open_store` (`opening`) looks at the file, mends it or brings it forward, and gives the store. `SqliteStore` (`store`)
makes a job of each method of the port, a plain function on the connection, which stands with its statements in the
module of what it is about: `tables`, `outbox`, `agenda`, `people` … The `writer` runs jobs and confirms them. The
tables are made by numbered steps (migrations), which `migrate` carries out.
"""

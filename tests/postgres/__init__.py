"""A real PostgreSQL for tests: Debian's, in a folder of its own, with fsync on, reached by a socket in that folder."""

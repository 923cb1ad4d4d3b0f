-- What processes agree upon beside the tables. Nothing of it outlives a lease, so it has no step: it is made where it is
-- missing, before the functions are (schema.py), and every version that knows less of it goes on working.

-- Of how many shards the owner's is one. All who live say the same.
ALTER TABLE shards ADD COLUMN IF NOT EXISTS total bigint NOT NULL DEFAULT 1;

-- Who works at a queue whose shard nobody answers for: what is to be said of a table at an address (0 the thread, else a
-- person), -1 what falls due there, -2 what the house does; of no table, what is said to a person over all of them.
CREATE TABLE IF NOT EXISTS claims (
  game text COLLATE "C" NOT NULL,
  address bigint NOT NULL,
  owner text COLLATE "C" NOT NULL,
  epoch bigint NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (game, address)
);

-- What all processes together may do only so often.
CREATE TABLE IF NOT EXISTS spent (
  what text COLLATE "C" NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS spent_at ON spent (what, at);

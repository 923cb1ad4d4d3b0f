-- The tables of the first release. Times are milliseconds since 1970; lists and settings are JSON.

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  guild INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  game TEXT NOT NULL,
  status TEXT NOT NULL,
  rev INTEGER NOT NULL,
  version INTEGER NOT NULL,
  public_no INTEGER NOT NULL,
  rules_version INTEGER NOT NULL,
  lang TEXT NOT NULL,
  creator INTEGER NOT NULL,
  options TEXT NOT NULL,
  random_seats INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  state_format TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  parked TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX games_channel ON games (channel, created_at);
CREATE INDEX games_guild ON games (guild, status);
CREATE INDEX games_expiry ON games (expires_at) WHERE status = 'lobby' AND expires_at > 0;

CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  user INTEGER NOT NULL,
  name TEXT NOT NULL,
  resigned INTEGER NOT NULL,
  vote INTEGER NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user, game);

CREATE TABLE records (
  game TEXT NOT NULL REFERENCES games (id),
  version INTEGER NOT NULL,
  part INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat INTEGER NOT NULL,
  text TEXT NOT NULL,
  luck TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (game, version, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE questions (
  game TEXT NOT NULL REFERENCES games (id),
  place INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  topic TEXT NOT NULL,
  subject INTEGER NOT NULL,
  since INTEGER NOT NULL,
  required INTEGER NOT NULL,
  rest INTEGER NOT NULL,
  sealed INTEGER NOT NULL,
  PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE actions (
  interaction INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  version INTEGER NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX actions_at ON actions (at);

CREATE TABLE drafts (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  base INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  moves TEXT NOT NULL,
  tokens TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE due (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  since INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (game, seat, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX due_at ON due (at);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game TEXT NOT NULL REFERENCES games (id),
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  user INTEGER NOT NULL,
  body TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  sending INTEGER NOT NULL DEFAULT 0,
  done_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outbox_open ON outbox (game, user, id) WHERE done_at = 0;
CREATE INDEX outbox_next ON outbox (id) WHERE done_at = 0;
CREATE INDEX outbox_done ON outbox (done_at) WHERE done_at > 0;

CREATE TABLE messages (
  message INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_newest ON messages (game, kind, at);

CREATE TABLE people (
  user INTEGER PRIMARY KEY,
  dm_channel INTEGER NOT NULL,
  dm_state TEXT NOT NULL,
  lang TEXT NOT NULL,
  settings TEXT NOT NULL
) STRICT;

CREATE TABLE guilds (
  guild INTEGER PRIMARY KEY,
  lang TEXT NOT NULL,
  settings TEXT NOT NULL
) STRICT;

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

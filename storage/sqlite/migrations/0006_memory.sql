-- What stays of a game: luck that can be proved, where points came from, ratings.

-- The secret of a table's luck, as 64 hexadecimal digits. Tables made before this step have none, and draw as before. It
-- stands apart, so that it is read only where a table is played at or its game told once it is over.
CREATE TABLE seeds (
  game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
  seed TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many numbers were drawn; which turn it is, counted by those that stand (-2 in a lobby, -1 once its seats are fixed),
-- and the public number of what opened it.
ALTER TABLE games ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN opening INTEGER NOT NULL DEFAULT -2;
ALTER TABLE games ADD COLUMN opened_no INTEGER NOT NULL DEFAULT 0;

-- The post that salts the draws of a turn, once it stands.
CREATE TABLE salts (
  game TEXT NOT NULL REFERENCES games (id),
  opening INTEGER NOT NULL,
  message INTEGER NOT NULL,
  PRIMARY KEY (game, opening)
) STRICT, WITHOUT ROWID;

-- What each commit drew from the seed: the number of its first draw, the salt, the bounds and what came. The order of the
-- seats is drawn before version 0 and has the version -1.
CREATE TABLE draws (
  game TEXT NOT NULL REFERENCES games (id),
  first INTEGER NOT NULL,
  version INTEGER NOT NULL,
  salt INTEGER NOT NULL,
  bounds TEXT NOT NULL,
  luck TEXT NOT NULL,
  PRIMARY KEY (game, first)
) STRICT, WITHOUT ROWID;

-- Where the points of a seat came from: [["salaries", 12], …]; empty where nobody noted it.
ALTER TABLE results ADD COLUMN sources TEXT NOT NULL DEFAULT '';

-- Ratings before and after each seat of a rated game, in its game (`title` is its key) and over all (''), by server. Who
-- sat there stands in results alone: whoever is forgotten leaves the others' numbers as they are.
CREATE TABLE ratings (
  guild INTEGER NOT NULL,
  title TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  mu_before REAL NOT NULL,
  sigma_before REAL NOT NULL,
  mu REAL NOT NULL,
  sigma REAL NOT NULL,
  PRIMARY KEY (guild, title, ended_at, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_game ON ratings (game);
CREATE INDEX results_ended ON results (ended_at, game);

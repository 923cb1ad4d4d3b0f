-- House players: seats that the host's own players answer for, what they thought, and what a table's people have agreed.

-- The level at which the house answers for an occupant's seat; empty where the occupant does. One with a level and no
-- user is a house player; one with both is a person for whom the house sits in.
ALTER TABLE seats ADD COLUMN house TEXT NOT NULL DEFAULT '';

-- Agreements about the table and not about the game, which the rules never see: [["hints", "on"], …].
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '[]';

-- Who sat there: the level of a house player, empty for a person. `rated` is 0 where fewer than two people played.
ALTER TABLE results ADD COLUMN house TEXT NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN rated INTEGER NOT NULL DEFAULT 1;

-- What a house player weighed for the newest of its choices, as JSON; `version` is that of its commit. Secret while the
-- game runs.
CREATE TABLE thoughts (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  version INTEGER NOT NULL,
  thought TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- House turns are looked for apart: they are thought about beside everything else that falls due.
CREATE INDEX due_house ON due (at) WHERE kind = 'house';

-- A table in one hand: when a question was asked and noticed, who sat where and when, deadlines of more than one kind,
-- results, and what was told, readable without replaying a record.

-- Nobody noted when a question was asked; it cannot have been after the last commit. `noticed` was a draft row of the
-- question's seat and `since`, even an empty one; its time is not known either.
ALTER TABLE questions ADD COLUMN asked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE questions ADD COLUMN noticed_at INTEGER NOT NULL DEFAULT 0;
UPDATE questions SET asked_at = coalesce(
  (SELECT r.at FROM records r WHERE r.game = questions.game ORDER BY r.version DESC, r.part DESC LIMIT 1),
  (SELECT g.changed_at FROM games g WHERE g.id = questions.game)
);
UPDATE questions SET noticed_at = max(1, asked_at)
WHERE EXISTS (
  SELECT 1 FROM drafts d WHERE d.game = questions.game AND d.seat = questions.seat AND d.base = questions.since
);

-- The seat is -1 for what concerns a whole table, `since` is -1 for what answers no question.
ALTER TABLE due RENAME TO due_before;
CREATE TABLE due (
  game TEXT NOT NULL REFERENCES games (id),
  kind TEXT NOT NULL,
  seat INTEGER NOT NULL,
  since INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (game, kind, seat, since)
) STRICT, WITHOUT ROWID;
INSERT INTO due (game, kind, seat, since, at) SELECT game, 'order', seat, since, at FROM due_before;
DROP TABLE due_before;
CREATE INDEX due_at ON due (at);

-- The occupants of a seat, one after the other: `nth` counts them from 0, and the last one sits there.
ALTER TABLE seats RENAME TO seats_before;
CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  from_version INTEGER NOT NULL,
  user INTEGER NOT NULL,
  name TEXT NOT NULL,
  how TEXT NOT NULL,
  resigned INTEGER NOT NULL,
  vote INTEGER NOT NULL,
  PRIMARY KEY (game, seat, nth)
) STRICT, WITHOUT ROWID;
INSERT INTO seats (game, seat, nth, from_version, user, name, how, resigned, vote)
SELECT game, seat, 0, 0, user, name, 'joined', resigned, vote FROM seats_before;
DROP TABLE seats_before;
CREATE INDEX seats_user ON seats (user, game);

-- Ranks count from 1 and ties share one. `points` is NULL where a game counts none.
CREATE TABLE results (
  game TEXT NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  user INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  points INTEGER,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_user ON results (user, ended_at);

-- One JSON line a commit, without ids or names of people.
CREATE TABLE log (
  game TEXT NOT NULL REFERENCES games (id),
  version INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

-- Tables that live: clocks, a seat that is open to others, absence, what falls due for people, times that do not count.

-- What goes on around a running game, as JSON (storage/clocks.py): the clocks of its seats, pauses, ballots. Tables made
-- before this step have none.
ALTER TABLE games ADD COLUMN clocks TEXT NOT NULL DEFAULT '';
-- Since when nothing can be said in the thread; 0 for never, and for tables that were parked before this step.
ALTER TABLE games ADD COLUMN parked_at INTEGER NOT NULL DEFAULT 0;

-- When what asks it stood in the thread; 0 while it does not. What was asked before this step has been said or will be.
ALTER TABLE questions ADD COLUMN called_at INTEGER NOT NULL DEFAULT 0;
UPDATE questions SET called_at = asked_at WHERE NOT EXISTS (
  SELECT 1 FROM outbox o WHERE o.game = questions.game AND o.user = 0 AND o.done_at = 0
);

-- A seat that is offered to somebody, or sought: how, to whom (0 for whoever comes first), since when, and the channel
-- in which its card stands (0 for the thread).
ALTER TABLE seats ADD COLUMN opening TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN opened_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN opened_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN opened_in INTEGER NOT NULL DEFAULT 0;
-- Who had a seat at a running table and was forgotten, as marks that name nobody: nobody sees two hands.
CREATE TABLE former (
  game TEXT NOT NULL REFERENCES games (id),
  mark TEXT NOT NULL,
  PRIMARY KEY (game, mark)
) STRICT, WITHOUT ROWID;

-- Of several things of one kind that fall due one after the other, which one.
ALTER TABLE due ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
-- Deadlines lie days ahead: what falls due too far ahead is looked for among the kinds that never do.
CREATE INDEX due_soon ON due (at) WHERE kind IN ('order', 'begins', 'ends');

-- Turns of a seat, and how many of them the house played for its person.
ALTER TABLE results ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN played_for INTEGER NOT NULL DEFAULT 0;

-- 1 where a seat's commit was made without its person: by an order, by itself, by the house.
ALTER TABLE log ADD COLUMN unattended INTEGER NOT NULL DEFAULT 0;

-- Spans in which a person is away: [[from, until], …].
ALTER TABLE people ADD COLUMN away TEXT NOT NULL DEFAULT '[]';
-- What falls due for a person over all tables.
CREATE TABLE agenda (
  user INTEGER NOT NULL,
  what TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX agenda_at ON agenda (at);

-- When the bot did not run, or Discord could not be reached.
CREATE TABLE outages (
  began INTEGER PRIMARY KEY,
  ended INTEGER NOT NULL
) STRICT;

-- Who keeps a running table waiting is reminded after three days, then weekly; of a sealed question all who are asked, by
-- one row with the seat -1. Who has been reminded of what is asked now goes on with the second.
INSERT INTO due (game, kind, seat, since, at, n)
SELECT q.game, 'remind', q.seat, q.since, q.asked_at + 259200000,
  EXISTS (SELECT 1 FROM messages r WHERE r.game = q.game AND r.kind = 'reminder' AND r.at >= q.asked_at)
FROM questions q JOIN games g ON g.id = q.game
WHERE g.status = 'running' AND q.required = 1 AND q.sealed = 0;
INSERT INTO due (game, kind, seat, since, at, n)
SELECT q.game, 'remind', -1, min(q.since), min(q.asked_at) + 259200000,
  EXISTS (SELECT 1 FROM messages r WHERE r.game = q.game AND r.kind = 'reminder' AND r.at >= q.asked_at)
FROM questions q JOIN games g ON g.id = q.game
WHERE g.status = 'running' AND q.sealed = 1 GROUP BY q.game HAVING max(q.required) = 1;

-- One post a turn: whose turn it is, in which message a row was said, and which messages have buttons that are alive.

-- The seat that was last asked for its ordinary turn; -1 before a game begins, and where none is asked for it now.
ALTER TABLE games ADD COLUMN turn INTEGER NOT NULL DEFAULT -1;
UPDATE games SET turn = coalesce(
  (SELECT min(q.seat) FROM questions q WHERE q.game = games.id AND q.topic = 'turn'), -1
) WHERE status = 'running';

-- 0 for what is not said yet, and for what was said before this step.
ALTER TABLE outbox ADD COLUMN message INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_said ON outbox (message, id) WHERE message > 0;

-- Of what stands in threads only the newest counts as alive: buttons of older ones stay as they are.
ALTER TABLE messages ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
UPDATE messages SET live = 1 WHERE message IN (
  SELECT (SELECT m.message FROM messages m WHERE m.game = g.id AND m.kind = iif(g.status = 'lobby', 'lobby', 'board')
          ORDER BY m.at DESC, m.message DESC LIMIT 1) FROM games g
);
UPDATE messages SET live = 1 WHERE kind = 'question' AND EXISTS (
  SELECT 1 FROM questions q WHERE q.game = messages.game AND q.since = messages.number
);
CREATE INDEX messages_live ON messages (game) WHERE live = 1;

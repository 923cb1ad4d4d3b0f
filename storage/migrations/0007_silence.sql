-- A running table at which nobody hurries is given up, too, where nobody plays for sixty days: those that stand now have
-- sixty days from this step on.
INSERT INTO due (game, kind, seat, since, at, n)
SELECT id, 'silence', -1, -1, CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 5184000000, 0
FROM games WHERE status = 'running' AND NOT EXISTS (SELECT 1 FROM due d WHERE d.game = games.id AND d.kind = 'late');

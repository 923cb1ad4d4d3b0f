-- What is to be said and what was: see tables.sql for how functions are written.

-- Lets a table speak again. Its clocks stood while nothing could be said in its thread.
CREATE FUNCTION here.unpark(table_ text, now_ bigint, by bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE games SET
    clocks = CASE WHEN parked_at > 0 AND clocks <> '' THEN jsonb_set(clocks::jsonb, '{stood}',
      coalesce(clocks::jsonb -> 'stood', '[]') || jsonb_build_array(jsonb_build_array(parked_at, now_)))::text
      ELSE clocks END,
    parked = '', parked_at = 0, rev = rev + by
  WHERE id = table_ AND parked <> '';
  IF NOT FOUND AND by = 0 THEN
    RETURN false;
  END IF;
  UPDATE due SET at = least(at, now_) WHERE game = table_ AND kind IN ('late', 'remind');
  UPDATE outbox SET tries = 0, next_at = now_ WHERE game = table_ AND done_at = 0 AND tries > 0;
  RETURN true;
END $$;

-- Writes rows of the outbox, in their order.
CREATE FUNCTION here.say(table_ text, given json, now_ bigint) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY INSERT INTO outbox (game, kind, number, "user", body, next_at)
  SELECT table_, r.kind, r.number, r."user", r.body, coalesce(nullif(r.not_before, 0), now_)
  FROM ROWS FROM (json_to_recordset(given) AS (kind text, number bigint, "user" bigint, body text, not_before bigint))
    WITH ORDINALITY AS r (kind, number, "user", body, not_before, nth)
  ORDER BY r.nth
  RETURNING id;
END $$;

-- Keeps the salts of tables, where all that opened their turns has been said. Only what was said of what opened the
-- turn counts: nothing that somebody has done since. A row that is put off for quiet hours has not been tried, and is
-- not waited for. What stands counts where a damaged page has taken all else.
CREATE FUNCTION here.settle(tables text[], now_ bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO salts (game, opening, message)
  SELECT * FROM (
    SELECT t.id, t.opening, coalesce(nullif(greatest(t.before, coalesce((
        SELECT max(m.message) FROM messages m WHERE m.game = t.id AND m.message > t.before
        AND CASE WHEN t.opening < 0 THEN m.kind = 'start' ELSE m.kind IN ('board', 'call') END AND EXISTS (
          SELECT 1 FROM outbox o WHERE o.message = m.message AND o.message > 0 AND o.game = t.id AND o."user" = 0
          AND o.number <= t.opened_no)), 0)), 0),
      (SELECT max(m.message) FROM messages m WHERE m.game = t.id AND t.opening >= 0 AND m.kind IN ('board', 'call'))
    ) AS salt
    FROM (
      SELECT g.id, g.opening, g.opened_no,
        coalesce((SELECT max(message) FROM salts s WHERE s.game = g.id AND s.opening < g.opening), 0) AS before
      FROM games g
      WHERE g.id = ANY (tables) AND g.opening >= -1 AND g.status IN ('lobby', 'running')
        AND EXISTS (SELECT 1 FROM seeds s WHERE s.game = g.id)
        AND NOT EXISTS (SELECT 1 FROM salts s WHERE s.game = g.id AND s.opening = g.opening)
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.game = g.id AND o."user" = 0 AND o.done_at = 0
          AND o.kind IN ('start', 'board', 'call') AND o.number <= g.opened_no AND (o.next_at <= now_ OR o.tries > 0))
    ) t
  ) found WHERE salt IS NOT NULL
  ON CONFLICT (game, opening) DO NOTHING;
END $$;

-- Returns the post that salts the turn of a table; NULL while none stands.
CREATE FUNCTION here.salt(table_ text, now_ bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  found_ bigint;
BEGIN
  SELECT s.message INTO found_ FROM games g JOIN salts s ON s.game = g.id AND s.opening = g.opening WHERE g.id = table_;
  IF FOUND THEN
    RETURN found_;
  END IF;
  PERFORM 1 FROM games WHERE id = table_ FOR NO KEY UPDATE;
  PERFORM here.settle(ARRAY[table_], now_);
  RETURN (SELECT s.message FROM games g JOIN salts s ON s.game = g.id AND s.opening = g.opening WHERE g.id = table_);
END $$;

-- Notes that rows are done, and the message that says them. Returns the ids of the rows `next`, written behind it.
CREATE FUNCTION here.sent(ids bigint[], message_ json, now_ bigint, next json, over_ bigint[], called boolean,
  again boolean) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  m record;
  tables text[];
  said boolean;
BEGIN
  SELECT * INTO m FROM json_to_record(coalesce(message_, '{}'))
    AS m ("table" text, kind text, number bigint, channel bigint, message bigint, at bigint, live boolean);
  tables := ARRAY(SELECT g.id FROM games g
    WHERE g.id IN (SELECT m."table" UNION SELECT o.game FROM outbox o WHERE o.id = ANY (ids))
    ORDER BY g.id FOR NO KEY UPDATE);
  -- The rows were noted by a first try, or by who took them over from a process that was frozen: with the same message,
  -- or long afterwards with another one, which stands too and is kept so that it loses its buttons.
  said := message_ IS NOT NULL AND EXISTS (SELECT 1 FROM outbox o WHERE o.id = ANY (ids) AND o.message > 0)
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.id = ANY (ids) AND (o.done_at = 0 OR o.message = 0));
  IF said AND NOT EXISTS (SELECT 1 FROM messages s WHERE s.message = m.message) THEN
    INSERT INTO messages (message, game, kind, number, channel, at, live)
      VALUES (m.message, m."table", m.kind, m.number, m.channel, m.at, m.live::int);
  END IF;
  IF said THEN
    RETURN QUERY SELECT (SELECT max(o.id) FROM outbox o
      WHERE o.game = m."table" AND o.kind = r.kind AND o.number = r.number AND o."user" = r."user")
    FROM ROWS FROM (json_to_recordset(next) AS (kind text, number bigint, "user" bigint))
      WITH ORDINALITY AS r (kind, number, "user", nth) ORDER BY r.nth;
    RETURN;
  END IF;
  UPDATE outbox SET done_at = greatest(1, now_), sending = 0, message = coalesce(m.message, 0) WHERE id = ANY (ids);
  IF message_ IS NOT NULL THEN
    INSERT INTO messages (message, game, kind, number, channel, at, live)
      VALUES (m.message, m."table", m.kind, m.number, m.channel, m.at, m.live::int)
      ON CONFLICT (message) DO UPDATE SET game = excluded.game, kind = excluded.kind, number = excluded.number,
        at = excluded.at, live = excluded.live;
    RETURN QUERY SELECT here.say(m."table", next, now_);
    UPDATE messages SET live = 0 WHERE message = ANY (over_);
  END IF;
  IF called THEN
    -- What is asked counts as called once all that there was to say of it in the thread has been said.
    UPDATE questions q SET called_at = greatest(1, now_) WHERE q.called_at = 0 AND q.game IN (SELECT o.game
      FROM outbox o
      WHERE o.id = ANY (ids) AND o."user" = 0 AND o.kind IN ('board', 'call')) AND NOT EXISTS (SELECT 1 FROM outbox o
      WHERE o.game = q.game AND o."user" = 0 AND o.done_at = 0 AND o.kind IN ('board', 'call'));
    tables := ARRAY(SELECT DISTINCT o.game FROM outbox o WHERE o.id = ANY (ids) AND o."user" = 0);
    IF cardinality(tables) > 0 THEN
      PERFORM here.settle(tables, now_);
    END IF;
  END IF;
END $$;

-- Enqueues rows, as [[status, row], …], for every table of a status, once for the key in meta.
CREATE FUNCTION here.enqueue_for_all(because text, given json, now_ bigint, among text[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  told bigint := 0;
  n bigint;
  one json;
BEGIN
  DELETE FROM meta WHERE key = because;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  FOR one IN SELECT e FROM json_array_elements(given) AS e LOOP
    PERFORM 1 FROM games WHERE status = one ->> 0 AND (among IS NULL OR id = ANY (among)) ORDER BY id FOR NO KEY UPDATE;
    INSERT INTO outbox (game, kind, number, "user", body, next_at)
      SELECT id, one -> 1 ->> 'kind', (one -> 1 ->> 'number')::bigint, 0, one -> 1 ->> 'body', now_ FROM games
      WHERE status = one ->> 0 AND (among IS NULL OR id = ANY (among)) ORDER BY created_at, id;
    GET DIAGNOSTICS n = ROW_COUNT;
    told := told + n;
  END LOOP;
  RETURN told;
END $$;

CREATE FUNCTION here.park(table_ text, why text, rev_ bigint, told json, now_ bigint, lately bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE games SET parked_at = CASE WHEN parked = '' THEN greatest(1, now_) ELSE parked_at END, parked = why
    WHERE id = table_ AND (rev_ < 0 OR rev = rev_);
  IF FOUND AND json_array_length(told) > 0 AND NOT EXISTS (SELECT 1 FROM outbox WHERE game = table_
    AND kind = told -> 0 ->> 'kind' AND (done_at = 0 OR done_at BETWEEN lately + 1 AND now_)) THEN
    INSERT INTO outbox (game, kind, number, "user", body, next_at)
      SELECT table_, r.kind, r.number, r."user", r.body, now_
      FROM json_to_recordset(told) AS r (kind text, number bigint, "user" bigint, body text);
  END IF;
END $$;

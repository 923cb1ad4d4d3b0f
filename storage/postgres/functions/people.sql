-- What concerns people, and what is cleared away: see tables.sql for how functions are written.

CREATE FUNCTION here.set_agenda(user_ bigint, what_ text, at_ bigint, table_ text, told json, now_ bigint,
  again boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF again AND coalesce((SELECT a.at FROM agenda a WHERE a."user" = user_ AND a.what = what_), 0) = at_ THEN
    RETURN;
  END IF;
  IF told IS NOT NULL THEN
    -- of two who tell the same at once, one has set its next time already
    PERFORM 1 FROM agenda a WHERE a."user" = user_ AND a.what = what_ FOR UPDATE;
    IF EXISTS (SELECT 1 FROM agenda a WHERE a."user" = user_ AND a.what = what_ AND a.at > now_) THEN
      RETURN;
    END IF;
    PERFORM 1 FROM games WHERE id = table_ FOR NO KEY UPDATE;
    PERFORM here.say(table_, told, now_);
  END IF;
  IF at_ <> 0 THEN
    INSERT INTO agenda ("user", what, at) VALUES (user_, what_, at_)
      ON CONFLICT ("user", what) DO UPDATE SET at = excluded.at;
  ELSE
    DELETE FROM agenda WHERE "user" = user_ AND what = what_ AND (at <= now_ OR now_ = 0);
  END IF;
END $$;

-- `kept` and `known` are [dm_channel, dm_state, lang, settings, away]; without `known` it is written whatever is there.
CREATE FUNCTION here.save_person(user_ bigint, kept json, known json, reckon_ bigint, again boolean)
  RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  p people;
BEGIN
  INSERT INTO people ("user", dm_channel, dm_state, lang, settings) VALUES (user_, 0, '', '', '[]')
    ON CONFLICT ("user") DO NOTHING;
  SELECT * INTO p FROM people WHERE "user" = user_ FOR UPDATE;
  IF again AND here.is_kept(p, kept) THEN
    RETURN true;
  END IF;
  IF known IS NOT NULL AND NOT here.is_kept(p, known) THEN
    RETURN false;
  END IF;
  UPDATE people SET dm_channel = (kept ->> 0)::bigint, dm_state = kept ->> 1, lang = kept ->> 2, settings = kept ->> 3,
    away = kept ->> 4 WHERE "user" = user_;
  IF reckon_ <> 0 THEN
    INSERT INTO agenda ("user", what, at) VALUES (user_, 'reckon', reckon_)
      ON CONFLICT ("user", what) DO UPDATE SET at = excluded.at;
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION here.is_kept(p people, kept json) RETURNS boolean LANGUAGE sql AS $$
  SELECT (p.dm_channel, p.dm_state, p.lang) = ((kept ->> 0)::bigint, kept ->> 1, kept ->> 2)
    AND (p.settings::jsonb, p.away::jsonb) = ((kept ->> 3)::jsonb, (kept ->> 4)::jsonb)
$$;

-- Ends the absence of somebody, and notes that deadlines follow from that.
CREATE FUNCTION here.come_back(user_ bigint, now_ bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE people SET away = (SELECT coalesce(json_agg(json_build_array((s ->> 0)::bigint,
      CASE WHEN (s ->> 0)::bigint <= now_ THEN least((s ->> 1)::bigint, now_) ELSE (s ->> 1)::bigint END))::text, '[]')
    FROM json_array_elements(people.away::json) AS s) WHERE "user" = user_;
  IF FOUND THEN
    INSERT INTO agenda ("user", what, at) VALUES (user_, 'reckon', now_)
      ON CONFLICT ("user", what) DO UPDATE SET at = excluded.at;
  END IF;
END $$;

-- `keys`: what stands in meta for the bot's beat, or for that of each shard.
CREATE FUNCTION here.beat(now_ bigint, began_ bigint, ended_ bigint, keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF began_ IS NOT NULL THEN
    INSERT INTO outages (began, ended) VALUES (began_, ended_) ON CONFLICT (began) DO UPDATE SET ended = excluded.ended;
  END IF;
  INSERT INTO meta (key, value) SELECT k, now_::text FROM unnest(keys) AS k ORDER BY k
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;
END $$;

-- `named` is [[table, seat, name, mark], …].
CREATE FUNCTION here.forget(user_ bigint, named json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  one record;
  sits boolean;
BEGIN
  PERFORM 1 FROM games WHERE id IN (SELECT n ->> 0 FROM json_array_elements(named) AS n) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game WHERE s."user" = user_ AND s.resigned = 0
    AND g.status IN ('lobby', 'running')
    AND NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth > s.nth)) THEN
    RETURN false;
  END IF;
  FOR one IN SELECT n ->> 0 AS id, (n ->> 1)::bigint AS seat, n ->> 2 AS name, n ->> 3 AS mark
    FROM json_array_elements(named) AS n LOOP
    INSERT INTO former (game, mark) SELECT id, one.mark FROM games WHERE id = one.id AND status = 'running'
      ON CONFLICT (game, mark) DO NOTHING;
    sits := EXISTS (SELECT 1 FROM seats s WHERE s.game = one.id AND s.seat = one.seat AND s."user" = user_
      AND NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = s.game AND n.seat = s.seat AND n.nth > s.nth));
    UPDATE seats SET "user" = 0, name = one.name WHERE game = one.id AND seat = one.seat AND "user" = user_;
    UPDATE games SET rev = rev + 1 WHERE id = one.id;
    DELETE FROM outbox WHERE game = one.id AND done_at > 0;
    IF sits THEN
      DELETE FROM drafts WHERE game = one.id AND seat = one.seat;
      DELETE FROM orders WHERE game = one.id AND seat = one.seat;
    END IF;
  END LOOP;
  UPDATE games SET creator = 0 WHERE creator = user_;
  UPDATE results SET "user" = 0 WHERE "user" = user_;
  DELETE FROM outbox WHERE "user" = user_;
  DELETE FROM messages WHERE channel IN (SELECT dm_channel FROM people WHERE "user" = user_ AND dm_channel <> 0);
  DELETE FROM people WHERE "user" = user_;
  DELETE FROM agenda WHERE "user" = user_;
  UPDATE seats SET opened_to = 0, opening = '' WHERE opened_to = user_;
  RETURN true;
END $$;

-- Nobody waits for who is at it already.
CREATE FUNCTION here.prune(now_ bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('prune')) THEN
    RETURN;
  END IF;
  DELETE FROM actions WHERE at < now_ - 86400000;
  DELETE FROM outbox WHERE done_at > 0 AND done_at < now_ - 7 * 86400000::bigint;
  DELETE FROM outages WHERE ended < now_ - 100 * 86400000::bigint;
  DELETE FROM former WHERE game IN (SELECT id FROM games WHERE status <> 'running');
END $$;

-- Writes ratings; those of the same games and of later ones are replaced. They were worked out beside the database: if
-- somebody has rated an earlier game meanwhile, nothing is written, and whoever asks next works them out anew.
CREATE FUNCTION here.rate(guild_ bigint, given json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('rate ' || guild_));
  IF EXISTS (
    WITH r AS (SELECT * FROM json_to_recordset(given) AS r (title text, ended_at bigint, "table" text, seat bigint,
      before json)), first AS (SELECT r.ended_at, r."table" COLLATE "C" AS game FROM r ORDER BY 1, 2 LIMIT 1)
    SELECT 1 FROM (SELECT DISTINCT ON (r.title, s."user") r.title, s."user", (r.before ->> 0)::float8 AS mu FROM r
      JOIN results s ON s.game = r."table" AND s.seat = r.seat WHERE s."user" <> 0
      ORDER BY r.title, s."user", r.ended_at, r."table" COLLATE "C") b
    JOIN LATERAL (SELECT k.mu FROM ratings k JOIN results q ON q.game = k.game AND q.seat = k.seat
      WHERE k.guild = guild_ AND k.title = b.title AND q."user" = b."user"
      AND (k.ended_at, k.game) < (SELECT f.ended_at, f.game FROM first f)
      ORDER BY k.ended_at DESC, k.game DESC LIMIT 1) n ON n.mu <> b.mu) THEN
    RETURN;
  END IF;
  DELETE FROM ratings WHERE guild = guild_ AND (ended_at, game) >= (SELECT r.ended_at, r."table"
    FROM json_to_recordset(given) AS r (ended_at bigint, "table" text)
    ORDER BY r.ended_at, r."table" COLLATE "C" LIMIT 1);
  INSERT INTO ratings (guild, title, ended_at, game, seat, mu_before, sigma_before, mu, sigma)
    SELECT guild_, r.title, r.ended_at, r."table", r.seat, (r.before ->> 0)::float8, (r.before ->> 1)::float8,
      (r.after ->> 0)::float8, (r.after ->> 1)::float8
    FROM json_to_recordset(given) AS r (title text, ended_at bigint, "table" text, seat bigint, before json,
      after json);
END $$;

-- Who answers for what, by the clock of the database: see ../leases.sql for the tables, tables.sql for how functions are
-- written.

-- Forgets what was claimed by owners who are gone, and that nobody has claimed since. What somebody is just claiming is
-- passed over.
CREATE FUNCTION here.forget_claims() RETURNS void LANGUAGE sql AS $$
  DELETE FROM claims c USING (SELECT game, address FROM claims WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED) old
    WHERE (c.game, c.address) = (old.game, old.address)
$$;

-- Takes shards, or renews them with all that is claimed; none of them where somebody else lives who has one, or who
-- counts the shards otherwise. Then it says who, and until when.
CREATE FUNCTION here.take(owner_ text, mine bigint[], total_ bigint, lease float8, OUT taken boolean, OUT clock bigint,
  OUT other text, OUT which bigint, OUT among bigint, OUT rest float8, OUT lasts text) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  ends timestamptz;
  n bigint;
BEGIN
  PERFORM 1 FROM shards WHERE shard = ANY (mine) ORDER BY shard FOR UPDATE;
  moment := clock_timestamp();
  ends := moment + lease * interval '1 second';
  clock := (extract(epoch FROM moment) * 1000)::bigint;
  SELECT s.owner, s.shard, s.total, extract(epoch FROM s.until - moment)::float8, s.until::text
    INTO other, which, among, rest, lasts FROM shards s
    WHERE (s.shard = ANY (mine) OR s.total <> total_) AND s.owner <> owner_ AND s.until >= moment
    ORDER BY s.until DESC LIMIT 1;
  taken := NOT FOUND;
  IF NOT taken THEN
    RETURN;
  END IF;
  INSERT INTO shards AS s (shard, owner, epoch, until, total) SELECT m, owner_, 1, ends, total_ FROM unnest(mine) AS m
    ORDER BY m
    ON CONFLICT (shard) DO UPDATE SET owner = excluded.owner, until = excluded.until, total = excluded.total,
      epoch = s.epoch + (s.owner <> excluded.owner)::int WHERE s.owner = excluded.owner OR s.until < moment;
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n < cardinality(mine) THEN -- somebody has come between: all of them or none, so it is tried again
    RAISE EXCEPTION 'taken meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  UPDATE claims SET until = ends WHERE owner = owner_ AND game <> '';
  PERFORM here.forget_claims();
END $$;

-- Gives everything back at once. The row stays, so that the epoch grows with the next owner.
CREATE FUNCTION here.leave(owner_ text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM claims WHERE owner = owner_;
  PERFORM here.forget_claims();
  UPDATE shards SET until = '-infinity' WHERE owner = owner_;
END $$;

CREATE FUNCTION here.lives(owner_ text, mine bigint[]) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT 1 FROM shards s WHERE s.shard = mine[1] AND s.owner = owner_ AND s.until >= clock_timestamp())
$$;

-- Returns the shards that nobody answers for; each has a row, which can be locked.
CREATE FUNCTION here.orphans(mine bigint[], total_ bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  found_ bigint[];
BEGIN
  found_ := ARRAY(SELECT n FROM generate_series(0, total_ - 1) AS n WHERE n <> ALL (mine)
    AND NOT EXISTS (SELECT 1 FROM shards s WHERE s.shard = n AND s.until >= clock_timestamp()));
  INSERT INTO shards (shard, owner, epoch, until, total) SELECT n, '', 0, '-infinity', total_ FROM unnest(found_) AS n
    WHERE NOT EXISTS (SELECT 1 FROM shards s WHERE s.shard = n) ON CONFLICT (shard) DO NOTHING;
  RETURN found_;
END $$;

-- Is a queue of a table of this server this owner's: of its shards and claimed by nobody else, or claimed by it?
CREATE FUNCTION here.ours(table_ text, guild_ bigint, address_ bigint, owner_ text, mine bigint[], total_ bigint)
RETURNS boolean LANGUAGE sql AS $$
  SELECT coalesce((SELECT c.owner = owner_ FROM claims c WHERE c.game = table_ AND c.address = address_
    AND c.until >= clock_timestamp()), (guild_ >> 22) % total_ = ANY (mine))
$$;

-- Claims what is said to a person over all tables; returns whether nobody else has.
CREATE FUNCTION here.claim_person(user_ bigint, owner_ text, lease float8) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO claims AS c (game, address, owner, epoch, until)
    VALUES ('', user_, owner_, 1, clock_timestamp() + lease * interval '1 second')
    ON CONFLICT (game, address) DO UPDATE SET owner = excluded.owner, epoch = c.epoch + 1, until = excluded.until
      WHERE c.owner = excluded.owner OR c.until < clock_timestamp();
  RETURN FOUND;
END $$;

-- Notes that rows are on their way; returns false, and notes nothing, where that is not this owner's work any more, or
-- somebody else has said one of them.
CREATE FUNCTION here.sending(ids bigint[], now_ bigint, owner_ text, mine bigint[], total_ bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT here.lives(owner_, mine) OR EXISTS (SELECT 1 FROM outbox o JOIN games g ON g.id = o.game
    WHERE o.id = ANY (ids) AND (o.done_at > 0 OR NOT (here.ours(o.game, g.guild, o."user", owner_, mine, total_)
      OR (o.kind = 'nudge' AND here.ours('', -1, o."user", owner_, '{}', 1))))) THEN
    RETURN false;
  END IF;
  UPDATE outbox SET sending = greatest(1, now_) WHERE done_at = 0 AND sending = 0 AND id = ANY (ids);
  RETURN true;
END $$;

-- Counts something of which there may be only so many (`most`) within so many milliseconds (`spans`). Returns 0, or when
-- there is room again. `rest`: from now on there is none for so long.
CREATE FUNCTION here.spend(what_ text, most bigint[], spans bigint[], now_ bigint, rest bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  free bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(what_));
  IF rest > 0 THEN
    INSERT INTO spent (what, at) VALUES (what_ || ' rests', now_ + rest);
    RETURN now_ + rest;
  END IF;
  -- times ahead were noted before a clock was set back
  DELETE FROM spent WHERE what = what_ AND (at > now_ OR at <= now_ - (SELECT max(s) FROM unnest(spans) AS s));
  DELETE FROM spent WHERE what = what_ || ' rests' AND (at <= now_ OR at > now_ + (SELECT max(s) FROM unnest(spans) AS s));
  SELECT max(t) INTO free FROM (
    SELECT at AS t FROM spent WHERE what = what_ || ' rests'
    UNION ALL
    SELECT (SELECT at FROM spent WHERE what = what_ ORDER BY at DESC OFFSET l.most - 1 LIMIT 1) + l.span
      FROM unnest(most, spans) AS l (most, span)) x WHERE t > now_;
  IF free IS NULL THEN
    INSERT INTO spent (what, at) VALUES (what_, now_);
  END IF;
  RETURN coalesce(free, 0);
END $$;

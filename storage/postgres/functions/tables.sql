-- What is written in several statements: each function is one transaction in one trip to the server. With every statement
-- it sees what was committed before, so that nothing is decided by what stood before a lock was had; and nobody who
-- freezes in the middle keeps a lock, for there is no middle. Whoever writes to a table's rows locks the table's own row
-- first: of several tables in the order of their ids. `here` stands for the schema of these functions (../schema.py).
--
-- A trip that broke off is made once more with `again`: by then the first may have been written.

-- Writes a change as JSON. `outcome` is written, answered (with what) or conflict.
CREATE FUNCTION here.write(given json, OUT outcome text, OUT answer text) LANGUAGE plpgsql AS $$
DECLARE
  c record;
  key text;
  version_ bigint;
BEGIN
  SELECT * INTO c FROM json_to_record(given) AS c ("table" json, expect bigint, now bigint, interaction bigint,
    answer text, records json, seats json, questions json, orders json, dues json, drafts json, forget_drafts json,
    rows json, results json, lines json, seed text, salts json, draws json, thoughts json, silent boolean,
    unattended boolean, returned bigint);
  key := c."table" ->> 'id';
  version_ := (c."table" ->> 'version')::bigint;
  IF c.interaction <> 0 THEN
    SELECT a.answer INTO answer FROM actions a WHERE a.interaction = c.interaction;
    IF FOUND THEN
      outcome := 'answered';
      RETURN;
    END IF;
  END IF;
  IF NOT here.write_table(c."table", c.expect, c.now, c.silent) THEN
    -- whoever was faster may have been this same interaction
    SELECT a.answer INTO answer FROM actions a WHERE c.interaction <> 0 AND a.interaction = c.interaction;
    outcome := CASE WHEN FOUND THEN 'answered' ELSE 'conflict' END;
    RETURN;
  END IF;
  IF c.interaction <> 0 THEN
    INSERT INTO actions (interaction, game, version, answer, at) VALUES (c.interaction, key, version_, c.answer, c.now);
  END IF;
  INSERT INTO records (game, version, part, kind, seat, text, luck, at)
    SELECT key, r.version, r.part, r.kind, r.seat, r.text, r.luck, coalesce(nullif(r.at, 0), c.now)
      FROM json_to_recordset(c.records)
      AS r (version bigint, part bigint, kind text, seat bigint, text text, luck text, at bigint);
  IF c.seats IS NOT NULL THEN
    PERFORM here.write_seats(key, c.seats);
  END IF;
  IF c.questions IS NOT NULL THEN
    PERFORM here.write_questions(key, c.questions, c.now);
  END IF;
  IF c.orders IS NOT NULL THEN
    DELETE FROM orders WHERE game = key;
    INSERT INTO orders (game, seat, rule) SELECT key, o.seat, o.rule
      FROM json_to_recordset(c.orders) AS o (seat bigint, rule text);
  END IF;
  IF c.dues IS NOT NULL THEN
    DELETE FROM due WHERE game = key;
    INSERT INTO due (game, seat, since, at, kind, n) SELECT key, d.seat, d.since, d.at, d.kind, d.n
      FROM json_to_recordset(c.dues) AS d (seat bigint, since bigint, at bigint, kind text, n bigint);
  END IF;
  PERFORM here.write_luck(key, c.seed, c.salts, c.draws);
  PERFORM here.write_told(key, c.lines, c.thoughts, c.results, c.now, c.unattended::int);
  PERFORM here.write_drafts(key, c.drafts, c.forget_drafts);
  IF c.returned <> 0 THEN
    PERFORM here.come_back(c.returned, c.now);
  END IF;
  IF json_array_length(c.rows) > 0 THEN
    PERFORM here.say(key, c.rows, c.now);
    PERFORM here.unpark(key, c.now, 0);
  END IF;
  outcome := 'written';
END $$;

-- Writes the table's own row by compare-and-set; returns whether its rev was the expected one.
CREATE FUNCTION here.write_table(given json, expect bigint, now_ bigint, silent boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  t record;
BEGIN
  SELECT * INTO t FROM json_to_record(given) AS t (id text, guild bigint, channel bigint, game text, status text,
    version bigint, public_no bigint, rules_version bigint, lang text, creator bigint, options text,
    random_seats boolean, created_at bigint, expires_at bigint, state text, state_format text, turn bigint, terms text,
    clocks text, drawn bigint, opening bigint, opened_no bigint);
  IF t.clocks = '{}' THEN
    t.clocks := '';
  END IF;
  IF expect < 0 THEN
    INSERT INTO games (id, guild, channel, game, status, rev, version, public_no, rules_version, lang, creator, options,
      random_seats, created_at, expires_at, state, state_format, turn, terms, clocks, drawn, opening, opened_no,
      changed_at)
    VALUES (t.id, t.guild, t.channel, t.game, t.status, 0, t.version, t.public_no, t.rules_version, t.lang, t.creator,
      t.options, t.random_seats::int, t.created_at, t.expires_at, t.state, t.state_format, t.turn, t.terms, t.clocks,
      t.drawn, t.opening, t.opened_no, now_)
    ON CONFLICT (id) DO NOTHING;
  ELSE
    UPDATE games SET guild = t.guild, channel = t.channel, game = t.game, status = t.status, rev = expect + 1,
      version = t.version, public_no = t.public_no, rules_version = t.rules_version, lang = t.lang, creator = t.creator,
      options = t.options, random_seats = t.random_seats::int, created_at = t.created_at, expires_at = t.expires_at,
      state = t.state, state_format = t.state_format, turn = t.turn, terms = t.terms, clocks = t.clocks,
      drawn = t.drawn, opening = t.opening, opened_no = t.opened_no,
      changed_at = CASE WHEN silent THEN changed_at ELSE now_ END
    WHERE id = t.id AND rev = expect;
  END IF;
  RETURN FOUND;
END $$;

-- Earlier occupants of a written seat keep their rows.
CREATE FUNCTION here.write_seats(table_ text, given json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM seats s WHERE s.game = table_ AND NOT EXISTS (
    SELECT 1 FROM json_to_recordset(given) AS n (seat bigint, nth bigint) WHERE n.seat = s.seat AND n.nth > s.nth);
  INSERT INTO seats (game, seat, "user", name, resigned, vote, from_version, how, nth, house, opening, opened_to,
    opened_at, opened_in)
  SELECT table_, s.seat, s."user", s.name, s.resigned::int, s.vote::int, s.from_version, s.how, s.nth, s.house,
    s.opening, s.opened_to, s.opened_at, s.opened_in
  FROM json_to_recordset(given) AS s (seat bigint, "user" bigint, name text, resigned boolean, vote boolean,
    from_version bigint, how text, nth bigint, house text, opening text, opened_to bigint, opened_at bigint,
    opened_in bigint);
END $$;

-- Times in the table win: a question may have been noticed since the change was decided, or called.
CREATE FUNCTION here.write_questions(table_ text, given json, now_ bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before json;
BEGIN
  WITH gone AS (DELETE FROM questions WHERE game = table_ RETURNING place, seat, since, asked_at, noticed_at, called_at)
  SELECT coalesce(json_agg(gone), '[]') INTO before FROM gone;
  INSERT INTO questions (game, place, seat, topic, subject, since, required, rest, sealed, asked_at, noticed_at,
    called_at)
  SELECT table_, q.nth - 1, q.seat, q.topic, q.subject, q.since, q.required::int, q.rest::int, q.sealed::int,
    coalesce(b.asked_at, nullif(q.asked_at, 0), now_), coalesce(b.noticed_at, q.noticed_at),
    coalesce(nullif(q.called_at, 0), b.called_at, 0)
  FROM ROWS FROM (json_to_recordset(given) AS (seat bigint, topic text, subject bigint, since bigint, required boolean,
    rest boolean, sealed boolean, asked_at bigint, noticed_at bigint, called_at bigint)) WITH ORDINALITY
    AS q (seat, topic, subject, since, required, rest, sealed, asked_at, noticed_at, called_at, nth)
  LEFT JOIN LATERAL (
    SELECT * FROM json_to_recordset(before) AS b (place bigint, seat bigint, since bigint, asked_at bigint,
      noticed_at bigint, called_at bigint)
    WHERE b.seat = q.seat AND b.since = q.since ORDER BY b.place DESC LIMIT 1) b ON true;
END $$;

CREATE FUNCTION here.write_luck(table_ text, seed_ text, salts_ json, given json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seed_ <> '' THEN
    INSERT INTO seeds (game, seed) VALUES (table_, seed_);
  END IF;
  IF json_array_length(salts_) > 0 THEN
    INSERT INTO salts (game, opening, message)
    SELECT table_, (s ->> 0)::bigint, (s ->> 1)::bigint FROM json_array_elements(salts_) AS s;
  END IF;
  IF json_array_length(given) > 0 THEN
    INSERT INTO draws (game, first, version, salt, bounds, luck)
    SELECT table_, d.first, d.version, d.salt, d.bounds, d.luck
    FROM json_to_recordset(given) AS d (first bigint, version bigint, salt bigint, bounds text, luck text);
  END IF;
END $$;

-- Lines of the log, what the house thought, results: those before of the same version or seat are replaced.
CREATE FUNCTION here.write_told(table_ text, lines json, thoughts_ json, results_ json, now_ bigint, unattended_ bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF json_array_length(lines) > 0 THEN
    INSERT INTO log (game, version, line, unattended)
    SELECT table_, (l ->> 0)::bigint, l ->> 1, unattended_ FROM json_array_elements(lines) AS l
    ON CONFLICT (game, version) DO UPDATE SET line = excluded.line, unattended = excluded.unattended;
  END IF;
  IF json_array_length(thoughts_) > 0 THEN
    INSERT INTO thoughts (game, seat, version, thought) SELECT table_, t.seat, t.version, t.thought
    FROM json_to_recordset(thoughts_) AS t (seat bigint, version bigint, thought text)
    ON CONFLICT (game, seat) DO UPDATE SET version = excluded.version, thought = excluded.thought;
  END IF;
  IF json_array_length(results_) > 0 THEN
    INSERT INTO results (game, seat, "user", rank, points, ended_at, house, rated, turns, played_for)
    SELECT table_, n.seat, n."user", n.rank, n.points, coalesce(nullif(n.ended_at, 0), now_), n.house, n.rated::int,
      n.turns, n.played_for
    FROM json_to_recordset(results_) AS n (seat bigint, "user" bigint, rank bigint, points bigint, ended_at bigint,
      house text, rated boolean, turns bigint, played_for bigint)
    ON CONFLICT (game, seat) DO UPDATE SET "user" = excluded."user", rank = excluded.rank, points = excluded.points,
      ended_at = excluded.ended_at, house = excluded.house, rated = excluded.rated, turns = excluded.turns,
      played_for = excluded.played_for;
  END IF;
END $$;

CREATE FUNCTION here.write_drafts(table_ text, given json, forgotten json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF json_array_length(given) > 0 THEN
    INSERT INTO drafts (game, seat, base, rev, moves, tokens) SELECT table_, d.seat, d.base, d.rev, d.moves, d.tokens
    FROM json_to_recordset(given) AS d (seat bigint, base bigint, rev bigint, moves text, tokens text)
    ON CONFLICT (game, seat) DO UPDATE SET base = excluded.base, rev = excluded.rev, moves = excluded.moves,
      tokens = excluded.tokens;
  END IF;
  IF json_array_length(forgotten) > 0 THEN
    DELETE FROM drafts
    WHERE game = table_ AND seat IN (SELECT value::bigint FROM json_array_elements_text(forgotten));
  END IF;
END $$;

-- Writes a draft if the kept one has the expected rev, and whoever planned it sits there still.
CREATE FUNCTION here.save_draft(table_ text, draft json, expect bigint, occupant bigint, again boolean) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  d record;
BEGIN
  SELECT * INTO d FROM json_to_record(draft) AS d (seat bigint, base bigint, rev bigint, moves text, tokens text);
  PERFORM 1 FROM games WHERE id = table_ FOR SHARE;
  IF NOT FOUND OR occupant <> (SELECT max(s.nth) FROM seats s WHERE s.game = table_ AND s.seat = d.seat) THEN
    RETURN false;
  END IF;
  IF again AND EXISTS (SELECT 1 FROM drafts k WHERE k.game = table_ AND k.seat = d.seat
    AND (k.base, k.rev, k.moves, k.tokens) = (d.base, d.rev, d.moves, d.tokens)) THEN
    RETURN true;
  END IF;
  UPDATE drafts SET base = d.base, rev = d.rev, moves = d.moves, tokens = d.tokens
    WHERE game = table_ AND seat = d.seat AND rev = expect;
  IF NOT FOUND AND expect = 0 THEN
    INSERT INTO drafts (game, seat, base, rev, moves, tokens) VALUES (table_, d.seat, d.base, d.rev, d.moves, d.tokens)
      ON CONFLICT (game, seat) DO NOTHING;
  END IF;
  RETURN FOUND;
END $$;

-- The table's row is locked against a change that takes the question up anew, and would not see that it was noticed.
CREATE FUNCTION here.notice(table_ text, seat_ bigint, since_ bigint, now_ bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM games WHERE id = table_ FOR SHARE;
  UPDATE questions SET noticed_at = greatest(1, now_)
    WHERE game = table_ AND seat = seat_ AND since = since_ AND noticed_at = 0;
END $$;

-- Returns a table with all of its rows, those as JSON; a row of nothing where there is no such table.

-- Returns a table, by its id or the newest of a thread, with all of its rows as JSON at one moment; no row if there is
-- none. It is no statement of its own so that its plans are kept.
CREATE FUNCTION here.load(table_ text, channel_ bigint, interaction_ bigint)
RETURNS TABLE (whole games, seed text, salt bigint, answer text, seated json, questions json, orders json, dues json,
  drafts json) LANGUAGE plpgsql STABLE AS $$
DECLARE
  key text;
BEGIN
  IF table_ <> '' THEN
    SELECT * INTO whole FROM games WHERE id = table_;
  ELSE -- channel 0 stands for every table without a thread
    SELECT * INTO whole FROM games WHERE channel = channel_ AND channel_ <> 0
      ORDER BY created_at DESC, games.rowid DESC LIMIT 1;
  END IF;
  key := whole.id;
  IF key IS NULL THEN
    RETURN;
  END IF;
  seed := coalesce((SELECT s.seed FROM seeds s WHERE s.game = key), '');
  salt := coalesce((SELECT t.message FROM salts t WHERE t.game = key AND t.opening = whole.opening), 0);
  answer := (SELECT a.answer FROM actions a WHERE interaction_ <> 0 AND a.interaction = interaction_);
  seated := (SELECT coalesce(json_agg(json_build_array(s.seat, s."user", s.name, s.resigned, s.vote, s.from_version,
      s.how, s.nth, s.house, s.opening, s.opened_to, s.opened_at, s.opened_in, p.settings, p.away,
      p.dm_state)
      ORDER BY s.from_version, s.nth, s.seat), '[]')
    FROM seats s LEFT JOIN people p ON p."user" = s."user" WHERE s.game = key);
  questions := (SELECT coalesce(json_agg(json_build_array(q.seat, q.topic, q.subject, q.since, q.required, q.rest,
      q.sealed, q.asked_at, q.noticed_at, q.called_at) ORDER BY q.place), '[]') FROM questions q WHERE q.game = key);
  orders := (SELECT coalesce(json_agg(json_build_array(o.seat, o.rule) ORDER BY o.seat), '[]')
    FROM orders o WHERE o.game = key);
  dues := (SELECT coalesce(json_agg(json_build_array(d.seat, d.since, d.at, d.kind, d.n)
      ORDER BY d.seat, d.since, d.kind), '[]')
    FROM due d WHERE d.game = key);
  drafts := (SELECT coalesce(json_agg(json_build_array(d.seat, d.base, d.rev, d.moves, d.tokens) ORDER BY d.seat), '[]')
    FROM drafts d WHERE d.game = key);
  RETURN NEXT;
END $$;

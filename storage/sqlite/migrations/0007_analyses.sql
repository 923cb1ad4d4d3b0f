-- Analyses of games that are over: estimated chances, turning points, luck and choice. They name seats and nobody in them.

-- `version`: of what estimates; one by another is made anew when it is asked for. `whole`: made of hands that lie open.
CREATE TABLE analyses (
  game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
  version INTEGER NOT NULL,
  whole INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  analysis TEXT NOT NULL
) STRICT, WITHOUT ROWID;

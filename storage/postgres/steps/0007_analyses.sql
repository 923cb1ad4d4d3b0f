-- Analyses of games that are over: estimated chances, turning points, luck and choice. They name seats and nobody in them.
CREATE TABLE analyses (
  game text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games,
  version bigint NOT NULL,
  whole bigint NOT NULL,
  made_at bigint NOT NULL,
  analysis text COLLATE "C" NOT NULL
);

"""What looks back at a game: walked through once, shown move by move, counted, analysed."""

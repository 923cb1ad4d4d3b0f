"""The pure core: games, and nothing of Discord, SQLite or Pillow."""

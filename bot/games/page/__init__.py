"""The page of a game: made of its file, whole in itself, with pictures, a slider and every line that was told."""

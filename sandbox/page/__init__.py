"""The page: what a browser is served, shown and told, and what a person can do in it."""

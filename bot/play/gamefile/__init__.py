"""The file of a game, `.stammtisch.json`: what it holds, how it is made of a table, and how it is verified."""

"""Café International, 2 to 4 players; the numbers CI-1 to CI-22 name the clauses of its law book."""

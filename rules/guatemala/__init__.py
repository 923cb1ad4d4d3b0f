"""Guatemala Café, 2 to 4 players; the numbers GC-1 to GC-31 name the clauses of its law book."""

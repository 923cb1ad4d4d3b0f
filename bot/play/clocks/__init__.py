"""How time is counted at a table: pure functions of what is kept, without a store, a screen or a clock of their own."""

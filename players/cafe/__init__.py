"""The house player of Café International."""

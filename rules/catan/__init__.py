"""Catan with the Chocolate Market, and the base game alone (clauses CM-1 to CM-29)."""

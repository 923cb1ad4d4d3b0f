"""What one person is shown of a table, of a lobby, of their settings."""

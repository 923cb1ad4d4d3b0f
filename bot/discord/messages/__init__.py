"""What the bot says in threads and by direct message: the courier, and what it makes of the outbox."""

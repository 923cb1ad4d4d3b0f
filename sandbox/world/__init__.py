"""What this Discord remembers: people, guilds, channels, messages, and who may see what."""

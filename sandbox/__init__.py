"""A Discord on this machine: what the bot is tested with, measured with and played with when there is no token."""

"""A Discord on this machine: the bot is tested, measured and, when there is no token, played with it."""

"""Running the bot: settings, start and end, log, and what an operator can check."""

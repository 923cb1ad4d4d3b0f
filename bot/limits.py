"""Numbers that keep one person from slowing the bot for others, and what Discord allows."""

from typing import Final

LOBBIES_A_USER: Final = 3
TABLES_A_USER: Final = 20
TABLES_A_GUILD: Final = 100
LOBBY_LIFE_MS: Final = 7 * 24 * 3600 * 1000

NONCE: Final = 25
MESSAGE: Final = 2000
ALT_TEXT: Final = 1024

EDITABLE_MS: Final = 50 * 60 * 1000
"""Discord throttles edits of messages older than an hour."""

NEW_DMS: Final = ((5, 60_000), (10, 600_000))
"""At most so many in so many milliseconds, over the whole bot: Discord punishes opening many (40003)."""

TRIES_BEFORE_PARKING: Final = 3
OUTBOX_BATCH: Final = 100
CLOCK_BATCH: Final = 50

DELAY_MS: Final = (5 * 60 * 1000, 45 * 60 * 1000)
"""Between these a standing order answers, whatever it says and whatever its giver holds."""

"""Numbers that keep one person from slowing the bot for others, and what Discord allows."""

from typing import Final

LOBBIES_A_USER: Final = 3
TABLES_A_USER: Final = 20
TABLES_A_GUILD: Final = 100
ASLEEP_MS: Final = 60 * 24 * 3600 * 1000
"""A table at which nothing has happened for so long takes no other's place on its server."""
LOBBY_LIFE_MS: Final = 7 * 24 * 3600 * 1000

NONCE: Final = 25
MESSAGE: Final = 2000
ALT_TEXT: Final = 1024

EDITABLE_MS: Final = 50 * 60 * 1000
"""Discord throttles edits of messages older than an hour."""

NEW_DMS: Final = ((5, 60_000), (10, 600_000))
"""At most so many in so many milliseconds, over the whole bot: Discord punishes opening many (40003)."""
DM_REST_MS: Final = 10 * 60 * 1000
"""So long none is opened after Discord has said that it is too fast."""

TRIES_BEFORE_PARKING: Final = 3
OUTBOX_BATCH: Final = 100
CLOCK_BATCH: Final = 50

SILENCE_MS: Final = 3 * 24 * 3600 * 1000
"""So long nothing new was to be seen in a thread before those who are waited for are called once more."""
LOOK_MS: Final = 15 * 60 * 1000
"""Between two looks for such silence."""
STALLED_MS: Final = 7 * 24 * 3600 * 1000
"""Within this nobody is told a second time that his table cannot be heard; so long the outbox keeps what was said."""

DELAY_MS: Final = (5 * 60 * 1000, 45 * 60 * 1000)
"""Between these a standing order answers, whatever it says and whatever its giver holds."""

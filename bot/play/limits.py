"""Numbers that keep one person from slowing the bot for others, and what Discord allows."""

from typing import Final

LOBBIES_A_USER: Final = 3
TABLES_A_USER: Final = 20
TABLES_A_GUILD: Final = 100
ASLEEP_MS: Final = 60 * 24 * 3600 * 1000
"""Tables idle longer than this do not count against the server's limit."""
OPENED: Final = (5, 10 * 60 * 1000)
SEATED: Final = (8, 10 * 60 * 1000)
"""A count and milliseconds: so many tables one person opens in such a time, and takes a seat at."""
LOBBY_LIFE_MS: Final = 7 * 24 * 3600 * 1000

NONCE: Final = 25
MESSAGE: Final = 2000
ALT_TEXT: Final = 1024

EDITABLE_MS: Final = 50 * 60 * 1000
"""Discord throttles edits of messages older than an hour."""

EDIT_REST_MS: Final = 30_000
"""How long after an act a board post grows by it, if that calls nobody: more may come meanwhile."""
EDIT_RESTS: Final = 4
"""An act waits for no more than so many of these times, however much comes after it."""
OLD_EDITS: Final = (3, 6_000)
"""A count and milliseconds: how many of them it takes in a channel; else it answers 30046."""

NEW_DMS: Final = ((5, 60_000), (10, 600_000))
"""Pairs of (count, milliseconds): DM channels opened by the whole bot. Discord punishes opening many (40003)."""
DM_REST_MS: Final = 10 * 60 * 1000
"""How long no DM channel is opened after Discord has said that the bot is too fast."""

TRIES_BEFORE_PARKING: Final = 3
OUTBOX_BATCH: Final = 100
CLOCK_BATCH: Final = 50

SILENCE_MS: Final = 3 * 24 * 3600 * 1000
"""How long somebody may keep a table waiting that has no deadlines before they are reminded."""
SOUGHT_MS: Final = 14 * 24 * 3600 * 1000
"""How long a seat that has no deadline may keep others waiting before they look for somebody else for it."""
PUT_AWAY_MS: Final = 2_000
"""How long after its lobby was closed a thread is archived: whoever closed it reads the answer there."""
STALLED_MS: Final = 7 * 24 * 3600 * 1000
"""Minimum interval between two "your table is unreachable" notices; also how long the outbox keeps sent rows."""

TAKE_BACK_MS: Final = 2 * 60 * 1000
"""How long the end of a turn stands before the next one begins by itself: so long it can still be taken back."""

HOUSE_MS: Final = 30 * 1000
"""How long a person's move stands before the house answers it: so long it can still be taken back."""
SOON_MS: Final = (2_000, 3_500)
"""Bounds of the delay, drawn before it thinks, after which becomes visible what the house does where nothing can be
taken back. Thinking begins that much ahead of any time at which it is to be visible."""
OFFER_MS: Final = 30 * 60 * 1000
"""How long the house waits for answers to an offer that it has made to people."""

RETYPED_MS: Final = 60 * 1000
"""How long a typed line that may have counted unread is asked about before it counts again."""
RETYPED_FOR_MS: Final = 24 * 3600 * 1000
"""How long that question can be answered: so long the store knows which interaction made a move."""

DELAY_MS: Final = (5 * 60 * 1000, 45 * 60 * 1000)
"""Bounds of the delay of a standing order, whatever it says and whatever its giver holds."""

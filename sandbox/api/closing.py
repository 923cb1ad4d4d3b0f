"""The codes with which the gateway closes a connection, and which of them end the session behind it."""

Closed = tuple[int, str]
UNKNOWN_OP: Closed = (4001, "Unknown opcode.")
DECODE: Closed = (4002, "Error while decoding payload.")
NOT_YET: Closed = (4003, "Not authenticated.")
BAD_TOKEN: Closed = (4004, "Authentication failed.")
TWICE: Closed = (4005, "Already authenticated.")
BAD_SEQ: Closed = (4007, "Invalid seq.")
TOO_FAST: Closed = (4008, "Rate limited.")
TIMED_OUT: Closed = (4009, "Session timed out.")
BAD_SHARD: Closed = (4010, "Invalid shard.")
SHARDS_NEEDED: Closed = (4011, "Sharding required.")
BAD_VERSION: Closed = (4012, "Invalid API version.")
BAD_INTENTS: Closed = (4013, "Invalid intent(s).")
NO_INTENTS: Closed = (4014, "Disallowed intent(s).")
ENDING = frozenset({4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014})

"""What goes through the pipe between the bot and its painter, for both ends: nothing else is imported with it."""

import struct
from typing import Final

LENGTH: Final = struct.Struct(">I")
"""Before all that goes to it or comes from it."""
NONE: Final = b"none"
"""There is no such picture; it is not painted here either."""

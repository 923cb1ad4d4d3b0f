"""What the courier needs of Discord: a port, with the answers that Discord can give."""

from typing import Protocol

from msgspec import Struct

from bot.play import Panel
from rules.contract import Choice, Fact, PublicView, SeatView


class Letter(Struct, frozen=True):
    """A message before it has a form: texts, the views for its pictures, whom it pings."""

    kind: str
    table: str
    lang: str
    title: str
    text: str
    thread: int = 0
    """To which a direct message leads."""
    alt: str = ""
    alts: dict[str, str] = {}
    """Of pictures that tell something else."""
    public: PublicView | None = None
    private: SeatView | None = None
    facts: tuple[Fact, ...] = ()
    """What the picture marks as the last move."""
    mentions: tuple[int, ...] = ()
    silent: bool = False
    """Without a notification: the thread has pinged already."""
    open: bool = False
    """A lobby that can still be joined."""
    over: bool = False
    """A board of a game that has ended."""
    seat: int = -1
    since: int = -1
    """Of the question whose buttons it carries; -1 for none."""
    game: str = ""
    names: tuple[str, ...] = ()
    answers: tuple[Choice, ...] = ()
    """To that question, where each is one word."""
    panel: Panel | None = None
    """In which it is answered otherwise."""

    def __repr__(self) -> str:
        return f"Letter(kind={self.kind!r}, table={self.table!r}, …)"


class NotNow(Exception):  # noqa: N818 (an answer)
    """Discord did not take it; it may later. `after` in seconds, if Discord said."""

    def __init__(self, after: float | None = None) -> None:
        super().__init__("not now")
        self.after = after


class TooFast(NotNow):
    """Discord lets the bot open no direct messages for a while (40003), whoever they are for."""


class Unknown(Exception):  # noqa: N818
    """No answer came: it may have been taken."""


class Impossible(Exception):  # noqa: N818
    """It will never be taken as things are: the thread is gone, a permission is missing."""

    def __init__(self, why: str, lacking: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.lacking = lacking
        """The rights that are missing, where that is known (bot/discord/permissions.py)."""


class DmClosed(Exception):  # noqa: N818
    """This person takes no direct messages from the bot (50007, 50278)."""


class Messenger(Protocol):
    """Every method may raise NotNow, Unknown or Impossible."""

    async def open_thread(self, parent: int, letter: Letter) -> int:
        """A thread for a table; the id of its channel."""
        ...

    async def open_dm(self, user: int) -> int:
        """The id of the DM channel. May raise DmClosed or TooFast."""
        ...

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        """Sends it once for a nonce; the id of the message. May raise DmClosed in a DM channel."""
        ...

    async def edit(self, channel: int, message: int, letter: Letter) -> None: ...

    async def find(self, channel: int, nonce: str) -> int | None:
        """The message with this nonce among the newest of our own there."""
        ...

"""What the courier needs of Discord: a port, with the answers that Discord can give."""

from typing import Protocol

from msgspec import Struct

from bot.play import Panel
from bot.play.history.reel import Course
from rules.contract import Choice, Fact, PublicView, SeatView


class Letter(Struct, frozen=True):
    """A message before it has a form: texts, the views for its pictures, the people it pings."""

    kind: str
    table: str
    lang: str
    title: str
    text: str
    thread: int = 0
    """The thread that a direct message links to."""
    alt: str = ""
    alts: dict[str, str] = {}
    """Alt texts of pictures that have a description of their own."""
    public: PublicView | None = None
    private: SeatView | None = None
    facts: tuple[Fact, ...] = ()
    """The facts that the picture marks as the last move."""
    told: tuple[Fact, ...] = ()
    """Once the game is over, all that everybody was told of it."""
    course: Course = ()
    """And how its points came about."""
    mentions: tuple[int, ...] = ()
    silent: bool = False
    """Sent without a notification: the thread has pinged already."""
    open: bool = False
    """The lobby can still be joined."""
    house: bool = False
    """The bot offers house players, who can be seated in it."""
    over: bool = False
    """The board is of a game that has ended."""
    asks: bool = False
    """Somebody is asked out of turn."""
    buttons: bool = True
    """A board post whose turn has passed has none: they stand under the call of the next."""
    number: int = 0
    """The number of a call, by which its message is found again."""
    turn: bool = True
    """A call of the seat whose turn it is, not for an answer out of turn."""
    back: bool = False
    """Somebody for whom the house plays can press that they are back."""
    seat: int = -1
    nth: int = 0
    """Which of the seat's occupants it is for: each is told anew."""
    since: int = -1
    """The `since` of the question that its buttons answer; -1 for none."""
    game: str = ""
    names: tuple[str, ...] = ()
    answers: tuple[Choice, ...] = ()
    """The answers to that question, if each is one word; they are buttons of a direct message or a call."""
    panel: Panel | None = None
    """The panel in which it is answered otherwise."""

    def __repr__(self) -> str:
        return f"Letter(kind={self.kind!r}, table={self.table!r}, …)"


class NotNow(Exception):  # noqa: N818 (an answer)
    """Discord did not take it, but may later. `after` in seconds, if Discord said when."""

    def __init__(self, after: float | None = None) -> None:
        super().__init__("not now")
        self.after = after


class TooFast(NotNow):
    """Discord lets the bot open no direct messages for a while (40003), to anybody."""


class Unknown(Exception):  # noqa: N818
    """No answer came: the request may have taken effect."""

    after: None = None


class Deleted(Exception):  # noqa: N818
    """It was said, and somebody has deleted it since."""


class Impossible(Exception):  # noqa: N818
    """Discord will never take it as things are: the thread is gone, a permission is missing."""

    def __init__(self, why: str, lacking: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.lacking = lacking
        """The missing rights, if they are known (bot/discord/permissions.py)."""


class DmClosed(Exception):  # noqa: N818
    """This person takes no direct messages from the bot (50007, 50278)."""


class Messenger(Protocol):
    """Every method may raise NotNow, Unknown or Impossible."""

    async def open_thread(self, parent: int, letter: Letter) -> int:
        """Opens a table's thread; returns the id of its channel."""
        ...

    async def empty_threads(self, parent: int, letter: Letter) -> tuple[int, ...]:
        """Returns the threads that were opened there for such a table, and in which nothing was ever said."""
        ...

    async def rename(self, channel: int, letter: Letter) -> None:
        """Names a thread as this letter would open it; archives that of a lobby which is over."""
        ...

    async def open_dm(self, user: int) -> int:
        """Returns the id of the DM channel. May raise DmClosed or TooFast."""
        ...

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        """Sends a letter once per nonce; returns the message's id. May raise Deleted, and DmClosed in a DM channel."""
        ...

    async def edit(self, channel: int, message: int, letter: Letter, nonce: str = "") -> None:
        """Makes a message say this, with new pictures; pings nobody. `nonce`: what its pictures are named after."""
        ...

    async def close(self, channel: int, message: int) -> None:
        """Takes the buttons off a message; all else stays."""
        ...

    async def find(self, channel: int, nonce: str, since: int) -> int | None:
        """Returns the message with this nonce, which was first sent at that time, in milliseconds, or later."""
        ...

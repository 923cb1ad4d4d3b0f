"""What a planned turn shows its owner."""

from msgspec import Struct

from bot.play.plans.menu import Following
from bot.play.plans.ranking import Ranked
from rules.contract import Fact, Open, PublicView, Reason, SeatView


class Panel(Struct, frozen=True):
    """What its owner sees of a planned turn; nobody else ever sees any of it."""

    table: str
    seat: int
    since: int
    """The `since` of the question that the turn answers; the buttons carry it."""
    rev: int
    """The revision of the draft: a doubled press carries an old one and adds nothing."""
    question: Open
    topic: str
    """What is asked after the plan."""
    moves: tuple[str, ...]
    """What is planned and shown in the preview."""
    then: str
    """The move that only the commit will make; empty if there is none."""
    worth: int | None
    """What that move, or the move being composed, would bring or cost."""
    next: Following
    """The words of the move being composed, and how it can go on."""
    best: tuple[Ranked, ...]
    """Whole turns from the best on, while nothing is planned; if the game ranks them."""
    ready: bool
    """The plan can be committed."""
    example: str
    """A move that could be typed after what is planned; empty where none could."""
    dropped: tuple[str, ...]
    """Moves that no longer fit, since others have moved."""
    reason: Reason | None
    facts: tuple[Fact, ...]
    """What the plan does, as its owner may know it."""
    before: PublicView
    """The position that the plan starts from."""
    public: PublicView
    """The position after the plan."""
    private: SeatView
    over: bool = False
    """What only the commit makes ends the game."""
    listed: tuple[tuple[int, str], ...] = ()
    """What others have left for all to see, for whoever is on turn: a part of their standing orders, by seat."""
    hints: bool = False
    """May its owner ask the house what it would do?"""

    @property
    def is_blank(self) -> bool:
        """Is nothing planned yet?"""
        return not (self.moves or self.then or self.next.tokens)

    def __repr__(self) -> str:
        return f"Panel(table={self.table!r}, seat={self.seat}, rev={self.rev}, …)"


class Best(Struct, frozen=True):
    """Whole turns from the best on, and the position that they start from."""

    public: PublicView
    turns: tuple[Ranked, ...]

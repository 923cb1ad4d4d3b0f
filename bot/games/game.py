"""A game as the bot offers it: its rules, and everything that shows them to people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from msgspec import Struct

from bot.games.slash import Group
from bot.play.offering import Offering
from bot.play.plans.menu_style import MenuStyle
from bot.play.timed.by_itself import ByItself
from bot.play.timed.orders import Orders
from bot.wording import Phrases
from renderer import Painter, Painters
from rules.chance import Seeded
from rules.contract import AnyRules, Fact, PublicView, Setup


class Game(Struct, frozen=True):
    """One game, found in the registry by the key of its rules."""

    rules: AnyRules
    title: str
    """Its own name, the same in every language."""
    wording: Phrases
    public: Painter
    """Paints what everybody sees."""
    seat: Painter
    """Paints what one seat sees besides."""
    chapters: str
    """The package that holds its rules in short: a folder `chapters` with one file for each language."""
    commands: Group
    """Its slash commands."""
    menus: MenuStyle = MenuStyle()
    """How its longer moves are offered in menus."""
    orders: Orders | None = None
    """Its standing orders; None if it takes none."""
    by_itself: ByItself | None = None
    """Its moves that need nobody; None if it has none."""
    offered: Offering | None = None
    """How something is offered to others in it; None if nothing is."""

    points: Callable[[Any], Sequence[int]] = attrgetter("points")
    """How many points each seat has, by what everybody sees."""
    brought: Callable[[int, Any, Sequence[Fact]], Sequence[tuple[str, int]]] = lambda _seat, _view, _told: ()
    """Where the points of a seat came from, by the public view at the end and all that everybody was told: by key, and
    together they are those of the ranking; nothing where the game counts none."""

    dice: Callable[[Fact], tuple[int, ...]] | None = None
    """The two dice that a fact tells of; None if none are rolled in it."""

    @property
    def package(self) -> str:
        """The package in which its facts, reasons and views are defined; it tells to which game a value belongs."""
        return self.rules.state_type.__module__.rpartition(".")[0]


def painters(games: Mapping[str, Game]) -> Painters:
    """Returns the painters of all games."""
    return Painters(painter for game in games.values() for painter in (game.public, game.seat))


def openings(games: Mapping[str, Game]) -> Iterator[list[PublicView]]:
    """Yields what everybody sees at the beginning of each game, for each number of players."""
    for rules in (game.rules for game in games.values()):
        yield [rules.public(rules.setup(Setup(seats), Seeded(0)).state) for seats in rules.seats]

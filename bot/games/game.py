"""A game as the bot offers it: its rules, and all that shows them to people."""

from collections.abc import Mapping

from msgspec import Struct

from bot.games.slash import Group
from bot.play.menu_style import MenuStyle
from bot.play.orders import Asking
from bot.wording import Phrases
from renderer import Painter, Painters
from rules.contract import AnyRules


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
    """The package with its rules in short: a folder `chapters` of one file a language."""
    commands: Group
    """Its slash commands."""
    menus: MenuStyle = MenuStyle()
    """How its longer moves are offered in menus."""
    orders: Asking | None = None
    """What a standing order can be about; None where it takes none."""

    @property
    def package(self) -> str:
        """Where its facts, reasons and views are defined: by it a value is known to be of this game."""
        return self.rules.state_type.__module__.rpartition(".")[0]


def painters(games: Mapping[str, Game]) -> Painters:
    """The painters of all of them."""
    return Painters(painter for game in games.values() for painter in (game.public, game.seat))

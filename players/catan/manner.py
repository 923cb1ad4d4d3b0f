"""How a level of house players of Catan thinks: how far it looks, what it holds things to be worth, how it trades."""

from msgspec import Struct

from players.catan.ahead import QUICK
from players.catan.haggling import COMMON, Haggling
from players.catan.outlook import Outlook
from players.catan.planning import Breadth
from players.catan.weights import Tastes
from players.search import Habits
from rules.catan.state import Catan, Found, FoundSites


class Manner(Struct, frozen=True):
    """How a level thinks and errs."""

    habits: Habits
    breadth: Breadth
    counters: bool
    """Does it answer an offer that it does not take by another?"""
    sees: int
    """A turn that wins is seen if it has no more moves than this."""
    ahead: bool = False
    """Does it play on in thought, with the Market?"""
    on: Breadth = QUICK
    """How it plays on."""
    base: Tastes = Tastes()
    """What it holds things to be worth in the base game …"""
    market: Tastes = Tastes()
    """… and with the Market."""
    offers: int = 2
    """So many it makes in a turn."""
    base_trade: Haggling = COMMON
    """How it trades in the base game …"""
    market_trade: Haggling = COMMON
    """… and with the Market."""
    again: Breadth = Breadth(2, 3, 8)
    """How a way is looked at once more in another world."""

    def outlook(self, world: Catan, seat: int) -> Outlook:
        """How positions of an imagined world look to it."""
        tastes = self.market if world.market else self.base
        founds = isinstance(world.phase, Found | FoundSites)
        return Outlook(world, seat, taste=tastes.founding if founds else tastes.playing)

    def plays_on(self, world: Catan) -> bool:
        """In the base game it wins more without: docs/adr/0045 has the figures."""
        return self.ahead and world.market

    def haggling(self, world: Catan) -> Haggling:
        """How it trades."""
        return self.market_trade if world.market else self.base_trade

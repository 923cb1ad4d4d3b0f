"""What a standing order of Guatemala Café can be about: the scoring of a coffee that is to be blocked."""

from bot.play.orders import About, blockades
from rules.contract import PublicView
from rules.guatemala.pieces import LETTERS
from rules.guatemala.views import GuatemalaPublic


def _about_blockade(view: PublicView) -> About | None:
    if not isinstance(view, GuatemalaPublic) or view.scored < 0:
        return None
    gains = [p.points for p in view.plantations if p.seat == view.active and p.coffee == view.scored]
    return About(LETTERS[view.scored], sum(gains))


ORDERS = blockades(LETTERS, _about_blockade)

"""A fourth game: the toy of the contract suite with words, pictures, menus and commands, all of them in this folder."""

from bot.games.game import Game
from bot.play.plans.menu_style import MenuStyle
from tests.contract.toy import Toy
from tests.fourth_game.commands import COMMANDS
from tests.fourth_game.painter import PUBLIC, SEAT
from tests.fourth_game.wording import PHRASES

TOY = Game(
    rules=Toy(),
    title="Toy",
    wording=PHRASES,
    public=PUBLIC,
    seat=SEAT,
    chapters=__name__,
    commands=COMMANDS,
    menus=MenuStyle(several=True),
)

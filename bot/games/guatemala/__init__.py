"""Guatemala Café: all that the bot needs of it."""

from bot.games.game import Game
from bot.games.guatemala import asking, boards, labels, orders, reasons, telling
from bot.games.guatemala.commands import COMMANDS
from bot.play.plans.menu_style import MenuStyle
from bot.wording import Phrases, Text
from bot.wording.phrases import CORNERS
from renderer import guatemala as pictures
from rules.guatemala.game import RULES

PHRASES = Phrases(
    options={"side": Text("Production area board"), "ships": Text("Ships")},
    values={
        ("side", "varied"): Text("varied: pieces at random"),
        ("side", "fixed"): Text("fixed: the prescribed starting set-up"),
        ("ships", "connected"): Text("where the path of your own shed leads"),
        ("ships", "anywhere"): Text("into any harbour"),
    },
    pictures={"production": Text("Production area board"), "plantation": Text("Plantation board")},
    regions={
        **CORNERS,
        "north-west": Text("top left"),
        "north-east": Text("top right"),
        "south-west": Text("middle left"),
        "south-east": Text("middle right"),
        "sea-west": Text("harbours left"),
        "sea-east": Text("harbours right"),
        "track-west": Text("victory track left"),
        "track-east": Text("victory track right"),
    },
    tell=telling.Teller.tell,
    explain=reasons.explain,
    ask=asking.ask,
    status=asking.status,
    result=asking.result,
    source=asking.source,
    held=boards.held,
    awards=asking.AWARDS,
    topics={
        "buyer": Text("put the Buyer"),
        "blockade": Text("block or pass"),
        "build": Text("build"),
        "refill": Text("finish the scoring"),
    },
    label=labels.label,
    detail=labels.detail,
    group=labels.group,
    planned=labels.planned,
    order=orders.order,
    ordering=orders.ORDERING,
    alt=boards.alt,
    text_board=boards.text_board,
    alts={"production": boards.production_alt},
    hand=labels.hand,
    when_asked=labels.when_asked,
    press=labels.press,
    commit=labels.commit,
    asks=labels.asks,
    legend=labels.legend,
    leaves={"done": frozenset({"take", "score"})},
)

GAME = Game(
    rules=RULES,
    title=boards.TITLE,
    wording=PHRASES,
    public=pictures.PUBLIC,
    seat=pictures.SEAT,
    chapters=__name__,
    commands=COMMANDS,
    menus=MenuStyle(ahead=frozenset({"score"})),
    orders=orders.ORDERS,
    brought=asking.brought,
)

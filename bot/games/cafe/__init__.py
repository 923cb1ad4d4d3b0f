"""Café International: all that the bot needs of it."""

from operator import attrgetter

from bot.games.cafe import asking, boards, labels, reasons, telling
from bot.games.cafe.commands import COMMANDS
from bot.games.game import Game
from bot.play.plans.menu_style import MenuStyle
from bot.wording import Phrases, Text
from bot.wording.phrases import CORNERS
from renderer import cafe as pictures
from rules.cafe.game import RULES
from rules.cafe.guests import NATIONS

PHRASES = Phrases(
    options={"birthday": Text("Birthday table"), "regulars": Text("Regulars' table, coffee circle")},
    values={
        ("birthday", "off"): Text("without birthday"),
        ("birthday", "10"): Text("from 10 points"),
        ("birthday", "20"): Text("from 20 points"),
        ("birthday", "30"): Text("from 30 points (default)"),
        ("birthday", "40"): Text("from 40 points"),
        ("birthday", "50"): Text("from 50 points"),
        ("birthday", "60"): Text("from 60 points"),
        ("birthday", "70"): Text("from 70 points"),
        ("birthday", "80"): Text("from 80 points"),
        ("birthday", "90"): Text("from 90 points"),
        ("birthday", "100"): Text("from 100 points"),
        ("regulars", "off"): Text("not allowed"),
        ("regulars", "on"): Text("allowed"),
    },
    pictures={"cafe": Text("The café")},
    regions={
        **CORNERS,
        "north": Text("top"),
        "south": Text("bottom"),
        "west": Text("middle left"),
        "east": Text("middle right"),
        "bar": Text("bar"),
        "hands-west": Text("hands on the left"),
        "hands-east": Text("hands on the right"),
    },
    tell=telling.Teller.tell,
    explain=reasons.explain,
    ask=asking.ask,
    at_stake=asking.at_stake,
    status=asking.status,
    result=asking.result,
    source=asking.source,
    held=boards.held,
    awards=asking.AWARDS,
    topics={
        "birthday": Text("name the nation of the birthday"),
    },
    label=labels.label,
    detail=labels.detail,
    group=labels.group,
    planned=labels.planned,
    alt=boards.alt,
    text_board=boards.text_board,
    hand=labels.hand,
    turn=labels.turn,
    standing=boards.standing,
    in_pages=frozenset({"seat"}),
)

GAME = Game(
    rules=RULES,
    title=boards.TITLE,
    wording=PHRASES,
    public=pictures.PUBLIC,
    seat=pictures.SEAT,
    chapters=__name__,
    commands=COMMANDS,
    menus=MenuStyle(
        pairs_with_next=frozenset({"seat", "swap"}),
        suffixes=frozenset(NATIONS),
        eliminates="out",
        grave=frozenset({"bar"}),
    ),
    points=attrgetter("scores"),
    brought=asking.brought,
)

"""Catan with the Chocolate Market: all that the bot needs of it."""

from bot.games.catan import aside, asking, boards, hands, labels, orders, plans, reasons, telling
from bot.games.catan.commands import COMMANDS
from bot.games.game import Game
from bot.play.plans.menu_style import MenuStyle
from bot.wording import Phrases, Text
from renderer import catan as pictures
from rules.catan.game import RULES

PHRASES = Phrases(
    options={"game": Text("Game"), "map": Text("Map")},
    values={
        ("game", "market"): Text("with the Chocolate Market"),
        ("game", "base"): Text("the base game alone"),
        ("map", "shuffled"): Text("shuffled"),
        ("map", "beginners"): Text("for beginners (base game)"),
    },
    pictures={"board": Text("Island"), "market": Text("Chocolate Market")},
    regions=boards.REGIONS,
    tell=telling.Teller.tell,
    explain=reasons.explain,
    ask=asking.ask,
    status=asking.status,
    result=asking.result,
    source=asking.source,
    held=boards.held,
    awards=asking.AWARDS,
    topics={
        "sites": Text("put two production sites"),
        "discard": Text("discard cards"),
        "robber": Text("move the robber"),
        "steal": Text("take a card"),
        "roads": Text("build the free roads"),
        "raise": Text("choose the chocolate that rises"),
        "offer": Text("an offer to you"),
    },
    label=labels.label,
    detail=labels.detail,
    ranked=labels.ranked,
    group=labels.group,
    planned=plans.planned,
    order=orders.order,
    listed=orders.listed,
    offered=aside.offered,
    fates=aside.fates,
    ordering=orders.ORDERING,
    alt=boards.alt,
    text_board=boards.text_board,
    alts={"market": boards.market_alt},
    hand=hands.hand,
    standing=boards.standing,
    person=labels.person,
    press=labels.press,
    heading=labels.heading,
    declines=frozenset({"decline", "withdraw"}),
    leaves={"end": frozenset({"settlement", "city"})},
    plan=plans.plan,
    beside=hands.beside,
    in_short=hands.in_short,
)

GAME = Game(
    rules=RULES,
    title=boards.TITLE,
    wording=PHRASES,
    public=pictures.PUBLIC,
    seat=pictures.SEAT,
    chapters=__name__,
    commands=COMMANDS,
    orders=orders.ORDERS,
    by_itself=aside.BY_ITSELF,
    offered=aside.OFFERED,
    menus=MenuStyle(
        several=True,
        expanded=frozenset({"sites", "site", "plenty", "steal", "deal"}),
        pairs=frozenset({"plenty"}),
        verb_only=frozenset({"bank", "offer", "need", "counter"}),
        stepwise=frozenset({"offer", "need", "counter", "discard"}),
        separators=frozenset({"for", "to"}),
    ),
    brought=asking.brought,
    dice=asking.dice,
)

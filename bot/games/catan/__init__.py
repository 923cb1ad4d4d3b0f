"""Catan with the Chocolate Market in words."""

from bot.games.catan import asking, boards, hands, labels, plans, reasons, telling
from bot.wording.phrases import Phrases
from bot.wording.words import Text

PHRASES = Phrases(
    key="catan",
    title=boards.TITLE,
    package="rules.catan",
    options={"game": Text("Game"), "map": Text("Map")},
    values={
        ("game", "market"): Text("with the Chocolate Market"),
        ("game", "base"): Text("the base game alone"),
        ("map", "shuffled"): Text("shuffled"),
        ("map", "beginners"): Text("for beginners (base game)"),
    },
    pictures={"board": Text("Map"), "market": Text("Chocolate Market")},
    tell=telling.tell,
    explain=reasons.explain,
    ask=asking.ask,
    status=asking.status,
    ending=asking.ending,
    label=labels.label,
    detail=labels.detail,
    group=labels.group,
    planned=plans.planned,
    order=plans.order,
    alt=boards.alt,
    text_board=boards.text_board,
    alts={"market": boards.market_alt},
    hand=hands.hand,
    standing=boards.standing,
    example="road B3ne; end",
    person=labels.person,
    press=labels.press,
    heading=labels.heading,
    declines=frozenset({"decline", "withdraw"}),
    plan=plans.plan,
    beside=hands.beside,
)

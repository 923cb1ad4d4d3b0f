"""/catan: the moves of Catan and the Chocolate Market; each option suggests what is legal for the person typing."""

from bot.games.slash import LABELS, Flag, Group, Slash, Slot, one
from bot.wording import Text
from rules.catan.pieces import CARD_NAMES

_WHICH = Text("Which resource")
_TO = Slot("to", Text("Players by number, separated by spaces; leave empty for all"), optional=True, several=True)
_OFFER = Slot("offer", Text("Its number, if several are open"), optional=True, only=True)

_MOVES = (
    Slash("roll", Text("Roll the dice: it counts at once")),
    Slash("buy", Text("Buy a development card: it counts at once")),
    Slash("end", Text("End your turn")),
    one("road", Text("Build a road"), Slot("place", Text("An edge, for example B3ne"))),
    one("settlement", Text("Build a settlement"), Slot("place", Text("A corner, for example B3n"))),
    one("city", Text("Make a settlement a city"), Slot("place", Text("The corner of your settlement"))),
    one("robber", Text("Move the robber to another hex"), Slot("hex", Text("For example B3"))),
    one("raise", Text("Choose the sort of chocolate that rises"), Slot("sort", Text("Which sort"))),
    one(
        "discard",
        Text("Choose what you discard, in secret"),
        Slot("cards", Text("For example: wool2 ore1"), several=True),
    ),
    one(
        "sites",
        Text("Place your first production sites"),
        Slot("sites", Text("For example: cocoa B3 milk C2"), several=True),
    ),
    Slash("accept", Text("Accept the open offer; only the person who made it is told"), "accept [{offer}]", (_OFFER,)),
    Slash(
        "decline", Text("Decline the open offer; only the person who made it is told"), "decline [{offer}]", (_OFFER,)
    ),
    Slash("withdraw", Text("Withdraw your offer, or your answer to one"), "withdraw [{offer}]", (_OFFER,)),
)

_BUILDING = (
    Slash(
        "found",
        Text("Found a settlement with a road beside it"),
        "found {corner} {road}",
        (Slot("corner", Text("A corner, for example B3n")), Slot("road", Text("An edge beside it, for example B3ne"))),
    ),
    Slash(
        "site",
        Text("Build a production site"),
        "site {ingredient} {hex}",
        (Slot("ingredient", _WHICH), Slot("hex", Text("A fitting hex beside a building of yours"))),
    ),
    Slash(
        "chocolate",
        Text("Make chocolate for the reward of its row"),
        "chocolate {sort} [{reward}]",
        (
            Slot("sort", _WHICH),
            Slot("reward", Text("Where the row lets you choose: a resource, or an edge"), optional=True, several=True),
        ),
    ),
)

_CARD = Group(
    "card",
    Text("Play a development card"),
    (
        Slash("knight", Text("Play a knight: move the robber and take a card")),
        one("monopoly", Text("Play monopoly: everybody hands you all cards of a resource"), Slot("resource", _WHICH)),
        Slash(
            "roads",
            Text("Play road building; or build no more of its roads"),
            slots=(Flag("stop", Text("Build no more of them"), alone=True),),
        ),
        Slash(
            "plenty",
            Text("Play year of plenty: take two resources from the bank"),
            "plenty {first} [{second}]",
            (Slot("first", _WHICH), Slot("second", Text("The second one; may be the same"), optional=True)),
        ),
    ),
)

_STEAL = Slash(
    "steal",
    Text("Take a hidden card at the robber's hex"),
    "steal {player} [{pile}]",
    (
        Slot("player", Text("From whom, or from nobody")),
        Slot("pile", Text("Resources or ingredients"), optional=True),
    ),
)

_TRADE = (
    Slash(
        "bank",
        Text("Trade with the bank, at the best rate of your harbours"),
        "bank {give} {get}",
        (Slot("give", Text("Which card you give")), Slot("get", Text("Which one you get"))),
    ),
    Slash(
        "offer",
        Text("Offer cards for cards, to all or to some"),
        "offer {give} for {get} [to {to}] [{first}]",
        (
            Slot("give", Text("For example: wool2 ore1"), several=True),
            Slot("get", Text("What you want for it"), several=True),
            _TO,
            Flag("first", Text("The first to accept gets it; otherwise you choose")),
        ),
    ),
    Slash(
        "need",
        Text("Ask for cards without a price; it is answered by offers"),
        "need {cards} [to {to}]",
        (
            Slot("cards", Text("For example: wool2 ore1"), several=True),
            _TO,
        ),
    ),
    Slash(
        "counter",
        Text("Answer the open offer with another; only the person who made it is told"),
        "counter [{offer}] {give} for {get}",
        (
            Slot("give", Text("What you would give"), several=True),
            Slot("get", Text("What you want for it"), several=True),
            _OFFER,
        ),
    ),
    Slash(
        "deal",
        Text("Close the deal with somebody who accepted or made a counter-offer"),
        "deal {only} {player} {only}",
        (Slot("player", Text("With whom")),),
    ),
)

_NUMBERS = ("1", "2", "3", "4", "5", "0")
"""How often a wish may be taken; 0 takes it away."""
_ORDERS = (
    Slash(
        "wish",
        Text("Leave a standing offer, card for card, that answers for you"),
        "wish {gives} {wants} [{times}] [{shown}]",
        (
            Slot("gives", Text("The card that you would give"), listed=CARD_NAMES),
            Slot("wants", Text("The card that you want for it"), listed=CARD_NAMES),
            Slot("times", Text("How often, from 1 on; 0 takes the wish away"), optional=True, listed=_NUMBERS),
            Flag("shown", Text("Everybody sees it; else nobody does")),
        ),
        orders=True,
    ),
    Slash(
        "order",
        Text("What you keep on a 7, and your founding, played for you; empty takes away what you keep"),
        "[keep {keep};] [found {founding};] [sites {sites};]",
        (
            Slot("keep", Text("The most important first, for example: ore grain wool"), optional=True, several=True),
            Slot(
                "founding",
                Text("Corners with roads, the best first, for example: B3n B3ne C1n C1ne; 0 for none"),
                optional=True,
                several=True,
            ),
            Slot(
                "sites",
                Text("What your first sites make, the best first: cocoa milk; 0 for none"),
                optional=True,
                several=True,
            ),
        ),
        "keep",
        orders=True,
    ),
)

COMMANDS = Group(
    "catan",
    Text("The moves of Catan"),
    (*_MOVES, *_BUILDING, _STEAL, *_TRADE, *_ORDERS),
    LABELS,
    inner=(_CARD,),
)

"""How the random players of Catan lean, and some with something in mind that chance alone hardly reaches."""

from rules import counts
from rules.catan.hexes import CORNER_OF, EDGE_ENDS, EDGE_OF, EDGES_AT, HEX_OF, HEXES_AT
from rules.catan.pieces import CARD_NAMES, Terrain
from rules.catan.state import ACCEPTED, Catan
from rules.contract import Choice
from tests.contract.cases import Policy

VERBS = (
    *("found", "sites", "roll", "road", "settlement", "city", "site", "buy", "knight", "roads", "plenty", "monopoly"),
    *(
        "discard",
        "robber",
        "steal",
        "chocolate",
        "raise",
        "bank",
        "offer",
        "need",
        "counter",
        "accept",
        "decline",
        "deal",
    ),
    *("deal", "withdraw", "stop", "end"),
)
BUILDS = {"settlement": 60, "city": 80, "site": 20, "chocolate": 60, "buy": 8, "road": 6, "end": 6}
"""What brings a game to its end, as whoever wants to win would lean."""
LISTENS = {"accept": 4, "decline": 3, "deal": 60}


def confectioner(state: Catan, _seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He settles at jungles and makes chocolate whenever he can."""
    match tokens:
        case ():
            return {"chocolate": 4000, "site": 200, "settlement": 60, "city": 20, "bank": 5, "end": 5}.get(
                choice.token, 1
            )
        case ("found" | "settlement",):
            around = HEXES_AT[CORNER_OF[choice.token.upper()]]
            jungles = sum(state.terrain[place : place + 1] == (Terrain.JUNGLE,) for place in around)
            return (1, 30, 200, 200)[jungles]
        case ("bank", _):
            return 20 if choice.token in ("ore", "lumber", "cocoa", "sugar") else 1
        case _:
            return 1


def highwayman(state: Catan, _seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He lives on knights, likes the jungle for the robber, and lets others be rich."""
    match tokens:
        case ():
            wished = {
                "knight": 400,
                "buy": 100,
                "monopoly": 100,
                "plenty": 60,
                "roads": 60,
                "settlement": 10,
                "city": 10,
            }
            return {**wished, "end": 5, "bank": 5, "roll": 1}.get(choice.token, 1)
        case ("robber",):
            return 1 + 5 * len(choice.offers) + 5 * (state.terrain[HEX_OF[choice.token.upper()]] == Terrain.JUNGLE)
        case ("bank", _):
            return 20 if choice.token in ("ore", "wool", "grain") else 1
        case _:
            return 1


def _passes(state: Catan, seat: int, corner: int) -> bool:
    """Does somebody else's run pass this corner?"""
    roads = (state.roads[other] for other in range(state.seats) if other != seat)
    return any((EDGES_AT[corner] & own).bit_count() > 1 for own in roads)


def surveyor(state: Catan, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He builds roads, to where others' run, and settlements that cut them."""
    match tokens:
        case ():
            return {"settlement": 300, "road": 80, "city": 10, "roads": 200, "buy": 2, "end": 8}.get(choice.token, 1)
        case ("settlement",):
            return 300 if _passes(state, seat, CORNER_OF[choice.token.upper()]) else 1
        case ("road",):
            ends = EDGE_ENDS[EDGE_OF[choice.token.upper()]] if choice.token.upper() in EDGE_OF else ()
            return 1 + 30 * any(_passes(state, seat, end) and state.free >> end & 1 for end in ends)
        case ("bank", _):
            return 20 if choice.token in ("lumber", "brick") else 1
        case _:
            return 1


def hoarder(state: Catan, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He wants all the lumber and keeps what he has, till the bank has nothing; only then he builds."""
    full = counts.total(state.hands[seat].packed) > 18
    match tokens:
        case ():
            rich = {"city": 60, "settlement": 60, "chocolate": 60}
            poor = {"end": 60, "bank": 20, "city": 12, "settlement": 12, "monopoly": 60, "plenty": 60}
            return (rich if full else poor).get(choice.token, 1)
        case ("bank",):
            return 1 if choice.token == CARD_NAMES[0] else 20
        case ("bank", _):
            return 60 if choice.token in (CARD_NAMES[0], "grapes") else 1
        case ("discard", *_):
            return 1 if choice.token.startswith((CARD_NAMES[0], "grapes")) else 20
        case _:
            return 1


def settler(state: Catan, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He buys what he can of everything till his stock runs out, and keeps road building till it is no use."""
    own = sum(map(int.bit_count, (state.settlements[seat], state.roads[seat])))
    match tokens:
        case ():
            return {"settlement": 400, "road": 90, "bank": 20, "buy": 9, "city": 2 + own, "end": 10, "roll": 60}.get(
                choice.token, 1
            )
        case ("bank", _):
            return 20 if choice.token in ("lumber", "brick", "wool", "grain") else 1
        case _:
            return 1


def swindler(state: Catan, _seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He offers, waits until somebody accepts, then robs him of what he would have paid with, and only then deals."""
    replies = () if state.offer is None else state.offer.replies
    victims = {str(other + 1) for other, reply in enumerate(replies) if reply.answer == ACCEPTED}
    match tokens:
        case ():
            plot = (
                {"monopoly": 4000, "knight": 4000, "deal": 200} if victims else {"offer": 60, "accept": 90, "buy": 400}
            )
            building = {"settlement": 90, "city": 90, "road": 20, "bank": 9, "chocolate": 60}
            return {"roll": 60, "end": 30, **building, **plot}.get(choice.token, 1)
        case ("monopoly",):
            asked = 0 if state.offer is None else state.offer.gets
            return 100 if counts.amount(asked, CARD_NAMES.index(choice.token)) else 1
        case ("robber",) | ("steal",):
            return 100 if victims & {choice.token, *choice.offers} else 1
        case ("offer", *_):
            return 1 if not choice.token[-1].isdigit() else 20 if choice.token[-1] == "1" else 4
        case ("bank", _):
            return 4 if choice.token in ("ore", "wool", "grain") else 1
        case _:
            return 1


POLICIES = (
    Policy("any", {"end": 3, "bank": 2, "settlement": 4, "city": 4}),
    Policy("builder", {**BUILDS, **LISTENS}, stops=30),
    Policy("trader", {**BUILDS, "offer": 20, "deal": 300, "accept": 12, "counter": 8, "withdraw": 2}, butts=50),
    Policy("haggler", {**BUILDS, "offer": 8, "deal": 60, "counter": 20, "accept": 4, "withdraw": 4}, butts=60),
    Policy("confectioner", steer=confectioner),
    Policy("highwayman", steer=highwayman),
    Policy("surveyor", steer=surveyor),
    Policy("swindler", steer=swindler, stops=80, butts=60),
    Policy("hoarder", steer=hoarder, butts=5),
    Policy("settler", steer=settler, butts=5),
    Policy("quitter", {**BUILDS, "offer": 2}, resigns=80),
    Policy("deserter", {**BUILDS, "knight": 9}, resigns=20),
    Policy("visitor", {"end": 9}, resigns=40),
    Policy("fickle", {**BUILDS, "offer": 9}, resigns=10),
)

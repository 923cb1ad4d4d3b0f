"""How the random players of Guatemala Café lean; and one who brings ships of one coffee to equal docks, for ties."""

from functools import partial

from rules.contract import Choice
from rules.guatemala import scoring
from rules.guatemala.board import BOARDS, EDGE, HARBOUR, PLACE_OF, Site, touching
from rules.guatemala.pieces import CODE_OF, COFFEE_OF, KIND_OF, Kind
from rules.guatemala.production import FIELD_OF, LINES
from rules.guatemala.state import KINDS, Guatemala
from tests.contract.cases import Policy

SHED, WORKER, SHIP = CODE_OF["hK"], CODE_OF["wK"], CODE_OF["sK"]
BLACK = COFFEE_OF[SHED]


def _home(state: Guatemala, seat: int) -> Site:
    """The site nearest to the sea, in another harbour for each seat."""
    sites = [
        site for site in BOARDS[state.seats].sites if site.price == min(s.price for s in BOARDS[state.seats].sites)
    ]
    nearest = [site for site in BOARDS[state.seats].sites if site.path.bit_count() == 3]
    return (nearest or sites)[seat % len(nearest or sites)]


def _missing(state: Guatemala, code: int, seat: int) -> bool:
    home, own = _home(state, seat), seat * KINDS + BLACK
    match KIND_OF[code]:
        case Kind.SHED:
            return code == SHED and not state.sheds[own]
        case Kind.WORKER:
            return code == WORKER and bool(state.sheds[own]) and not state.workers[own]
        case Kind.SHIP:
            return code == SHIP and bool(state.sheds[own]) and not state.harbours[home.harbour]
        case Kind.ROAD:
            return bool(home.path & ~state.roads)
        case _:
            return False


def _ties(state: Guatemala, code: int) -> bool:
    return KIND_OF[code] == Kind.SACK and len(scoring.sailing(state, COFFEE_OF[code])) > 1


def steer(state: Guatemala, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """The weight of a choice for him who wants ties."""
    line = [state.board[field] for field in LINES[state.buyer]]
    match tokens:
        case ():
            ties, lacks = (any(test(state, code) for code in line) for test in (_ties, partial(_missing, seat=seat)))
            wished = {"score": 500 * ties, "take": 500 * lacks, "pass": 500, "done": 20}
            return wished.get(choice.token, 0) or 1
        case ("take",):
            return 5000 if _missing(state, state.board[FIELD_OF[choice.token]], seat) else 1
        case ("score",):
            return 500 if _ties(state, state.board[FIELD_OF[choice.token]]) else 1
        case ("take", _):
            return 5000 if _at_home(state, seat, PLACE_OF[choice.token.upper()]) else 1
        case _:
            return 1


def _at_home(state: Guatemala, seat: int, place: int) -> bool:
    home = _home(state, seat)
    if place >= EDGE:
        return bool(home.path >> place - EDGE & 1)
    if place >= HARBOUR:
        return place - HARBOUR == home.harbour
    return place == home.field or bool(touching(1 << home.field) >> place & 1)


POLICIES = (
    Policy("any"),
    Policy("builder", {"take": 12}, butts=5),
    Policy("scorer", {"score": 12, "take": 4, "pass": 3}),
    Policy("shipper", steer=steer),
    Policy("sailor", steer=steer, stops=100),
    Policy("planner", {"score": 6, "take": 4}, stops=5),
    Policy("blocker", {"block": 9, "take": 3}, butts=40),
    Policy("idler", {"done": 250}, butts=0),
    Policy("quitter", {"take": 3}, resigns=12),
)

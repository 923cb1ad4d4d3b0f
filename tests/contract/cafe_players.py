"""How the random players of Café International lean."""

from rules.cafe.game import RULES
from rules.cafe.state import Cafe, limit
from rules.contract import Choice
from tests.contract.cases import Policy


def greedy(_state: Cafe, _seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He wants points, and sooner an eight than a four."""
    if not tokens:
        return {"seat": 60, "swap": 3}.get(choice.token, 1)
    return 1 + (choice.worth or 0) ** 3 if tokens[0] == "seat" and (choice.worth or 0) > 0 else 1


def regular(state: Cafe, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He makes a table of four women or four men wherever he can, and else spares the empty tables."""
    ranked = RULES.best(state, seat, 1)
    if ranked and ranked[0][1] >= 20:
        words = tuple(RULES.write(ranked[0][0]).split())
        return 1000 if words[: len(tokens) + 1] == (*tokens, choice.token) else 1
    if not tokens:
        return {"seat": 10}.get(choice.token, 1)
    return 20 if choice.worth else 1


def loner(state: Cafe, seat: int, tokens: tuple[str, ...], choice: Choice) -> int:
    """He seats jokers and fills tables of one nation; with two guests left he takes the jokers back and is stuck."""
    late = limit(state, seat) < 3
    if not tokens:
        return {"seat": 20, "swap": 1000 if late else 1}.get(choice.token, 3)
    if tokens[0] != "seat" or (choice.worth is None and choice.token not in ("Jf", "Jm")):
        return 5
    if choice.worth is None:
        return 1 if late else 200
    if late:
        return 1 if choice.worth >= 8 else 20
    return 1 + choice.worth**3


POLICIES = (
    Policy("any"),
    Policy("sitter", {"seat": 20}, stops=20),
    Policy("drinker", {"bar": 30}),
    Policy("swapper", {"swap": 60, "seat": 15}),
    Policy("greedy", steer=greedy, stops=20),
    Policy("regular", steer=regular, stops=0),
    Policy("loner", steer=loner, stops=20),
    Policy("quitter", {"seat": 4}, resigns=60),
)

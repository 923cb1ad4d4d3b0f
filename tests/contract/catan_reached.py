"""What random games of Catan came across beyond the kinds of moves and facts that every game must reach (census.py)."""

from collections.abc import Iterator

from rules.catan.facts import (
    BankTraded,
    BarRose,
    ChocolateMade,
    DiscardAsked,
    LargestArmy,
    LongestRoad,
    MarketRolled,
    RewardLapsed,
    Robbed,
    RobberMoved,
    Shortage,
    Won,
)
from rules.catan.moves import Deal, Knight, Monopoly, Plenty, Roads
from rules.catan.pieces import RESOURCES, SORT_NAMES, TERRAIN_NAMES
from rules.contract import Fact
from tests.contract.player import Game

KINDS = ("resource", "ingredient")


def told(game: Game) -> Iterator[tuple[Fact, ...]]:
    for ply in game.plies:
        yield tuple(item.fact for item in ply.commit.told)


def noted(game: Game) -> Iterator[str]:
    """What a person would tell of this game."""
    terrain = game.beginning.position.state.terrain
    for facts in told(game):
        for fact in facts:
            yield from _of_the_board(fact, terrain)
            yield from _of_the_market(fact)
        if any(isinstance(fact, Won) for fact in facts):
            yield f"won after {type(facts[-3]).__name__}"
    for ply in game.plies:
        for move in ply.moves:
            if isinstance(move, Knight | Roads | Plenty | Monopoly):
                when = "before" if ply.before.state.phase.__struct_config__.tag == "preroll" else "after"
                yield f"{type(move).__name__} {when} the roll"
            if isinstance(move, Deal):
                yield "deal by a counter-offer" if move.counter else "deal by an acceptance"
    outcome = game.case.rules.outcome(game.last.state)
    if outcome is not None:
        yield f"seats tied in the ranking: {max(map(len, outcome.ranking))}"


def _of_the_board(fact: Fact, terrain: tuple[int, ...]) -> Iterator[str]:
    match fact:
        case LongestRoad(seat, before, _):
            yield "longest road " + ("set aside" if seat < 0 else "for the first time" if before < 0 else "passed on")
        case LargestArmy(_, before, _):
            yield "largest army " + ("for the first time" if before < 0 else "passed on")
        case RobberMoved(_, hexagon):
            yield f"robber in the {TERRAIN_NAMES[terrain[hexagon]]}"
        case Robbed(_, _, pile):
            yield "robbed of " + ("an ingredient" if pile else "a resource")
        case Shortage(card, seat, amount):
            yield f"shortage of a {KINDS[card >= RESOURCES]}: " + (
                "nobody gets it" if seat < 0 else f"{'the rest' if amount else 'nothing'} for one"
            )
        case DiscardAsked(resources, ingredients):
            yield from (
                "discard of " + ("both piles" if one and two else "resources" if one else "ingredients")
                for one, two in zip(resources, ingredients, strict=True)
                if one or two
            )
            yield f"discards asked of {sum(map(bool, map(int.__add__, resources, ingredients)))} at once"
        case _:
            pass


def _of_the_market(fact: Fact) -> Iterator[str]:
    match fact:
        case BankTraded(_, gives, rate, _):
            yield f"bank trade of {'resources' if gives < RESOURCES else 'ingredients'} {rate}:1"
        case ChocolateMade(_, sort, row):
            yield f"chocolate {SORT_NAMES[sort]}"
            yield f"reward of row {row}"
        case RewardLapsed(_, part):
            yield f"lapsed: {part}"
        case MarketRolled(die):
            yield f"market die {die}"
        case BarRose(_, _, chosen):
            yield "bar raised by " + ("the player" if chosen else "the die")
        case _:
            pass


WANTED = (
    *(f"{dev} {when} the roll" for dev in ("Knight", "Roads", "Plenty", "Monopoly") for when in ("before", "after")),
    *(f"reward of row {row}" for row in range(1, 8)),
    *(f"chocolate {sort}" for sort in SORT_NAMES),
    *(f"market die {die}" for die in range(1, 7)),
    *(f"robber in the {terrain}" for terrain in TERRAIN_NAMES),
    *(f"bank trade of resources {rate}:1" for rate in (2, 3, 4)),
    *(f"bank trade of ingredients {rate}:1" for rate in (3, 4)),
    *(f"discard of {piles}" for piles in ("resources", "ingredients", "both piles")),
    *(f"discards asked of {seats} at once" for seats in (1, 2, 3, 4)),
    *(f"longest road {how}" for how in ("for the first time", "passed on")),
    *(f"largest army {how}" for how in ("for the first time", "passed on")),
    *("robbed of a resource", "robbed of an ingredient"),
    *(f"shortage of a {kind}: {who}" for kind in KINDS for who in ("nobody gets it", "the rest for one")),
    *("bar raised by the die", "bar raised by the player"),
    *("deal by an acceptance", "deal by a counter-offer", "lapsed: road"),
)
"""What random games must come across; that the longest road is set aside is too rare, a clause test has it."""

"""Values of every fact and every reason of Catan: of every field each value at least once, the rest at random."""

import random
from typing import Any, get_args

from rules.catan import facts as f
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.pieces import Card, Dev, Sort, ingredients, resources
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, ENDINGS, OPEN
from rules.contract import Fact, Reason
from tests.bot.test_receipts import subclasses

WOOL2_ORE1 = resources(wool=2, ore=1)
COCOA = ingredients(cocoa=1)
VALUES: dict[str, tuple[Any, ...]] = {
    "amount": (1, 3),
    "answer": (OPEN, ACCEPTED, DECLINED, COUNTERED),
    "before": (-1, 2),
    "card": tuple(int(card) for card in Card),
    "cards": (WOOL2_ORE1, COCOA),
    "chips": (1, 2),
    "chosen": (True, False),
    "corner": (0, CORNER_OF["B3N"], 65),
    "counter": (0, 2),
    "dev": tuple(int(dev) for dev in Dev),
    "die": (1, 6),
    "edge": (0, EDGE_OF["B3NE"], 88),
    "ending": ENDINGS,
    "first": (1, 6),
    "free": (True, False),
    "gained": (0, WOOL2_ORE1),
    "gains": ((0, 0, 0, 0), (WOOL2_ORE1, 0, COCOA, 0)),
    "gets": (1 << 32, COCOA),
    "given": ((0, 0, 0, 0), (0, 1, 0, 5)),
    "gives": (WOOL2_ORE1, COCOA),
    "hexagon": (0, HEX_OF["C3"], 23),
    "hexes": ((3, 7),),
    "hidden": (0, 1, 2),
    "ingredients": (0, 4),
    "knights": (1, 3),
    "length": (5, 9),
    "market": (True, False),
    "missing": (1, WOOL2_ORE1),
    "name": ("E5n",),
    "number": (1, 12),
    "part": ("chips", "dev", "resource", "road"),
    "partner": (2,),
    "phase": ("found", "found-sites", "discard", "robber", "steal", "roads", "rise", "preroll"),
    "piece": ("roads", "settlements", "cities", "sites", "cards"),
    "pile": (0, 1),
    "points": (1, 13),
    "rate": (2, 4),
    "resources": (1, 5),
    "roads": (1, 2),
    "robber": (9,),
    "row": tuple(range(8)),
    "seat": (0, 3),
    "second": (2, 5),
    "sort": tuple(int(sort) for sort in Sort),
    "starts": (2,),
    "to": ((1,), (1, 2, 3)),
    "victim": (1,),
}
OF: dict[tuple[str, str], tuple[Any, ...]] = {
    ("BankTraded", "gives"): (0, 7),
    ("BankTraded", "gets"): (3, 9),
    ("DiscardAsked", "resources"): ((4, 0, 5, 0), (0, 1, 0, 0)),
    ("DiscardAsked", "ingredients"): ((0, 4, 1, 0), (4, 0, 0, 0)),
    ("Discarded", "cards"): ((WOOL2_ORE1, 0, COCOA, 0),),
    ("Ended", "points"): ((13, 4, 5, 2),),
    ("Ended", "hidden"): ((2, 0, 0, 1), (0, 0, 0, 0)),
    ("LargestArmy", "knights"): (3, 5),
    ("LongestRoad", "seat"): (-1, 2),
    ("OfferMade", "first"): (True, False),
    ("Shortage", "seat"): (-1, 2),
    ("PlentyPlayed", "gained"): (WOOL2_ORE1,),
    ("SitesPut", "cards"): ((int(Card.COCOA), int(Card.MILK)),),
}
"""Where a name means something else."""
FACTS: tuple[type[Fact], ...] = get_args(f.CatanFact)
REASONS = [cls for cls in subclasses(Reason) if cls.__module__ == "rules.catan.reasons"]


def samples(of: type[Any]) -> list[Any]:
    """Values of a type: every value of every field at least once, the rest at random."""
    values = {name: OF.get((of.__name__, name)) or VALUES[name] for name in of.__struct_fields__}
    luck = random.Random(of.__name__)
    rows = max([len(found) for found in values.values()], default=1)
    return [
        of(**{name: luck.choice(found) if again else found[row % len(found)] for name, found in values.items()})
        for row in range(rows)
        for again in range(4)
    ]

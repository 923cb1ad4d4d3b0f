"""Every game that the laws are held to: one entry each."""

from rules.cafe import facts as cafe_facts
from rules.cafe import game as cafe_game
from rules.cafe import moves as cafe_moves
from rules.cafe import reasons as cafe_reasons
from rules.cafe import state as cafe_state
from rules.cafe.board import CHAIR_NAMES
from rules.cafe.guests import NATIONS, TOKENS
from rules.cafe.variants import BIRTHDAY, REGULARS
from rules.catan import facts as catan_facts
from rules.catan import game as catan_game
from rules.catan import moves as catan_moves
from rules.catan import reasons as catan_reasons
from rules.catan import state as catan_state
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, HEX_NAMES
from rules.catan.pieces import CARD_NAMES, SORT_NAMES
from rules.catan.setup import GAME, MAP
from rules.contract import Setup
from rules.guatemala import game, moves, reasons, state
from rules.guatemala.board import EDGE, HARBOUR, PLACE_NAMES
from rules.guatemala.moves import HARBOUR_NAMES
from rules.guatemala.production import FIELD_NAMES
from tests.contract import (
    cafe_players,
    cafe_world,
    catan_census,
    catan_lure,
    catan_players,
    catan_world,
    guatemala_players,
    guatemala_world,
    toy,
    toy_legal,
    toy_pieces,
    toy_world,
)
from tests.contract.cases import Case, Policy

TOY = Case(
    rules=toy.Toy(),
    modules=(toy_pieces, toy_legal, toy),
    phases=toy_pieces.Phase,
    endings=tuple(toy_pieces.Ending),
    setups=(Setup(4), Setup(3), Setup(2), Setup(4, (("bag", "short"),))),
    world=toy_world.ToyWorld(),
    census=toy_world.census,
    pieces=lambda setup: {"cards": 21 if setup.options else 42},
    policies=(
        Policy("any", {"LAY": 3, "END": 3}, butts=40),
        Policy("trader", {"OFFER": 6, "DEAL": 30, "ACCEPT": 9, "COUNTER": 3, "END": 2}, butts=60),
        Policy("scorer", {"SCORE": 12, "LAY": 4, "END": 2}, stops=30),
        Policy("caller", {"CALL": 6, "SEND": 6, "LAY": 9}),
        Policy("quitter", {"END": 2}, resigns=60),
        Policy("idler", {"END": 30, "PASS": 5}, butts=0),
    ),
    unreachable={"Void": "a deal whose partner has lost the cards since he accepted: hardly by chance"},
    games=70,
    positions=600,
    texts=4_000,
    lure=toy_world.lure,
    vocabulary=(
        ("A", "B", "C", "D"),
        tuple(map(str, (*range(14), 21, 31, 44, 88, 89))),
        (
            "DRAW",
            "SEND",
            "CLEAR",
            "GIVE",
            "LAY",
            "OFFER",
            "ACCEPT",
            "DECLINE",
            "COUNTER",
            "DEAL",
            "WITHDRAW",
            "CALL",
            "SCORE",
            "BLOCK",
            "PASS",
            "PAY",
            "END",
        ),
    ),
)

GUATEMALA = Case(
    rules=game.RULES,
    modules=(moves, reasons, state),
    phases=state.Phase,
    endings=state.ENDINGS,
    setups=tuple(
        Setup(seats, (*side, *ships))
        for ships in ((), (("ships", "anywhere"),))
        for seats in (4, 3, 2)
        for side in ((), (("side", "fixed"),))
    ),
    world=guatemala_world.GuatemalaWorld(),
    census=guatemala_world.census,
    pieces=guatemala_world.pieces,
    policies=guatemala_players.POLICIES,
    lure=guatemala_world.lure,
    vocabulary=(
        FIELD_NAMES,
        tuple(name for place, name in PLACE_NAMES.items() if place < HARBOUR),
        tuple(name for place, name in PLACE_NAMES.items() if place >= EDGE),
        HARBOUR_NAMES,
        ("K", "W", "B", "R", "N"),
        tuple(map(str, (*range(6), 35, 36))),
        ("buyer", "step", "take", "done", "score", "block", "pass", "lay", "sail"),
    ),
)

CAFE = Case(
    rules=cafe_game.RULES,
    modules=(cafe_moves, cafe_reasons, cafe_state, cafe_facts),
    phases=cafe_state.Phase,
    endings=cafe_state.ENDINGS,
    setups=tuple(
        Setup(seats, ((BIRTHDAY.key, birthday), (REGULARS.key, REGULARS.values[(seats + number) % 2])))
        for number, birthday in enumerate(BIRTHDAY.values)
        for seats in (4, 3, 2)
    ),
    world=cafe_world.CafeWorld(),
    census=cafe_world.census,
    pieces=cafe_world.pieces,
    policies=cafe_players.POLICIES,
    counted="all hands lie open, and what lies nowhere is in the bag",
    texts=4_000,
    lure=cafe_world.lure,
    vocabulary=(CHAIR_NAMES, TOKENS, NATIONS, ("seat", "bar", "swap", "name")),
    unreachable={
        cafe_state.PASSED: "one game in two hundred, in campaigns; a clause test has it",
        f"2 {cafe_state.BAG}": "86 of the 87 places before another end must be taken, and both hands be full",
        f"3 {cafe_state.BAG}": "81 of the 87 places must be taken, and no table be of one nation",
    },
)

CATAN = Case(
    rules=catan_game.RULES,
    modules=(catan_moves, catan_reasons, catan_state, catan_facts),
    phases=catan_state.Phase,
    endings=catan_state.ENDINGS,
    setups=tuple(
        Setup(seats, ((GAME.key, game), (MAP.key, chart)))
        for game in GAME.values
        for chart in MAP.values
        for seats in (4, 3)
        if chart == MAP.default or (GAME.key, game) == MAP.needs
    ),
    world=catan_world.CatanWorld(),
    census=catan_census.census,
    pieces=catan_census.pieces,
    policies=catan_players.POLICIES,
    games=60,
    texts=12_000,
    campaign=5_000,
    longest=20_000,
    tries=8,
    lure=catan_lure.lure,
    free=lambda move: isinstance(move, catan_moves.MakeOffer | catan_moves.Need | catan_moves.Counter),
    vocabulary=(
        HEX_NAMES,
        CORNER_NAMES,
        EDGE_NAMES,
        CARD_NAMES,
        tuple(f"{name}{number}" for name in CARD_NAMES for number in (1, 2, 3)),
        SORT_NAMES,
        ("1", "2", "3", "4"),
        ("resources", "ingredients"),
        ("for", "to", "first", "counter1", "none"),
        catan_players.VERBS,
    ),
    unreachable={
        "NoGifts": "the notation has no empty side; a clause test has it",
        "PileIsEmpty": "some ten in 150 games: two opponents must stand there, one of them with one pile only",
    },
    unasked=True,
    idles="nobody comes nearer to the goal by rolling and ending his turn",
)

CASES: tuple[Case, ...] = (TOY, GUATEMALA, CAFE, CATAN)

NOT_YET_SHOWN: frozenset[str] = frozenset()
"""Games whose rules are done and whose pictures are not: they are no games of the bot yet."""

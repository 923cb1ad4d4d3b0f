"""The rules agree with the law book read literally, in both directions."""

import ast
import random
from collections import Counter
from itertools import chain, islice
from pathlib import Path

import pytest

from rules.chance import Foreseen
from rules.contract import Choice, IllegalMove, Setup
from rules.guatemala import board, scoring
from rules.guatemala.facts import Placed, ShipSailed
from rules.guatemala.game import RULES
from rules.guatemala.moves import Score, Take
from rules.guatemala.pieces import COFFEE_OF, COFFEES, KIND_OF, Kind
from rules.guatemala.production import FIELD_NAMES, LINES
from rules.guatemala.state import Build, Guatemala, Line, Refill
from tests.rules.guatemala import literal
from tests.rules.guatemala.position import told
from tests.rules.guatemala.random_positions import made, played, ready_to_score

Place = literal.Field | literal.Road | int

KINDS = {Kind.WORKER: literal.WORKER, Kind.SHED: literal.SHED, Kind.SHIP: literal.SHIP, Kind.ROAD: literal.ROAD}


def point(number: int) -> literal.Point:
    row, column = divmod(number, 16)
    return column, row


def spelled(place: int) -> Place:
    """A place of the rules in the literal reading's coordinates."""
    if place >= board.EDGE:
        edge, downwards = divmod(place - board.EDGE, 2)
        x, y = point(edge)
        return frozenset(((x, y), (x, y + 1) if downwards else (x + 1, y)))
    return place - board.HARBOUR if place >= board.HARBOUR else point(place)


SPELLED = {name: spelled(place) for place, name in board.PLACE_NAMES.items()}
PLACE_OF: dict[str, dict[Place, int]] = {
    literal.WORKER: {spelled(place): place for place in board.PLACE_NAMES if place < board.HARBOUR},
    literal.SHIP: {harbour: board.HARBOUR + harbour for harbour in range(4)},
    literal.ROAD: {spelled(place): place for place in board.PLACE_NAMES if place >= board.EDGE},
}
PLACE_OF[literal.SHED] = PLACE_OF[literal.WORKER]
ROADS = {players: sorted(literal.SEGMENTS[2] | literal.SEGMENTS[4], key=sorted) for players in (2, 3, 4)}


def fields(mask: int) -> set[literal.Field]:
    return {point(place) for place in board.bits(mask)}


def table(state: Guatemala) -> literal.Table:
    plantations: list[literal.Plantation] = []
    for index, (workers, shed) in enumerate(zip(state.workers, state.sheds, strict=True)):
        if workers or shed:
            owner, coffee = divmod(index, 5)
            place = point(shed.bit_length() - 1) if shed else None
            plantations.append(literal.Plantation(owner, coffee, place, fields(workers)))
    roads = {spelled(board.EDGE + edge) for edge in board.bits(state.roads)}
    return literal.Table(
        state.seats,
        list(state.money),
        plantations,
        [list(ships) for ships in state.harbours],
        {road for road in roads if isinstance(road, frozenset)},
        state.anywhere,
    )


def verdicts(laid: literal.Table, player: int, kind: str, coffee: int) -> dict[Place, str]:
    """Every place of a kind, with the clause that forbids it or nothing."""
    if kind == literal.WORKER:
        return {place: literal.against_worker(laid, player, coffee, place) for place in literal.FIELDS[laid.players]}
    if kind == literal.SHED:
        return {place: literal.against_shed(laid, player, coffee, place) for place in literal.FIELDS[laid.players]}
    if kind == literal.SHIP:
        return {harbour: literal.against_ship(laid, player, coffee, harbour) for harbour in range(4)}
    return {road: literal.against_road(laid, road) for road in ROADS[laid.players]}


def price(laid: literal.Table, kind: str, place: Place) -> int:
    if kind == literal.ROAD:
        return 0
    if isinstance(place, int):
        return literal.ship_price(laid, place) or 0
    assert isinstance(place, tuple)
    return literal.worker_price(place) if kind == literal.WORKER else literal.shed_price(laid, place)


class Comparison:
    """Both readings side by side, and a census of what occurred."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen = Counter[str]()

    def position(self, state: Guatemala) -> None:
        assert isinstance(state.phase, Line | Build)
        seat, laid = state.phase.seat, table(state)
        line = LINES[state.buyer]
        found = {state.board[source]: source for source in line}
        pieces = [code for code in found if KIND_OF[code] in KINDS]
        reachable = {choice.token for choice in RULES.choices(state, seat, ("take",))}
        for code in self.rng.sample(pieces, min(len(pieces), 4)):
            offered = self.piece(state, laid, seat, found[code])
            assert (FIELD_NAMES[found[code]] in reachable) == bool(offered)
        for coffee in COFFEES:
            self.points(state, laid, coffee)
        self.scoring(state, laid, seat, self.rng.choice(line), self.rng.choice(COFFEES))
        self.seen[f"positions of {state.seats}"] += 1

    def piece(self, state: Guatemala, laid: literal.Table, seat: int, source: int) -> tuple[Choice, ...]:
        code = state.board[source]
        kind = KINDS[KIND_OF[code]]
        against = verdicts(laid, seat, kind, COFFEE_OF[code])
        offered = RULES.choices(state, seat, ("take", FIELD_NAMES[source]))
        legal = {place for place, clause in against.items() if not clause}
        assert {SPELLED[choice.token]: choice.worth for choice in offered} == {
            place: price(laid, kind, place) for place in legal
        }
        refused = [place for place, clause in against.items() if clause]
        self.seen.update(f"{kind} {clause or 'legal'}" for clause in against.values())
        if legal:
            self.applies(state, seat, source, PLACE_OF[kind][self.rng.choice(sorted(legal, key=str))], laid)
        for place in self.rng.sample(refused, min(len(refused), 2)):
            with pytest.raises(IllegalMove):
                RULES.apply(state, seat, Take(source, PLACE_OF[kind][place]), Foreseen())
        return offered

    def applies(self, state: Guatemala, seat: int, source: int, place: int, laid: literal.Table) -> None:
        step = RULES.apply(state, seat, Take(source, place), Foreseen())
        (fact,) = told(step)
        assert isinstance(fact, Placed)
        assert fact.price == price(laid, KINDS[KIND_OF[state.board[source]]], spelled(place))
        assert step.state.money[seat] == state.money[seat] - fact.price

    def points(self, state: Guatemala, laid: literal.Table, coffee: int) -> None:
        gained, sails = literal.points(laid, coffee), literal.sailing(laid, coffee)
        assert list(scoring.points(state, coffee)) == gained
        assert set(scoring.sailing(state, coffee)) == sails
        self.seen["scored"] += any(gained)
        self.seen["scored by several"] += sum(map(bool, gained)) > 1
        self.seen["a ship sails"] += len(sails) == 1
        self.seen["a tie"] += len(sails) > 1
        connected = [p for p in laid.plantations if p.coffee == coffee and p.shed and literal.harbours_of(laid, p.shed)]
        self.seen[f"connected with {'two' if laid.players == 2 else 'more'}"] += bool(connected)
        self.seen["not connected"] += any(p.coffee == coffee and p.shed for p in laid.plantations) and not connected

    def scoring(self, state: Guatemala, laid: literal.Table, seat: int, source: int, coffee: int) -> None:
        """The whole move, asked of nobody."""
        scorable = ready_to_score(state, seat, source, coffee)
        step = RULES.apply(scorable, seat, Score(source), Foreseen())
        gained, sails = literal.points(laid, coffee), literal.sailing(laid, coffee)
        assert list(step.state.points) == gained
        if max(gained) >= 79:
            return
        phase = step.state.phase
        if len(sails) > 1:
            assert isinstance(phase, Refill)
            assert set(phase.tied) == sails
        else:
            left = {fact.harbour for fact in told(step) if isinstance(fact, ShipSailed)}
            assert left == sails
            assert sum(map(len, step.state.harbours)) == sum(map(len, state.harbours)) - len(sails)


SETUPS = [
    Setup(seats, (("ships", ships), ("side", side)))
    for seats in (2, 3, 4)
    for side in ("varied", "fixed")
    for ships in ("connected", "anywhere")
]
POSITIONS = 2_000, pytest.param(10_000, marks=pytest.mark.long)


@pytest.mark.no_cover
@pytest.mark.parametrize("positions", POSITIONS)
def test_rules_and_law_book_agree(positions: int) -> None:
    """GC-10 to GC-18, GC-22 to GC-24: what is legal there can be reached here and applies, all else is refused."""
    compare = Comparison(20_06)
    games = chain.from_iterable(played(compare.rng, SETUPS[number % len(SETUPS)]) for number in range(positions))
    in_play = positions * 2 // 5
    for state in chain(islice(games, in_play), (made(compare.rng) for _ in range(positions - in_play))):
        compare.position(state)
    assert sum(compare.seen[f"positions of {seats}"] for seats in (2, 3, 4)) == positions
    print(f"\n{positions} positions:", ", ".join(f"{what} {count}" for what, count in sorted(compare.seen.items())))
    wanted = [f"positions of {seats}" for seats in (2, 3, 4)]
    wanted += [f"worker {clause}" for clause in ("GC-11", "GC-15", "GC-16", "GC-17", "legal")]
    wanted += [f"shed {clause}" for clause in ("GC-11", "GC-14", "GC-15", "GC-16", "GC-17", "legal")]
    wanted += [f"ship {clause}" for clause in ("GC-11", "GC-12", "GC-12 way", "GC-13", "legal")]
    wanted += ["road GC-18", "road legal", "scored", "scored by several", "a ship sails", "a tie"]
    wanted += ["connected with two", "connected with more", "not connected"]
    rare = {what: compare.seen[what] for what in wanted if compare.seen[what] < positions // 50}
    assert not rare


def test_the_literal_reading_shares_nothing_with_the_rules() -> None:
    tree = ast.parse(Path(literal.__file__).read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"collections.abc", "dataclasses"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))

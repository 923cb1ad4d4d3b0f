"""The bridge to catanatron hands over what a seat may know: whatever the others hold, it says the same.

The table is written by hand in the shape of catanatron's, so that this needs none of it.
"""

from types import SimpleNamespace
from typing import Any

import pytest

from players.player import Sight
from rules.catan import state as own
from rules.catan.board import ANY, BASE, BEGINNERS_CHIPS, BEGINNERS_HARBOURS, BEGINNERS_TERRAIN
from rules.catan.hexes import AXIAL, BASE_CORNERS, BASE_HEXES, EDGE_ENDS, HEX_CORNERS
from rules.catan.memory import CatanMemory
from rules.catan.pieces import RESOURCES, RESOURCES_EACH
from rules.counts import pack
from tests.strength import bridge
from tests.strength.bridge import DEVS, KINDS, Chart, Table
from tests.strength.sequential import Sequential

COLORS = ("red", "blue", "white")
FIRST_NODE = 100
"""Theirs have other numbers."""


def board() -> Any:
    tiles = {
        (q, -q - r, r): SimpleNamespace(
            resource=KINDS[BEGINNERS_TERRAIN[at]] if BEGINNERS_TERRAIN[at] < RESOURCES else None,
            number=BEGINNERS_CHIPS[at] or None,
            nodes={direction: FIRST_NODE + corner for direction, corner in enumerate(HEX_CORNERS[at])},
        )
        for at, (q, r) in enumerate(AXIAL[:BASE_HEXES])
    }
    ports: dict[str | None, set[int]] = {}
    for kind, edge in zip(BEGINNERS_HARBOURS, BASE.harbours, strict=True):
        ports.setdefault(None if kind == ANY else KINDS[kind], set()).update(FIRST_NODE + at for at in EDGE_ENDS[edge])
    return SimpleNamespace(land_tiles=tiles, port_nodes=ports)


def game(*hands: tuple[int, ...], devs: tuple[dict[str, int], ...] = ({}, {}, {})) -> Any:
    """Three seats with these resources and development cards; it is red's turn, the dice are rolled."""
    held: dict[str, int] = {}
    for seat, (hand, cards) in enumerate(zip(hands, devs, strict=True)):
        for kind, number in zip(KINDS, hand, strict=True):
            held[f"P{seat}_{kind}_IN_HAND"] = number
        for dev in DEVS:
            held[f"P{seat}_{dev}_IN_HAND"] = cards.get(dev, 0)
            held[f"P{seat}_PLAYED_{dev}"] = 0
            held[f"P{seat}_{dev}_OWNED_AT_START"] = 1
        for what in ("HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN", "HAS_ARMY", "HAS_ROAD", "LONGEST_ROAD_LENGTH"):
            held[f"P{seat}_{what}"] = 0
    desert = next(place for place, tile in board().land_tiles.items() if tile.resource is None)
    table = SimpleNamespace(
        map=board(),
        robber_coordinate=desert,
        roads={(FIRST_NODE + one, FIRST_NODE + other): "red" for one, other in EDGE_ENDS[:2]},
        buildings={FIRST_NODE: ("red", "SETTLEMENT"), FIRST_NODE + 20: ("blue", "CITY")},
    )
    state = SimpleNamespace(
        board=table,
        colors=COLORS,
        player_state=held,
        resource_freqdeck=[RESOURCES_EACH - sum(column) for column in zip(*hands, strict=True)],
        current_turn_index=0,
    )
    return SimpleNamespace(state=state)


RED, BLUE, WHITE = (2, 1, 0, 0, 0), (3, 0, 0, 1, 0), (0, 2, 1, 0, 1)
KNIGHTS, POINT = {"KNIGHT": 1}, {"VICTORY_POINT": 1}


def told(blue: tuple[int, ...], white: tuple[int, ...], *devs: dict[str, int]) -> Sight:
    """What red knows of such hands."""
    return Table(game(RED, blue, white, devs=({}, *devs)), "red").sight(own.Main())


def test_hidden_hands_and_cards_can_be_exchanged_and_the_house_player_is_told_the_same() -> None:
    assert told(BLUE, WHITE, KNIGHTS, POINT) == told(WHITE, BLUE, POINT, KNIGHTS)
    assert told(BLUE, WHITE, KNIGHTS, POINT).private.hand[:RESOURCES] == RED  # pyright: ignore[reportAttributeAccessIssue]


def test_a_bridge_that_looks_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that remembers the true hands."""

    def peeks(table: Table) -> CatanMemory:
        hands = [pack([table.count(seat, f"{kind}_IN_HAND") for kind in KINDS]) for seat in range(len(COLORS))]
        return CatanMemory((tuple(hands),), (1,))

    monkeypatch.setattr(Table, "memory", peeks)
    assert told(BLUE, WHITE, KNIGHTS, POINT) != told(WHITE, BLUE, POINT, KNIGHTS)


def test_the_map_is_theirs_piece_by_piece() -> None:
    chart = Chart(board())
    assert tuple(chart.terrain) == BEGINNERS_TERRAIN
    assert tuple(chart.numbers) == BEGINNERS_CHIPS
    assert chart.harbours == BEGINNERS_HARBOURS
    assert sorted(chart.corner.values()) == list(range(BASE_CORNERS))
    state = Table(game(RED, BLUE, WHITE), "red").written(own.Main(), -1)
    assert state.settlements == (1, 0, 0)
    assert state.cities == (0, 1 << 20, 0)
    assert state.roads == (0b11, 0, 0)


def test_what_it_may_not_do_is_no_move_of_theirs() -> None:
    with pytest.raises(ValueError, match="none of"):
        bridge.among([], "ROLL", None)


@pytest.mark.parametrize(("share", "verdict"), [(1.0, True), (0.0, False)])
def test_a_clear_match_is_decided_early_and_a_level_one_is_not(share: float, verdict: bool) -> None:
    test = Sequential(0.58)
    games = 0
    while test.verdict is None:
        test.add(share)
        games += 1
    assert test.verdict is verdict
    assert games < 20
    level = Sequential(0.58)
    for won in (1.0, 0.0, 1.0, 0.0, 1.0):
        level.add(won)
    assert level.verdict is None

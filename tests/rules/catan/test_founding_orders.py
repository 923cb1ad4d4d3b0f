"""CM-14: a founding given beforehand is played place by place, as far as it is legal."""

import pytest

from rules import engine
from rules.catan import founding
from rules.catan.facts import Founded, TurnBegan
from rules.catan.founding_orders import MOST
from rules.catan.game import RULES
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, EDGES_AT, bits
from rules.catan.orders import after, ahead, amended, answer, read, write
from rules.catan.state import Catan, Found, FoundSites
from rules.chance import Seeded
from rules.contract import Position, Setup
from rules.notation import NotationError
from tests.rules.catan.position import corner, edge

LIST = "found B3n B3ne C1n C1ne D2s D2se"


def begun(seats: int = 4, seed: int = 1, game: str = "market") -> Position[Catan]:
    options = () if game == "market" else (("game", game),)
    return engine.begin(RULES, Setup(seats, options), Seeded(seed)).position


def said(text: str, state: Catan, seat: int) -> str:
    move = answer(read(text), state, seat)
    return RULES.write(move) if move else ""


def played(position: Position[Catan], text: str) -> Position[Catan]:
    return engine.play(RULES, position, position.state.active, (RULES.parse(text),), Seeded(1)).position


def every_place(state: Catan, seat: int = 0) -> str:
    """As many places as a list can have, all over the map; those of each seat are others."""
    corners = list(bits(state.free))[seat::5][:MOST]
    return " ".join(f"{CORNER_NAMES[c]} {EDGE_NAMES[next(bits(EDGES_AT[c] & state.lanes))]}" for c in corners)


def test_cm_14_the_first_place_that_is_legal_is_founded():
    position = begun()
    own = position.state.active
    assert said(LIST, position.state, own) == RULES.write(RULES.parse("found B3n B3ne"))
    assert said(LIST, position.state, (own + 1) % 4) == "", "only in one's own turn"
    taken = played(position, "found B3n B3ne")
    assert said(LIST, taken.state, taken.state.active) == RULES.write(RULES.parse("found C1n C1ne"))
    near = played(position, "found B3ne B3e")
    assert said("found B3n B3nw", near.state, near.state.active) == "", "too near: the player is asked"


@pytest.mark.parametrize("game", ["base", "market"])
@pytest.mark.parametrize("seats", [3, 4])
def test_cm_14_a_whole_founding_is_played_by_lists_alone(seats: int, game: str):
    position = begun(seats, 7, game)
    assert isinstance(position.state.phase, Found)
    left = {seat: read(f"found {every_place(position.state, seat)}; sites milk cocoa") for seat in range(seats)}
    while isinstance(position.state.phase, Found | FoundSites):
        seat = position.state.active
        assert ahead(left[seat], "found" if isinstance(position.state.phase, Found) else "found-sites")
        move = answer(left[seat], position.state, seat)
        assert move is not None
        commit = engine.play(RULES, position, seat, (move,), Seeded(1))
        for told in commit.told:
            left = {each: after(orders, 0, each, told.fact) for each, orders in left.items()}
        position = commit.position
    assert all(count == founding.rounds(position.state) for count in map(int.bit_count, position.state.settlements))
    assert [write(orders) for orders in left.values()] == [""] * seats, "nothing is left of them once a turn begins"


def test_cm_14_the_first_sites_are_of_the_kinds_that_come_first():
    position, order = begun(3, 3), "found {}; sites grapes cocoa"
    while not isinstance(position.state.phase, FoundSites):
        move = answer(read(order.format(every_place(position.state))), position.state, position.state.active)
        assert move is not None
        position = played(position, RULES.write(move))
    state = position.state
    chosen = answer(read("sites grapes cocoa"), state, state.active)
    best = answer(read("sites cocoa grapes"), state, state.active)
    assert chosen is not None
    assert best is not None
    assert answer(read("found B3n B3ne"), state, state.active) is None, "without such a line the player is asked"
    for move in (chosen, best):
        engine.play(RULES, position, state.active, (move,), Seeded(1))
    kinds = [RULES.write(move).split()[1::2] for move in (chosen, best)]
    assert "grapes" in kinds[0] or "grapes" not in kinds[1]


def test_cm_14_a_place_goes_once_it_is_founded_and_all_when_a_turn_begins():
    orders = read(f"{LIST}; sites milk; keep ore")
    left = after(orders, 0, 1, Founded(1, corner("C1n"), edge("C1e"), 0))
    assert write(left) == write(read("keep ore; found B3n B3ne D2s D2se; sites milk"))
    assert after(orders, 0, 1, Founded(2, corner("C1n"), edge("C1e"), 0)) == orders, "somebody else's stays in the list"
    assert write(after(orders, 0, 1, TurnBegan(0))) == "keep ore"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("also E3n E3ne", "found B3n B3ne E3n E3ne; sites milk"),
        ("also B3n B3nw", "found B3n B3nw; sites milk"),
        ("also B3n 0", "sites milk"),
        ("found 0", "sites milk"),
        ("sites 0", "found B3n B3ne"),
        ("found E3n E3ne; sites cocoa; keep ore;", "keep ore; found E3n E3ne; sites cocoa"),
    ],
)
def test_a_line_of_a_founding_changes_that_line(line: str, left: str):
    assert write(amended(read("found B3n B3ne; sites milk"), line)) == write(read(left))


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("found", ""),
        ("found B3n", "B3N"),
        ("found B3n E3e", "E3E"),
        ("found B9n B9e", "B9N"),
        ("sites", "SITES"),
        ("sites ore", "ORE"),
        ("sites milk milk", "MILK"),
    ],
)
def test_what_is_no_founding_is_refused_by_its_word(text: str, token: str):
    with pytest.raises(NotationError) as refused:
        read(text)
    assert refused.value.token == token


def test_a_list_is_of_so_many_places():
    places = every_place(begun().state).split()
    more = " ".join([*places, "E3s", "E3se"])
    assert len(read(f"found {' '.join(places)}").founds) == MOST
    with pytest.raises(NotationError):
        read(f"found {more}")

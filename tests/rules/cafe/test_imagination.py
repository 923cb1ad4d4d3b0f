"""Who thinks ahead: the state follows from what lies open, and every move is listed."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from rules import counts
from rules.cafe.game import RULES
from rules.cafe.guests import NATIONS
from rules.cafe.moves import Name
from rules.cafe.state import RESIGNED, Cafe, NameBirthday, Over, Turn
from rules.chance import Seeded
from rules.contract import Memory, Setup
from tests.rules.cafe.position import Position, after, drawn
from tests.rules.cafe.random_positions import played

GAMES = 25


def imagined(state: Cafe, seat: int) -> Cafe:
    public = RULES.public(state)
    memory = RULES.remember(None, public, seat, ())
    return RULES.imagine(public, RULES.private(state, seat), memory, drawn())


def positions() -> Iterator[Cafe]:
    """Of whole games, also of those in which everybody drinks until the first drop out, or somebody leaves."""
    rng = random.Random(3)
    for _ in range(GAMES):
        yield from played(rng)
        yield from _astray(rng)


def _astray(rng: random.Random) -> Iterator[Cafe]:
    chance = Seeded(rng.getrandbits(32))
    state = RULES.setup(Setup(rng.randrange(3, 5), (("birthday", "10"),)), chance).state
    while not isinstance(state.phase, Over):
        seat = state.phase.seat
        yield state
        best = RULES.best(state, seat, 1)
        move = best[0][0] if best and rng.random() < 0.4 else RULES.idle(state, seat)
        state = RULES.apply(state, seat, move, chance).state
        if rng.random() < 0.01 and not isinstance(state.phase, Over):
            state = RULES.resign(
                state, rng.choice([s for s in range(state.seats) if not state.resigned >> s & 1])
            ).state
    yield state


def test_from_what_lies_open_the_whole_state_follows() -> None:
    """The bag too: there is but one state that a seat can imagine, and no luck in it."""
    seen = {"dropped": 0, "resigned": 0, "names": 0, "over": 0, "jokers": 0, "left": 0}
    for state in positions():
        assert {imagined(state, seat) == state for seat in range(state.seats)} == {True}
        seen["dropped"] += bool(state.dropped)
        seen["resigned"] += bool(state.resigned)
        seen["left"] += bool(state.left)
        seen["jokers"] += bool(state.jokers)
        seen["names"] += isinstance(state.phase, NameBirthday)
        seen["over"] += isinstance(state.phase, Over)
    assert min(seen.values()) > 0, seen


def test_the_bag_is_counted_not_looked_into() -> None:
    """What lies in it is what nobody has seen; a bag that holds something else is imagined all the same."""
    state = RULES.setup(Setup(2), Seeded(1)).state
    counted = imagined(replace(state, bag=replace(state.bag, packed=counts.pack([counts.total(state.bag.packed)]))), 0)
    assert counted == state


def test_a_seat_remembers_nothing() -> None:
    state = RULES.setup(Setup(2), Seeded(1)).state
    assert RULES.remember(None, RULES.public(state), 0, ()) == Memory()


def test_every_move_is_listed_once() -> None:
    for state in positions():
        assert isinstance(state.phase, Turn | NameBirthday | Over)
        if isinstance(state.phase, Turn):
            seat = state.phase.seat
            moves = RULES.moves(state, seat)
            listed = [RULES.write(move) for move in moves]
            assert len(set(listed)) == len(listed)
            assert set(listed) == {RULES.write(move) for move, _ in RULES.best(state, seat, 100_000)}
            assert all(RULES.parse(text) in moves for text in listed[:3])


def test_who_names_a_birthday_has_twelve_nations_and_nobody_else_a_move() -> None:
    named = Position().names()
    assert RULES.moves(named.state, named.seat) == tuple(Name(nation) for nation in range(len(NATIONS)))
    assert RULES.moves(named.state, 1) == ()
    assert RULES.moves(Position().state, 1) == ()
    over = after(Position(2).bar(19).scores(50).holds("USf"), "bar USf")
    assert isinstance(over.phase, Over)
    assert RULES.moves(over, 0) == ()
    assert RULES.moves(replace(over, phase=Over(RESIGNED, (0, 0))), 1) == ()

"""What everybody sees, and what a seat sees besides, field by field."""

import random

import pytest
from msgspec.structs import asdict, replace

from rules import counts
from rules.cafe.board import CHAIR_NAMES, MASKS, bits, mask_of
from rules.cafe.game import RULES
from rules.cafe.guests import KINDS
from rules.cafe.moves import Seating, Sits
from rules.cafe.places import Places
from rules.cafe.scoring import gains
from rules.cafe.state import BAG, Over
from rules.cafe.views import CafePublic, admitted, places, tally, to_come
from tests.rules.cafe.position import Position, chair, kind, kinds, nation
from tests.rules.cafe.random_positions import played


def known() -> Position:
    made = Position(3, 1).sit("USm C66, USf C53, USm C59, Jf C60, INm C68").holds("INf USf").bar(6)
    return made.hand(0, "CFf Jm").scores(3, 7, 11).completed(0, 2, 5).birthday("IN").regulars().resigned(2)


def test_every_field_of_the_public_view() -> None:
    assert asdict(RULES.public(known().state)) == {
        "seats": 3,
        "phase": "turn",
        "active": 1,
        "guests": (
            Sits(kind("USf"), chair("C53")),
            Sits(kind("USm"), chair("C59")),
            Sits(kind("Jf"), chair("C60"), nation("US")),
            Sits(kind("USm"), chair("C66")),
            Sits(kind("INm"), chair("C68")),
        ),
        "one_nation": (21,),
        "bar": kinds("GBm GBm GBm GBm GBm GBm"),
        "next_field": -4,
        "hands": (kinds("CFf Jm"), kinds("INf USf"), kinds("CFf")),
        "limits": (5, 3, 0),
        "scores": (3, 7, 11),
        "completed": (0, 2, 5),
        "bag": 100,
        "left": (),
        "threshold": 30,
        "birthday": nation("IN"),
        "regulars": True,
        "opening": False,
        "dropped": (),
        "resigned": (2,),
        "costs": (),
        "ending": "",
    }


def test_a_seat_s_view() -> None:
    assert asdict(RULES.private(known().state, 1)) == {
        "seat": 1,
        "topic": "turn",
        "hand": kinds("INf USf"),
        "limit": 3,
        "drops_out": False,
    }
    assert RULES.private(known().state, 0).topic == ""
    assert RULES.private(known().names().state, 1).topic == "birthday"
    assert RULES.private(known().scores(3, 3).state, 1).drops_out


def test_the_end_shows_what_was_paid() -> None:
    view = RULES.public(known().bar(20).phase(Over(BAG, (5, 0, 10))).state)
    assert (view.phase, view.active, view.ending, view.costs, view.next_field) == ("over", -1, BAG, (5, 0, 10), 0)
    assert RULES.private(known().bar(20).phase(Over(BAG, (0, 0, 0))).state, 1).topic == ""


def test_guests_that_left_with_a_player_who_dropped_out_do_not_come_any_more() -> None:
    """CI-14"""
    before = RULES.public(Position(3).state)
    view = RULES.public(replace(Position(3).state, left=counts.pack((2, 0, 1))))
    assert view.left == (0, 0, 2)
    assert [a - b for a, b in zip(to_come(before), to_come(view), strict=True)][:3] == [2, 0, 1]


def test_who_has_dropped_out_is_shown() -> None:
    assert RULES.public(Position(3).dropped(2, 1).state).dropped == (2, 1)


def test_the_bag_shows_nothing_of_what_it_holds() -> None:
    assert "Hidden(…)" in repr(known().state)
    assert RULES.public(known().bag("CFf").state).bag == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_a_seating_would_bring_is_told_by_what_everybody_sees(seed: int) -> None:
    """Table by table as the rules count it, in random cafés with birthdays and regulars."""
    for state in played(random.Random(seed)):
        for move, _ in RULES.best(state, RULES.prompts(state)[0].seat, 5):
            if isinstance(move, Seating):
                wanted = [gain for gain in gains(state, move.guests) if gain.points]
                assert list(tally(RULES.public(state), move.guests)) == wanted


def test_before_a_joker_between_two_tables_is_named_nothing_is_certain() -> None:
    view = RULES.public(Position(2).sit(f"CFf {CHAIR_NAMES[0]}").state)
    joker, there = kind("Jm"), chair("C08")
    assert tally(view, (Sits(joker, there),)) == ()
    assert [gain.points for gain in tally(view, (Sits(joker, there, nation("CF")),))] == [2]


@pytest.mark.parametrize("seed", range(3))
def test_who_may_still_come_is_what_the_bag_holds(seed: int) -> None:
    """CI-1: hands, chairs and bar lie open, and who left with a player who dropped out was seen."""
    for state in played(random.Random(seed)):
        assert to_come(RULES.public(state)) == counts.unpack(state.bag.packed, KINDS)


@pytest.mark.parametrize("seed", range(3))
def test_a_chair_admits_the_sexes_that_leave_no_table_uneven(seed: int) -> None:
    """CI-6, as the judge counts it: alone, and on a free chair only."""
    for state in played(random.Random(seed)):
        view, found = RULES.public(state), Places(state)
        women, men = admitted(view)
        assert not (women | men) & ~found.free
        assert (women & _joined(view), men & _joined(view)) == found.alone


def _joined(view: CafePublic) -> int:
    """The chairs at tables where somebody sits."""
    taken = {sits.chair for sits in view.guests}
    return mask_of(chair for mask in MASKS if any(mask >> chair & 1 for chair in taken) for chair in bits(mask))


@pytest.mark.parametrize("seed", range(6))
def test_the_places_are_those_of_the_ranking(seed: int) -> None:
    """CI-19, CI-22: by points, ties share; then who has resigned, then who dropped out, the earliest last."""
    rng = random.Random(seed)
    for state in list(played(rng))[::5]:
        assert places(RULES.public(state)) == ()
        gone = rng.sample(range(state.seats), rng.randrange(state.seats))
        over = Over(BAG, (0,) * state.seats)
        scores = tuple(rng.choice((7, 9)) for _ in range(state.seats))
        end = replace(state, phase=over, scores=scores, dropped=tuple(gone[1:]), resigned=sum(1 << s for s in gone[:1]))
        outcome = RULES.outcome(end)
        assert outcome is not None
        before, wanted = 1, [0] * state.seats
        for group in outcome.ranking:
            for seat in group:
                wanted[seat] = before
            before += len(group)
        assert places(RULES.public(end)) == tuple(wanted)

"""What Catan's pictures tell of a move: who gained what, what is lit, runs of moves, and where the points came from."""

from collections import Counter
from math import hypot

import pytest
from msgspec.structs import replace

from renderer.catan import Change, Marks, last_move, pieces
from renderer.catan.changes import BADGE, CLEAR
from renderer.catan.events import over_plates
from renderer.catan.gains import CHIPS, DEV, INGREDIENT, RESOURCE, Gain, folded, gains
from renderer.catan.geometry import layout
from renderer.catan.island import robber_at
from renderer.catan.marks import Spot
from renderer.drawing.signs import RING
from renderer.scene import Stamp, Words, centred
from rules.catan import facts as f
from rules.catan.game import RULES
from rules.catan.pieces import KINDS, resources
from rules.catan.views import ranked, sources
from rules.contract import Fact
from tests.painted import PAINTERS
from tests.renderer import measures
from tests.renderer.catan_positions import Moment, game, positions

MIDDLE = positions(True, 4, 500)[100]


def _seen(one: Fact, *more: Fact) -> set[tuple[int, int, int]]:
    return {(gain.seat, gain.thing, gain.number) for gain in gains((one, *more))}


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ((f.Produced((resources(lumber=2), 0, resources(ore=1), 0)),), {(0, 0, 2), (2, 4, 1)}),
        ((f.Discarded((0, resources(wool=3, ore=1), 0)),), {(1, 2, -3), (1, 4, -1)}),
        ((f.RoadBuilt(1, 3, free=False),), {(1, 0, -1), (1, 1, -1)}),
        ((f.RoadBuilt(1, 3, free=True),), set[tuple[int, int, int]]()),
        ((f.BankTraded(0, 1, 4, 3), f.CityBuilt(0, 5)), {(0, 1, -4), (0, 3, -1), (0, 4, -3)}),
        ((f.DevBought(2),), {(2, DEV, 1), (2, 2, -1), (2, 3, -1), (2, 4, -1)}),
        ((f.Robbed(0, 3, 1),), {(0, INGREDIENT, 1), (3, INGREDIENT, -1)}),
        ((f.Robbed(0, 3, -1),), {(0, RESOURCE, 1), (3, RESOURCE, -1)}),
        ((f.MonopolyPlayed(1, 2, (3, 0, 1)),), {(1, DEV, -1), (1, 2, 4), (0, 2, -3), (2, 2, -1)}),
        (
            (f.OfferClosed(1, 0, 2, resources(ore=1), resources(wool=2)),),
            {(0, 4, -1), (0, 2, 2), (2, 4, 1), (2, 2, -2)},
        ),
        (
            (f.ChocolateMade(1, 0, 6), f.ChipsGot(1, 1)),
            {(1, 5, -1), (1, 6, -1), (1, 7, -1), (1, DEV, 1), (1, CHIPS, 1)},
        ),
        ((f.ChocolateMade(1, 1, 3), f.RewardLapsed(1, "dev")), {(1, 5, -2), (1, 6, -1)}),
        ((f.KnightPlayed(3, 1), f.ResourceGot(3, 0)), {(3, DEV, -1), (3, 0, 1)}),
    ],
)
def test_what_was_won_and_spent_is_told_by_seats(facts: tuple[Fact, ...], wanted: set[tuple[int, int, int]]) -> None:
    assert _seen(*facts) == wanted


def test_the_gains_of_whole_games_are_what_the_hands_have_more_or_less() -> None:
    """Replayed move by move, the numbers over the plates explain every change of a pile that everybody sees."""
    for market, seed in ((True, 1), (False, 2)):
        before: Moment | None = None
        for moment in game(market, 4, seed):
            if before is not None and "Resigned" not in {type(fact).__name__ for fact in moment.news}:
                found: Counter[tuple[int, bool]] = Counter()
                for gain in gains(moment.news):
                    if gain.thing < KINDS or gain.thing in (RESOURCE, INGREDIENT):
                        found[gain.seat, gain.thing in (*range(5, KINDS), INGREDIENT)] += gain.number
                one, two = before.view, moment.view
                for seat in range(4):
                    assert found[seat, False] == two.resources[seat] - one.resources[seat], moment.news
                    assert found[seat, True] == two.ingredients[seat] - one.ingredients[seat], moment.news
            before = moment


def test_many_kinds_are_told_by_piles() -> None:
    own = [Gain(0, kind, 1 + kind) for kind in range(KINDS)]
    assert folded(own[:3], 3) == ((0, 1), (1, 2), (2, 3))
    assert folded(own, 3) == ((RESOURCE, 15), (INGREDIENT, 40))


@pytest.mark.parametrize("seats", [3, 4])
def test_what_was_won_stands_over_its_plate_and_what_was_lost_beside_it(seats: int) -> None:
    view = replace(positions(True, seats, 500)[100].view, offer=None, proposals=())
    where = layout(market=True)
    for number in range(1, KINDS + 1):
        told = tuple(Gain(seats - 1, kind, 2 if kind % 2 else -3) for kind in range(number))
        stamps = [item for item in over_plates(view, where, Marks(gains=told)) if isinstance(item, Stamp)]
        assert 1 <= len(stamps) <= 2
        plate = where.seat(seats, seats - 1)
        assert all(
            plate.left <= s.box.left and s.box.right <= plate.right and s.box.bottom <= plate.top for s in stamps
        )
        signs = [measures.words_of(stamp.drawing)[0].text[0] for stamp in stamps]  # the first number of each says which
        assert set(signs) <= {"+", "−"}
        assert signs == sorted(signs)
        assert all(word.text.isdecimal() for stamp in stamps for word in measures.words_of(stamp.drawing)[1:])


def test_a_run_of_moves_is_numbered_and_one_move_is_not() -> None:
    facts = f.RoadBuilt(0, 3, free=False), f.CityBuilt(0, 5), f.RoadBuilt(1, 9, free=False), f.RobberMoved(2, 4)
    marks = last_move(facts)
    assert [(change.seat, change.turn) for change in marks.changes] == [(0, 1), (0, 1), (1, 2), (2, 3)]
    assert last_move(facts[:2]).turns == 1
    scene = PAINTERS.paint(MIDDLE.view, "board", marks)
    numbers = [i.drawing.key for i in scene.items if isinstance(i, Stamp) and i.drawing.key.startswith("turn:")]
    assert numbers == ["turn:1", "turn:1", "turn:2", "turn:3"]


def test_the_last_move_and_who_is_waited_for_are_lit_so_are_ghosts_and_the_end_is_all_in_light() -> None:
    view = MIDDLE.view
    marks = Marks(moved=True, changes=(Change("robber", view.robber, 0),))
    lit = PAINTERS.paint(view, "board", marks).lit
    assert len(lit) == 2 + len(view.waiting), "the change, whose turn it is, and the plates of those who are waited for"
    assert {layout(market=True).seat(view.seats, seat) for seat in view.waiting} <= set(lit)
    robber, *rest = PAINTERS.paint(view, "board", replace(marks, ghost_robber=True)).lit
    assert robber.holds(centred(pieces.robber(), robber_at(view, layout(market=True))).box)
    assert not any(robber.meets(other) for other in rest)
    asked = replace(marks, ghost_robber=True, legal_corners=(Spot(0),))
    assert PAINTERS.paint(view, "board", asked).lit == ()
    assert PAINTERS.paint(replace(view, ending="points", winner=0), "board", marks).lit == ()
    assert PAINTERS.paint(view, "board").lit == ()


def test_the_market_is_shown_where_something_happened_in_it() -> None:
    view = replace(MIDDLE.view, offer=None)

    def pictures(*facts: Fact) -> tuple[str, ...]:
        return PAINTERS.telling(view, PAINTERS.happened(view, facts))

    assert pictures(f.RoadBuilt(0, 3, free=False)) == pictures(f.TurnBegan(1)) == ("board",)
    assert pictures(f.ChocolateMade(0, 1, 3)) == pictures(f.MarketRolled(3)) == ("board", "market")
    assert pictures() == ("board", "market")


def test_the_end_tells_places_and_where_the_points_came_from() -> None:
    """CM-10, CM-29: as the outcome ranks them; the sources add up, and hidden cards are what everybody learns then."""
    for market, seed in ((True, 2), (False, 4), (True, 5)):
        last = list(game(market, 4, seed))[-1]
        view, outcome = last.view, RULES.outcome(last.state)
        assert outcome is not None
        for tied in outcome.ranking:
            assert len({ranked(view)[seat] for seat in tied}) == 1
        firsts = [ranked(view)[tied[0]] for tied in outcome.ranking]
        assert firsts[0] == 1
        assert firsts == sorted(set(firsts))
        hidden = next(fact.hidden for fact in last.facts if isinstance(fact, f.Ended))
        for seat in range(4):
            found = dict(sources(view, seat))
            assert sum(found.values()) == view.points[seat]
            assert found["hidden"] == hidden[seat]
        keys = [item.drawing.key for item in PAINTERS.paint(view, "board").items if isinstance(item, Stamp)]
        assert sum(key.startswith("crown") for key in keys) == 1 + len(outcome.ranking[0])
        assert sum(key.startswith("rank") for key in keys) == 4 - len(outcome.ranking[0])


def test_names_stand_in_plates_and_at_the_turn_and_the_rest_is_the_same_without() -> None:
    names = ("Anna", "Bruno", "Carla", "Dieter")
    for moment in positions(True, 4, 500)[3::60]:
        called, bare = (PAINTERS.paint(moment.view, "board", None, who) for who in (names, ()))
        shown = [item.text for item in called.items if isinstance(item, Words) and item.named]
        seat = moment.view.winner if moment.view.winner >= 0 else moment.view.active
        assert Counter(shown) == Counter((*names, names[seat])) or any("…" in text for text in shown)
        assert tuple(item for item in called.items if not (isinstance(item, Words) and item.named)) == bare.items


def test_signs_and_numbers_of_a_run_never_lie_on_what_has_changed() -> None:
    """A number on a site hid its ingredient; at the ring there is room."""
    seen = 0
    moments = list(game(True, 4, 2))
    for last in range(60, len(moments), 7):
        runs = [moment.facts for moment in moments[last - 7 : last + 1]]
        marks = PAINTERS.since(moments[last].view, runs)[0]
        scene = PAINTERS.paint(moments[last].view, "board", marks)
        stamps = [item for item in scene.items if isinstance(item, Stamp)]
        rings = [item.box for item in stamps if item.drawing.key.startswith("ring:")]
        said = [item.box for item in stamps if item.drawing.key.startswith(("turn:", f"tile:0:{BADGE}"))]
        island = layout(market=True).island
        for box in said:
            for ring in rings:
                assert not box.grown(-4).meets(ring.grown(-(RING / 2 + CLEAR))), (last, box, ring)
            seen += island.holds(box)
    assert seen > 20


def test_the_robber_stands_well_inside_his_hex() -> None:
    """At the rim he stood on two hexes at once: most of him is nearer to the middle of his own than to any other."""
    where = layout(market=True)
    for moment in positions(True, 4, 500)[::7]:
        x, y = robber_at(moment.view, where)
        far = [hypot(x - cx, y - cy) for cx, cy in map(where.hexagon, range(len(moment.view.terrain)))]
        own = far.pop(moment.view.robber)
        assert own <= 0.5 * min(far)

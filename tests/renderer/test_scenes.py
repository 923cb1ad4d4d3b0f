"""Over random positions of every board, with and without marks: nothing overlaps, nothing is too small or missing."""

import random
import time

import pytest
from msgspec.structs import replace

from renderer.drawing.players import NUMERALS
from renderer.guatemala import drafted, marks, theme
from renderer.guatemala import geometry as at
from renderer.scene import Box, Scene, Stamp, Stroke, Words
from rules import engine
from rules.chance import Seeded
from rules.contract import Seat
from rules.guatemala.board import sack_space
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat
from tests import report
from tests.contract.registry import GUATEMALA
from tests.painted import PAINTERS
from tests.renderer import measures
from tests.renderer.positions import RULES, Moment, marks_for, positions

POSITIONS = 1000
BOARDS = (2, 3, 4)
TEXT, SYMBOL, SIGN, LINE, CONTRAST = 36, 60, 44, 6, 4.5
NUMERAL = 22
"""The sign of a player, which colour, plate and line tell too, is smaller than a piece, and so is its numeral."""
SIGNS = ("tile", "marker", "seat")

_seen: set[str] = set()


def check_words(scene: Scene, page: Box) -> None:
    words = measures.texts(scene)
    assert measures.meeting(words) == []
    for word in words:
        assert page.holds(word.box), word
        assert word.size >= (NUMERAL if word.text in NUMERALS else TEXT) - 1e-9, word
        assert measures.contrast(word.ink, word.paper) >= CONTRAST, word


def check_stamps(scene: Scene, page: Box) -> None:
    for item in scene.items:
        if not isinstance(item, Stamp):
            continue
        assert page.holds(item.box), item.drawing.key
        if item.drawing.key in _seen:
            continue
        _seen.add(item.drawing.key)
        for shape in item.drawing.shapes:
            assert not isinstance(shape, Stroke) or shape.weight >= LINE, item.drawing.key
        ink = measures.ink_of(item.drawing)
        if item.means:
            least = SIGN - 4 if item.means.startswith(SIGNS) else SYMBOL
            assert max(ink.width, ink.height) >= least, item.drawing.key
        assert Box(0, 0, item.drawing.width, item.drawing.height).grown(1).holds(ink), item.drawing.key


@pytest.mark.parametrize("seats", BOARDS)
def test_no_words_meet_all_are_inside_and_large_and_every_piece_is_drawn_once(seats: int) -> None:
    luck = random.Random(seats)
    start = time.perf_counter()
    for moment in positions(seats, POSITIONS):
        view, shown = moment.view, marks_for(moment, luck)
        for picture, expected in (("production", measures.on_production), ("plantation", measures.on_plantation)):
            scene = PAINTERS.paint(view, picture, shown)
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            assert measures.drawn(scene) == expected(view)
    report.say(f"scenes: {2 * POSITIONS} of {seats} players checked in {time.perf_counter() - start:.1f} s")


@pytest.mark.parametrize("seats", BOARDS)
def test_hands_show_each_kind_of_sack_held_and_how_many(seats: int) -> None:
    for moment in positions(seats, POSITIONS)[::10]:
        for seat in range(seats):
            view = RULES.private(moment.state, Seat(seat))
            assert isinstance(view, GuatemalaSeat)
            scene = PAINTERS.paint(view)
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            held = {f"hand:{letter}" for letter, amount in zip("KWBRN", view.stock, strict=True) if amount}
            assert set(measures.drawn(scene)) == held | {f"seat:{seat}"}
            amounts = [item.text for item in scene.items if isinstance(item, Words)][:5]
            assert amounts == [str(amount) for amount in view.stock]


def test_parts_at_double_size_keep_their_coordinates_and_their_size() -> None:
    """Every part of the land tells its rows and columns; its words are as large on the part as others on the whole."""
    for seats in BOARDS:
        for moment in positions(seats, POSITIONS)[7::200]:
            for picture in PAINTERS.pictures(moment.view):
                for region in PAINTERS.regions(moment.view, picture):
                    scene = PAINTERS.zoom(moment.view, picture, region)
                    assert scene.size[0] == 1200
                    assert scene.size[1] <= 1400
                    rims = [item for item in scene.items if isinstance(item, Words) and item.size < TEXT]
                    assert measures.meeting(rims) == []
                    assert all(word.size * scene.zoom >= TEXT for word in rims)
                    inside = [word.text for word in measures.texts(scene) if scene.window.holds(word.box)]
                    if picture == "production" or region.startswith(("north", "south")):
                        letters = "PQRSTUVWX" if picture == "production" else "ABCDEFGHIJKLM"
                        assert len({text for text in inside if text in letters}) >= 3
                        assert len({text for text in inside if text in "123456789"}) >= 4


def test_what_is_said_to_lie_alone_does() -> None:
    """Else its kept pixels would hold those of something else."""
    luck = random.Random(5)
    for seats in BOARDS:
        for moment in positions(seats, POSITIONS)[3::25]:
            for picture in PAINTERS.pictures(moment.view):
                items = PAINTERS.paint(moment.view, picture, marks_for(moment, luck)).items
                for number, item in enumerate(items):
                    if isinstance(item, Stamp) and item.alone:
                        below = [other for other in items[:number] if other.box.meets(item.box)]
                        assert below == []


def test_the_grounds_have_no_thin_line_either() -> None:
    for moment in (positions(seats, POSITIONS)[0] for seats in BOARDS):
        for picture in PAINTERS.pictures(moment.view):
            for shape in PAINTERS.paint(moment.view, picture).ground.shapes:
                assert not isinstance(shape, Stroke) or shape.weight >= LINE


def test_markers_keep_apart_and_near_their_space() -> None:
    for seats in BOARDS:
        for moment in positions(seats, POSITIONS)[::5]:
            scene = PAINTERS.paint(moment.view, "plantation")
            stamps = [item for item in scene.items if isinstance(item, Stamp) and item.means.startswith("marker")]
            assert measures.apart(stamp.box for stamp in stamps)
            assert len(stamps) == seats


def test_a_crowd_on_any_space_of_the_track_finds_room() -> None:
    moment = positions(4, POSITIONS)[0]
    for space in range(80):
        for gap in (0, 1, 19):
            points = tuple(min(space + gap * seat, 90) for seat in range(4))
            view = _with_points(moment.view, points)
            scene = PAINTERS.paint(view, "plantation")
            stamps = [item for item in scene.items if isinstance(item, Stamp) and item.means.startswith("marker")]
            assert measures.apart(stamp.box for stamp in stamps)
            assert all(scene.window.holds(stamp.box) for stamp in stamps)


def _with_points(view: GuatemalaPublic, points: tuple[int, ...]) -> GuatemalaPublic:
    return replace(view, points=points)


HATS = 16, 22
"""How wide and high the middle of a hat or a roof is: what tells a worker from a shed."""


def test_neither_owners_nor_prices_hide_a_hat_a_roof_or_a_letter() -> None:
    for seats in BOARDS:
        for moment in positions(seats, POSITIONS)[3::40]:
            scene = PAINTERS.paint(moment.view, "plantation", drafted(moment.facts))
            stamps = [item for item in scene.items if isinstance(item, Stamp)]
            small = [s.box.grown(-6) for s in stamps if s.means.startswith("tile") or s.drawing.key.startswith("coin")]
            for stamp in stamps:
                if stamp.means.startswith(("worker", "shed")):
                    middle, top = stamp.box.centre[0], stamp.box.top
                    hat = Box(middle - HATS[0] / 2, top, middle + HATS[0] / 2, top + HATS[1])
                    assert not any(hat.meets(box) for box in small), (stamp.means, moment.view)


def test_the_name_of_a_field_covers_nothing_of_its_piece() -> None:
    seen = 0
    for moment in positions(3, POSITIONS)[::5]:
        prompts = RULES.prompts(moment.state)
        if not prompts or moment.view.phase != "line":
            continue
        choices = RULES.choices(moment.state, prompts[0].seat, ("take",))
        scene = PAINTERS.paint(moment.view, "production", marks.legal(moment.view, ("take",), choices))
        names = {choice.token for choice in choices}
        words = [word for word in measures.texts(scene) if word.text in names]
        assert len(words) == len(names)
        pieces = [s.box.grown(-2) for s in scene.items if isinstance(s, Stamp) and s.means.startswith("field")]
        assert not any(word.box.meets(box) for word in words for box in pieces)
        seen += len(names)
    assert seen > 100


def test_a_closed_site_and_harbour_are_neither_printed_nor_offered() -> None:
    moment: Moment = positions(3, POSITIONS)[0]
    scene = PAINTERS.paint(moment.view, "plantation")
    prices = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith("site:")]
    docks = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith("coin:")]
    assert (len(prices), len(docks)) == (12, 9)
    assert "1" not in [word.text for word in measures.texts(scene) if word.box.top > 930 and word.box.bottom < 1010]


def test_legal_words_are_marked_where_the_rules_say() -> None:
    """Every choice of a token that names a place gets its spot, and nothing else does."""
    for seats in BOARDS:
        for moment in positions(seats, POSITIONS)[::25]:
            prompts = RULES.prompts(moment.state)
            if not prompts or moment.view.phase != "line":
                continue
            seat = Seat(prompts[0].seat)
            for verb in ("take", "score"):
                choices = RULES.choices(moment.state, seat, (verb,))
                spots = marks.legal(moment.view, (verb,), choices).fields
                assert [spot.label for spot in spots] == [choice.token for choice in choices]
                for choice in choices if verb == "take" else ():
                    ahead = RULES.choices(moment.state, seat, (verb, choice.token))
                    places = marks.legal(moment.view, (verb, choice.token), ahead).places
                    assert [(spot.label, spot.worth) for spot in places] == [(c.token, c.worth) for c in ahead]


def test_the_last_sack_lies_where_the_rules_say() -> None:
    moment = max(positions(4, POSITIONS), key=lambda moment: len(moment.view.track))
    bar = at.bar(at.layout(4))
    words = measures.texts(PAINTERS.paint(moment.view, "plantation"))
    ends = [word.text for word in words if bar.holds(word.box) and int(word.text) % 10]
    assert ends == [str(sack_space(len(moment.view.track)))]


def test_a_buyer_who_is_put_stands_on_the_picture_before_it_counts() -> None:
    """Also in a plan, of which the view knows nothing yet; from there he reaches the spaces of his first walk."""
    state = engine.begin(RULES, GUATEMALA.setups[0], Seeded(1)).position.state
    view = RULES.public(state)
    assert isinstance(view, GuatemalaPublic)
    assert view.buyer < 0
    seat = Seat(RULES.prompts(state)[0].seat)
    for choice in RULES.choices(state, seat, ("buyer",)):
        shown, pictures = marks.planned(view, (), ("buyer", choice.token), ())
        assert pictures == (marks.PRODUCTION,)
        scene = PAINTERS.paint(view, marks.PRODUCTION, shown)
        (stood,) = [item for item in scene.items if isinstance(item, Stamp) and item.means == "buyer"]
        middle, wanted = stood.box.centre, at.space(int(choice.token)).centre
        assert max(abs(one - other) for one, other in zip(middle, wanted, strict=True)) <= 1


def test_the_sign_of_a_harbour_looks_like_no_price_of_its_docks() -> None:
    """Both are small numbers, one over the other."""
    for seats in (3, 4):
        for moment in positions(seats, POSITIONS)[::50]:
            scene = PAINTERS.paint(moment.view, "plantation")
            signs = [shape for shape in scene.ground.shapes if isinstance(shape, Words) and shape.text in set("1234")]
            coins = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith("coin:")]
            prices = {
                (word.ink, word.paper) for coin in coins for word in coin.drawing.shapes if isinstance(word, Words)
            }
            flags = {(sign.ink, sign.paper) for sign in signs if (sign.ink, sign.paper) == (theme.DARK, theme.WHITE)}
            assert len(prices) >= 1
            assert flags
            assert not flags & prices

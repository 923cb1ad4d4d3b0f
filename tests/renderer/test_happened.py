"""What just happened, in the pixels: a ring that is seen, all else darker, gains told by their sign."""

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

import renderer
from renderer.drawing import signs
from renderer.guatemala import theme
from renderer.pixels.palettes import DIMMED
from renderer.pixels.raster import ROUND
from renderer.scene import Box, Disc, Drawing, Scene, Stamp, Stroke, Words
from tests.painted import PAINTERS
from tests.renderer import measures, positions, snapshots

PAGE = Box(0, 0, 1200, 1200)


def _seen(scene: Scene) -> Image.Image:
    return Image.open(BytesIO(renderer.render(scene))).convert("RGB")


def _light(image: Image.Image, box: Box) -> float:
    part = image.crop((int(box.left), int(box.top), int(box.right), int(box.bottom))).convert("L")
    return sum(part.tobytes()) / (part.width * part.height)


@pytest.mark.parametrize("number", range(10))
def test_what_is_lit_is_as_it_was_and_all_else_is_a_tenth_to_a_seventh_darker(number: int) -> None:
    scene = snapshots.POSITIONS[number][1]().scene
    plain = replace(scene, lit=())
    lit = Box(300, 400, 560, 620)
    before, after = _seen(plain), _seen(replace(plain, lit=(lit,)))
    inner = lit.grown(-ROUND)
    corners = inner.left, inner.top, inner.right, inner.bottom
    assert before.crop(corners).tobytes() == after.crop(corners).tobytes()
    for dark in (Box(0, 0, 1200, 390), Box(0, 640, 1200, 900), Box(0, 400, 290, 620)):
        assert 0.84 < _light(after, dark) / _light(before, dark) < 0.91, dark


def test_lit_boxes_follow_a_part_at_double_size() -> None:
    scene = snapshots.POSITIONS[0][1]().scene
    part = replace(scene, window=Box(200, 200, 800, 800), zoom=2, lit=(Box(300, 300, 400, 400),))
    before, after = _seen(replace(part, lit=())), _seen(part)
    assert before.crop((220, 220, 380, 380)).tobytes() == after.crop((220, 220, 380, 380)).tobytes()
    assert _light(after, Box(0, 0, 1200, 190)) < 0.91 * _light(before, Box(0, 0, 1200, 190))


def test_what_is_lit_beyond_the_picture_is_nothing() -> None:
    scene = snapshots.POSITIONS[0][1]().scene
    assert _seen(replace(scene, lit=(Box(-90, -90, -10, -10),))).size == scene.size


def test_a_ring_is_light_with_a_dark_edge_and_thick_on_a_phone() -> None:
    """3.6 pixels of 390 with its edge, 2.7 of them light: against any ground one of both is seen."""
    strokes = [shape for shape in signs.ring(100, 100).shapes if isinstance(shape, Stroke)]
    assert [stroke.ink for stroke in strokes] == [signs.DARK, signs.LAST]
    assert [stroke.weight for stroke in strokes] == [18, 9]
    for ground in theme.every():
        if ground[3] == 255:
            assert max(measures.contrast(ground, signs.DARK), measures.contrast(ground, signs.LAST)) >= 3


@pytest.mark.parametrize("box", [Box(0, 0, 60, 60), Box(1150, 1180, 1200, 1200), Box(500, 500, 700, 540)])
def test_a_ring_stays_in_the_picture_and_leaves_its_thing_free(box: Box) -> None:
    stamp = signs.ringed(box, PAGE)
    assert PAGE.holds(stamp.box)
    assert stamp.box.holds(box)


def test_a_ring_shows_what_is_in_it() -> None:
    image = renderer.compose(
        Scene(
            theme.NAME, Drawing.of("white", 200, 200, ()), (Stamp(signs.ring(160, 160), 20, 20),), Box(0, 0, 200, 200)
        )
    ).image
    assert image.getpixel((100, 100)) == (0, 0, 0)


@pytest.mark.parametrize(("number", "text"), [(2, "+2"), (0, "+0"), (-3, "−3"), (12, "+12")])
def test_a_gain_says_its_sign_and_keeps_its_symbol_apart(number: int, text: str) -> None:
    under, word, symbol = signs.gain(number, signs.crown(48), 300, 100)
    assert isinstance(under, Stamp)
    assert isinstance(word, Words)
    assert word.text == text
    assert under.box.holds(word.box)
    assert under.box.holds(symbol.box)
    assert not word.box.meets(symbol.box)
    assert under.box.right == pytest.approx(300, abs=1)
    assert measures.contrast(word.ink, word.paper) >= 4.5


def test_places_and_gains_are_never_alike() -> None:
    """A place is a number with a full stop on a ribbon, a gain a number with its sign on a pill."""
    places = [word.text for place in range(1, 5) for word in measures.words_of(signs.rank(place))]
    assert places == ["1.", "2.", "3.", "4."]
    assert not {text[0] for text in places} & {"+", signs.MINUS}


def test_every_new_drawing_keeps_inside_its_box() -> None:
    for drawing in (
        *(signs.ring(wide, high) for wide, high in ((40, 120), (100, 100), (300, 60))),
        *(signs.turn(number) for number in range(1, 10)),
        *(signs.rank(place, size) for place in range(1, 5) for size in (64, 90)),
        *(signs.crown(size) for size in (46, 64, 120)),
        *(signs.pill(wide, signs.GAIN, good=wide > 110) for wide in (100, 140)),
    ):
        ink = measures.ink_of(drawing)
        assert all(shape.across > 0 for shape in drawing.shapes if isinstance(shape, Disc)), drawing.key
        assert Box(0, 0, drawing.width, drawing.height).grown(1).holds(ink), drawing.key


def test_the_light_that_is_left_is_what_the_design_says() -> None:
    assert 0.85 <= DIMMED <= 0.9


def test_on_the_plantation_a_ring_lies_under_its_piece_whose_hat_or_roof_it_would_cut() -> None:
    """Nothing but signs, prices and other pieces is laid later than a worker, a shed or a ship."""
    seen = 0
    for seats in (2, 3, 4):
        for moment in positions.positions(seats, 300)[::5]:
            scene = PAINTERS.paint(moment.view, "plantation", PAINTERS.happened(moment.view, moment.facts))
            stamps = [item for item in scene.items if isinstance(item, Stamp)]
            first = min((n for n, item in enumerate(stamps) if item.means.startswith(("worker:", "shed:"))), default=0)
            boxes = [item.box for item in stamps if item.means.startswith(("worker:", "shed:", "ship:"))]
            for item in stamps[first:]:
                if item.drawing.key.startswith("ring:"):
                    x, y = item.box.centre
                    assert not any(box.holds(Box(x, y, x, y)) for box in boxes), item
            seen += sum(item.drawing.key.startswith("ring:") for item in stamps[:first])
    assert seen > 50

"""The five coffees and the four players are told apart by colour, by letter and by shape, whatever the eyes."""

from itertools import combinations, pairwise

import pytest
from PIL import Image

from renderer.drawing.players import NUMERALS, TILES, tile
from renderer.guatemala import theme
from renderer.guatemala.badges import BADGES
from renderer.guatemala.pieces import piece
from renderer.pixels.raster import draw_sprite
from renderer.scene import Area, Drawing, Ink, Point
from rules.guatemala.pieces import LETTERS, SACK, SHED, SHIP, WORKER
from tests import report
from tests.renderer.vision import SIGHTS, apart

APART = 20
CLASSES = {"coffees": theme.COFFEES, "players": theme.SEATS}
UNLIKE = 0.15
"""How much of two shapes laid on each other belongs to one alone. Circle and square of equal width: 0.21."""


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", CLASSES)
def test_colours_of_a_class_lie_apart(name: str, sight: str) -> None:
    worst = min(apart(one, other, sight) for one, other in combinations(CLASSES[name], 2))
    report.say(f"ΔE of {name}, {sight}: {worst:.1f}")
    assert worst >= APART


def test_the_simulation_knows_red_from_green_as_such_eyes_do() -> None:
    """A red and a green of equal lightness: far apart to most, close to protan and deutan eyes."""
    red, green = theme.ink("c44f2e"), theme.ink("7d7d2a")
    assert apart(red, green, "normal") > 50
    assert apart(red, green, "protan") < 25
    assert apart(red, green, "deutan") < 25


def _shape(points: tuple[Point, ...]) -> Image.Image:
    """A shape alone, black on white, at the size that it has on a phone."""
    drawing = Drawing.of("shape", 24, 24, (Area(tuple((12 + x * 10, 12 + y * 10) for x, y in points), (0, 0, 0, 255)),))
    return draw_sprite(drawing, 1, 4).getchannel("A").point([0] * 128 + [255] * 128)


def _unlike(one: Image.Image, other: Image.Image) -> float:
    pairs = list(zip(one.tobytes(), other.tobytes(), strict=True))
    either = sum(1 for a, b in pairs if a or b)
    return sum(1 for a, b in pairs if bool(a) != bool(b)) / either


@pytest.mark.parametrize("shapes", [BADGES, TILES], ids=["coffees", "players"])
def test_shapes_of_a_class_differ_in_outline_alone(shapes: tuple[tuple[Point, ...], ...]) -> None:
    masks = [_shape(shape) for shape in shapes]
    worst = min(_unlike(one, other) for one, other in combinations(masks, 2))
    report.say(f"least unlike of {len(shapes)} shapes at phone size: {worst:.2f}")
    assert worst >= UNLIKE


def _grey(drawing: Drawing) -> list[int]:
    """A drawing on a middle grey, in greys, at a third of its size."""
    sprite = draw_sprite(drawing, 1, 4)
    sheet = Image.new("RGB", sprite.size, (150, 150, 150))
    sheet.paste(sprite, (0, 0), sprite)
    return list(sheet.convert("L").reduce(3).tobytes())


@pytest.mark.parametrize("kind", [WORKER, SHED, SHIP, SACK])
def test_in_greys_the_shape_still_tells_every_coffee(kind: int) -> None:
    """Without colour and even with equal greys: the outline of a badge is drawn in a tone far from its inside."""
    for one, other in combinations(range(5), 2):
        a, b = _grey(piece(kind + one, 78)), _grey(piece(kind + other, 78))
        changed = sum(1 for x, y in zip(a, b, strict=True) if abs(x - y) > 40)
        assert changed >= 0.06 * len(a), (LETTERS[one], LETTERS[other])


def test_in_greys_the_shape_still_tells_every_player() -> None:
    for one, other in combinations(range(4), 2):
        a, b = _grey(tile(one, 68)), _grey(tile(other, 68))
        assert sum(1 for x, y in zip(a, b, strict=True) if abs(x - y) > 40) >= 0.08 * len(a)


def test_kinds_of_one_coffee_differ_in_greys_too() -> None:
    for coffee in range(5):
        for one, other in combinations((WORKER, SHED, SHIP, SACK), 2):
            a, b = _grey(piece(one + coffee, 92)), _grey(piece(other + coffee, 92))
            assert sum(1 for x, y in zip(a, b, strict=True) if abs(x - y) > 40) >= 0.1 * len(a)


def test_letters_are_different_and_stand_on_every_piece() -> None:
    assert len(set(LETTERS)) == 5
    assert len(set(NUMERALS)) == 4


def test_zones_grow_apart_in_every_sight() -> None:
    """Grey, green and yellow land: neighbours differ, and the rim beside them too."""
    for sight in SIGHTS:
        zones: tuple[Ink, ...] = (theme.HIGH[0], theme.GREEN[0], theme.YELLOW[0])
        assert all(apart(one, other, sight) >= 10 for one, other in pairwise(zones)), sight

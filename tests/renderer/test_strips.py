"""A picture put together of kept strips is, byte for byte, the one that is drawn whole."""

import random
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

import renderer
from renderer.pixels import png, raster, strips
from renderer.scene import Box, Drawing, Scene, Stamp, Words
from tests import report
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, positions

NAMES = ("Anna", "Bruno der Große", "محمد علي", "さくら", "Éva")
GAMES: dict[str, tuple[Any, Any]] = {
    "guatemala": (lambda: positions.game(4, 7), positions.marks_for),
    "cafe": (lambda: cafe_positions.game(3, 7), cafe_positions.marks_for),
    "catan": (lambda: catan_positions.game(True, 4, 7), catan_positions.marks_for),
}


@pytest.fixture(autouse=True)
def fresh() -> None:
    strips.forget()


def _packed(scene: Scene) -> bytes:
    return strips.finished(strips.begun(scene))


def _moves(game: str, first: int, count: int) -> list[Any]:
    moments = list(GAMES[game][0]())
    first %= len(moments) - count
    return moments[first : first + count]


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_moves_one_after_another_are_the_whole_ones(game: str) -> None:
    """As a table's pictures follow each other: after the move, with marks of all kinds, with names and without."""
    luck = random.Random(1)
    anew = strips_ = 0
    for moment in _moves(game, 150, 12):
        names = NAMES[: moment.view.seats] if luck.random() < 0.7 else ()
        for picture in PAINTERS.pictures(moment.view):
            for marks in (PAINTERS.happened(moment.view, moment.facts), GAMES[game][1](moment, luck)):
                scene = PAINTERS.paint(moment.view, picture, marks, names)
                begun = strips.begun(scene)
                anew += begun.found.count(None)
                strips_ += len(begun.found)
                assert strips.finished(begun) == renderer.render(scene)
    report.say(f"of the strips of a dozen moves of {game}, {anew / strips_:.0%} are packed anew")
    assert anew < strips_ * 0.9


@pytest.mark.parametrize("game", GAMES)
def test_close_ups_are_the_whole_ones(game: str) -> None:
    for moment in _moves(game, 40, 2):
        for picture in PAINTERS.pictures(moment.view):
            for region in PAINTERS.regions(moment.view, picture)[:2]:
                scene = PAINTERS.zoom(moment.view, picture, region)
                assert _packed(scene) == renderer.render(scene)


def test_a_picture_that_was_shown_before_is_composed_no_more() -> None:
    (moment,) = _moves("cafe", 20, 1)
    scene = PAINTERS.paint(moment.view)
    data = _packed(scene)
    again = strips.begun(scene)
    assert again.bands == ()
    assert strips.finished(again) == data


def test_only_what_changed_is_composed() -> None:
    """A word in one strip: that one, the next, which is packed after it, and for that the last rows above them."""
    (moment,) = _moves("cafe", 20, 1)
    scene = PAINTERS.paint(moment.view)
    _packed(scene)
    y = 10.5 * png.ROWS
    word = raster.words("7", (600, y), 14, (0, 0, 0, 255), (255, 255, 255, 255))
    begun = strips.begun(replace(scene, items=(*scene.items, word)))
    assert [number for number, strip in enumerate(begun.found) if strip is None] == [10, 11]
    assert [(first, canvas.image.height) for first, canvas in begun.bands] == [
        (10, png.known_rows(1200) + 2 * png.ROWS)
    ]
    assert strips.finished(begun) == renderer.render(begun.scene)


def test_a_strip_hangs_on_no_more_of_the_one_above_it_than_it_is_packed_after() -> None:
    """A word at the head of a strip: the next one is packed after the last rows alone, and is found."""
    (moment,) = _moves("cafe", 20, 1)
    scene = PAINTERS.paint(moment.view)
    _packed(scene)
    word = raster.words("7", (600, 10 * png.ROWS + 7), 8, (0, 0, 0, 255), (255, 255, 255, 255))
    begun = strips.begun(replace(scene, items=(*scene.items, word)))
    assert [number for number, strip in enumerate(begun.found) if strip is None] == [10]
    assert strips.finished(begun) == renderer.render(begun.scene)


def test_what_another_picture_has_packed_meanwhile_is_not_packed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both were composed before the first of them was packed, as in the process that paints."""
    (moment,) = _moves("cafe", 20, 1)
    scene = PAINTERS.paint(moment.view)
    first, second = strips.begun(scene), strips.begun(scene)
    data = strips.finished(first)
    monkeypatch.setattr(png, "strip", None)
    assert strips.finished(second) == data


def test_a_brief_picture_is_the_same_in_more_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes what is packed well, and leaves nothing that is not to pictures that are no brief ones."""
    (moment,) = _moves("catan", 200, 1)
    scene = PAINTERS.paint(moment.view, "board")
    brief = strips.finished(strips.begun(scene, brief=True))
    well = _packed(scene)
    assert well == renderer.render(scene)
    assert len(well) < len(brief) < 1.5 * len(well)
    shown = [Image.open(BytesIO(data)) for data in (brief, well)]
    assert shown[0].tobytes() == shown[1].tobytes()
    assert shown[0].getpalette() == shown[1].getpalette()
    monkeypatch.setattr(png, "strip", None)
    assert strips.finished(strips.begun(scene, brief=True)) == well


@pytest.mark.parametrize(
    "change",
    [
        lambda scene: replace(scene, packing=scene.packing - 1),
        lambda scene: replace(scene, lit=(scene.items[0].box,)),
        lambda scene: replace(scene, items=scene.items[1:]),
        lambda scene: replace(scene, items=scene.items[::-1]),
        lambda scene: replace(
            scene, ground=Drawing.of("bare", scene.ground.width, scene.ground.height, scene.ground.shapes[:1])
        ),
        lambda scene: replace(scene, items=tuple(_moved(item) for item in scene.items)),
        lambda scene: replace(scene, items=tuple(_reworded(item) for item in scene.items)),
    ],
    ids=["packing", "light", "fewer", "order", "ground", "places", "words"],
)
def test_whatever_differs_in_a_scene_differs_in_its_strips(change: Any) -> None:
    """Nothing of a picture shown before may stay in another."""
    (moment,) = _moves("catan", 200, 1)
    scene = PAINTERS.paint(moment.view, "board", None, NAMES[:4])
    _packed(scene)
    other = change(scene)
    assert _packed(other) == renderer.render(other) != renderer.render(scene)


def test_what_is_lit_belongs_to_its_strips() -> None:
    """The same rows with the light elsewhere."""
    (moment,) = _moves("cafe", 20, 1)
    scene = PAINTERS.paint(moment.view)
    lights = [replace(scene, lit=(Box(left, 100, left + 200, 300),)) for left in (100, 500)]
    assert [_packed(one) for one in lights] == [renderer.render(one) for one in lights]


def _moved(item: Stamp | Words) -> Stamp | Words:
    return replace(item, x=item.x + 1, alone=False) if isinstance(item, Stamp) else item


def _reworded(item: Stamp | Words) -> Stamp | Words:
    return item if isinstance(item, Stamp) else replace(item, text=item.text[::-1] + "·")

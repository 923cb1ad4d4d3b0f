"""Shipped parts are what would be drawn, and with them the first picture after a start draws next to nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import renderer
from renderer.pixels import parts, raster
from renderer.scene import Drawing, Scene
from rules.chance import Seeded
from rules.contract import Seat, Setup
from tests.painted import PAINTERS
from tests.parts import FOLDER, GAMES, wanted

Drawn = list[str]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The keys of all that is drawn and not found."""
    raster.forget()
    found: Drawn = []

    def watched(draw: Callable[..., Any]) -> Callable[..., Any]:
        def noting(drawing: Any, *values: Any) -> Any:
            found.append(drawing.key)
            return draw(drawing, *values)

        return noting

    for name in ("draw_sprite", "draw_ground"):
        monkeypatch.setattr(raster, name, watched(getattr(raster, name)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_part_has_the_pixels_of_its_drawing(game: str) -> None:
    """After a wanted change: make parts"""
    shipped = {part.name: part for part in parts.read((FOLDER / game / parts.FILE).read_bytes())}
    drawings = wanted(game)
    assert set(shipped) == set(drawings)
    for name, part in shipped.items():
        now = raster.drawn_part(*drawings[name])
        assert part.pixels == now.pixels, drawings[name][0].key
        assert replace(part, deflated=b"") == replace(now, deflated=b"")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_pictures_of_a_new_game_draw_nothing(game: str, drawn: Drawn) -> None:
    """Of any size: ground and pieces are shipped."""
    rules, *_ = GAMES[game]
    for seats in rules.seats:
        state = rules.setup(Setup(seats), Seeded(7)).state
        for view in (rules.public(state), rules.private(state, Seat(0))):
            for picture in PAINTERS.pictures(view):
                renderer.compose(PAINTERS.paint(view, picture))
    assert drawn == []


def _first(game: str) -> Scene:
    rules, *_ = GAMES[game]
    return PAINTERS.paint(rules.public(rules.setup(Setup(rules.seats[-1]), Seeded(7)).state))


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_that_has_changed_is_drawn(game: str, drawn: Drawn) -> None:
    """No old pixels are ever shown: a part is found by all that its drawing is made of."""
    scene = _first(game)
    changed = Drawing.of("changed", scene.ground.width, scene.ground.height, scene.ground.shapes[:-1])
    renderer.compose(replace(scene, ground=changed))
    assert drawn == ["changed"]


def test_a_theme_without_parts_is_drawn(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = _first("cafe")
    shipped = renderer.compose(scene).image.tobytes()
    raster.forget()
    monkeypatch.setattr(parts, "FILE", "nothing.bin")
    parts.forget()
    bare = renderer.compose(scene).image.tobytes()
    parts.forget()
    assert drawn
    assert bare == shipped

"""The README's pictures exist, in the sizes that it names; `make readme` makes them."""

import re
from pathlib import Path

import pytest
from PIL import Image

from bot.games import GAMES
from renderer.catan.geometry import PAGE

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r'<img src="(docs/pictures/[^"]+)" (width|height)="(\d+)" alt="([^"]+)"', re.DOTALL)
SHARP = 1.4
"""A picture has so many pixels for one of the README's."""
LARGEST = 1_500_000
PHONE, TALL = 390, 844
"""The screen that the moving picture shows."""
FRAMES, LONGEST = 12, 40_000
"""Of the moving picture at least so many frames, and at most so many milliseconds."""
THUMB = 480


def shown() -> dict[str, tuple[str, int]]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return {path: (side, int(pixels)) for path, side, pixels, _ in SHOWN.findall(text)}


def test_every_picture_of_the_readme_is_there_and_sharp_enough_for_its_size() -> None:
    found = shown()
    assert len(found) == 2 + len(GAMES)
    for path, (side, pixels) in found.items():
        with Image.open(ROOT / path) as picture:
            assert getattr(picture, side) >= SHARP * pixels, path


def test_the_moving_picture_is_a_telephone_s_screen_and_small_enough() -> None:
    path = ROOT / "docs" / "pictures" / "turn.gif"
    assert path.stat().st_size <= LARGEST
    with Image.open(path) as picture:
        assert picture.width * TALL == pytest.approx(picture.height * PHONE, rel=0.002)
        frames = getattr(picture, "n_frames", 1)
        assert frames >= FRAMES
        assert picture.info["loop"] == 0, "for ever"
        lasting = 0
        for number in range(frames):
            picture.seek(number)
            lasting += picture.info["duration"]
        assert lasting <= LONGEST


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_whole_and_its_thumbnail_has_its_form(game: str) -> None:
    folder = ROOT / "docs" / "pictures"
    with Image.open(folder / f"{game}.png") as board, Image.open(folder / f"{game}-small.png") as thumb:
        assert board.width == PAGE
        assert 1 / 1.05 <= board.width / board.height <= 11 / 7
        assert thumb.height == THUMB
        assert thumb.width / thumb.height == pytest.approx(board.width / board.height, rel=0.01)

"""The same position is the same picture: in another process, on another machine, and after other pictures."""

import hashlib
import random
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageStat

import renderer
from renderer.drawing.players import NUMERALS
from renderer.guatemala import swatch, theme
from renderer.pixels import raster
from renderer.scene import Box, Scene, Words
from tests.painted import PAINTERS
from tests.renderer import measures, snapshots
from tests.renderer.positions import marks_for, positions

ROOT = Path(__file__).parents[2]


def test_twelve_positions_have_the_pixels_they_had() -> None:
    """After a wanted change: python -m tests.renderer.snapshots > tests/renderer/snapshots.txt"""
    assert snapshots.said() == snapshots.FILE.read_text("utf-8")


def test_another_process_draws_the_same_pixels() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.renderer.snapshots", "2", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "271", "PATH": ""},
    )
    lines = snapshots.FILE.read_text("utf-8").splitlines(keepends=True)
    assert done.stdout == "".join(lines[2:7])


def test_a_part_at_double_size_has_its_own_pixels_and_size() -> None:
    view = snapshots.POSITIONS[4][1]().view
    for picture in PAINTERS.pictures(view):
        for region in PAINTERS.regions(view, picture):
            scene = PAINTERS.zoom(view, picture, region)
            assert scene.size[0] == 1200
            assert scene.size[1] <= 1500
    scene = PAINTERS.zoom(view, "plantation", "sea-east")
    image = Image.open(BytesIO(renderer.render(scene)))
    assert image.size == scene.size


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_words_stand_on_the_paper_that_they_promise_and_nothing_covers_them(seats: int) -> None:
    """In the pixels: nearly all of a text's box is its ink, its paper, or a blend of the two."""
    luck = random.Random(seats)
    for moment in positions(seats, 1000)[5::50]:
        marks = marks_for(moment, luck)
        for picture in PAINTERS.pictures(moment.view):
            scene = PAINTERS.paint(moment.view, picture, marks)
            image = renderer.compose(scene).image
            for word in measures.texts(scene):
                least = 0.9 if word.text in NUMERALS else 0.92  # of the smallest I a sixteenth is its border
                assert kept(image, word) > least, (picture, word, marks)


def kept(image: Image.Image, word: Words) -> float:
    box = word.box
    part = image.crop((int(box.left), int(box.top), int(box.right) + 1, int(box.bottom) + 1))
    ink, paper = word.ink[:3], word.paper[:3]
    length = sum((i - p) ** 2 for i, p in zip(ink, paper, strict=True))
    good = inked = 0
    for number, pixel in part.getcolors(1 << 16) or ():
        assert isinstance(pixel, tuple)
        along = sum((v - p) * (i - p) for v, i, p in zip(pixel, ink, paper, strict=True)) / length
        off = sum((v - p - along * (i - p)) ** 2 for v, i, p in zip(pixel, ink, paper, strict=True))
        good += number * (off < 900)
        inked += number * (off < 900 and along > 0.5)
    count = part.width * part.height
    return good / count if inked / count > 0.15 else 0.0


def test_the_palette_is_the_one_made_of_every_colour() -> None:
    """After a wanted change: python -m renderer.guatemala.swatch"""
    shipped = (ROOT / "renderer" / "guatemala" / "palette.txt").read_text("ascii")
    assert shipped == swatch.write()
    assert len(shipped.split()) == swatch.COLOURS


def test_plain_colours_survive_the_palette() -> None:
    shipped = set((ROOT / "renderer" / "guatemala" / "palette.txt").read_text("ascii").split())
    assert {f"{r:02x}{g:02x}{b:02x}" for r, g, b, cover in theme.every() if cover == 255} <= shipped


def test_the_palette_costs_no_quality() -> None:
    for _, make in snapshots.POSITIONS:
        canvas = renderer.compose(replace(make().scene, lit=()))
        shown = Image.open(BytesIO(renderer.encode(canvas))).convert("RGB")
        noise = ImageStat.Stat(ImageChops.difference(shown, canvas.image)).rms
        assert max(noise) < 3.2  # 38 dB


def test_order_and_repetition_change_nothing() -> None:
    scenes: list[Scene] = [make().scene for _, make in snapshots.POSITIONS[:3]]
    first = [hashlib.sha256(renderer.render(scene)).hexdigest() for scene in scenes]
    raster.forget()
    again = [hashlib.sha256(renderer.render(scene)).hexdigest() for scene in reversed(scenes)]
    assert first == again[::-1]


def _mask(letter: str) -> bytes:
    image = Image.new("L", (60, 60))
    ImageDraw.Draw(image).text((10, 45), letter, fill=255, font=raster.font(36), anchor="ls")
    return image.tobytes()


def test_the_fonts_have_the_letters_of_our_languages() -> None:
    """And are shipped with their licence."""
    fonts = ROOT / "renderer" / "fonts"
    assert "SIL Open Font License" in (fonts / "OFL.txt").read_text("utf-8")
    nothing = _mask("\ufffe")
    letters = "äöüßÄÖÜéàèìòùÉÀÈÌÒÙABCXYZabcxyz0123456789"
    masks = {_mask(letter) for letter in letters}
    assert nothing not in masks
    assert len(masks) == len(letters)


def test_an_unknown_picture_is_refused() -> None:
    view = snapshots.POSITIONS[0][1]().view
    with pytest.raises(KeyError):
        PAINTERS.paint(view, "portrait")


def test_only_the_raster_its_grounds_names_films_and_patches_know_pillow() -> None:
    folder = ROOT / "renderer"
    importers = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if "PIL import" in path.read_text()}
    pixels = {f"pixels/{name}.py" for name in ("grounds", "patches", "raster")}
    assert importers == {"film.py", "drawing/names.py", *pixels}


def test_a_part_shows_what_the_whole_shows_there_and_leaves_it_as_it_was() -> None:
    """What is kept of a part may be shown in the whole next, and the other way round."""
    window = Box(200, 300, 900, 800)
    for _, make in snapshots.POSITIONS[:3]:
        scene = replace(make().scene, lit=())
        whole = renderer.compose(scene).image
        for order in ("part first", "whole first"):
            raster.forget()
            shown = [renderer.compose(replace(scene, window=window)).image]
            shown.append(renderer.compose(scene).image)
            if order == "whole first":
                shown[0] = renderer.compose(replace(scene, window=window)).image
            assert shown[0].tobytes() == whole.crop((200, 300, 900, 800)).tobytes(), order
            assert shown[1].tobytes() == whole.tobytes(), order

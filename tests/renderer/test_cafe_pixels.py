"""The same café is the same picture, in any process; its words can be read; its palette is its own."""

import random
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import renderer
from renderer.cafe import swatch, theme
from rules.cafe.game import RULES
from rules.chance import Seeded
from rules.contract import Seat
from tests import report
from tests.contract.cafe_world import CafeWorld
from tests.painted import PAINTERS
from tests.renderer import cafe_snapshots, measures
from tests.renderer.cafe_positions import marks_for, positions
from tests.renderer.test_pixels import kept

ROOT = Path(__file__).parents[2]
WORLD = CafeWorld()
NAMES = ("Anna", "Bruno der Große", "محمد علي", "さくら")


def test_nine_positions_have_the_pixels_they_had() -> None:
    """After a wanted change: python -m tests.renderer.cafe_snapshots > tests/renderer/cafe_snapshots.txt"""
    assert cafe_snapshots.said() == cafe_snapshots.FILE.read_text("utf-8")


def test_another_process_draws_the_same_pixels() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.renderer.cafe_snapshots", "2", "6"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "271", "PATH": ""},
    )
    lines = cafe_snapshots.FILE.read_text("utf-8").splitlines(keepends=True)
    assert done.stdout == "".join(lines[2:6])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_words_stand_on_the_paper_that_they_promise_and_nothing_covers_them(seats: int) -> None:
    luck = random.Random(seats)
    for moment in positions(seats, 1000)[5::40]:
        marks = marks_for(moment, luck)
        scene = PAINTERS.paint(moment.view, "", marks)
        image = renderer.compose(scene).image
        for word in measures.texts(scene):
            assert kept(image, word) > 0.92, (word, marks)


def test_the_palette_is_the_one_made_of_every_colour() -> None:
    """After a wanted change: python -m renderer.cafe.swatch"""
    shipped = (ROOT / "renderer" / "cafe" / "palette.txt").read_text("ascii")
    assert shipped == swatch.write()
    assert len(shipped.split()) == swatch.COLOURS


def test_plain_colours_survive_the_palette() -> None:
    shipped = set((ROOT / "renderer" / "cafe" / "palette.txt").read_text("ascii").split())
    assert {f"{r:02x}{g:02x}{b:02x}" for r, g, b, cover in theme.every() if cover == 255} <= shipped


def test_the_palette_costs_no_quality() -> None:
    for _, make in cafe_snapshots.POSITIONS:
        canvas = renderer.compose(replace(make(), lit=()))
        shown = Image.open(BytesIO(renderer.encode(canvas))).convert("RGB")
        noise = ImageStat.Stat(ImageChops.difference(shown, canvas.image)).rms
        assert max(noise) < 3.2  # 38 dB


# ── noninterference ──────────────────────────────────────────────────────────────────────────────────────────────────


def _compare(pairs: int, seed: int) -> None:
    """What the bag holds is seen nowhere: worlds that differ in it alone give the same bytes."""
    luck, chance = random.Random(seed), Seeded(seed)
    differing = 0
    moments = [moment for seats in (2, 3, 4) for moment in positions(seats, 1000)]
    for number in range(pairs):
        moment = luck.choice(moments)
        other = WORLD.reshuffle(moment.state, None, chance)
        differing += other != moment.state
        marks = marks_for(moment, random.Random(number))
        for observer in range(moment.state.seats):
            ours, theirs = (PAINTERS.paint(RULES.private(state, Seat(observer))) for state in (moment.state, other))
            assert ours == theirs
        names = NAMES[: moment.state.seats]
        ours, theirs = (PAINTERS.paint(RULES.public(state), "", marks, names) for state in (moment.state, other))
        assert ours == theirs
        if number % 4 == 0:
            assert renderer.render(ours) == renderer.render(theirs)
    report.say(f"pictures of {pairs} pairs of cafés, {differing} of which differ, are equal")
    assert differing > pairs * 0.7


def test_pictures_of_paired_worlds_are_equal_byte_for_byte() -> None:
    _compare(100, 1)


@pytest.mark.long
def test_pictures_of_many_paired_worlds_are_equal_byte_for_byte() -> None:
    _compare(3000, 2)


def test_pictures_of_other_positions_differ() -> None:
    """The comparison could not fail if pictures showed nothing."""
    found = {renderer.render(PAINTERS.paint(moment.view)) for moment in positions(4, 1000)[::60]}
    assert len(found) > 15

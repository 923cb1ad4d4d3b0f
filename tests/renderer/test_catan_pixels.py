"""The same island is the same picture, in any process; its words can be read; it tells no secret; its palette."""

import random
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

import renderer
from renderer.catan import swatch, theme
from renderer.scene import Scene
from rules.catan.game import RULES
from rules.catan.state import Catan, Discard
from rules.chance import Seeded
from rules.contract import Seat
from tests import report
from tests.contract.catan_world import CatanWorld
from tests.painted import PAINTERS
from tests.renderer import catan_snapshots, measures
from tests.renderer.catan_positions import Moment, marks_for, positions
from tests.renderer.test_pixels import kept

ROOT = Path(__file__).parents[2]
WORLD = CatanWorld()
NAMES = ("Anna", "Bruno der Große", "محمد علي", "さくら")
TABLES = ((True, 4), (True, 3), (False, 4), (False, 3))


def test_thirteen_pictures_have_the_pixels_they_had() -> None:
    """After a wanted change: python -m tests.renderer.catan_snapshots > tests/renderer/catan_snapshots.txt"""
    assert catan_snapshots.said() == catan_snapshots.FILE.read_text("utf-8")


def test_another_process_draws_the_same_pixels() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.renderer.catan_snapshots", "1", "6"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "271", "PATH": ""},
    )
    lines = catan_snapshots.FILE.read_text("utf-8").splitlines(keepends=True)
    assert done.stdout == "".join(lines[1:6])


@pytest.mark.parametrize(("market", "seats"), TABLES)
def test_words_stand_on_the_paper_that_they_promise_and_nothing_covers_them(market: bool, seats: int) -> None:
    luck = random.Random(seats)
    for moment in positions(market, seats, 500)[5::25]:
        marks = marks_for(moment, luck)
        views = *((moment.view, picture) for picture in PAINTERS.pictures(moment.view)), None
        for shown in views:
            view, picture = shown or (RULES.private(moment.state, Seat(0)), "")
            scene = PAINTERS.paint(view, picture, marks, NAMES[:seats] if shown else ())
            image = renderer.compose(scene).image
            for word in measures.texts(scene):
                assert kept(image, word) > 0.92, (word, marks)


def test_the_palette_is_the_one_made_of_every_colour() -> None:
    """After a wanted change: python -m renderer.catan.swatch"""
    shipped = (ROOT / "renderer" / "catan" / "palette.txt").read_text("ascii")
    assert shipped == swatch.write()
    assert len(shipped.split()) == swatch.COLOURS


def test_plain_colours_survive_the_palette() -> None:
    shipped = set((ROOT / "renderer" / "catan" / "palette.txt").read_text("ascii").split())
    assert {f"{r:02x}{g:02x}{b:02x}" for r, g, b, cover in theme.every() if cover == 255} <= shipped


def test_the_palette_costs_no_quality() -> None:
    for _, make in catan_snapshots.POSITIONS:
        canvas = renderer.compose(replace(make(), lit=()))
        shown = Image.open(BytesIO(renderer.encode(canvas))).convert("RGB")
        noise = ImageStat.Stat(ImageChops.difference(shown, canvas.image)).rms
        assert max(noise) < 3.2  # 38 dB


# ── noninterference ──────────────────────────────────────────────────────────────────────────────────────────────────


def _scenes(moment: Moment, state: Catan, observer: int | None, seed: int) -> list[Scene]:
    """All that an observer is shown of a state, with the same marks in both worlds of a pair."""
    marks = marks_for(moment, random.Random(seed))
    view = RULES.public(state)
    scenes = [PAINTERS.paint(view, picture, marks, NAMES[: view.seats]) for picture in PAINTERS.pictures(view)]
    if observer is not None:
        scenes.append(PAINTERS.paint(RULES.private(state, Seat(observer))))
    return scenes


def _compare(pairs: int, seed: int) -> None:
    luck, chance = random.Random(seed), Seeded(seed)
    differing = 0
    moments = [moment for market, seats in TABLES for moment in positions(market, seats, 500)]
    for number in range(pairs):
        moment = luck.choice(moments)
        observer = luck.choice((None, *range(moment.state.seats)))
        other = WORLD.reshuffle(moment.state, observer, chance)
        differing += other != moment.state
        ours, theirs = (_scenes(moment, state, observer, number) for state in (moment.state, other))
        assert ours == theirs
        if number % 4 == 0:
            picked = luck.randrange(len(ours))
            assert renderer.render(ours[picked]) == renderer.render(theirs[picked])
    report.say(f"pictures of {pairs} pairs of worlds of Catan, {differing} of which differ, are equal")
    assert differing > pairs * 0.6


def test_pictures_of_paired_worlds_are_equal_byte_for_byte() -> None:
    """Each scene is compared as data; of each fourth pair one picture also in its bytes."""
    _compare(100, 1)


@pytest.mark.long
def test_pictures_of_many_paired_worlds_are_equal_byte_for_byte() -> None:
    _compare(3000, 2)


def test_worlds_are_paired_where_only_a_seat_that_resigned_still_has_to_discard() -> None:
    moment = next(moment for moment in positions(True, 4, 500) if _discarders(moment.state))
    state, luck = moment.state, Seeded(3)
    for seat in _discarders(state):
        state = RULES.resign(state, Seat(seat)).state
    assert isinstance(state.phase, Discard)
    for observer in (None, *range(4)):
        assert RULES.public(WORLD.reshuffle(state, observer, luck)) == RULES.public(state)


def _discarders(state: Catan) -> list[int]:
    """Who has still to discard, where that is not most of the table."""
    found = RULES.public(state).waiting if isinstance(state.phase, Discard) else ()
    return list(found) if len(found) < 3 else []


def test_a_hand_shows_its_own_cards() -> None:
    """The comparison could not fail if hands showed nothing."""
    found: set[bytes] = set()
    for moment in positions(True, 4, 500)[::40]:
        found |= {renderer.render(PAINTERS.paint(RULES.private(moment.state, Seat(seat)))) for seat in range(4)}
    assert len(found) > 20

"""Twelve nations, ladies and gentlemen are told apart by colour, by letters and by shape, whatever the eyes."""

from itertools import combinations

import pytest
from PIL import Image

from renderer.cafe import furniture, signs, theme
from renderer.cafe.geometry import GUEST
from renderer.cafe.people import guest
from renderer.pixels.raster import draw_sprite
from renderer.scene import Words
from rules.cafe.board import TABLES_AT
from rules.cafe.guests import JOKERS, KINDS, NATIONS, WOMAN
from tests import report
from tests.renderer.measures import contrast
from tests.renderer.vision import SIGHTS, apart

APART = 18
"""Twelve colours, told apart by letters besides; five or four of the first game lie 20 apart."""
UNLIKE = 0.15
OUTLINE = 0.12
"""Of a head and shoulders; within the outline one is light where the other is dark (test_cafe_heads.py)."""


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("name", "inks"),
    [("nations", theme.CLOTHS), ("ladies", theme.DYES[:12]), ("gentlemen", theme.TINTS[:12]), ("players", theme.SEATS)],
)
def test_colours_of_a_class_lie_apart(name: str, inks: tuple[theme.Ink, ...], sight: str) -> None:
    worst = min(apart(one, other, sight) for one, other in combinations(inks, 2))
    report.say(f"ΔE of {name} in the café, {sight}: {worst:.1f}")
    assert worst >= APART


def test_every_guest_wears_the_letters_of_its_nation_and_they_can_be_read() -> None:
    for kind in range(KINDS):
        (letters,) = [shape for shape in guest(kind, 92).shapes if isinstance(shape, Words)]
        assert letters.text == ("J" if kind >= JOKERS else NATIONS[kind // 2])
        assert contrast(letters.ink, letters.paper) >= 4.5
    for nation, name in enumerate(NATIONS):
        named = [shape.text for shape in guest(JOKERS, 92, nation).shapes if isinstance(shape, Words)]
        assert named == [name]


def _shoulders(kind: int) -> list[bool]:
    """What head and shoulders cover, at the size that they have on a phone; the letters fill the rest."""
    mask = draw_sprite(guest(kind, GUEST), 1, 4).getchannel("A").resize((29, 25), Image.Resampling.BOX)
    return [value > 127 for value in mask.crop((0, 0, 29, 10)).tobytes()]


def _unlike(one: list[bool], other: list[bool]) -> float:
    pairs = list(zip(one, other, strict=True))
    return sum(a != b for a, b in pairs) / sum(a or b for a, b in pairs)


def test_the_outline_alone_of_head_and_shoulders_tells_ladies_from_gentlemen_among_jokers_too() -> None:
    """Letters and clothes tell who is a joker, below in greys; hat and bonnet are everybody's."""
    ladies, gentlemen = ([_shoulders(kind) for kind in (sex, JOKERS + sex)] for sex in (WOMAN, WOMAN + 1))
    worst = min(_unlike(one, other) for one in ladies for other in gentlemen)
    report.say(f"least unlike of ladies and gentlemen, jokers among them, at phone size: {worst:.2f}")
    assert worst >= OUTLINE


def _grey(kind: int) -> list[int]:
    sprite = draw_sprite(guest(kind, 92), 1, 4)
    sheet = Image.new("RGB", sprite.size, (150, 150, 150))
    sheet.paste(sprite, (0, 0), sprite)
    return list(sheet.convert("L").reduce(3).tobytes())


def test_in_greys_letters_and_outline_still_tell_every_kind_of_guest() -> None:
    greys = [_grey(kind) for kind in range(KINDS)]
    for one, other in combinations(range(KINDS), 2):
        changed = sum(abs(a - b) > 40 for a, b in zip(greys[one], greys[other], strict=True))
        assert changed >= 0.02 * len(greys[one]), (one, other)


def _chair(tables: int) -> int:
    """One at so many tables."""
    return next(chair for chair, at_ in enumerate(TABLES_AT) if len(at_) == tables)


def test_a_shared_seat_is_round_and_one_of_a_single_table_is_not() -> None:
    shared, own = (draw_sprite(furniture.chair(_chair(count), (True, True), numbered=False), 1, 4) for count in (2, 1))
    covered = [[value > 127 for value in sprite.getchannel("A").tobytes()] for sprite in (shared, own)]
    assert _unlike(*covered) >= UNLIKE


@pytest.mark.parametrize("sight", SIGHTS)
def test_what_brings_points_is_told_from_what_costs_some_and_from_every_guest(sight: str) -> None:
    gain, loss = signs.paper(1), signs.paper(-1)
    assert apart(gain, loss, sight) >= APART
    assert min(apart(gain, cloth, sight) for cloth in theme.CLOTHS) >= 10
    assert apart(signs.paper(0), gain, sight) >= APART
    assert all(contrast(theme.DARK, paper) >= 7 for paper in (gain, loss, signs.paper(0)))

"""Of the café's pictures hats and bonnets, which tell men from women: nothing lies on them, on a phone they differ."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from PIL import Image

from renderer.cafe import furniture, heads, last_move, signs
from renderer.cafe.geometry import GUEST, PAGE, SLOT, STOOD
from renderer.cafe.people import guest
from renderer.pixels.raster import draw_sprite
from renderer.scene import Box, Drawing, Scene, Stamp, Words
from rules.cafe.guests import KINDS, sex
from tests import report
from tests.painted import PAINTERS
from tests.renderer import legibility, measures
from tests.renderer.cafe_positions import game, marks_for, positions

SEATS = (2, 3, 4)
HOLLOW = ("cafe:ghost", "cafe:crown")
"""Frames around a guest, which are open in the middle and begin outside the head."""


def _scenes(seats: int) -> Iterator[tuple[str, Scene]]:
    """Last moves, runs of them, and plans at every step."""
    luck = random.Random(seats)
    for moment in positions(seats, 300)[::3]:
        yield "plan", PAINTERS.paint(moment.view, "", marks_for(moment, luck))
        yield "end" if moment.view.ending else "move", PAINTERS.paint(moment.view, "", last_move(moment.facts))
    moments = list(game(seats, 6))
    for last in range(8, len(moments), 3):
        runs = [moment.facts for moment in moments[last - 7 : last + 1]]
        yield "run", PAINTERS.paint(moments[last].view, "", PAINTERS.since(moments[last].view, runs)[0])


def _covered(scene: Scene) -> Iterator[tuple[str, str]]:
    """Each guest with what lies on hat or bonnet."""
    for number, item in enumerate(scene.items):
        if not isinstance(item, Stamp) or not item.drawing.key.startswith("cafe:guest:"):
            continue
        wide = item.drawing.width
        head = Box(item.x + wide * 0.05, item.y + 2, item.x + wide * 0.95, item.y + wide * heads.REACH)
        for other in scene.items[number + 1 :]:
            if isinstance(other, Words):
                box = other.box
            elif other.drawing.key.startswith(HOLLOW):
                continue
            else:
                box = measures.ink_of(other.drawing).moved(other.x, other.y)
            if box.meets(head):
                yield item.drawing.key, other.text if isinstance(other, Words) else other.drawing.key


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_lies_on_a_hat_or_a_bonnet(seats: int) -> None:
    seen: Counter[str] = Counter()
    for kind, scene in _scenes(seats):
        covered = list(_covered(scene))
        assert not covered, (kind, covered)
        seen[kind] += 1
    assert min(seen[kind] for kind in ("plan", "move", "run")) > 5


def _little(drawing: Drawing, part: float) -> list[int]:
    """The greys of a drawing's upper part, as large as on a phone, on the floor."""
    sprite = draw_sprite(drawing, 1, 4)
    sheet = Image.new("RGB", sprite.size, (190, 175, 145))
    sheet.paste(sprite, (0, 0), sprite)
    scale = legibility.PHONE / PAGE
    size = round(sprite.width * scale), round(sprite.height * scale)
    small = sheet.convert("L").resize(size, Image.Resampling.BOX)
    return list(small.crop((0, 0, size[0], round(size[1] * part))).tobytes())


def _dark(greys: list[int]) -> float:
    return sum(grey < 85 for grey in greys) / len(greys)


def _light(greys: list[int]) -> float:
    return sum(grey > 205 for grey in greys) / len(greys)


@pytest.mark.parametrize("size", [GUEST, SLOT, STOOD])
def test_in_greys_and_on_a_phone_every_hat_is_dark_and_every_bonnet_light(size: int) -> None:
    """Jokers' too. A row of pixels that are in between blurs both; most of a hat is dark, and nothing of it light."""
    found = {kind: _little(guest(kind, size), 0.36) for kind in range(KINDS)}
    men = [greys for kind, greys in found.items() if sex(kind)]
    women = [greys for kind, greys in found.items() if not sex(kind)]
    report.say(
        f"heads {size} px wide on a phone: dark of a hat at least {min(map(_dark, men)):.2f}, of a bonnet at most "
        f"{max(map(_dark, women)):.2f}; light {max(map(_light, men)):.2f}, {min(map(_light, women)):.2f}"
    )
    assert min(map(_dark, men)) >= 2 * max(map(_dark, women))
    assert min(map(_light, women)) >= 0.2
    assert max(map(_light, men)) <= 0.05


def test_a_joker_wears_hat_or_bonnet_as_everybody_does() -> None:
    for size in (GUEST, SLOT, 96):
        heads_of = {kind: _little(guest(kind, size), 0.3) for kind in range(KINDS)}
        for joker in (24, 25):
            other = next(kind for kind in range(24) if sex(kind) == sex(joker))
            changed = [abs(a - b) > 60 for a, b in zip(heads_of[joker], heads_of[other], strict=True)]
            assert sum(changed) <= 0.12 * len(changed)


def test_chairs_and_counters_tell_women_and_men_as_guests_do() -> None:
    """A lone bonnet is lighter than a lone hat by a quarter of all its pixels, on either kind of chair."""
    for chair in (0, 7):
        lady, gentleman = (
            _little(furniture.chair(chair, admits, numbered=named), 1.0)
            for admits, named in (((True, False), False), ((False, True), False))
        )
        assert _dark(gentleman) - _dark(lady) >= 0.1
        assert _light(lady) - _light(gentleman) >= 0.08
    wide = round(signs.COUNTER * legibility.PHONE / PAGE)
    pixels = _little(signs.who_comes(1, 1), 1.0)
    ladies, gentlemen = (
        [grey for place, grey in enumerate(pixels) if (place % wide < wide // 2) is left] for left in (True, False)
    )
    assert _dark(gentlemen) - _dark(ladies) >= 0.4
    assert _light(ladies) - _light(gentlemen) >= 0.4


def test_every_chair_that_is_offered_stands_out_alike() -> None:
    """It is lit, all else is darker, and no other chair has a name beside which it could be overlooked."""
    seen = 0
    luck = random.Random(3)
    for seats in SEATS:
        for moment in positions(seats, 300)[::2]:
            marks = marks_for(moment, luck)
            if not marks.chairs:
                continue
            scene = PAINTERS.paint(moment.view, "", marks)
            spots = [i for i in scene.items if isinstance(i, Stamp) and i.drawing.key.startswith("cafe:spot:")]
            taken = {sits.chair for sits in moment.view.guests}
            assert len(spots) == len([spot for spot in marks.chairs if spot.place not in taken])
            for spot in spots:
                assert any(box.holds(measures.ink_of(spot.drawing).moved(spot.x, spot.y)) for box in scene.lit)
            lit = sum(box.width * box.height for box in scene.lit)
            assert lit <= 0.5 * scene.window.width * scene.window.height
            chairs = [i for i in scene.items if isinstance(i, Stamp) and i.drawing.key.startswith("cafe:chair:")]
            assert all(chair.drawing.key.endswith(":") for chair in chairs)
            seen += 1
    assert seen > 20

"""Terrains, cards, sorts and seats of Catan are told apart by colour, by letter and by shape, whatever the eyes."""

from itertools import combinations

import pytest
from PIL import Image

from renderer.catan import cards, pieces, terrain, theme, wares
from renderer.catan.geometry import layout
from renderer.drawing.players import tile
from renderer.pixels.raster import draw_sprite
from renderer.scene import Area, Drawing, Ink, Words
from rules.catan.pieces import CARD_NAMES, DEV_NAMES, RESOURCES, SORT_NAMES, TERRAIN_NAMES
from tests import report
from tests.renderer.vision import SIGHTS, apart

CLASSES: dict[str, tuple[tuple[Ink, ...], float]] = {
    "terrains": (theme.TERRAINS, 10),
    "wrappers": (theme.WRAPPERS, 15),
    "players": (theme.SEATS, 20),
    "resources": (theme.CARDS[:RESOURCES], 10),
    "ingredients": (theme.CARDS[RESOURCES:], 10),
}
"""With how far their colours lie apart at least; what is nearer than 20 differs in shape and letter too."""
UNLIKE = 0.15
"""How much of two shapes laid on each other belongs to one alone. Circle and square of equal width: 0.21."""


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", CLASSES)
def test_colours_of_a_class_lie_apart(name: str, sight: str) -> None:
    inks, least = CLASSES[name]
    worst = min(apart(one, other, sight) for one, other in combinations(inks, 2))
    report.say(f"ΔE of {name} of Catan, {sight}: {worst:.1f}")
    assert worst >= least


def _mask(kind: int) -> list[bool]:
    """A card's shape alone, at the size that it has on a phone."""
    points = tuple((x * 0.22, y * 0.22) for x, y in cards.SHAPES[kind])
    drawing = Drawing.of(f"shape:{kind}", 24, 24, (Area(points, (0, 0, 0, 255)),))
    return [value > 127 for value in draw_sprite(drawing, 1, 4).getchannel("A").tobytes()]


def test_cards_differ_in_outline_alone() -> None:
    masks = [_mask(kind) for kind in range(len(cards.SHAPES))]
    unlike: dict[tuple[str, str], float] = {}
    for one, other in combinations(range(len(masks)), 2):
        pairs = list(zip(masks[one], masks[other], strict=True))
        share = sum(1 for a, b in pairs if a != b) / sum(1 for a, b in pairs if a or b)
        unlike[CARD_NAMES[one], CARD_NAMES[other]] = share
    report.say(f"least unlike of the ten cards at phone size: {min(unlike.values()):.2f}")
    assert min(unlike.values()) >= UNLIKE, min(unlike, key=lambda pair: unlike[pair])


def _grey(drawing: Drawing, ground: int = 150) -> list[int]:
    """A drawing on a middle grey, in greys, at a third of its size."""
    sprite = draw_sprite(drawing, 1, 4)
    sheet = Image.new("RGB", sprite.size, (ground, ground, ground))
    sheet.paste(sprite, (0, 0), sprite)
    return list(sheet.convert("L").reduce(3).tobytes())


def _changed(one: Drawing, other: Drawing) -> float:
    a, b = _grey(one), _grey(other)
    return sum(1 for x, y in zip(a, b, strict=True) if abs(x - y) > 40) / len(a)


def test_in_greys_every_seat_is_still_told_by_its_pieces() -> None:
    """Roofs and numerals of buildings, shapes of sites, patterns of roads."""
    where = layout(market=True)
    for one, other in combinations(range(4), 2):
        assert _changed(pieces.settlement(one), pieces.settlement(other)) >= 0.08
        assert _changed(pieces.city(one), pieces.city(other)) >= 0.08
        assert _changed(pieces.site(one, 5), pieces.site(other, 5)) >= 0.08
        for lean in (-1, 0, 1):
            assert _changed(pieces.road(one, lean, where), pieces.road(other, lean, where)) >= 0.02


def test_in_greys_every_card_sort_and_development_card_is_still_told() -> None:
    for one, other in combinations(range(len(CARD_NAMES)), 2):
        assert _changed(cards.sign(one, 72), cards.sign(other, 72)) >= 0.1, (CARD_NAMES[one], CARD_NAMES[other])
    for one, other in combinations(range(len(SORT_NAMES)), 2):
        assert _changed(wares.bar(one), wares.bar(other)) >= 0.04, (SORT_NAMES[one], SORT_NAMES[other])
    for one, other in combinations(range(len(DEV_NAMES)), 2):
        assert _changed(wares.dev(one, 156), wares.dev(other, 156)) >= 0.04, (DEV_NAMES[one], DEV_NAMES[other])


@pytest.mark.parametrize("variant", range(terrain.VARIANTS))
def test_in_greys_every_terrain_is_still_told_by_what_grows_there(variant: int) -> None:
    where = layout(market=True)
    for one, other in combinations(range(len(TERRAIN_NAMES)), 2):
        share = _changed(terrain.tile(one, variant, where), terrain.tile(other, variant, where))
        assert share >= 0.05, (TERRAIN_NAMES[one], TERRAIN_NAMES[other])


def test_no_card_needs_a_letter() -> None:
    """A picture is one for readers of all languages."""
    for kind in range(len(CARD_NAMES)):
        assert not [word for word in cards.sign(kind, 72).shapes if isinstance(word, Words)]
    assert len(set(theme.NUMERALS)) == len(theme.SEATS)


def _on_a_phone(drawing: Drawing) -> list[int]:
    """In black and white, as a telephone of 390 shows it, in a frame of its own."""
    sheet = Image.new("RGB", (96, 96), (150, 150, 150))
    sprite = draw_sprite(drawing, 1, 4)
    sheet.paste(sprite, ((96 - sprite.width) // 2, (96 - sprite.height) // 2), sprite)
    small = sheet.convert("L").resize((round(96 * 0.3), round(96 * 0.3)), Image.Resampling.BOX)
    return [255 * (value > 110) for value in small.tobytes()]


def test_settlements_cities_and_signs_are_told_apart_on_a_phone_in_black_and_white() -> None:
    """Of twelve things each differs from each other in a twentieth of its pixels, be it of the same seat or another."""
    things = {
        f"{name} {seat}": _on_a_phone(make(seat))
        for seat in range(4)
        for name, make in (("settlement", pieces.settlement), ("city", pieces.city), ("sign", lambda s: tile(s, 64)))
    }
    unlike = {
        (one, other): sum(a != b for a, b in zip(things[one], things[other], strict=True)) / len(things[one])
        for one, other in combinations(things, 2)
    }
    least = min(unlike, key=lambda pair: unlike[pair])
    report.say(f"least unlike of Catan's pieces on a phone in black and white: {least} {unlike[least]:.3f}")
    assert unlike[least] >= 0.05, least


UNLIKE_HOUSES, UNLIKE_SIGNS = 0.2, 0.12
"""How much of two things lies apart by a quarter of all greys: settlement and city, and either and a seat's sign."""


def _outline(drawing: Drawing) -> bytes:
    """In greys as a telephone of 390 shows it, its size taken away: what is only larger is no other thing."""
    sprite = draw_sprite(drawing, 1, 4)
    sprite = sprite.crop(sprite.getbbox())
    sheet = Image.new("RGB", sprite.size, (150, 150, 150))
    sheet.paste(sprite, (0, 0), sprite)
    small = sheet.convert("L").resize((round(sheet.width * 0.3), round(sheet.height * 0.3)), Image.Resampling.BOX)
    return small.resize((24, 24), Image.Resampling.BILINEAR).tobytes()


def _unlike(one: Drawing, other: Drawing) -> float:
    a, b = _outline(one), _outline(other)
    return sum(abs(x - y) > 60 for x, y in zip(a, b, strict=True)) / len(a)


def test_a_settlement_is_no_city_whatever_its_size_and_colour() -> None:
    """Of the same player and of any two; and neither is a sign of a seat."""
    seats, built = range(4), (pieces.settlement, pieces.city)
    houses = min(_unlike(pieces.settlement(one), pieces.city(other)) for one in seats for other in seats)
    signs = min(_unlike(make(one), tile(other, 64)) for make in built for one in seats for other in seats)
    plates = min(_unlike(wares.small_house(ink, 34), wares.small_city(ink, 34)) for ink in theme.SEATS)
    report.say(f"settlement and city in greys on a phone: {houses:.2f} apart, on plates {plates:.2f}")
    report.say(f"settlement or city and the sign of a seat, in greys on a phone: {signs:.2f} apart")
    assert houses >= UNLIKE_HOUSES
    assert signs >= UNLIKE_SIGNS
    assert plates >= UNLIKE_SIGNS


def test_a_city_that_were_a_larger_settlement_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def twin(seat: int) -> Drawing:
        monkeypatch.setattr(pieces, "SETTLEMENT", pieces.CITY)
        pieces.settlement.cache_clear()
        return pieces.settlement(seat)

    small = [pieces.settlement(seat) for seat in range(4)]
    large = [twin(seat) for seat in range(4)]
    pieces.settlement.cache_clear()
    assert large[0].width > small[0].width
    assert max(_unlike(one, other) for one, other in zip(small, large, strict=True)) < UNLIKE_HOUSES / 2

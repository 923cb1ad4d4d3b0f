"""On a phone the whole body of a guest tells women from men: light or dark, wherever guests stand, in all pictures."""

from collections import defaultdict
from collections.abc import Iterator

from PIL import Image, ImageStat

import renderer
from renderer.cafe import last_move, theme
from renderer.cafe.geometry import PAGE, SLOT
from renderer.scene import Scene, Stamp
from rules.cafe.game import RULES
from rules.cafe.guests import JOKERS, KIND_OF, KINDS, sex
from rules.contract import Seat
from tests import report
from tests.painted import PAINTERS
from tests.renderer import legibility
from tests.renderer.cafe_positions import Moment, game
from tests.renderer.vision import apart, lab

MARGIN, KIN = 18, 20
"""Of L*, between the darkest woman and the lightest man of all, and of one nation."""
PLACES = ("chair", "bar", "hand")
PLATE = 18
"""ΔE of the plate of a guest just drawn from the paper of every plaque."""


def _moments() -> Iterator[Moment]:
    for seats, seed in ((2, 5), (3, 6), (4, 7), (3, 8)):
        yield from list(game(seats, seed))[4::6]


def _bodies(scene: Scene) -> Iterator[tuple[str, int, float]]:
    """Of every guest where it is, its kind, and its mean lightness on a phone, letters and borders mixed in."""
    image = renderer.compose(scene).image
    scale = legibility.PHONE / PAGE
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BOX)
    for item in scene.items:
        if isinstance(item, Stamp) and item.drawing.key.startswith("cafe:guest:") and item.means:
            wide, high = item.drawing.width, item.drawing.height
            left, top = round(item.x * scale), round(item.y * scale)
            box = left, top, round((item.x + wide) * scale), round((item.y + high) * scale)
            red, green, blue = ImageStat.Stat(small.crop(box)).mean
            place, *_, token = item.means.split(":")
            yield place, KIND_OF[token.upper()], lab((round(red), round(green), round(blue), 255), "normal")[0]


def test_the_lightness_of_a_body_alone_tells_women_from_men_on_a_phone() -> None:
    """Of all nations and jokers: on chairs, at the bar, in the hands of every number of players, at the end."""
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    for moment in _moments():
        scenes = [PAINTERS.paint(moment.view, "", last_move(moment.facts))]
        if moment.view.ending:
            end = PAINTERS.end(moment.view, ())
            assert end is not None
            scenes.append(end)
        for scene in scenes:
            for place, kind, light in _bodies(scene):
                found[place, kind].append(light)
    for place in PLACES:
        seen = {kind for at, kind in found if at == place}
        assert len(seen) >= (JOKERS if place == "bar" else KINDS) - 2, place  # no joker goes to the bar
        women = min(min(light) for (at, kind), light in found.items() if at == place and not sex(kind))
        men = max(max(light) for (at, kind), light in found.items() if at == place and sex(kind))
        report.say(f"L* of bodies on a phone, {place}: women at least {women:.0f}, men at most {men:.0f}")
        assert women - men >= MARGIN, place
        pairs = [(found[place, kind], found[place, kind + 1]) for kind in range(0, KINDS, 2)]
        kin = min(min(women_) - max(men_) for women_, men_ in pairs if women_ and men_)
        report.say(f"  of one nation, or of jokers, {kin:.0f} apart")
        assert kin >= KIN, place


def test_the_guests_of_a_seats_own_picture_are_told_by_their_bodies_too() -> None:
    found: dict[bool, list[float]] = defaultdict(list)
    for moment in _moments():
        for seat in range(moment.view.seats):
            for _, kind, light in _bodies(PAINTERS.paint(RULES.private(moment.state, Seat(seat)))):
                found[bool(sex(kind))].append(light)
    assert min(found[False]) - max(found[True]) >= MARGIN


def test_a_guest_just_drawn_stands_on_a_plate_that_shows_on_every_side() -> None:
    assert all(apart(theme.GLOW, paper, "normal") >= PLATE for paper in (theme.LINEN, theme.LINEN_DARK))
    seen = 0
    for moment in _moments():
        marks = last_move(moment.facts)
        scene = PAINTERS.paint(moment.view, "", marks)
        plates = [i for i in scene.items if isinstance(i, Stamp) and i.drawing.key.startswith("cafe:fresh:")]
        guests = [i for i in scene.items if isinstance(i, Stamp) and i.means.startswith("hand:")]
        assert len(plates) == sum(len(handed.kinds) for handed in marks.drew)
        for plate in plates:
            (guest,) = [one for one in guests if plate.box.holds(one.box)]
            assert guest.drawing.width < SLOT
            assert guest.x - plate.x >= 4
            assert plate.box.bottom - guest.box.bottom >= 10
            seen += 1
        assert sum(one.drawing.width < SLOT for one in guests) == len(plates)
    assert seen > 20

"""Catan over random positions of both maps, with and without marks: nothing overlaps, is too small or missing."""

import random
import time
from collections import Counter
from math import dist

import pytest
from msgspec.structs import replace

from renderer.catan import Marks, Shift, legal, planned
from renderer.catan.geometry import layout
from renderer.catan.island import stand
from renderer.scene import Box, Scene, Stamp, Stroke, Words
from rules.catan.facts import BarFell, BarRose, CityBuilt, MarketRolled, RobberMoved, Rolled, SitesPut
from rules.catan.game import RULES
from rules.catan.hexes import CORNER_NAMES, EDGE_NAMES, EDGES, HEX_CORNERS, HEX_NAMES, stroked
from rules.catan.pieces import CARD_NAMES, DEV_NAMES, KINDS, RESOURCES, SORT_NAMES
from rules.catan.views import CatanPublic, CatanSeat, ShownOffer
from rules.contract import Choice, Seat
from tests import report
from tests.painted import PAINTERS
from tests.renderer import measures
from tests.renderer.catan_positions import Moment, asked, marks_for, positions
from tests.renderer.test_scenes import LINE, TEXT, check_stamps, check_words

POSITIONS = 500
TABLES = ((True, 4), (True, 3), (False, 4), (False, 3))


def on_board(view: CatanPublic) -> Counter[str]:
    """Every piece that the island and the plates must show, said again from the view alone."""
    found = Counter(f"hex:{number}:{terrain}" for number, terrain in enumerate(view.terrain))
    found.update(f"chip:{number}:{chip}" for number, chip in enumerate(view.numbers) if chip)
    found.update(f"harbour:{number}:{kind}" for number, kind in enumerate(view.harbours))
    for seat in range(view.seats):
        found.update(f"road:{seat}:{edge}" for edge in view.roads[seat])
        found.update(f"settlement:{seat}:{corner}" for corner in view.settlements[seat])
        found.update(f"city:{seat}:{corner}" for corner in view.cities[seat])
        found.update({f"site:{seat}:{number}": count for number, count in view.sites[seat]})
        found.update(on_plate(view, seat))
    found[f"robber:{view.robber}"] += 1
    found[f"turn:{view.winner if view.winner >= 0 else view.active}"] += 1
    if not view.market:
        found.update(f"bank:{CARD_NAMES[kind]}:{view.bank[kind]}" for kind in range(RESOURCES))
        found[f"deck:{view.deck}"] += 1
    return found


def on_plate(view: CatanPublic, seat: int) -> list[str]:
    """What a plate must tell while the game runs, and where the points came from when it has ended."""
    held = [("points", view.points), ("resources", view.resources), ("devs", view.devs)]
    if view.market:
        held.append(("ingredients", view.ingredients))
    if view.ending:
        found = [("settlements", len(view.settlements[seat])), ("cities", 2 * len(view.cities[seat]))]
        found += [("road", 2 * (view.longest == seat)), ("army", 2 * (view.army == seat))]
        found += [("chips", view.chips[seat])] if view.market else []
        found.append(("hidden", view.points[seat] - sum(number for _, number in found)))
        told = [f"from-{name}:{seat}:{number}" for name, number in found]
    else:
        held += [("knights", view.knights), ("length", view.lengths)] + ([("chips", view.chips)] if view.market else [])
        left = (15 - len(view.roads[seat]), 5 - len(view.settlements[seat]), 4 - len(view.cities[seat]))
        told = [f"left-{n}:{seat}:{k}" for n, k in zip(("roads", "settlements", "cities"), left, strict=True)]
    return [*(f"{name}:{seat}:{values[seat]}" for name, values in held), *told, f"seat:{seat}"]


def on_market(view: CatanPublic) -> Counter[str]:
    """What the market's picture must tell."""
    found = Counter(f"bar:{name}:{row}" for name, row in zip(SORT_NAMES, view.bars, strict=False))
    kinds = KINDS if view.market else RESOURCES
    found.update(f"bank:{CARD_NAMES[kind]}:{view.bank[kind]}" for kind in range(kinds))
    found.update((f"deck:{view.deck}", f"goal:{view.goal}"))
    if view.market:
        found[f"chips:{view.chips_left}"] += 1
        found.update(f"sites:{number}:{left}" for number, left in enumerate(view.site_stock))
    if view.offer is not None:
        found[f"offer:{view.offer.seat}"] += 1
    return found


NAMES = ("Anna", "Bruno der Große und Gute", "محمد علي", "さくら")


@pytest.mark.parametrize(("market", "seats"), TABLES)
def test_no_words_meet_all_are_inside_and_large_and_every_piece_is_drawn_once(market: bool, seats: int) -> None:
    luck = random.Random(seats)
    start = time.perf_counter()
    for moment in positions(market, seats, POSITIONS):
        view, shown = moment.view, marks_for(moment, luck)
        for picture, expected in (("board", on_board), ("market", on_market)):
            scene = PAINTERS.paint(view, picture, shown, NAMES[:seats])
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            assert measures.drawn(scene) == expected(view)
    report.say(f"scenes: {2 * POSITIONS} of Catan checked in {time.perf_counter() - start:.1f} s")


def _numbers(scene: Scene) -> Counter[str]:
    return Counter(item.text for item in scene.items if isinstance(item, Words))


@pytest.mark.parametrize(("market", "seats"), TABLES)
def test_the_numbers_of_the_market_are_those_of_the_view(market: bool, seats: int) -> None:
    for moment in positions(market, seats, POSITIONS)[::9]:
        view = replace(moment.view, offer=None)
        wanted = Counter(means.split(":")[-1] for means in on_market(view).elements() if not means.startswith("bar:"))
        assert _numbers(PAINTERS.paint(view, "market")) == wanted


@pytest.mark.parametrize(("market", "seats"), TABLES)
def test_hands_show_each_kind_held_and_how_many(market: bool, seats: int) -> None:
    for moment in positions(market, seats, POSITIONS)[::5]:
        for seat in range(seats):
            view = RULES.private(moment.state, Seat(seat))
            assert isinstance(view, CatanSeat)
            scene = PAINTERS.paint(view)
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            held = {f"hand:{CARD_NAMES[kind]}:{number}" for kind, number in enumerate(view.hand) if number}
            held |= {f"dev:{DEV_NAMES[kind]}:{number}" for kind, number in enumerate(view.devs) if number}
            owed = (view.owed_resources, view.owed_ingredients)
            held |= {f"owed:{pile}:{number}" for pile, number in enumerate(owed) if number}
            assert set(measures.drawn(scene)) == held | {f"seat:{seat}"}


FULLEST = CatanSeat(
    seat=3,
    hand=(19, 18, 17, 16, 15, 18, 14, 10, 10, 8),
    devs=(14, 5, 2, 2, 2),
    fresh=(3, 1, 1, 2, 0),
    points=23,
    rates=(4,) * KINDS,
    owed_resources=42,
    owed_ingredients=30,
    discarding=(19, 18, 5, 0, 0, 10, 10, 10, 0, 0),
    asked=0,
    can_pay=False,
    reply=None,
    replies=(),
)


def test_the_fullest_hand_has_room() -> None:
    scene = PAINTERS.paint(FULLEST)
    check_words(scene, scene.window)
    check_stamps(scene, scene.window)


@pytest.mark.parametrize("kinds", [(1, 1), (3, 3), (5, 5), (1, 9)])
@pytest.mark.parametrize("number", [1, 9, 19])
@pytest.mark.parametrize("to", [(0,), (0, 1, 3)])
def test_offers_of_many_kinds_have_room(kinds: tuple[int, int], number: int, to: tuple[int, ...]) -> None:
    gives = (number,) * kinds[0] + (0,) * (KINDS - kinds[0])
    gets = (0,) * (KINDS - kinds[1]) + (number,) * kinds[1]
    view = replace(positions(True, 4, POSITIONS)[5].view, offer=ShownOffer(7, 2, gives, gets, to, first=True))
    scene = PAINTERS.paint(view, "market")
    check_words(scene, scene.window)
    check_stamps(scene, scene.window)
    amounts = [item.text for item in scene.items if isinstance(item, Words) and item.text == str(number)]
    assert number == 1 or len(amounts) >= sum(kinds)


def test_names_keep_clear_of_sites_and_buildings_leave_sites_room() -> None:
    """A hex never has more to hold than it has room: a name, its sites, and the robber each stand alone."""
    for moment in positions(True, 4, POSITIONS):
        view = moment.view
        for number in range(len(view.terrain)):
            used = stand(view, number)
            assert sorted(used.values()).count("name") == 1
            assert ("robber" in used.values()) == (number == view.robber)
            for direction, means in used.items():
                if means.startswith("site"):
                    seat = int(means.split(":")[1])
                    assert HEX_CORNERS[number][direction] in (*view.settlements[seat], *view.cities[seat])


# ── close-ups ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_parts_at_double_size_tell_the_names_of_free_places() -> None:
    for market, seats in TABLES:
        for moment in positions(market, seats, POSITIONS)[7::90]:
            told: set[str] = set()
            for region in PAINTERS.regions(moment.view, "board"):
                scene = PAINTERS.zoom(moment.view, "board", region)
                assert scene.size[0] == 1200
                assert scene.size[1] <= 1400
                small = [word for word in measures.texts(scene) if word.size < TEXT]
                assert all(word.size * scene.zoom >= TEXT for word in small)
                inside = [word for word in measures.texts(scene) if scene.window.meets(word.box)]
                assert measures.meeting(inside) == []
                assert max(Counter(word.text for word in small).values(), default=0) <= 1, "an edge and a corner"
                told |= {word.text for word in small}
            free = {stroked(name) for name in EDGE_NAMES[:EDGES]} | set(CORNER_NAMES)
            assert told <= free
            assert len(told) > 20


def test_parts_of_a_plan_name_its_legal_places_and_no_others() -> None:
    moment = positions(True, 4, POSITIONS)[0]
    seat = Seat(moment.view.active)
    marks = legal(("found",), RULES.choices(moment.state, seat, ("found",)))
    told: set[str] = set()
    for region in PAINTERS.regions(moment.view, "board"):
        scene = PAINTERS.zoom(moment.view, "board", region, marks)
        told |= {stamp.drawing.key.split(":")[1] for stamp in _labels(scene) if scene.window.holds(stamp.box)}
    assert told == {spot.label for spot in marks.legal_corners}


def _labels(scene: Scene) -> list[Stamp]:
    return [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith("label:")]


@pytest.mark.parametrize("market", [True, False])
def test_a_name_hides_the_spot_of_its_corner_or_leaves_all_of_it_to_be_seen(market: bool) -> None:
    """An end that sticks out would be read as a letter. Every corner is named, more than half the names are large."""
    moment = positions(market, 4, POSITIONS)[0]
    marks = legal(("found",), RULES.choices(moment.state, Seat(moment.view.active), ("found",)))
    scene = PAINTERS.paint(moment.view, "board", marks)
    names = _labels(scene)
    assert len(names) == len(marks.legal_corners)
    assert sum(word.size >= 40 for stamp in names for word in stamp.drawing.shapes if isinstance(word, Words)) > 40
    spots = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key == "corner-spot"]
    for spot in spots:
        near = [name.box for name in names if name.box.meets(spot.box.grown(-2))]
        assert all(box.left <= spot.box.left and spot.box.right <= box.right for box in near)


def test_a_chip_makes_room_for_the_site_of_its_hex() -> None:
    """Between several sites it stays where it is, and covers no more of each than their rim."""
    seen = 0
    for moment in positions(True, 4, POSITIONS)[::3]:
        stamps = [item for item in PAINTERS.paint(moment.view, "board").items if isinstance(item, Stamp)]
        chips = {stamp.means.split(":")[1]: stamp.box.centre for stamp in stamps if stamp.means.startswith("chip:")}
        sites = [(s.means.split(":")[2], s.box.centre) for s in stamps if s.means.startswith("site:")]
        held = Counter(hexagon for hexagon, _ in sites)
        for hexagon, point in sites:
            assert dist(point, chips[hexagon]) > (52 if held[hexagon] == 1 else 44)
            seen += held[hexagon] == 1
    assert seen > 500


def test_the_market_and_hands_are_large_as_they_are() -> None:
    moment = positions(True, 4, POSITIONS)[0]
    hand = RULES.private(moment.state, Seat(0))
    assert PAINTERS.regions(moment.view, "market") == PAINTERS.regions(hand) == ()
    with pytest.raises(KeyError):
        PAINTERS.zoom(moment.view, "market", "nw")
    with pytest.raises(KeyError):
        PAINTERS.zoom(hand, "hand", "nw")


# ── grounds ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_said_to_lie_alone_does() -> None:
    """Else its kept pixels would hold those of something else."""
    luck = random.Random(5)
    for market, seats in TABLES:
        for moment in positions(market, seats, POSITIONS)[3::25]:
            for picture in PAINTERS.pictures(moment.view):
                items = PAINTERS.paint(moment.view, picture, marks_for(moment, luck)).items
                for number, item in enumerate(items):
                    if isinstance(item, Stamp) and item.alone:
                        assert [other for other in items[:number] if other.box.meets(item.box)] == []


def test_the_grounds_have_no_thin_line_either() -> None:
    for market, seats in TABLES:
        moment = positions(market, seats, POSITIONS)[0]
        views = moment.view, RULES.private(moment.state, Seat(0))
        for view in views:
            for picture in PAINTERS.pictures(view):
                for shape in PAINTERS.paint(view, picture).ground.shapes:
                    assert not isinstance(shape, Stroke) or shape.weight >= LINE - 0.1


def test_every_hex_keeps_its_sign_of_a_harbour_and_its_corners_on_the_page() -> None:
    for market in (True, False):
        where = layout(market=market)
        for number in range(len(where.board.harbours)):
            x, y = where.harbour(number)
            assert where.page.holds(Box(x - 38, y - 38, x + 38, y + 38))
            near = min(abs(x - hx) + abs(y - hy) for hx, hy in map(where.hexagon, range(where.board.hexes)))
            assert near > 120


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _keys(scene: Scene) -> Counter[str]:
    return Counter(item.drawing.key.split(":")[0] for item in scene.items if isinstance(item, Stamp))


def test_legal_words_are_marked_where_the_rules_say() -> None:
    """Every choice that names a corner, an edge or a hex gets its spot, and nothing else does."""
    luck = random.Random(3)
    found: Counter[str] = Counter()
    for market, seats in TABLES:
        for moment in positions(market, seats, POSITIONS):
            marks = asked(moment, luck)
            scene = PAINTERS.paint(moment.view, "board", marks)
            keys = _keys(scene)
            assert keys["corner-spot"] + keys["building-mark"] == len(marks.legal_corners + marks.ghost_corners)
            assert keys["lane"] == len(marks.legal_edges)
            assert keys["legal-hex"] == len(marks.legal_hexes)
            found.update({"corners": len(marks.legal_corners), "edges": len(marks.legal_edges)})
            found.update({"hexes": len(marks.legal_hexes), "sorts": len(marks.legal_sorts)})
            found.update({"cards": len(marks.legal_cards), "seats": len(marks.legal_seats)})
    assert all(found[kind] for kind in ("corners", "edges", "hexes", "sorts", "cards", "seats")), found


def _choices(*tokens: str) -> tuple[Choice, ...]:
    return tuple(Choice(token, whole=True) for token in tokens)


@pytest.mark.parametrize(
    ("tokens", "words", "where"),
    [
        (("settlement",), ("B3n", "C2se"), "board"),
        (("road",), ("B3ne",), "board"),
        (("robber",), ("B3",), "board"),
        (("chocolate", "finedark", "road"), ("B3ne", "none"), "board"),
        (("chocolate",), ("milk",), "market"),
        (("chocolate", "grapenut"), ("ore", "wool"), "market"),
        (("bank", "wool"), ("ore",), "market"),
        (("steal",), ("2",), "market"),
        (("offer",), ("wool1",), "market"),
        (("roll",), (), "board"),
        ((), ("roll",), "board"),
    ],
)
def test_a_plan_shows_the_picture_on_which_its_next_word_lies(
    tokens: tuple[str, ...], words: tuple[str, ...], where: str
) -> None:
    view = positions(True, 4, POSITIONS)[100].view
    assert planned(view, (), tokens, _choices(*words))[1] == (where,)


def _built(market: bool) -> Moment:
    return max(positions(market, 4, POSITIONS), key=lambda moment: sum(map(len, moment.view.cities)))


def test_the_last_move_is_marked() -> None:
    view = _built(True).view
    seat = max(range(4), key=lambda seat: len(view.cities[seat]))
    site = next(((s, h) for s in range(4) for h, _ in view.sites[s] if h != view.robber), (0, 0))
    facts = (
        Rolled(seat, 2, 3),
        RobberMoved(seat, view.robber),
        CityBuilt(seat, view.cities[seat][0]),
        SitesPut(site[0], (5,), (site[1],)),
        BarFell(0, 2),
        MarketRolled(6),
        BarRose(4, 6, chosen=True),
    )
    marks = PAINTERS.happened(view, facts)
    assert marks.shifts == (Shift(0, 2, up=False), Shift(4, 6, up=True))
    keys = _keys(PAINTERS.paint(view, "board", marks))
    assert [keys[sign] for sign in ("ring", "die")] == [3, 2]
    assert keys["turn"] == (3 if marks.turns > 1 else 0)
    lit = [item for item in PAINTERS.paint(view, "board", marks).items if isinstance(item, Stamp)]
    fives = {f"chip:{h}:5" for h, chip in enumerate(view.numbers) if chip == 5 and h != view.robber}
    assert {item.means for item in lit if item.drawing.key.endswith(":True") and item.means} == fives
    market = PAINTERS.paint(replace(view, bars=(2, 3, 4, 4, 6)), "market", marks)
    assert _keys(market)["ring"] == 2
    assert len(market.lit) == 3
    assert _keys(market)["arrow"] == 2
    assert _keys(market)["die"] == 1


def test_what_is_planned_is_a_ghost() -> None:
    view = _built(False).view
    seat = max(range(4), key=lambda seat: len(view.cities[seat]))
    facts = (CityBuilt(seat, view.cities[seat][0]), RobberMoved(seat, view.robber))
    marks, names = PAINTERS.planned(view, facts, (), ())
    assert names == ("board",)
    keys = _keys(PAINTERS.paint(view, "board", marks))
    assert [keys[sign] for sign in ("building-mark", "robber-mark", "site-mark")] == [1, 1, 0]
    roads = Marks(ghost_edges=view.roads[seat][:2])
    keys = _keys(PAINTERS.paint(view, "board", roads))
    assert keys["dashed-road"] == keys["halo"] == 2


def test_a_move_that_is_said_whole_stands_on_the_map_as_a_ghost() -> None:
    view = positions(True, 4, POSITIONS)[0].view
    free = next(corner for corner in range(len(CORNER_NAMES)) if not any(corner in own for own in view.settlements))
    corner, edge = CORNER_NAMES[free], EDGE_NAMES[0]
    before = _keys(PAINTERS.paint(view, "board"))

    def more(*tokens: str) -> Counter[str]:
        marks, names = PAINTERS.planned(view, (), tokens, ())
        assert names == ("board",)
        return _keys(PAINTERS.paint(view, "board", marks)) - before

    road = {"road": 1, "dashed-road": 1, "halo": 1}
    assert more("found", corner, edge) == {"building-mark": 1, "settlement": 1, **road}
    assert more("chocolate", "milk", "road", edge) == more("road", edge) == road
    assert more("end") == {}


def test_before_a_verb_is_said_the_places_of_all_verbs_are_marked() -> None:
    view = positions(True, 4, POSITIONS)[0].view
    places = (("road", EDGE_NAMES[3]), ("settlement", CORNER_NAMES[7]), ("city", CORNER_NAMES[9]), ("robber", "A1"))
    marks, names = PAINTERS.planned(view, (), (), [Choice(place, whole=False, group=verb) for verb, place in places])
    assert names == ("board",)
    assert [spot.label for spot in marks.legal_edges] == [EDGE_NAMES[3]]
    assert [spot.label for spot in marks.legal_corners] == [CORNER_NAMES[7], CORNER_NAMES[9]]
    assert not marks.legal_hexes


def test_names_of_hexes_are_those_of_the_notation() -> None:
    for market in (True, False):
        view = positions(market, 4, POSITIONS)[0].view
        found = Counter(word.text for word in measures.texts(PAINTERS.paint(view, "board")))
        assert all(found[HEX_NAMES[number]] == 1 for number in range(len(view.terrain)))

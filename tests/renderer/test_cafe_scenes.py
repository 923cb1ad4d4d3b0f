"""The café over random positions, with and without marks: nothing overlaps, nothing is too small or missing."""

import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from renderer.cafe import Marks, Spot, last_move, planned
from renderer.cafe import geometry as at
from renderer.cafe.geometry import SLOT
from renderer.scene import Box, Scene, Stamp, Stroke, Words
from rules import counts
from rules.cafe import scoring
from rules.cafe.board import BAR_FIELDS, CHAIR_NAMES, CHAIRS, TABLE_NAMES, TABLE_NATION, TABLES_AT
from rules.cafe.facts import Seated, TableScored
from rules.cafe.game import RULES
from rules.cafe.guests import JOKERS, NATIONS, TOKENS
from rules.cafe.moves import BAR, SEAT, SWAP, Seating, Sits
from rules.cafe.places import Places
from rules.cafe.views import CafePublic
from rules.contract import Seat
from tests import report
from tests.painted import PAINTERS
from tests.renderer import measures
from tests.renderer.cafe_positions import Moment, marks_for, positions
from tests.renderer.test_scenes import LINE, TEXT, check_stamps, check_words

POSITIONS = 1000
SEATS = (2, 3, 4)


def expected(view: CafePublic, marks: Marks) -> Counter[str]:
    """Every piece that the picture must show, said again from the view and the plan alone."""
    seated = {sits.chair: sits.kind for sits in view.guests} | {sits.chair: sits.kind for sits in marks.ghosts}
    found = Counter(f"chair:{chair}:{TOKENS[kind]}" for chair, kind in seated.items())
    found.update(f"bar:{field}:{TOKENS[kind]}" for field, kind in enumerate(view.bar))
    found.update(f"crown:{table}" for table in view.one_nation)
    for seat in range(view.seats):
        found[f"seat:{seat}"] += 1
        hand = Counter(view.hands[seat])
        if seat == view.active:
            hand -= Counter([sits.kind for sits in marks.ghosts] + [marks.to_bar])
        found.update({f"hand:{seat}:{TOKENS[kind]}": number for kind, number in hand.items()})
    return found


def texts(scene: Scene) -> Counter[str]:
    return Counter(word.text for word in measures.texts(scene))


def guests_of(scene: Scene) -> Iterator[Stamp]:
    """Those in the café itself, at the tables and at the bar."""
    for item in scene.items:
        if isinstance(item, Stamp) and item.means.startswith(("chair:", "bar:")):
            yield item


@pytest.mark.parametrize("seats", SEATS)
def test_no_words_meet_all_are_inside_and_large_and_every_guest_is_drawn_once(seats: int) -> None:
    luck = random.Random(seats)
    start = time.perf_counter()
    for moment in positions(seats, POSITIONS):
        view, shown = moment.view, marks_for(moment, luck)
        scene = PAINTERS.paint(view, "", shown)
        check_words(scene, scene.window)
        check_stamps(scene, scene.window)
        assert measures.drawn(scene) == expected(view, shown)
    report.say(f"scenes: {POSITIONS} of {seats} players checked in {time.perf_counter() - start:.1f} s")


def _free(scene: Scene) -> dict[tuple[int, int], str]:
    """The free chairs of a picture by their middles."""
    return {
        (item.x + item.drawing.width // 2, item.y + item.drawing.height // 2): item.drawing.key
        for item in scene.items
        if isinstance(item, Stamp) and item.drawing.key.startswith("cafe:chair:")
    }


@pytest.mark.parametrize("seats", SEATS)
def test_a_plan_names_the_chairs_it_offers_or_every_free_one_and_every_table_and_the_last_move_none(seats: int) -> None:
    luck = random.Random(seats)
    for moment in positions(seats, POSITIONS)[::7]:
        view, shown = moment.view, marks_for(moment, luck)
        found = texts(PAINTERS.paint(view, "", shown))
        planned = {sits.chair for sits in shown.ghosts}  # beside the guest; who takes a joker's place hides a taken one
        free = set(range(CHAIRS)) - {sits.chair for sits in view.guests}
        named = ({spot.place for spot in shown.chairs} or (free if shown.numbered else set())) | planned
        assert [name for name in CHAIR_NAMES if found[name]] == [CHAIR_NAMES[chair] for chair in sorted(named)]
        assert all(found[name] == shown.numbered for name in TABLE_NAMES)
        assert all(found[NATIONS[nation]] >= 2 for nation in TABLE_NATION)


@pytest.mark.parametrize("seats", SEATS)
def test_a_free_chair_shows_whom_the_tables_admit(seats: int) -> None:
    """CI-6: for each free chair the sexes that the judge of the rules would let sit there, as far as balance goes."""
    seen: Counter[str] = Counter()
    for moment in positions(seats, POSITIONS)[::9]:
        balance = Places(moment.state).balance
        chairs = _free(PAINTERS.paint(moment.view))
        taken = {sits.chair for sits in moment.view.guests}
        assert len(chairs) == CHAIRS - len(taken)
        for chair in set(range(CHAIRS)) - taken:
            x, y = at.chair(chair)
            _, _, _, _, letters, name = chairs[round(x), round(y)].split(":")
            tips = [balance[table] for table in TABLES_AT[chair]]
            assert letters == "f" * (max(tips) <= 0) + "m" * (min(tips) >= 0)
            assert not name
            seen[letters] += 1
    assert min(seen[letters] for letters in ("f", "m", "fm")) > 100
    assert seen[""]


def test_who_may_still_come_stands_beside_a_table_of_each_nation() -> None:
    """What nobody has seen is what the bag holds, guest by guest."""
    for moment in positions(3, POSITIONS)[::11]:
        scene = PAINTERS.paint(moment.view)
        stamps = [
            i for i in scene.items if isinstance(i, Stamp) and i.drawing.key.startswith(("cafe:comes", "cafe:let"))
        ]
        keys = [stamp.drawing.key for stamp in sorted(stamps, key=lambda stamp: (stamp.x, stamp.y))]
        told = set(zip(keys[::2], keys[1::2], strict=True))  # the letters stand over their numbers
        bag = counts.unpack(moment.state.bag.packed, JOKERS)
        wanted = {(f"cafe:letters:{n}", f"cafe:comes:{bag[2 * n]}:{bag[2 * n + 1]}") for n in range(len(NATIONS))}
        assert told == (set() if moment.view.ending else wanted)


def test_a_free_field_of_the_bar_tells_its_number_and_the_next_one_is_large() -> None:
    for moment in positions(3, POSITIONS)[::11]:
        scene = PAINTERS.paint(moment.view)
        saucers = [item for item in scene.items if isinstance(item, Stamp) and ":saucer:" in item.drawing.key]
        saucers.sort(key=lambda item: (item.drawing.width < 100, item.y // 20, item.x))
        numbers = [word for saucer in saucers for word in saucer.drawing.shapes if isinstance(word, Words)]
        wanted = [f"{number:+}".replace("-", "\u2212") for number in BAR_FIELDS[len(moment.view.bar) :]]
        assert [word.text for word in numbers] == wanted
        assert [word.size > TEXT for word in numbers] == [i == 0 for i in range(len(numbers))]


def test_guests_on_their_chairs_and_fields_keep_apart() -> None:
    """No guest covers another one, nor the letters of a table."""
    for seats in SEATS:
        for moment in positions(seats, POSITIONS)[::9]:
            scene = PAINTERS.paint(moment.view)
            boxes = [measures.ink_of(item.drawing).moved(item.x, item.y) for item in guests_of(scene)]
            assert measures.apart(boxes)
            words = [shape for shape in scene.ground.shapes if isinstance(shape, Words)]
            assert len(words) == len(TABLE_NATION)
            assert not any(box.meets(word.box) for box in boxes for word in words)


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_sees_its_guests_and_what_it_is_asked(seats: int) -> None:
    for moment in positions(seats, POSITIONS)[::10]:
        for seat in range(seats):
            view = RULES.private(moment.state, Seat(seat))
            scene = PAINTERS.paint(view)
            check_words(scene, scene.window)
            check_stamps(scene, scene.window)
            held = Counter(f"hand:{TOKENS[kind]}" for kind in view.hand)
            assert measures.drawn(scene) == held + Counter([f"seat:{seat}"])
            signs = " ".join(item.drawing.key for item in scene.items if isinstance(item, Stamp))
            assert ("cafe:door" in signs) == view.drops_out
            assert ("hourglass:" in signs, "cafe:cake" in signs) == (view.topic == "turn", view.topic == "birthday")


def test_together_the_closer_looks_show_every_chair_and_every_table_whole() -> None:
    moment = positions(4, POSITIONS)[0]
    chairs: set[str] = set()
    for region in PAINTERS.regions(moment.view):
        scene = PAINTERS.zoom(moment.view, "", region)
        assert scene.size[0] == 1200
        assert scene.size[1] <= 1200
        inside = [item for item in scene.items if isinstance(item, Stamp) and scene.window.holds(item.box)]
        chairs |= {item.drawing.key for item in inside if ":chair:" in item.drawing.key}
        assert len([word for word in measures.texts(scene) if scene.window.holds(word.box)]) >= 8
    assert len(chairs) == CHAIRS


def test_what_is_said_to_lie_alone_does() -> None:
    """Else its kept pixels would hold those of something else."""
    luck = random.Random(5)
    for seats in SEATS:
        for moment in positions(seats, POSITIONS)[3::25]:
            items = PAINTERS.paint(moment.view, "", marks_for(moment, luck)).items
            for number, item in enumerate(items):
                if isinstance(item, Stamp) and item.alone:
                    box = measures.ink_of(item.drawing).moved(item.x, item.y)
                    below = [other.box for other in items[:number] if other.box.meets(box)]
                    assert below == [], item.drawing.key


def test_the_ground_has_no_thin_line_either() -> None:
    for seats in SEATS:
        for shape in PAINTERS.paint(positions(seats, POSITIONS)[0].view).ground.shapes:
            assert not isinstance(shape, Stroke) or shape.weight >= LINE
            assert not isinstance(shape, Words) or shape.size >= TEXT


# ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_move_is_marked_with_its_points() -> None:
    seen = 0
    for moment in positions(4, POSITIONS)[::3]:
        told = [fact for fact in moment.facts if isinstance(fact, Seated)]
        if not told:
            continue
        seen += 1
        marks = last_move(moment.facts)
        assert marks.seated == tuple(sits.chair for sits in told[0].guests)
        scored = [(fact.table, fact.points) for fact in moment.facts if isinstance(fact, TableScored)]
        if scored:
            assert [(spot.place, spot.worth) for spot in marks.tables] == scored
            assert [(spot.place, spot.worth) for spot in marks.gained] == [(told[0].seat, told[0].points)]
    assert seen > 100


def test_a_planned_seating_shows_what_the_rules_would_give() -> None:
    """Its ghosts sit on their chairs, and each table has the points that the commit will bring."""
    for moment in positions(3, POSITIONS)[::5]:
        if moment.view.phase != "turn":
            continue
        seat = Seat(moment.view.active)
        for move, points in RULES.best(moment.state, seat, 5):
            if not isinstance(move, Seating):
                continue
            marks, names = planned(moment.view, (), tuple(RULES.write(move).split()), ())
            assert names == ("cafe",)
            assert {(sits.chair, sits.kind) for sits in marks.ghosts} == {(s.chair, s.kind) for s in move.guests}
            assert sum(spot.worth or 0 for spot in marks.tables) == points
            gains = {gain.table: gain.points for gain in scoring.gains(moment.state, move.guests) if gain.points}
            assert {spot.place: spot.worth for spot in marks.tables} == gains


def test_a_swap_that_is_planned_brings_its_joker_into_the_hand() -> None:
    seen = 0
    for moment in positions(3, POSITIONS):
        seat = Seat(moment.view.active)
        for guest in RULES.choices(moment.state, seat, (SWAP,)) if moment.view.phase == "turn" else ():
            chair = RULES.choices(moment.state, seat, (SWAP, guest.token))[0].token
            marks = planned(moment.view, (), (SWAP, guest.token, chair), ())[0]
            scene = PAINTERS.paint(moment.view, "", marks)
            (joker,) = marks.fetched
            assert [TOKENS[joker]] == [TOKENS[s.kind] for s in moment.view.guests if CHAIR_NAMES[s.chair] == chair]
            keys = [item.drawing.key for item in scene.items if isinstance(item, Stamp)]
            assert keys.count(f"cafe:guest:{SLOT}:{TOKENS[joker]}:-1") == 1 + sum(
                hand.count(joker) for hand in moment.view.hands
            )
            assert sum(key.startswith("cafe:ghost") for key in keys) == 2
            seen += 1
    assert seen > 20


def test_a_joker_that_is_not_named_yet_promises_no_points() -> None:
    view = replace(positions(3, POSITIONS)[0].view, guests=(Sits(0, 0),))
    unnamed, named = (planned(view, (), (SEAT, "Jm", "C08", *nation), ())[0] for nation in ((), ("CF",)))
    assert unnamed.tables == ()
    assert named.tables == (Spot(0, 2),)


def test_legal_words_are_marked_where_the_rules_say() -> None:
    """Every chair that may be named gets its spot with the points so far, and nothing else does."""
    verbs: Counter[str] = Counter()
    for moment in positions(4, POSITIONS)[::6]:
        if moment.view.phase != "turn":
            continue
        seat = Seat(moment.view.active)
        for verb in (SEAT, SWAP):
            guests = RULES.choices(moment.state, seat, (verb,))
            marks = planned(moment.view, (), (verb,), guests)[0]
            assert [TOKENS[kind] for kind in marks.wanted] == [choice.token for choice in guests]
            for guest in guests:
                asked = RULES.choices(moment.state, seat, (verb, guest.token))
                spots = planned(moment.view, (), (verb, guest.token), asked)[0].chairs
                assert [(CHAIR_NAMES[s.place], s.worth) for s in spots] == [(c.token, c.worth) for c in asked]
                verbs[verb] += 1
        for choice in RULES.choices(moment.state, seat, (BAR,)):
            marks = planned(moment.view, (), (BAR, choice.token), ())[0]
            assert TOKENS[marks.to_bar] == choice.token
            assert [spot.worth for spot in marks.gained] == [max(choice.worth or 0, -moment.view.scores[seat])]
    assert min(verbs[SEAT], verbs[SWAP]) > 20


def test_a_birthday_and_a_player_who_has_left_are_seen() -> None:
    moment: Moment = positions(3, POSITIONS)[0]
    view = replace(moment.view, birthday=7, threshold=30, dropped=(1,), hands=(view_hand(moment), (), (1, 2)))
    scene = PAINTERS.paint(view)
    keys = Counter(item.drawing.key.split(":")[1] for item in scene.items if isinstance(item, Stamp))
    assert keys["double"] == 2
    assert keys["cake"] == 1
    assert keys["door"] == 1
    assert texts(scene)["\u00d72"] == 2


def view_hand(moment: Moment) -> tuple[int, ...]:
    return moment.view.hands[0]


def test_the_bag_and_the_scores_stand_there_below_nought_too() -> None:
    view = replace(positions(2, POSITIONS)[0].view, scores=(-12, 104), bag=57, costs=(25, 0), phase="over", active=-1)
    scene = PAINTERS.paint(view)
    check_words(scene, scene.window)
    found = texts(scene)
    assert {"57", "104", "\u221212", "\u221225"} <= set(found)
    assert scene.window == Box(0, 0, 1200, scene.ground.height)

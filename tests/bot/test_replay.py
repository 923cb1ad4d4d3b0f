"""A game is looked through move by move, as its reader may see it; it is walked through once."""

import asyncio
import re
from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.games import GAMES
from bot.play.history import reel as reels
from bot.play.history.reel import Reel, wound
from bot.play.history.replay import Shot, shot
from bot.play.history.walks import Reels
from rules import engine
from rules.contract import Record
from rules.engine.replay import walk
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import BUTTON, LOCALES, Hands, Sent, Sketches, parts
from tests.contract.cases import Case

ADA, BEA, CEM, DAG, EVA = (1, 2, 3, 4, 5)
PEOPLE = (ADA, BEA, CEM, DAG)
ROW = 1
"""The type of a row of components."""


def seats_of(case: Case) -> int:
    return max(case.rules.seats)


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_a_reel_shows_every_position_and_every_line_of_a_game(case: Case):
    """And knows what was taken back."""
    rules = case.rules
    game = game_of(case, seats_of(case), 2)
    wound_up = wound(rules, game.records)
    entries = [entry for entry in engine.history(rules, game.records, None) if entry.number is not None]
    assert [frame.number for frame in wound_up.frames] == [entry.number for entry in entries]
    assert [frame.undone for frame in wound_up.frames] == [entry.undone for entry in entries]
    for frame in wound_up.frames[:: max(1, len(wound_up.frames) // 40)]:
        assert reels.state_of(rules, frame) == engine.at_number(rules, game.records, frame.number)


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_a_reel_that_goes_on_is_the_one_wound_at_once(case: Case):
    """Of what has come since only that is walked through, unless something was taken back."""
    rules, game = case.rules, game_of(case, seats_of(case), 3)
    records = game.records
    versions = sorted({record.version for record in records})
    made: Reel | None = None
    walked = 0
    for upto in [*versions[:: max(1, len(versions) // 12)], versions[-1]]:
        known = tuple(record for record in records if record.version <= upto)
        before = made
        made = wound(rules, known, before)
        whole = wound(rules, known)
        assert (made.frames, made.last, made.turn) == (whole.frames, whole.last, whole.turn)
        fresh = [record for record in known if before is None or record.version > before.last.version]
        again = before is not None and any(record.kind == "undo" for record in fresh)
        walked += len(known) if again else len(fresh)
        assert made.walked == walked


def test_rounds_begin_when_the_turn_comes_back():
    """In a game of which nothing is taken back and nobody leaves, each has a turn in each round."""
    case = next(case for case in PLAYED if case.name == "cafe")
    game = game_of(case, 3, 5)
    records: tuple[Record, ...] = game.records
    made = wound(case.rules, records)
    rounds = made.rounds()
    assert [number for number, _ in rounds] == list(range(1, len(rounds) + 1))
    if all(record.kind in ("begin", "move") for record in records):
        turns = [moment.after.open[0].seat for moment in walk(case.rules, records) if moment.after.open]
        assert len(rounds) >= len(set(turns))


# ── presses ──


def verbs(sent: Sent) -> dict[str, str]:
    """The sign of each step with the move to which it leads."""
    found = [press.custom_id.split(":")[2] for row in sent.rows for press in row]
    parts = [re.fullmatch(r"reel(\d+)\.(\w*)\.(.)", verb) for verb in found]
    return {part[3]: part[1] for part in parts if part}


async def opened(house: House, table: str, user: int, verb: str = "reel") -> tuple[Hands, Sent]:
    hands = Hands(house, Sketches(1000))
    return hands, await hands.press(user, custom_ids.board(table, verb))


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_one_message_leads_through_a_whole_game_and_the_records_are_walked_once(
    house: House, case: Case, monkeypatch: pytest.MonkeyPatch
):
    game = game_of(case, seats_of(case), 4)
    table = await put(house, game, PEOPLE[: seats_of(case)])
    applied: list[int] = []
    real = reels.walk

    def counted(rules: Any, records: Any) -> Any:
        for moment in real(rules, records):
            applied.append(moment.after.version)
            yield moment

    monkeypatch.setattr(reels, "walk", counted)
    hands, sent = await opened(house, table, ADA)
    last = game.last.number
    assert f"Move {last} of {last}" in sent.text
    assert set(verbs(sent)) == {"⏮", "◀", "m", "h", "t"}, "nothing comes after the newest"
    sent = await hands.press(ADA, custom_ids.board(table, "reel0..⏮"))
    for _ in range(30):
        ways = verbs(sent)
        sent = await hands.press(ADA, custom_ids.board(table, f"reel{ways['▶']}..▶"))
        assert sent.pictures
    assert f"of {last}" in sent.text
    assert len(applied) == len({*applied}) == len(game.plies) + 1, "each commit once, whatever was pressed"


async def test_only_mine_leads_to_one_s_own_moves_alone(house: House):
    case = next(case for case in PLAYED if case.name == "guatemala")
    game = game_of(case, 3, 2)
    table = await put(house, game, PEOPLE[:3])
    made = wound(case.rules, game.records)
    own = [frame.number for frame in made.frames if frame.seat == 1]
    hands, sent = await opened(house, table, BEA, "reel0.m.⏮")
    seen: list[int] = []
    while "▶" in verbs(sent):
        seen.append(int(verbs(sent)["▶"]))
        sent = await hands.press(BEA, custom_ids.board(table, f"reel{seen[-1]}.m.▶"))
    assert seen == own
    _, stranger = await opened(house, table, EVA)
    assert "m" not in verbs(stranger), "whoever has no move has none to look at"


async def test_a_menu_leads_to_the_rounds_and_has_room(house: House):
    case = next(case for case in PLAYED if case.name == "catan")
    game = game_of(case, 4, 1)
    table = await put(house, game, PEOPLE)
    hands, sent = await opened(house, table, ADA)
    menu = next(row for row in sent.rows if row and row[0].values)
    assert 2 <= len(menu) <= 25
    there = await hands.press(ADA, custom_ids.board(table, "rounds"), menu[1].values)
    assert f"Move {menu[1].values[0]} of" in there.text


@pytest.mark.parametrize(
    "verb", ["reelx", "reel1.q.▶", "reel9999999999", "reel1.mmmm.x", "rounds", "roundsq", "reel999999", "reel-1"]
)
async def test_a_forged_press_is_answered_with_a_sentence(house: House, verb: str):
    case = next(case for case in PLAYED if case.name == "cafe")
    table = await put(house, game_of(case, 2, 1), PEOPLE[:2])
    _, sent = await opened(house, table, ADA, verb)
    assert sent.text
    assert not verbs(sent) or verb in {"rounds", "reel1.mmmm.x"}


async def test_before_a_game_begins_there_is_nothing_to_look_through(house: House):
    table = await house.gathered(PEOPLE[:2])
    _, sent = await opened(house, table, ADA)
    assert "not begun" in sent.text


@pytest.mark.parametrize("locale", LOCALES)
async def test_its_buttons_stand_in_rows_that_no_telephone_breaks(house: House, locale: str):
    """At 390 px two labels of 33 letters together fit, and three of 26."""
    case = next(case for case in PLAYED if case.name == "cafe")
    table = await put(house, game_of(case, 2, 1), PEOPLE[:2])
    hands, lengths = Hands(house, Sketches(1000), locale), dict[int, int]()
    for mode in ("", "m", "h", "mh", "t", "mht"):
        sent = await hands.press(ADA, custom_ids.board(table, f"reel3.{mode}.x"))
        rows = [row["components"] for row in parts(sent.components) if row["type"] == ROW]
        labels = [[one["label"] for one in row if one["type"] == BUTTON] for row in rows]
        for row in labels:
            if "◀" not in row:
                lengths[len(row)] = max(lengths.get(len(row), 0), len("".join(row)))
    assert lengths[2] <= 33
    assert lengths[3] <= 26


# ── who may see what ──


async def found(house: House, table: str, user: int, number: int) -> Shot:
    held = await house.table(table)
    made = wound(held.rules, await house.store.records(table))
    seen = shot(held, made, user, number)
    assert isinstance(seen, Shot)
    return seen


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_while_a_game_runs_a_reader_sees_their_own_hand_alone(house: House, case: Case):
    seats = seats_of(case)
    game = game_of(case, seats, 6)
    table = await put(house, game, PEOPLE[:seats], most=len(game.plies) // 2)
    held = await house.table(table)
    for number in (0, held.position.number // 2, held.position.number):
        state = engine.at_number(case.rules, game.records, number)
        for seat, user in enumerate((*PEOPLE[:seats], EVA)):
            seen = await found(house, table, user, number)
            gone = seat < seats and held.seats[seat].resigned
            own = () if seat >= seats or gone else ((seat, case.rules.private(state, seat)),)
            assert seen.hands == own
            assert seen.seen.view == case.rules.public(state)


@pytest.mark.parametrize("hands", ["open", "closed"])
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_once_it_is_over_everybody_sees_all_hands_unless_the_table_keeps_them_closed(
    house: House, case: Case, hands: str
):
    seats = seats_of(case)
    game = game_of(case, seats, 7)
    table = await put(house, game, PEOPLE[:seats], hands=hands)
    number = game.last.number // 2
    state = engine.at_number(case.rules, game.records, number)
    seen = await found(house, table, EVA, number)
    wanted = tuple((seat, case.rules.private(state, seat)) for seat in range(seats)) if hands == "open" else ()
    assert seen.hands == wanted
    for mode in ("h", "t"):
        _, sent = await opened(house, table, EVA, f"reel{number}.{mode}.x")
        assert ("What Bea saw" in sent.text) == (hands == "open")
        assert ("h" in verbs(sent)) == (hands == "open")
    for user, own in ((EVA, 0), (BEA, 1)):
        _, sent = await opened(house, table, user, f"reel{number}")
        saw = [line for line in sent.text.splitlines() if line.startswith("What ")]
        assert [line.partition(":")[0] for line in saw] == ["What you saw"] * own, "beside the board one's own alone"


async def test_the_pictures_beside_a_moment_are_painted_before_they_are_asked_for(house: House):
    case = next(case for case in PLAYED if case.name == "cafe")
    game = game_of(case, 2, 3)
    table = await put(house, game, PEOPLE[:2])
    sketches = Sketches(1000)
    hands = Hands(house, sketches)
    await hands.press(ADA, custom_ids.board(table, "reel5"))
    await asyncio.gather(*sketches._ahead.values())
    assert sketches.drawn == 3, "the moment, and those before and after it"
    assert not sketches._ahead


async def test_reels_are_kept_within_their_bytes(house: House):
    case = next(case for case in PLAYED if case.name == "cafe")
    game = game_of(case, 2, 3)
    tables = [await put(house, game, (user, user + 1)) for user in (10, 20, 30)]
    one = wound(case.rules, game.records).size
    kept = Reels(2 * one)
    for table in [*tables, tables[2]]:
        await kept.of(await house.table(table), house.store)
        assert kept.size <= 2 * one
    assert list(kept._kept) == tables[1:], "what was looked at longest ago gives way"


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_the_course_of_a_game_is_that_of_its_positions(case: Case):
    """Without what was taken back; it ends with the points of the outcome."""
    rules, game = case.rules, game_of(case, seats_of(case), 2)
    points = GAMES[rules.key].points
    made = wound(rules, game.records)
    found = reels.course(rules, made, points)
    after = {frame.number: tuple(points(rules.public(reels.state_of(rules, frame)))) for frame in made.frames}
    assert all(after[number] == value for number, value in found)
    outcome = rules.outcome(game.last.state)
    assert outcome is not None
    assert found[-1] == (game.last.number, tuple(outcome.points))
    back = {frame.number for frame in made.frames if frame.undone}
    assert not back & {number for number, _ in found}

"""Being away: it ends with the next own move that everybody sees, if its person wishes, and with nothing less."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games import game_text
from bot.play import turns
from bot.play.answers import Played
from bot.play.clocks import absence
from bot.play.clocks.paces import DAY, PACES
from bot.play.people import absences, profile
from bot.play.people.preferences import BACK_BY_MOVE, QUIET, quieted, wishing
from bot.play.plans import planning
from bot.play.seating import sitting_in
from bot.play.time_answers import Back
from bot.play.timed import digests
from bot.wording import clock_text, words_for
from storage.port import RECKON
from storage.rows import Change
from tests.bot.catan_tables import placed, say
from tests.bot.house import House
from tests.bot.house_players import ADA, BEA, CEM, AtOnce
from tests.bot.test_lateness import deadline, later, opened, turn
from tests.bot.test_sealed_clocks import world
from tests.rules.catan.position import Position

HOUR = 3_600_000
BUDGET = PACES["steady"].due + PACES["steady"].reserve


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def away(house: House, user: int, *, by_move: bool = True) -> None:
    found = await absences.go(house.transactions, user, "10", by_move=by_move)
    assert isinstance(found, absences.Absent)
    assert found.by_move == by_move


async def is_away(house: House, user: int) -> bool:
    return absence.is_away((await house.store.person(user)).away, house.clock.now)


async def test_a_move_ends_it_and_says_so(house: House):
    table = await opened(house, ADA, BEA)
    await away(house, ADA)
    assert (await deadline(house, table)).at == house.clock.now + BUDGET + 10 * DAY
    house.clock.now += 2 * DAY
    found = await house.table(table)
    answer = await house.play(table, turns.example(found.rules, found.position.state, 0), user=ADA)
    assert isinstance(answer, Played)
    assert answer.returned
    assert "With that your absence is over." in game_text.answer_text(words_for("en"), answer, found)
    assert not await is_away(house, ADA)
    (span,) = (await house.store.person(ADA)).away
    assert span[1] - span[0] == 2 * DAY, "what was used of the budget stays used"
    await turn(house, table, ADA)
    assert (await deadline(house, table)).seats == (1,)


async def test_without_the_wish_a_move_does_not_end_it(house: House):
    table = await opened(house, ADA, BEA)
    await away(house, ADA, by_move=False)
    await turn(house, table, ADA)
    assert await is_away(house, ADA)


async def test_a_later_absence_without_the_wish_stays(house: House):
    table = await opened(house, ADA, BEA)
    await away(house, ADA)
    await absences.come_back(house.transactions, ADA)
    await away(house, ADA, by_move=False)
    await turn(house, table, ADA)
    assert await is_away(house, ADA)


async def test_looking_planning_and_taking_back_the_seat_do_not_end_it(house: House):
    table = await opened(house, ADA, BEA)
    await away(house, ADA)
    await house.do(table, house.act(ADA), planning.open_panel())
    await house.do(table, house.act(ADA), planning.take_turn())
    found = await house.table(table)
    text = turns.example(found.rules, found.position.state, 0)
    await house.do(table, house.act(ADA), planning.add_move(text))
    assert await is_away(house, ADA)
    seats = tuple(replace(row, house="even") if row.seat == 0 else row for row in found.seats)
    held = await house.loaded(table)
    await house.store.write(Change(held.table, held.table.rev, house.clock.now, seats=seats))
    assert await house.do(table, house.act(ADA), sitting_in.come_back()) == Back()
    assert await is_away(house, ADA)


async def test_a_roll_that_my_turn_brings_does_not_end_it(house: House):
    made = Position(seats=3).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    table = await placed(house, made, [ADA, BEA, CEM])
    assert isinstance(await say(house, table, ADA, "end"), Played)
    await house.quiet()
    await away(house, BEA)
    answer = await house.do(table, house.act(BEA), planning.take_turn())
    assert isinstance(answer, Played), "the press has rolled"
    assert await is_away(house, BEA)
    assert not answer.returned
    await house.quiet()
    found = await house.table(table)
    said = await say(house, table, BEA, turns.example(found.rules, found.position.state, 1))
    assert isinstance(said, Played)
    assert said.returned
    assert not await is_away(house, BEA)


async def test_an_acceptance_that_only_the_offerer_learns_of_does_not_end_it(house: House):
    made = Position(seats=3).settle(0, "B2n").settle(1, "C3n").settle(2, "D2s")
    for seat in range(3):
        made.hand(seat, "wool2 ore2")
    table = await placed(house, made, [ADA, BEA, CEM])
    await away(house, BEA)
    assert isinstance(await say(house, table, ADA, "offer wool1 for ore1"), Played)
    await house.quiet()
    assert isinstance(await say(house, table, BEA, "accept 1"), Played)
    assert await is_away(house, BEA)


@pytest.mark.parametrize("last", [False, True])
async def test_a_sealed_answer_does_not_end_it_not_even_the_one_that_settles(tmp_path: Path, last: bool):
    house, table, asked = await world(tmp_path)
    since = next(q.since for q in (await house.table(table)).questions if q.sealed)
    one, other = asked
    await away(house, one)
    if last:
        await house.do(table, house.act(other), turns.play(since, ["pass"]))
    before = await deadline(house, table)
    await house.do(table, house.act(one), turns.play(since, ["pass"]))
    assert await is_away(house, one)
    if not last:
        assert await deadline(house, table) == before
    await house.close()


async def test_deadlines_at_other_tables_move_back_also_where_the_process_dies_at_once(house: House):
    table, other = await opened(house, ADA, BEA), await opened(house, ADA, CEM)
    await turn(house, other, CEM)
    await house.quiet()
    plain = (await deadline(house, other)).at
    await away(house, ADA)
    assert [row.at for row in (await house.loaded(other)).dues if row.kind == "late"] == [plain + 10 * DAY]
    await turn(house, table, ADA)
    assert [(user, what) for user, what, _ in await house.store.agenda_due(house.clock.now, 9)] == [(ADA, RECKON)]
    await house.restart()
    await later(house, 0)
    assert await house.store.agenda_due(house.clock.now + DAY, 9) == ()
    assert [row.at for row in (await house.loaded(other)).dues if row.kind == "late"] == [plain]


async def test_a_change_whose_process_dies_before_the_deadlines_are_worked_out_is_not_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await opened(house, ADA, BEA)
    plain = (await deadline(house, table)).at

    async def killed(*_: object) -> int:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(profile, "reckon", killed)
        with pytest.raises(RuntimeError):
            await away(house, ADA)
    await house.restart()
    await later(house, profile.ONCE_MORE_MS)
    assert [row.at for row in (await house.loaded(table)).dues if row.kind == "late"] == [plain + 10 * DAY]


async def test_of_two_changes_at_once_neither_is_lost(house: House):
    """Absence and quiet hours, each read before the other is kept; deadlines follow from both."""
    table = await opened(house, ADA, BEA)
    await asyncio.gather(
        away(house, ADA),
        profile.change(house.transactions, ADA, lambda person: quieted(person, "22-7", "Europe/Berlin")),
        digests.lose(house.store, ADA),
        profile.save(house.store, ADA, lambda person: wishing(person, QUIET, on=True)),
    )
    person = await house.store.person(ADA)
    assert dict(person.settings) == {
        "hours": "22-7", "zone": "Europe/Berlin", BACK_BY_MOVE[0]: BACK_BY_MOVE[1], QUIET[0]: QUIET[1]
    }  # fmt: skip
    assert await is_away(house, ADA)
    (row,) = [row for row in (await house.loaded(table)).dues if row.kind == "late"]
    assert row.at == (await deadline(house, table)).at >= house.clock.now + BUDGET + 10 * DAY


@pytest.mark.parametrize("back", [False, True])
async def test_a_move_that_knew_the_person_as_they_were_leaves_no_deadline_too_late(house: House, back: bool):
    """It was on its way when somebody went away, or came back."""
    table = await opened(house, ADA, BEA)
    if back:
        await away(house, BEA, by_move=False)
    held = await house.table(table)
    await (absences.come_back(house.transactions, BEA) if back else away(house, BEA, by_move=False))
    assert held.row.rev == (await house.table(table)).row.rev
    text = turns.example(held.rules, held.position.state, 0)
    done = await house.transactions.run(table, house.act(ADA), turns.play(-1, [text, "done"]), hand=held)
    assert isinstance(done.answer, Played)
    await house.quiet()
    await later(house, profile.ONCE_MORE_MS)
    (row,) = [row for row in (await house.loaded(table)).dues if row.kind == "late"]
    assert row.at == (await deadline(house, table)).at
    assert await house.store.agenda_due(house.clock.now + DAY, 9) == ()


@pytest.mark.parametrize("lang", ["en", "de", "it"])
async def test_what_ends_it_is_said(house: House, lang: str):
    words = words_for(lang)
    await away(house, ADA)
    person = await house.store.person(ADA)
    told = clock_text.away(words, person, house.clock.now)
    sooner = words.say("Your next move ends your absence sooner; a secret answer or a look does not.")
    assert sooner in told
    later_ = await absences.go(house.transactions, BEA, "3")
    assert BACK_BY_MOVE in person.settings
    assert sooner not in clock_text.absent(words, later_)
    assert sooner not in clock_text.away(words, await house.store.person(BEA), house.clock.now)

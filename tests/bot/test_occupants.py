"""Who sat in a seat one after the other: what each may read of its log, and by which names it is told."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from bot.games import log_text
from bot.play import Here, queries
from bot.play.answers import PassedOn
from bot.play.people import privacy
from bot.play.plans import planning
from bot.play.queries import Told
from bot.play.seating import leaving, occupants
from bot.wording import words_for
from storage.port import Conflict
from storage.rows import DraftRow, SeatRow
from tests.bot.house import House
from tests.bot.house_players import AtOnce
from tests.bot.test_house_tables import three
from tests.bot.test_turns import EVA

WORDS = words_for("en")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def log(house: House, table: str, user: int) -> tuple[Told, ...]:
    found = await queries.told(await house.table(table), user, house.env)
    assert isinstance(found, tuple)
    return found


async def left(house: House) -> tuple[str, int, int]:
    """A table at which somebody has been told what only their seat knows, and has left it; then the others go on."""
    table = await three(house, resigned="house")
    gone, _ = (await house.asked(table))[0]
    await house.play(table, "buyer 1")
    user, _ = (await house.asked(table))[0]
    await house.play(table, "step 2", "take s5 b1", "done")
    for leaver in (gone, user):
        if leaver in (await house.users(table)).values():
            seat = (await house.table(table)).seat_of(leaver).seat
            assert "LeftToHouse" in repr(await house.do(table, house.act(leaver), leaving.to_house()))
            return table, leaver, seat
    raise AssertionError


async def test_whoever_has_left_a_seat_is_told_who_plays_there(house: House):
    table, gone, seat = await left(house)
    heir = (await house.table(table)).row_of(seat).name
    assert await house.do(table, house.act(gone), planning.open_panel()) == PassedOn(heir)
    assert queries.hand(await house.table(table), gone) == PassedOn(heir)


async def test_whoever_has_left_reads_what_they_were_told_and_no_more(house: House):
    table, gone, seat = await left(house)
    before = [line.entry for line in await log(house, table, gone)]
    while not any(line.entry.seat == seat for line in (await log(house, table, EVA))[len(before) :]):
        (user, _), *_ = await house.asked(table)
        if user:
            await house.play(table, "step 1", "done", user=user)
        house.clock.now += 60_000
        await house.house_turns.tick()
    own, stranger = await log(house, table, gone), await log(house, table, EVA)
    assert [line.entry for line in own[: len(before)]] == before
    until = (await house.table(table)).row_of(seat).from_version
    later = [line.entry for line in own if line.version > until]
    assert later == [line.entry for line in stranger if line.version > until]
    assert not any(line.own for line in own if line.version > until)
    traces = await privacy.traces_of(house.transactions, gone)
    assert [line.entry for line in traces[0].log] == [line.entry for line in own]


async def test_a_log_names_who_sat_there_then_and_tells_who_came_when(house: House):
    table, gone, seat = await left(house)
    held = await house.table(table)
    heir = log_text.called(WORDS, held.seats)[seat]
    was = next(row.name for row in held.loaded.occupants if row.user == gone)
    lines = log_text.lines(WORDS, held, await log(house, table, EVA))
    assert lines[-1].endswith(f"\n{heir} takes over {was}'s seat.")
    assert heir not in "\n".join(lines).removesuffix(lines[-1])


async def test_a_plan_is_never_kept_for_whoever_sits_there_next(house: House):
    table, _, seat = await left(house)
    with pytest.raises(Conflict):
        await house.store.save_draft(table, DraftRow(seat, 0, 1, ("step 1",), ()), 0, 0)
    await house.store.save_draft(table, DraftRow(seat, 0, 1, ("step 1",), ()), 0, 1)
    with pytest.raises(Conflict):
        await house.store.save_draft(table, DraftRow(seat, 0, 2, ("step 2",), ()), 1, 0)


async def test_a_press_that_was_decided_before_the_seat_passed_on_leaves_no_plan_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    table = await three(house, resigned="house")
    await house.play(table, "buyer 1")
    (user, since), *_ = await house.asked(table)
    seat = (await house.table(table)).seat_of(user).seat
    held, let, saving = asyncio.Event(), asyncio.Event(), house.store.save_draft

    async def slow(*given: Any) -> None:
        held.set()
        await let.wait()
        await saving(*given)

    monkeypatch.setattr(house.store, "save_draft", slow)
    channel = (await house.loaded(table)).table.channel
    if not channel:
        await house.quiet()
        channel = (await house.loaded(table)).table.channel

    planned = asyncio.create_task(
        house.transactions.run(Here(channel), house.act(user), planning.submit(since, ["step 1"]))
    )
    await held.wait()
    await house.do(table, house.act(user), leaving.to_house())
    let.set()
    answer = (await planned).answer
    assert isinstance(answer, PassedOn)
    assert (await house.table(table)).draft(seat) is None


ROWS = (
    SeatRow(0, 1, "Ada"),
    SeatRow(1, 2, "Bea"),
    SeatRow(1, 3, "Cem", from_version=4, nth=1),
    SeatRow(0, 4, "Dag", from_version=9, nth=1),
    SeatRow(0, 5, "Eva", from_version=9, nth=2),
)


@pytest.mark.parametrize(
    ("version", "names"),
    [(0, ["Ada", "Bea"]), (4, ["Ada", "Bea"]), (5, ["Ada", "Cem"]), (9, ["Ada", "Cem"]), (10, ["Eva", "Cem"])],
)
def test_who_sat_where_at_a_version(version: int, names: list[str]):
    assert [row.name for row in occupants.at(ROWS, version)] == names


def test_the_last_time_in_a_seat():
    assert [occupants.tenure(ROWS, user) and occupants.tenure(ROWS, user).until for user in range(6)] == [  # pyright: ignore[reportOptionalMemberAccess]
        None, 9, 4, None, 9, None,
    ]  # fmt: skip
    assert occupants.tenure(ROWS, 0) is None
    assert occupants.tenure(ROWS, 7) is None


def test_occupants_after_others_have_sat_down():
    now = (ROWS[4], SeatRow(1, 6, "Fay", from_version=12, nth=2))
    assert [row.name for row in occupants.joined(ROWS, now)] == ["Ada", "Bea", "Cem", "Dag", "Eva", "Fay"]
    assert [row.name for row in occupants.joined(ROWS, now[:1])] == ["Ada", "Dag", "Eva"], "a seat that is gone"

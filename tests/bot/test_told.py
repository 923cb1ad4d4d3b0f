"""The log has days and hours, and says what came since one's last turn; the board steps from move to move."""

import pytest

from bot.discord import custom_ids
from bot.play import queries
from bot.play.queries import Told
from tests.bot.house import MINUTE, START, House
from tests.bot.presser import Hands, Sketches

ADA, BEA, CEM = PEOPLE = (1, 2, 3)


async def played(house: House) -> str:
    """The beginning and three moves, an hour after each other."""
    table = await house.started(PEOPLE, side="fixed")
    for text in ("buyer 1", "step 1; done", "step 1; done"):
        house.clock.now += 60 * MINUTE
        parts = text.split("; ")
        await house.play(table, *parts)
    return table


async def told(house: House, table: str, user: int) -> tuple[Told, ...]:
    found = await queries.told(await house.table(table), user, house.env)
    assert isinstance(found, tuple)
    return found


async def test_each_line_has_the_time_of_its_commit_and_knows_whose_it_is(house: House):
    table = await played(house)
    users = await house.users(table)
    for user in (*PEOPLE, 9):
        lines = await told(house, table, user)
        assert [line.at for line in lines] == [START + n * 60 * MINUTE for n in range(4)]
        assert [line.entry for line in lines] == list(
            await queries.log_of(
                await house.table(table), next((s for s, u in users.items() if u == user), None), house.env
            )
        )
        assert [users[line.entry.seat] for line in lines if line.own] == [user] * sum(line.own for line in lines)
    own = [[line.own for line in await told(house, table, user)] for user in PEOPLE]
    assert sum(map(sum, own)) == 3


@pytest.mark.parametrize("number", range(4))
async def test_a_board_after_a_move_says_what_it_was_and_leads_to_those_around_it(house: House, number: int):
    table = await played(house)
    hands = Hands(house, Sketches(1000))
    shown = await hands.press(ADA, custom_ids.board(table, f"at{number}▶"))
    assert f"<t:{(START + number * 60 * MINUTE) // 1000}:t>" in shown.text
    assert f"{number} · " in shown.text
    steps = [press.custom_id.split(":")[2] for press in shown.rows[0] if ":at" in press.custom_id]
    wanted = {"at0⏮": number > 0, f"at{number - 1}◀": number > 0, f"at{number + 1}▶": number < 3}
    assert steps == [step for step, can in wanted.items() if can]
    position = await house.position(table)
    assert position.number == 3


@pytest.mark.parametrize("verb", ["at", "at99▶", "atx▶", "at-1◀", "at12345678901▶"])
async def test_a_step_that_is_forged_shows_no_board(house: House, verb: str):
    table = await played(house)
    shown = await Hands(house, Sketches(1000)).press(ADA, custom_ids.board(table, verb))
    assert not shown.pictures
    assert "The log has no move 99." in shown.text if "99" in verb else "out of date" in shown.text

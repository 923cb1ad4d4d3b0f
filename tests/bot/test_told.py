"""The log has days and hours, and says what came since one's last turn; the board steps from move to move."""

from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.play import queries
from bot.play.queries import Told
from tests.bot.house import MINUTE, START, House
from tests.bot.presser import Hands, Sent, Sketches

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


def led(shown: Sent) -> list[str]:
    """To which boards its buttons lead."""
    verbs = [press.custom_id.split(":")[2] for press in shown.rows[0]]
    return [verb for verb in verbs if verb.startswith("at")]


@pytest.mark.parametrize("number", range(4))
async def test_a_board_after_a_move_says_what_it_was_and_leads_to_those_around_it(house: House, number: int):
    table = await played(house)
    hands = Hands(house, Sketches(1000))
    shown = await hands.press(ADA, custom_ids.board(table, f"at{number}▶"))
    assert f"<t:{(START + number * 60 * MINUTE) // 1000}:t>" in shown.text
    assert f"{number} · " in shown.text
    steps = led(shown)
    wanted = {"at0⏮": number > 0, f"at{number - 1}◀": number > 0, f"at{number + 1}▶": number < 3}
    assert steps == [step for step, can in wanted.items() if can]
    position = await house.position(table)
    assert position.number == 3


async def test_a_closer_look_at_an_earlier_board_is_of_that_board_and_leads_on(house: House):
    table = await played(house)
    sketches = Sketches(1000)
    hands = Hands(house, sketches)
    now, then = [await hands.press(ADA, custom_ids.board(table, f"at{number}▶")) for number in (3, 1)]
    look = [press for row in then.rows for press in row if ":zoom" in press.custom_id]
    assert {press.custom_id for press in look} == {custom_ids.board(table, "zoom1")}
    newest = [press.custom_id for row in now.rows for press in row if ":zoom" in press.custom_id]
    assert set(newest) == {custom_ids.board(table, "zoom")}
    seen: list[int] = []
    paint = sketches.painters.zoom

    def zoom(view: Any, *given: Any, **named: Any) -> Any:
        seen.append(view.buyer)
        return paint(view, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sketches.painters, "zoom", zoom)
        near = await hands.press(ADA, *look[0])
        await hands.press(ADA, newest[0], look[0].values)
    assert seen == [1, 3]
    assert led(near) == ["at0⏮", "at0◀", "at2▶"]


@pytest.mark.parametrize("verb", ["at", "at99▶", "atx▶", "at-1◀", "at12345678901▶", "zoomx", "zoom-1", "zoom99"])
async def test_a_step_that_is_forged_shows_no_board(house: House, verb: str):
    table = await played(house)
    shown = await Hands(house, Sketches(1000)).press(ADA, custom_ids.board(table, verb))
    assert not shown.pictures
    assert "The log has no move 99." in shown.text if "99" in verb else "out of date" in shown.text


@pytest.mark.parametrize("verb", ["board", "turn"])
async def test_the_board_as_it_is_now_leads_back_but_one_in_place_of_a_panel_does_not(house: House, verb: str):
    table = await played(house)
    hands = Hands(house, Sketches(1000))
    asked = [user for user, _ in await house.asked(table)]
    stranger = next(user for user in PEOPLE if user not in asked)
    shown = await hands.press(stranger, custom_ids.board(table, verb))
    assert led(shown) == (["at0⏮", "at2◀"] if verb == "board" else [])

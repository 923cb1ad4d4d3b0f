"""What was typed in vain stands beside the reason, the form opens with it, and examples are moves that can be made."""

from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.play import Action, Panel
from bot.play.answers import Unreadable
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules.contract import Setup
from tests.bot.house import House, name
from tests.bot.presser import Hands, Sent, Sketches
from tests.contract.cases import Case
from tests.contract.registry import CASES

ADA, BEA, CEM = PEOPLE = (1, 2, 3)
GAMES = [case for case in CASES if case.name != "toy"]


def pressed(sent: Sent, verb: str) -> str:
    """The custom_id of the button that does this."""
    (found,) = {press.custom_id for row in sent.rows for press in row if f":{verb}:" in press.custom_id}
    return found


def field(sent: Sent) -> dict[str, Any]:
    assert sent.modal is not None
    return sent.modal["components"][0]["component"]


async def opened(house: House) -> tuple[Hands, str, int, Sent]:
    table = await house.started(PEOPLE, side="fixed")
    hands = Hands(house, Sketches(1000))
    ((user, _),) = await house.asked(table)
    return hands, table, user, await hands.press(user, custom_ids.board(table, "turn"))


async def test_what_was_typed_in_vain_stands_beside_the_reason_and_the_form_opens_with_it(house: House):
    hands, _, user, panel = await opened(house)
    form = await hands.press(user, pressed(panel, custom_ids.TYPE))
    assert "value" not in field(form)
    told = await hands.type(user, form, "buyr 3; done")
    assert "⚠️ `buyr 3; done` · I cannot read `buyr` as a move." in told.text
    assert "Correct it" in told.labels
    assert "Type it" not in told.labels
    again = await hands.press(user, pressed(told, custom_ids.CORRECT))
    assert field(again)["value"] == "buyr 3; done"
    counts = await hands.type(user, again, "buyer 3")
    assert counts.text.startswith("Move 1 played.")


async def test_what_the_rules_refuse_is_repeated_too(house: House):
    hands, _, user, panel = await opened(house)
    told = await hands.type(user, await hands.press(user, pressed(panel, custom_ids.TYPE)), "step 2")
    assert "⚠️ `step 2` · " in told.text
    assert field(await hands.press(user, pressed(told, custom_ids.CORRECT)))["value"] == "step 2"


async def test_the_next_press_has_an_ordinary_form_again(house: House):
    hands, table, user, panel = await opened(house)
    await hands.type(user, await hands.press(user, pressed(panel, custom_ids.TYPE)), "asdf")
    shown = await hands.press(user, custom_ids.board(table, "turn"))
    assert "asdf" not in shown.text
    assert "Type it" in shown.labels


@pytest.mark.parametrize("case", GAMES, ids=[case.name for case in GAMES])
async def test_an_example_is_a_move_that_can_be_made_there(house: House, case: Case):
    """After any part of a plan: a placeholder that is typed as it stands is taken."""
    setup = Setup(min(case.rules.seats))
    users = range(1, 1 + setup.seats)
    created: Any = await lobby.create(house.transactions, house.act(1), NewTable(7, 70, case.rules.key, name(1)))
    for user in users[1:]:
        await house.do(created.table, house.act(user), lobby.join(name(user)))
    await house.do(created.table, house.act(1), lobby.start())
    for _ in range(25):
        (user, _), *_ = await house.asked(created.table)
        panel = await house.do(created.table, Action(user), planning.open_panel())
        assert isinstance(panel, Panel)
        assert panel.example
        refused = await house.do(created.table, Action(user), planning.submit(panel.since, ["?!"]))
        assert isinstance(refused, Unreadable)
        assert refused.example == panel.example
        taken = await house.do(created.table, house.act(user), planning.submit(panel.since, [panel.example]))
        assert type(taken).__name__ in ("Played", "Panel", "AnswerKept"), (panel.example, taken)
        if isinstance(taken, Panel):
            if taken.ready:
                await house.do(created.table, house.act(user), planning.commit(taken.since, taken.rev))
            elif taken.example:
                more = await house.do(created.table, house.act(user), planning.submit(taken.since, [taken.example]))
                assert type(more).__name__ in ("Played", "Panel"), (taken.moves, taken.example, more)

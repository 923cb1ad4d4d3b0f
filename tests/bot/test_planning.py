from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.screens.plan_screen import PlanScreen
from bot.play import Action, Panel, queries
from bot.play.answers import (
    AlreadyPlayed,
    BadMove,
    DraftMoved,
    NotYourTurn,
    OtherGame,
    Played,
    StorageIsFull,
    UnfinishedTurn,
    Unreadable,
)
from bot.play.plans import planning
from bot.wording.words import words_in
from rules.guatemala import reasons
from rules.guatemala.state import Turn
from storage.problem import StorageFull
from tests.bot.catan_tables import put
from tests.bot.house import House
from tests.painted import PAINTERS
from tests.rules.guatemala.position import Position

ADA, BEA, CEM = range(1, 4)


async def begun(house: House) -> tuple[str, int]:
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    ((user, _),) = await house.asked(table)
    return table, user


async def opened(house: House, table: str, user: int) -> Panel:
    panel = await house.do(table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    return panel


async def added(house: House, panel: Panel, user: int, *words: str, finish: bool = False) -> Panel:
    more = await house.do(panel.table, Action(user), planning.add(panel.since, panel.rev, words, finish=finish))
    assert isinstance(more, Panel), more
    return more


async def test_a_turn_is_planned_word_by_word_and_seen_before_it_is_played(house: House):
    table, user = await begun(house)
    panel = await opened(house, table, user)
    assert [choice.token for choice in panel.next.choices] == ["step"]
    panel = await added(house, panel, user, "step")
    assert [choice.token for choice in panel.next.choices] == ["1", "2", "3", "4"]
    panel = await added(house, panel, user, "2")
    assert panel.moves == ("step 2",)
    panel = await added(house, panel, user, "take", "S5")
    assert panel.next.tokens == ("take", "S5")
    panel = await added(house, panel, user, "B1")
    assert panel.moves == ("step 2", "take S5 B1")
    public: Any = panel.public
    assert public.emptied
    assert not panel.ready
    board: Any = await queries.board_at(await house.table(table), None, house.env)
    assert board.view.buyer == 1, "nobody else sees it"
    assert await house.do(table, house.act(user), planning.commit(panel.since, panel.rev, ["done"])) == Played(
        2, back=True
    )
    await house.check(table)


async def test_a_doubled_press_adds_nothing(house: House):
    table, user = await begun(house)
    panel = await opened(house, table, user)
    once = await added(house, panel, user, "step", "1")
    assert await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["step", "1"])) == DraftMoved()
    assert (await opened(house, table, user)).moves == once.moves == ("step 1",)


async def test_stepping_back_and_starting_over(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    panel = await added(house, panel, user, "take", "S5")
    panel = await house.do(table, Action(user), planning.step_back(panel.since, panel.rev))
    assert isinstance(panel, Panel)
    assert (panel.moves, panel.next.tokens) == (("step 2",), ()), "the verb was said with its field, by one press"
    panel = await house.do(table, Action(user), planning.step_back(panel.since, panel.rev))
    assert isinstance(panel, Panel)
    assert (panel.moves, panel.next.tokens) == ((), ())
    panel = await added(house, panel, user, "step", "3")
    panel = await house.do(table, Action(user), planning.start_over(panel.since, panel.rev))
    assert isinstance(panel, Panel)
    assert panel.moves == ()


async def test_after_a_word_that_no_press_says_alone_the_same_is_offered_as_with_it(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    together = [entry for entry in panel.next.entries if entry.words[0] == "take"]
    panel = await added(house, panel, user, "take")
    assert [(entry.words, entry.choice, entry.before) for entry in panel.next.entries] == [
        (entry.words[1:], entry.choice, entry.before) for entry in together
    ]
    assert len(together) > 1


async def test_a_plan_survives_a_restart(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    await house.restart()
    assert await opened(house, table, user) == panel


async def test_a_turn_in_the_middle_is_not_committed(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    assert await house.do(table, house.act(user), planning.commit(panel.since, panel.rev)) == UnfinishedTurn()
    assert await house.do(table, house.act(user), planning.commit(panel.since, panel.rev - 1, ["done"])) == DraftMoved()
    dear = ["take S5 Z9"]
    assert isinstance(await house.do(table, house.act(user), planning.commit(panel.since, panel.rev, dear)), Unreadable)


async def test_a_scoring_waits_for_the_commit(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    panel = await added(house, panel, user, "score", "S1", finish=True)
    assert (panel.moves, panel.then, panel.ready) == (("step 2",), "score S1", True)
    assert panel.next.choices == ()
    assert await house.do(table, Action(user), planning.add_move("done")) == UnfinishedTurn()
    committed = await house.do(table, house.act(user), planning.commit(panel.since, panel.rev))
    assert committed == Played(2)


async def test_a_typed_move_joins_the_plan_or_is_refused_with_its_reason(house: House):
    table, user = await begun(house)
    panel = await house.do(table, Action(user), planning.add_move("step 2"))
    assert isinstance(panel, Panel)
    refused = await house.do(table, Action(user), planning.add_move("step 1"))
    assert refused == BadMove("guatemala", reasons.BuyerHasMoved())
    assert isinstance(await house.do(table, Action(user), planning.add_move("jump")), Unreadable)
    assert (await opened(house, table, user)).moves == ("step 2",)


async def test_a_panel_of_an_old_turn_is_answered_as_played(house: House):
    table, user = await begun(house)
    panel = await added(house, await opened(house, table, user), user, "step", "2")
    await house.play(table, "step 1", "done")
    late = await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["take"]))
    assert late == AlreadyPlayed()
    assert await house.do(table, house.act(user), planning.commit(panel.since, panel.rev, ["done"])) == AlreadyPlayed()
    assert await house.do(table, Action(user), planning.open_panel()) == NotYourTurn()


async def test_the_draft_of_an_earlier_turn_is_not_taken_up_again(house: House):
    table, user = await begun(house)
    await added(house, await opened(house, table, user), user, "step", "2")
    for _ in range(3):
        await house.play(table, "step 1", "done")
    assert (await opened(house, table, user)).moves == ()


async def test_words_that_are_no_choice_are_refused_with_an_example(house: House):
    table, user = await begun(house)
    panel = await opened(house, table, user)
    answer = await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["step", "9"]))
    assert answer == Unreadable("9", "step 1")


async def test_every_example_is_legal_where_it_is_given(house: House):
    """In the panel and in refusals: after what is planned, not where the turn began."""
    table, user = await begun(house)
    panel = await opened(house, table, user)
    assert panel.example == "step 1"
    panel = await added(house, panel, user, "step", "2")
    assert panel.example.startswith("take ")
    refused = await house.do(table, Action(user), planning.submit(panel.since, ["step one"]))
    assert refused == Unreadable("one", panel.example)
    assert await house.do(table, Action(user), planning.submit(panel.since, [""])) == Unreadable("", panel.example)
    answer = await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["take", "A1"]))
    assert answer == Unreadable("A1", panel.example)
    assert isinstance(await house.do(table, Action(user), planning.add_move(panel.example)), Panel)


async def test_a_command_of_another_game_is_answered_with_that_of_the_table(house: House):
    table, user = await begun(house)
    panel = await opened(house, table, user)
    answer = await house.do(table, Action(user), planning.submit(panel.since, ["bar USf"], game="cafe"))
    assert answer == OtherGame("guatemala")
    assert isinstance(
        await house.do(table, Action(user), planning.submit(panel.since, ["step 2"], game="guatemala")), Panel
    )


async def test_a_full_disk_is_told_to_who_plans(house: House, monkeypatch: Any):
    table, user = await begun(house)

    async def full(*_: object) -> None:
        raise StorageFull

    monkeypatch.setattr(house.store, "save_draft", full)
    monkeypatch.setattr(house.store, "notice", full)
    assert await house.do(table, Action(user), planning.open_panel()) == StorageIsFull()


@pytest.mark.parametrize(("walked", "label"), [(70, "Stop"), (71, "Stop · the game ends")])
async def test_the_press_that_ends_the_game_says_so(house: House, walked: int, label: str):
    table = await house.started([ADA, BEA, CEM])
    await put(house.env, table, Position(3).buyer(5).walked(walked).phase(Turn(0)).state)
    user = (await house.users(table))[0]
    panel = await added(house, await opened(house, table, user), user, "step", "1")
    screen = PlanScreen(words_in("en"), "guatemala", ("Ada", "Bea", "Cem"), Gallery(PAINTERS))
    presses = [press for row in screen.rows(panel) if isinstance(row, tuple) for press in row]
    assert [press.label for press in presses if press.label.startswith("Stop")] == [label]
    panel = await added(house, panel, user, "done")
    presses = [press for row in screen.rows(panel) if isinstance(row, tuple) for press in row]
    assert [press.label for press in presses if "commit" in press.custom_id] == [label.replace("Stop", "Commit")]
    answer = await house.do(table, house.act(user), planning.commit(panel.since, panel.rev, []))
    assert isinstance(answer, Played)
    assert ((await house.table(table)).status == "over") == (walked == 71)

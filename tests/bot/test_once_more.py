"""A press that is for good says what it does, and asks once more where others are asked or something is left to do."""

import random
from collections import Counter

import discord

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.custom_ids import Said
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout
from bot.discord.screens.plan_screen import PlanScreen
from bot.games.guatemala import labels
from bot.play import Action, Panel
from bot.play.plans import planning
from bot.wording.words import words_in
from rules.chance import Seeded
from rules.contract import Seat, Setup
from rules.guatemala.game import RULES
from rules.guatemala.state import Blockade
from tests.bot.catan_tables import placed, put
from tests.bot.house import House
from tests.painted import PAINTERS
from tests.rules.catan.position import Position
from tests.rules.guatemala.position import Position as Made
from tests.rules.guatemala.random_positions import played

ADA, BEA, CEM = PEOPLE = (6, 1, 2)


def buttons(form: Layout) -> dict[str, Button]:
    return {press.label: press for row in form.rows if isinstance(row, tuple) for press in row}


class Desk:
    """One person, with what is shown to them."""

    def __init__(self, house: House, table: str, user: int) -> None:
        self.house, self.table, self.user = house, table, user
        self.responses: Responses = house.responses(Gallery(PAINTERS))

    async def turn(self) -> Layout:
        return await self.responses.turn(self.house.press(self.user), self.table)

    async def press(self, form: Layout, label: str) -> Layout:
        said: Said | None = custom_ids.read(buttons(form)[label].custom_id)
        assert said is not None
        if said.kind == custom_ids.BOARD:
            return await self.turn()
        shown = await self.responses.plan(self.house.press(self.user), said, ())
        assert shown is not None
        return shown

    async def plan(self, text: str) -> Layout:
        for move in text.split("; "):
            await self.house.do(self.table, Action(self.user), planning.add_move(move))
        return await self.turn()


async def guatemala(house: House) -> Desk:
    table = await house.started([1, 2, 3], side="fixed")
    await house.play(table, "buyer 1")
    ((user, _),) = await house.asked(table)
    return Desk(house, table, user)


async def test_to_stop_before_anything_is_built_is_not_green_and_asks_once_more(house: House):
    desk = await guatemala(house)
    shown = await desk.plan("step 2")
    stop = buttons(shown)["Stop"]
    assert stop.style is discord.ButtonStyle.secondary
    before = (await house.position(desk.table)).number
    sure = await desk.press(shown, "Stop")
    assert "⚠️ You could still do this: Build" in sure.text
    assert [(press.label, press.style) for press in buttons(sure).values()] == [
        ("Stop", discord.ButtonStyle.danger), ("Go back", discord.ButtonStyle.secondary),
    ]  # fmt: skip
    assert (await house.position(desk.table)).number == before, "nothing has been played"
    assert set(buttons(await desk.press(sure, "Go back"))) == set(buttons(shown))
    assert (await desk.press(sure, "Stop")).text.startswith("Move 2 played.")


async def test_to_stop_once_something_is_built_asks_no_more(house: House):
    desk = await guatemala(house)
    shown = await desk.plan("step 2; take S5 B1")
    assert buttons(shown)["Finish"].style is discord.ButtonStyle.success
    assert (await desk.press(shown, "Finish")).text.startswith("Move ")


async def test_a_scoring_says_what_it_does_and_asks_once_more_since_others_are_asked(house: House):
    desk = await guatemala(house)
    await desk.plan("step 2")
    panel = await house.do(desk.table, Action(desk.user), planning.open_panel())
    assert isinstance(panel, Panel)
    sack = next(entry.words for entry in panel.next.entries if entry.words[0] == "score")
    await house.do(desk.table, Action(desk.user), planning.add(panel.since, panel.rev, sack))
    shown = await desk.turn()
    scores = [label for label in buttons(shown) if label.startswith("Score ")]
    assert len(scores) > 1
    assert all(", lay " in label or label.endswith("choose the sack later") for label in scores)
    sure = await desk.press(shown, scores[0])
    assert "⚠️ This asks the others at once, and cannot be taken back." in sure.text
    assert list(buttons(sure))[:2] == [scores[0], "Go back"]
    await desk.press(sure, scores[0])
    assert any(question.sealed for question in (await house.position(desk.table)).open)


async def test_a_button_that_is_asked_about_but_no_longer_offered_shows_the_panel(house: House):
    desk = await guatemala(house)
    shown = await desk.plan("step 2")
    screen = PlanScreen(words_in("en"), "guatemala", ("A", "B", "C"), Gallery(PAINTERS))
    panel = await house.do(desk.table, Action(desk.user), planning.open_panel())
    assert isinstance(panel, Panel)
    assert set(buttons(await screen.sure(panel, "score S9 lay K"))) == set(buttons(shown))


async def test_an_end_of_turn_that_leaves_a_city_unbuilt_asks_once_more(house: House):
    made = Position(seats=3).settle(0, "B2n").hand(0, "grain2 ore3")
    desk = Desk(house, await placed(house, made, PEOPLE), ADA)
    shown = await desk.turn()
    assert buttons(shown)["End turn"].style is discord.ButtonStyle.secondary
    sure = await desk.press(shown, "End turn")
    assert "⚠️ You could still do this: Build a city." in sure.text
    assert (await desk.press(sure, "End turn")).text.startswith("Move ")


async def test_an_end_of_turn_that_leaves_nothing_is_one_press(house: House):
    desk = Desk(house, await placed(house, Position(seats=3).settle(0, "B2n").hand(0, "wool"), PEOPLE), ADA)
    shown = await desk.turn()
    assert buttons(shown)["End turn"].style is discord.ButtonStyle.success
    assert (await desk.press(shown, "End turn")).text.startswith("Move ")


async def test_a_scoring_that_asks_nobody_is_one_press_and_can_be_taken_back(house: House):
    """Where all seven sacks of a coffee lie open nobody is asked (GC-26): a warning would not be true."""
    desk = await guatemala(house)
    made = Made(3).stock(0, "KK").stock(1, "KB").stock(2, "R").line("cW").track("WWWWWW")
    await put(house.env, desk.table, made.state)
    desk.user = (await house.asked(desk.table))[0][0]
    panel = await house.do(desk.table, Action(desk.user), planning.open_panel())
    assert isinstance(panel, Panel)
    await house.do(desk.table, Action(desk.user), planning.add(panel.since, panel.rev, ("score", "P1")))
    shown = await desk.turn()
    label = next(label for label in buttons(shown) if label.startswith("Score white, lay"))
    done = await desk.press(shown, label)
    assert "Take back" in buttons(done)
    assert not any(question.sealed for question in (await house.position(desk.table)).open)


def test_it_is_asked_once_more_where_the_rules_ask_the_others_and_nowhere_else():
    rng, seen = random.Random(8), Counter[bool]()
    for seed in range(12):
        for state in played(random.Random(seed), Setup(2 + seed % 3)):
            seat = Seat(RULES.public(state).active)
            found = [choice.token for choice in RULES.choices(state, seat, ("score",))]
            if not found:
                continue
            tokens = ("score", rng.choice(found))
            step = RULES.apply(state, seat, RULES.parse(" ".join(tokens)), Seeded(seed))
            is_asked = isinstance(step.state.phase, Blockade)
            assert labels.asks(tokens, RULES.public(state)) == is_asked
            seen[is_asked] += 1
    assert min(seen[True], seen[False]) >= 10, seen

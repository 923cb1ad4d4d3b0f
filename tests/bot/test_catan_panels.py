"""Catan by presses: what a panel offers, how a discard is chosen and changed, how few presses a turn takes."""

import asyncio
import random
import re
from typing import Any

import discord
import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.layout import Button, Menu
from bot.discord.screens import sizing
from bot.discord.screens.plan_screen import PlanScreen
from bot.play import Action
from bot.play.answers import AnswerKept, Played
from bot.play.plans import planning
from bot.play.plans.planning import COMPOSED
from bot.wording.words import LANGUAGES, words_in
from rules.catan.pieces import Dev
from rules.catan.state import MarketRise
from tests.bot.catan_tables import hand, hands, placed, say, started
from tests.bot.house import House, name
from tests.painted import PAINTERS
from tests.rules.catan.position import Position

ADA, BEA, CEM, DAG = PEOPLE = (6, 1, 2, 3)
NAMES = tuple(name(user) for user in PEOPLE)
ROAD = "Build a road · 1 lumber and 1 brick"


class Screen:
    """What one person has before him: the rows of his panel, and how often he has pressed."""

    def __init__(self, house: House, table: str, user: int, lang: str = "en") -> None:
        self.house, self.table, self.user = house, table, user
        self.desktop = PlanScreen(words_in(lang), "catan", NAMES, Gallery(PAINTERS))
        self.presses = 0
        self.panel: Any = None
        self.answer: Any = None

    async def open(self) -> "Screen":
        self.panel = await self.house.do(self.table, Action(self.user), planning.open_panel())
        self.presses += 1
        return self

    @property
    def buttons(self) -> dict[str, Button]:
        return {press.label: press for row in self.desktop.rows(self.panel) if isinstance(row, tuple) for press in row}

    @property
    def menus(self) -> dict[str, list[str]]:
        rows = self.desktop.rows(self.panel)
        return {
            row.prompt.replace("\N{NO-BREAK SPACE}", " "): [line.value for line in row.lines]
            for row in rows
            if isinstance(row, Menu)
        }

    async def choose(self, prompt: str, value: str) -> "Screen":
        assert value in self.menus[prompt], self.menus
        return await self._add(value)

    async def press(self, label: str) -> "Screen":
        """As bot/discord/interactions/components.py does it."""
        said = custom_ids.read(self.buttons[label].custom_id)
        assert said is not None
        user, table = self.user, self.table
        match said.verb:
            case "say":
                return await self._add(said.rest)
            case "over":
                self.panel = await self.house.do(table, Action(user), planning.start_over(said.since, said.rev))
            case "back":
                self.panel = await self.house.do(table, Action(user), planning.step_back(said.since, said.rev))
            case _:
                last = [said.rest] if said.rest else []
                self.answer = await self.house.do(
                    table, self.house.act(user), planning.commit(said.since, said.rev, last)
                )
                self.panel = await self.house.do(table, Action(user), planning.open_panel())
        self.presses += 1
        return self

    async def _add(self, words: str) -> "Screen":
        panel = self.panel
        self.panel = await self.house.do(
            self.table, Action(self.user), planning.add(panel.since, panel.rev, words.split())
        )
        self.presses += 1
        return self


# ── a turn ──


async def turn(house: House) -> Screen:
    """Ada is to roll; she can build in many ways."""
    made = Position(seats=3).settle(0, "B2n D3n").settle(1, "C1n").road(0, "B2nw").before_the_roll()
    made.hand(0, "lumber3 brick3 wool3 grain3 ore3").devs(0, {Dev.KNIGHT: 1, Dev.ROAD_BUILDING: 1})
    table = await placed(house, made, PEOPLE[:3])
    while True:
        shown = await Screen(house, table, ADA).open()
        shown = await shown.press("Roll")
        if shown.panel.topic == "turn":
            return shown
        table = await placed(house, made, PEOPLE[:3])


async def test_roll_one_build_and_end_are_four_presses(house: House):
    shown = await turn(house)
    await shown.choose(ROAD, shown.menus[ROAD][0])
    await shown.press("End turn")
    assert isinstance(shown.answer, Played)
    assert shown.presses == 4
    assert (await house.position(shown.table)).state.active == 1


async def test_one_button_is_green_beside_a_plan_the_one_that_ends_the_turn_with_it(house: House):
    made = Position(seats=3).settle(0, "B2n").hand(0, "lumber1 brick1")
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    await shown.choose(ROAD, shown.menus[ROAD][0])
    green = [label for label, press in shown.buttons.items() if press.style is discord.ButtonStyle.success]
    assert "Commit" in shown.buttons
    assert green == ["End turn"]


async def test_two_cards_of_the_bank_are_one_line_whichever_comes_first(house: House):
    made = Position(seats=3).settle(0, "B2n").devs(0, {Dev.PLENTY: 1})
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    menus = [row for row in shown.desktop.rows(shown.panel) if isinstance(row, Menu)]
    labels = [line.label.replace("\N{NO-BREAK SPACE}", " ") for line in menus[0].lines]
    assert menus[0].prompt == "Play year of plenty"
    assert labels[:3] == ["2 lumber", "1 lumber and 1 brick", "1 lumber and 1 wool"]
    assert len(labels) == len(set(labels)) == 5 + 10


async def test_with_a_look_at_the_road_before_it_counts_they_are_five(house: House):
    shown = await turn(house)
    road = shown.menus[ROAD][0]
    await shown.choose(ROAD, road)
    assert shown.panel.moves == (road,)
    styles = {label: press.style for label, press in shown.buttons.items()}
    assert styles["End turn"] is discord.ButtonStyle.secondary, "something would be left undone"
    assert styles["Commit"] is discord.ButtonStyle.success
    await shown.press("Commit")
    await shown.press("End turn")
    assert shown.presses == 5
    assert (await house.position(shown.table)).state.active == 1


async def test_a_card_is_planned_to_its_end_before_it_counts(house: House):
    shown = await turn(house)
    await shown.press("Play road building")
    assert shown.panel.topic == "roads"
    assert "Commit" not in shown.buttons, "two roads are to be built"
    first = shown.menus["Build a road"][0]
    await shown.choose("Build a road", first)
    assert "Build no more" in shown.buttons
    await shown.press("Build no more")
    assert shown.panel.moves == ("roads", first, "stop")
    assert "Build no more" not in shown.buttons
    await shown.press("Commit")
    assert isinstance(shown.answer, Played)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Grape & Hazelnut from row 3 to 4: 1 victory point"),
        ("de", "Trauben-Nuss von Reihe 3 auf 4: 1 Siegpunkt"),
        ("it", "Uva e nocciole dalla riga 3 alla 4: 1 punto vittoria"),
    ],
)
async def test_a_sort_that_may_rise_says_from_which_row_and_what_it_would_bring(house: House, lang: str, said: str):
    made = Position(seats=3).bars(2, 6, 4, 3, 3).phase(MarketRise())
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA, lang).open()
    assert said in [label.replace("\N{NO-BREAK SPACE}", " ") for label in shown.buttons]


async def test_an_offer_is_composed_side_by_side(house: House):
    made = Position(seats=3).settle(0, "B2n").settle(1, "C1n").hand(0, "wool2 ore1").hand(1, "brick1 milk1")
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    await shown.press("Offer a trade")
    assert shown.menus == {"You give": ["wool1", "wool2", "ore1"]}
    await shown.choose("You give", "wool2")
    assert shown.menus == {"You get": ["for brick1", "for milk1"]}
    assert "You give: 1 ore" in shown.buttons
    await shown.choose("You get", "for brick1")
    assert shown.menus == {"Only to": ["to 2", "to 3"]}
    await shown.choose("Only to", "to 2")
    await shown.press("The first to accept gets it")
    assert shown.panel.then == "offer wool2 for brick1 to 2 first"
    await shown.press("Commit")
    assert shown.presses == 7
    offer = (await house.position(shown.table)).state.offer
    assert (offer.to, offer.first) == (2, True)


async def test_an_offer_that_was_composed_by_presses_is_committed_by_a_command(house: House):
    made = Position(seats=3).settle(0, "B2n").hand(0, "wool2").hand(1, "ore1")
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    await shown.press("Offer a trade")
    await shown.choose("You give", "wool2")
    await shown.press("You get: 1 ore")
    told = await house.responses(Gallery(PAINTERS)).planned(house.press(ADA), shown.table, "commit")
    assert re.match(r"Move \d+ played\.", told.text)
    assert (await house.position(shown.table)).state.offer is not None


async def test_a_long_offer_is_committed_though_its_words_do_not_fit_on_a_button(house: House):
    made = Position(seats=3).settle(0, "B2n").hand(0, "lumber2 brick2 wool2 grain2 ore2 cocoa2 sugar2 milk2 hazelnut2")
    shown = await Screen(house, await placed(house, made.hand(1, "grapes1"), PEOPLE[:3]), ADA).open()
    await shown.press("Offer a trade")
    for kind in ("lumber", "brick", "wool", "grain", "ore", "cocoa", "sugar", "milk", "hazelnut"):
        await shown.choose("You give", f"{kind}1")
    buttons = shown.buttons
    await shown.press(next(label for label in buttons if label.startswith("You get")))
    said = custom_ids.read(shown.buttons["Commit"].custom_id)
    assert said is not None
    assert said.rest == COMPOSED
    await shown.press("Commit")
    assert isinstance(shown.answer, Played)


async def test_an_offer_is_answered_by_one_press(house: House):
    made = Position(seats=4).settle(0, "B2n").hand(0, "wool2").hand(1, "ore1").hand(2, "ore1")
    table = await placed(house, made, PEOPLE)
    await say(house, table, ADA, "offer wool1 for ore1")
    bea = await Screen(house, table, BEA).open()
    assert {"Accept: offer 1", "Decline: offer 1", "Make a counter-offer"} < set(bea.buttons)
    await bea.press("Accept: offer 1")
    assert bea.presses == 2
    assert {"Accept: offer 1"} & set(bea.buttons) == set(), "that is the answer already"
    cem = await Screen(house, table, CEM).open()
    await cem.press("Make a counter-offer")
    assert cem.panel.next.tokens == ("counter", "1", "ore1", "for"), "he has but one card"
    await cem.choose("You get", "wool2")
    await cem.press("Commit")
    dag = await Screen(house, table, DAG).open()
    assert "Accept: offer 1" not in dag.buttons, "he cannot pay"
    ada = await Screen(house, table, ADA).open()
    assert ada.menus == {"Close the deal": ["deal 1 2", "deal 1 3 counter1"]}
    await ada.choose("Close the deal", "deal 1 3 counter1")
    await ada.press("Commit")
    assert await hands(house, table) == ["ore1", "ore1", "wool2", ""]


async def test_of_the_answers_to_an_offer_only_those_that_trade_are_green(house: House):
    made = Position(seats=3).settle(0, "B2n").hand(0, "wool2").hand(1, "ore1")
    table = await placed(house, made, PEOPLE[:3])
    await say(house, table, ADA, "offer wool1 for ore1")
    bea = await Screen(house, table, BEA).open()
    styles = {label: press.style for label, press in bea.buttons.items()}
    assert styles["Accept: offer 1"] is discord.ButtonStyle.success
    assert styles["Decline: offer 1"] is discord.ButtonStyle.secondary
    assert styles["Make a counter-offer"] is discord.ButtonStyle.secondary


async def test_a_planned_trade_with_the_bank_tells_what_it_takes_even_at_a_harbour_of_the_same_plan(house: House):
    made = Position(seats=3).settle(0, "D5sw").road(0, "D5sw D5se")
    made.hand(0, "lumber7 brick wool grain")
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    for move in ("bank lumber ore", "settlement D5se", "bank lumber ore"):
        await shown._add(move)
    assert planned_lines(shown) == [
        "1. Trade with the bank: 4 lumber for 1 ore",
        "2. Build a settlement: D5se",
        "3. Trade with the bank: 2 lumber for 1 ore",
    ]


def planned_lines(screen: Screen) -> list[str]:
    text = screen.desktop._said.of(screen.panel, "", "").replace("\N{NO-BREAK SPACE}", " ")
    return [line for line in text.split("\n") if line[:1].isdigit()]


async def test_a_step_back_takes_one_press_back_and_not_the_whole_move(house: House):
    table = await started(house, PEOPLE[:3])
    user = (await house.asked(table))[0][0]
    shown = await Screen(house, table, user).open()
    corner = next(value for lines in shown.menus.values() for value in lines)
    prompt = next(prompt for prompt, lines in shown.menus.items() if corner in lines)
    await shown.choose(prompt, corner)
    roads = shown.menus["With a road at"]
    await shown.choose("With a road at", roads[0])
    assert shown.panel.then == f"{corner} {roads[0]}"
    await shown.press("Step back")
    assert (shown.panel.moves, shown.panel.next.tokens) == ((), tuple(corner.split()))
    assert shown.menus["With a road at"] == roads
    await shown.press("Step back")
    assert (shown.panel.moves, shown.panel.next.tokens) == ((), ())


async def test_a_line_of_a_road_says_to_which_corner_it_leads(house: House):
    made = Position(seats=3).settle(0, "B2n").road(0, "B2ne").hand(0, "lumber1 brick1")
    shown = await Screen(house, await placed(house, made, PEOPLE[:3]), ADA).open()
    rows = [row for row in shown.desktop.rows(shown.panel) if isinstance(row, Menu)]
    said = {line.value.split()[1]: line.label for row in rows for line in row.lines if line.value.startswith("road ")}
    near = {name: label.partition(" · ")[0] for name, label in said.items()}
    assert near == {"A1se": "A1/se → A1s", "A1e": "A1/e → A1ne", "B2e": "B2/e → B2se", "A2se": "A2/se → A2se"}


# ── discards ──


async def test_a_resource_is_offered_again_as_long_as_more_of_it_can_go(house: House):
    table = await seven(house)
    bea = await Screen(house, table, BEA).open()
    await bea.choose("You discard", "discard ore1")
    assert {"ore1", "ore2", "ore3", "wool1"} <= set(bea.menus["You discard"])
    await bea.choose("You discard", "ore2")
    await bea.choose("You discard", "ore1")
    await bea.press("You discard: 4 cocoa")
    assert bea.panel.then == "discard ore4 cocoa4"


async def seven(house: House) -> str:
    """A 7 has been rolled: Ada and Bea hold too many cards, in two piles."""
    made = Position(seats=3).settle(0, "B2n").settle(1, "C3n").before_the_roll()
    made.hand(0, "wool8").hand(1, "ore5 wool3 cocoa9").hand(2, "ore2")
    for _ in range(200):
        table = await placed(house, made, PEOPLE[:3])
        await say(house, table, ADA, "roll")
        if (await house.position(table)).open[0].topic == "discard":
            return table
    raise AssertionError("no 7 in two hundred rolls")


async def test_two_discard_at_once_in_secret_change_their_minds_and_are_shown_together(house: House):
    table = await seven(house)
    number = (await house.loaded(table)).table.public_no
    ada, bea = await Screen(house, table, ADA).open(), await Screen(house, table, BEA).open()
    await bea.choose("You discard", "discard ore2")
    await bea.press("Step back")
    await bea.choose("You discard", "discard ore3")
    await bea.choose("You discard", "wool1")
    await bea.press("You discard: 4 cocoa")
    assert bea.panel.then == "discard wool1 ore3 cocoa4"
    assert set(bea.buttons) == {"Commit", "Step back", "Start over", "Type it"}
    await bea.press("Commit")
    assert isinstance(bea.answer, AnswerKept)
    await house.restart()
    assert (await house.loaded(table)).table.public_no == number
    assert await hand(house, table, 1) == "wool3 ore5 cocoa9"
    bea = await Screen(house, table, BEA).open()
    assert bea.panel.private.discarding[4] == 3
    await bea.choose("You discard", "discard ore4")
    await bea.press("You discard: 4 cocoa")
    both = await asyncio.gather(bea.press("Commit"), say(house, table, ADA, "discard wool4"))
    assert len(both) == 2
    assert (await house.loaded(table)).table.public_no == number + 1
    assert await hands(house, table) == ["wool4", "wool3 ore1 cocoa5", "ore2"]
    assert ada.panel.since
    await house.courier.drain()
    thread = house.ear.heard((await house.loaded(table)).table.channel)
    assert "Discarded: Ada 4 wool; Bea 4 ore and 4 cocoa." in thread[-1].text.replace("\N{NO-BREAK SPACE}", " ")
    await house.check(table)


async def test_how_much_must_be_discarded_is_said_once_and_to_whom_it_concerns(house: House):
    bea = await Screen(house, await seven(house), BEA).open()
    text = (await bea.desktop.question(bea.panel)).text
    assert text.count("half of every pile of more than 7 cards must go") == 1
    assert text.count("You have to discard 4 resources and 4 ingredients.") == 1
    assert "must discard" not in text


async def test_who_must_discard_is_asked_by_direct_message_and_can_choose_there(house: House):
    table = await seven(house)
    await house.courier.drain()
    (letter,) = [one for one in house.ear.dms(BEA) if one.kind == "question"]
    assert letter.panel is not None
    screen = Screen(house, table, BEA)
    screen.panel = letter.panel
    assert set(screen.menus) == {"You discard"}
    await screen.choose("You discard", "discard ore4")
    await screen.press("You discard: 4 cocoa")
    await screen.press("Commit")
    assert isinstance(screen.answer, AnswerKept)
    assert screen.presses == 3
    assert not [one for one in house.ear.dms(CEM) if one.kind == "question"]


async def test_a_second_delivery_of_a_discard_gets_the_same_answer(house: House):
    table = await seven(house)
    action = house.act(BEA)
    texts = ["discard ore4 cocoa4"]
    answers = [await house.do(table, action, planning.submit(-1, texts)) for _ in range(2)]
    await house.restart()
    answers.append(await house.do(table, action, planning.submit(-1, texts)))
    assert answers[0] == answers[1] == answers[2]
    assert isinstance(answers[0], AnswerKept)


# ── any position ──


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_every_panel_fits_into_a_message(house: House, lang: str):
    """Forty components, names of eighty letters, every custom_id once and whole."""
    luck = random.Random(lang)
    table = await started(house, PEOPLE)
    painted: set[tuple[str, ...]] = set()
    for _ in range(120):
        if (await house.loaded(table)).table.status != "running":
            break
        user = luck.choice([user for user, _ in await house.asked(table)])
        screen = await Screen(house, table, user, lang).open()
        for _ in range(8):
            fits(screen)
            kind = (screen.panel.topic, *screen.panel.next.tokens[:1])
            if kind not in painted:  # its picture marks what can follow
                painted.add(kind)
                form = await screen.desktop.form(screen.panel)
                folded = [
                    press for row in form.rows if isinstance(row, tuple) for press in row if ":see:" in press.custom_id
                ]
                assert sizing.fits(form) or not form.pictures, "the picture gives way to the menus"
                assert (form.pictures and not folded) or (await screen.desktop.seen(screen.panel)).pictures
            entries = [entry for entry in screen.panel.next.entries if entry.words != ("end",) or luck.random() < 0.3]
            if screen.panel.then or not entries:
                break
            await screen._add(" ".join(luck.choice(entries).words))
        composing = screen.panel.next.tokens and not screen.panel.next.whole  # a word that is no move yet
        if screen.panel.ready and not composing:
            said = [press for press in screen.buttons.values() if ":commit:" in press.custom_id]
            await screen.press(next(press.label for press in said))


def fits(screen: Screen) -> None:
    rows = screen.desktop.rows(screen.panel)
    assert 5 + sum(2 if isinstance(row, Menu) else 1 + len(row) for row in rows) <= 40
    controls = [control for row in rows for control in (row if isinstance(row, tuple) else (row,))]
    shown = [control.custom_id for control in controls]
    assert len(shown) == len(set(shown))
    assert max(map(len, shown)) <= custom_ids.LONGEST
    assert all(0 < len(c.label) <= 80 for c in controls if isinstance(c, Button))
    for menu in (control for control in controls if isinstance(control, Menu)):
        assert 0 < len(menu.lines) <= 25
        assert len({line.value for line in menu.lines}) == len(menu.lines)
        assert len({line.label for line in menu.lines}) == len(menu.lines), menu.lines

"""Menus of places: the best first where a game ranks them, what a choice does beside it, few menus called alike."""

from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.layout import Menu
from bot.discord.screens import places, sizing
from bot.discord.screens.plan_screen import PlanScreen
from bot.games.catan import labels
from bot.play import Action, Panel
from bot.play.answers import Played
from bot.play.plans import planning
from bot.play.plans.menu import PAGE
from bot.wording.words import LANGUAGES, words_in
from rules.catan.hexes import CORNER_OF
from tests.bot.catan_tables import placed, put, started
from tests.bot.house import House
from tests.bot.test_cafe_turns import started as at_the_cafe
from tests.painted import PAINTERS
from tests.rules.catan.position import Position
from tests.rules.guatemala.position import Position as Plantations

ADA, BEA, CEM = PEOPLE = (1, 2, 3)
NAMES = ("Ada", "Bea", "Cem")


async def opened(house: House, table: str, user: int) -> Panel:
    panel = await house.do(table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    return panel


def menus(panel: Panel, game: str, lang: str = "en") -> list[Menu]:
    rows = PlanScreen(words_in(lang), game, NAMES, Gallery(PAINTERS)).rows(panel)
    return [row for row in rows if isinstance(row, Menu)]


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_the_first_page_of_a_founding_has_the_places_that_are_rolled_most(house: House, lang: str):
    table = await started(house, PEOPLE)
    view: Any = (await house.table(table)).rules.public((await house.position(table)).state)
    ((user, _),) = await house.asked(table)
    panel = await opened(house, table, user)
    pages = menus(panel, "catan", lang)
    corners = [line.value.split()[-1] for page in pages for line in page.lines]
    hits = [labels.pips(view, CORNER_OF[corner.upper()]) for corner in corners]
    assert len(corners) > 2 * PAGE
    assert hits == sorted(hits, reverse=True)
    assert pages[0].prompt.endswith(f" · {hits[0]}/36 – {hits[PAGE - 1]}/36")
    said = words_in(lang).say("{n} of 36 rolls hit its numbers", n=hits[0])
    assert pages[0].lines[0].detail == said


async def test_the_map_of_a_founding_names_the_places_of_the_first_page_and_the_panel_says_so(house: House):
    table = await started(house, PEOPLE)
    ((user, _),) = await house.asked(table)
    panel = await opened(house, table, user)
    _, named = places.named(panel, "catan")
    assert {choice.token for choice in named} == {line.value.split()[-1] for line in menus(panel, "catan")[0].lines}, (
        "and all of them are on the map"
    )
    screen = PlanScreen(words_in("en"), "catan", NAMES, Gallery(PAINTERS))
    form, seen, every = await screen.form(panel), await screen.seen(panel), len(places.pointed(panel)[1])
    said = f"The map names the {PAGE} places that are rolled most; the menus have all {every}"
    assert not form.pictures
    assert said not in form.text, "no map is there that would name them"
    assert said in seen.text
    (board,), menu = seen.pictures, seen.rows[0]
    assert board.name == "board.png"
    assert menu == form.rows[0], "whoever sees the names chooses among them at once"
    assert sizing.fits(seen)


async def test_the_menu_of_the_robber_says_whom_he_robs_what_they_hold_and_whether_one_stands_there(house: House):
    made = Position(seats=3, active=0).settle(0, "B2n").settle(1, "B2se").settle(2, "D3n")
    made.hand(1, "wool3 milk2").hand(2, "ore1").devs(0, {labels.pieces.Dev.KNIGHT: 1})
    table = await placed(house, made, PEOPLE)
    panel = await opened(house, table, ADA)
    panel = await house.do(table, Action(ADA), planning.add(panel.since, panel.rev, ["knight"]))
    said = {line.value: plain(line.detail) for menu in menus(panel, "catan") for line in menu.lines}
    assert said["robber B2"] == "Bea: 5 cards, 1 victory point · you yourself"
    assert said["robber D3"] == "Cem: 1 card, 1 victory point"
    assert said["robber E4"] == ""


async def test_guests_stand_in_the_pages_of_one_menu_however_many_chairs_are_free(house: House):
    table = await at_the_cafe(house, [ADA, BEA])
    found = set[int]()
    for _ in range(12):
        ((user, _),) = await house.asked(table)
        panel = await opened(house, table, user)
        headings = [menu.prompt.split(" · ")[0] for menu in menus(panel, "cafe")]
        assert set(headings) <= {"The best turns", "Seat guests", "To the bar", "Take a joker"}
        seats = [line for menu in menus(panel, "cafe") if menu.prompt.startswith("Seat") for line in menu.lines]
        assert headings.count("Seat guests") == -(-len(seats) // PAGE)
        found.add(headings.count("Seat guests"))
        best = planning.best(await house.table(table), user, "", house.env)
        assert best is not None
        assert await house.play(table, best.turns[0].text)
    assert max(found) > 1


async def test_a_guest_for_the_bar_that_is_suggested_first_does_not_go_there_by_itself(house: House):
    """Two times Enter take the first suggestion and send it."""
    table = await at_the_cafe(house, [ADA, BEA])
    ((user, _),) = await house.asked(table)
    before = (await house.position(table)).number
    bars = planning.best(await house.table(table), user, "bar", house.env)
    assert bars is not None
    shown = await house.do(table, house.act(user), planning.submit(-1, [bars.turns[0].text]))
    assert isinstance(shown, Panel)
    assert (await house.position(table)).number == before
    counted = await house.do(table, house.act(user), planning.commit(shown.since, shown.rev))
    assert counted == Played(before + 1)


async def test_a_road_of_guatemala_says_from_which_sheds_to_which_harbour_it_leads(house: House):
    table = await house.started((1, 2, 3, 4))
    at = Plantations(4).line("road").state
    await put(house.env, table, at)
    user = (await house.users(table))[0]
    panel = await opened(house, table, user)
    panel = await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["take", "P1"]))
    assert isinstance(panel, Panel)
    said = {line.value: line.detail for menu in menus(panel, "guatemala") for line in menu.lines}
    assert said["C9w"] == "From A8, D6, A4 and D1 to harbour 1"
    assert said["B8w"] == "From A8 to harbour 1"
    assert all(" to harbour " in detail for detail in said.values())


async def test_what_the_letters_on_the_pieces_are_is_said_beside_the_boards_and_the_hand(house: House):
    table = await house.started((1, 2, 3))
    told = "-# On the pieces: K black · W white · B beige · R red-brown · N brown"
    responses = house.responses(Gallery(PAINTERS))
    assert told in (await responses.board(house.press(1), table)).text
    assert told in (await responses.hand(house.press(1), table)).text

"""What one acts on stands together: picture, what is said, buttons, in this order and no higher than a screen."""

import struct

import pytest

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions.custom_ids import Said
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture
from bot.discord.screens import sizing
from bot.discord.screens.plan_screen import PlanScreen
from bot.play.answers import Played
from bot.play.plans import planning
from bot.play.timed import standing_orders as orders
from bot.wording.words import words_in
from rules.catan.pieces import Dev
from tests.bot.catan_tables import placed, say
from tests.bot.house import House
from tests.bot.test_cafe_turns import started as at_the_cafe
from tests.painted import PAINTERS
from tests.rules.catan.position import Position

TEXT, GALLERY, ROW = 10, 12, 1
"""Types of components."""
CLOSER = Button("Show the board", "p:t:1:1:see:")


def picture(width: int, height: int) -> Picture:
    return Picture(f"{width}.png", sizing.PNG + bytes(8) + struct.pack(">II", width, height), "")


def panel(menus: int, *pictures: Picture) -> Layout:
    rows = [menu for n in range(menus) for menu in layout.menus(f"m{n}", "Where", [MenuOption("here", "A1")])]
    return layout.pictured(words_in("en"), "⚠️ No.\nYour turn.", pictures, (*rows, (Button("Type it", "t"),)))


def types(form: Layout) -> list[int]:
    (container,) = form.view().to_components()
    return [part["type"] for part in container["components"]]


def test_what_is_said_stands_between_the_picture_and_the_buttons():
    assert types(panel(1, picture(1200, 600))) == [GALLERY, TEXT, ROW, ROW]
    assert types(Layout("A board for all.", (picture(1200, 600),))) == [TEXT, GALLERY]


def test_a_picture_stays_where_a_screen_has_room_for_it():
    form = panel(2, picture(1200, 900))
    assert sizing.fits(form)
    assert sizing.fitted(form, CLOSER) is form


@pytest.mark.parametrize("menus", range(1, 9))
def test_pictures_give_way_to_menus_from_the_last_on_and_a_button_shows_them(menus: int):
    form = panel(menus, picture(1200, 900), picture(1200, 900))
    assert not sizing.fits(form)
    kept = sizing.fitted(form, CLOSER)
    assert sizing.fits(kept)
    assert kept.pictures == form.pictures[: len(kept.pictures)]
    assert (kept.text, len(kept.pictures) < 2) == (form.text, True)
    assert kept.rows[:-1] == form.rows[:-1]
    assert kept.rows[-1] == (Button("Type it", "t"), CLOSER)


def test_a_row_that_is_full_is_not_made_longer():
    full = tuple(Button(f"{n}", f"{n}") for n in range(layout.ACROSS))
    kept = sizing.fitted(Layout("", (picture(100, 9000),), (full,)), CLOSER)
    assert kept.rows == (full, (CLOSER,))


def test_a_long_label_takes_a_line_of_its_own():
    short, long = Button("No", "n"), Button("Score black, lay this sack and sail on", "y")
    assert [sizing._lines_of(row, sizing.SCREENS[0]) for row in ((short, short), (short, long))] == [1, 2]


async def test_the_panel_of_a_game_shows_what_is_folded_when_it_is_asked_for(house: House):
    table = await house.started([1, 2, 3])
    ((user, _),) = await house.asked(table)
    responses = house.responses(Gallery(PAINTERS))
    shown = await responses.turn(house.press(user), table)
    assert shown.acts
    assert shown.pictures
    assert sizing.fits(shown)
    panel = await house.do(table, house.act(user), planning.open_panel())
    seen = await responses.plan(house.press(user), Said("p", table, panel.since, panel.rev, "see"), ())
    assert seen is not None
    assert seen.pictures
    assert [press.label for row in seen.rows if isinstance(row, tuple) for press in row] == ["My turn"]


async def test_where_the_whole_map_has_no_room_the_part_in_question_stands_beside_the_menu(house: House):
    made = Position(seats=3).settle(0, "B2n").road(0, "B2ne").hand(0, "lumber3 brick3 wool2 grain2 ore2")
    table = await placed(house, made.free_roads(2), (1, 2, 3))
    panel = await house.do(table, house.act(1), planning.open_panel())
    screen = PlanScreen(words_in("en"), "catan", ("Ada", "Bea", "Cem"), Gallery(PAINTERS), above="\n".join("12345"))
    form = await screen.form(panel)
    (part,) = form.pictures
    whole = (await screen.seen(panel)).pictures[0]
    assert part.name == "board-part.png"
    assert sizing.size_of(part)[1] < sizing.size_of(whole)[1]
    assert sizing.fits(form)
    assert CLOSER.label in [press.label for row in form.rows if isinstance(row, tuple) for press in row]
    assert whole.name == "board.png"


async def test_a_panel_that_is_too_high_without_any_picture_leaves_out_what_stands_elsewhere(house: House):
    made = Position(seats=3).settle(0, "B2n").road(0, "B2ne").site(0, "B3")
    made.hand(0, "lumber3 brick3 wool2 grain2 ore2 cocoa4 milk3").devs(0, {Dev.KNIGHT: 1, Dev.VICTORY_POINT: 1})
    table = await placed(house, made, (1, 2, 3))
    for user, order in ((2, "wish ore wool 2 shown"), (3, "wish milk ore 3 shown; wish grain brick 1 shown")):
        for line in order.split("; "):
            await house.do(table, house.act(user), orders.amend(line))
    panel = await house.do(table, house.act(1), planning.open_panel())
    names = ("Ada", "Bea", "Cem")
    told = "Move 300 played. Ada rolls 8 (5 + 3). Production: " + "Bea 2 wool, 1 ore and 1 milk; " * 6
    high = await PlanScreen(words_in("en"), "catan", names, Gallery(PAINTERS), above=told).form(panel)
    assert len(panel.listed) == 2
    assert sizing.fits(high)
    assert "would give" not in high.text
    assert high.text.startswith("Move 300 played. Ada rolls")
    assert "Standing order" not in [press.label for row in high.rows if isinstance(row, tuple) for press in row]


async def seen_by(house: House, table: str, user: int, above: str) -> Layout:
    panel = await house.do(table, house.act(user), planning.open_panel())
    return await PlanScreen(words_in("en"), "catan", ("Ada", "Bea", "Cem"), Gallery(PAINTERS), above=above).form(panel)


async def test_an_answer_that_one_cannot_pay_either_way_fits_a_screen_once_it_is_given(house: House):
    made = Position(seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s").hand(0, "wool3")
    made.hand(1, "brick4 wool2 grain3 ore1 cocoa3 milk2 hazelnut3 grapes4").devs(1, {Dev.VICTORY_POINT: 1})
    table = await placed(house, made.hand(2, "milk6"), (1, 2, 3))
    await say(house, table, 1, "offer wool1 for milk4")
    unanswered = await seen_by(house, table, 2, "")
    assert "You do not hold what the offer asks for" in unanswered.text
    told = await say(house, table, 2, "counter 1 cocoa1 grapes4 for wool3")
    assert isinstance(told, Played)
    above = "Bea makes a counter-offer to offer 1: 1 cocoa and 4 bunches of grapes for 3 wool. " * 2
    answered = await seen_by(house, table, 2, above)
    assert sizing.fits(answered)
    assert "Your answer: you would give" in answered.text
    assert "You do not hold what the offer asks for" not in answered.text, "it is answered"


async def test_a_plan_beside_an_open_offer_fits_a_screen_without_starting_over(house: House):
    made = Position(seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s").road(0, "B2ne").site(0, "B3")
    made.hand(0, "lumber2 brick2 wool2 grain7 ore2 cocoa4 milk3 hazelnut3").hand(1, "milk4").hand(2, "milk2")
    table = await placed(house, made, (1, 2, 3))
    await say(house, table, 1, "offer lumber1 grain5 hazelnut3 for milk6")
    await say(house, table, 2, "decline 1")
    await house.do(table, house.act(1), planning.add_move("bank grain ore"))
    form = await seen_by(house, table, 1, "")
    assert sizing.fits(form)
    presses = [press.label for row in form.rows if isinstance(row, tuple) for press in row]
    assert {"Commit", "Step back"} <= set(presses)
    assert "Start over" not in presses, "steps back lead there"


def test_a_label_of_two_lines_makes_its_button_higher():
    narrow, _ = sizing.SCREENS
    one, two = (sizing._tall((Button(label, "x"),), narrow) for label in ("Build a road", "Build a road " * 5))
    assert two == one + sizing.WRAPPED


async def test_chairs_are_chosen_below_the_picture_that_names_them_with_what_has_happened(house: House):
    table = await at_the_cafe(house, [1, 2])
    responses = house.responses(Gallery(PAINTERS))
    for _ in range(4):
        ((user, _),) = await house.asked(table)
        panel = await house.do(table, house.act(user), planning.open_panel())
        add = planning.add(panel.since, panel.rev, panel.best[0].text.split(), finish=True)
        panel = await house.do(table, house.act(user), add)
        assert isinstance(await house.do(table, house.act(user), planning.commit(panel.since, panel.rev)), Played)
    ((user, _),) = await house.asked(table)
    opened = await responses.turn(house.press(user), table)
    panel = await house.do(table, house.act(user), planning.open_panel())
    seen = await responses.plan(house.press(user), Said("p", table, panel.since, panel.rev, "see"), ())
    assert seen is not None
    assert not opened.pictures, "there is no room for the café beside all that can be pressed"
    assert [picture.name for picture in seen.pictures] == ["cafe.png"]
    best, guests = (row for row in seen.rows if isinstance(row, Menu))
    assert [best, guests] == [row for row in opened.rows if isinstance(row, Menu)][:2]
    assert seen.text.startswith("**Since your last turn")
    assert [press.label for row in seen.rows if isinstance(row, tuple) for press in row] == ["My turn"]
    assert sizing.fits(seen)


async def test_a_turn_that_is_planned_to_its_end_says_so_and_leaves_room_for_its_picture(house: House):
    table = await at_the_cafe(house, [1, 2])
    ((user, _),) = await house.asked(table)
    panel = await house.do(table, house.act(user), planning.open_panel())
    screen = PlanScreen(words_in("en"), "cafe", ("Ada", "Bea"), Gallery(PAINTERS))
    assert (await screen.seen(panel)).text == "Your turn", "more would take a menu's room; none would be an ellipsis"
    add = planning.add(panel.since, panel.rev, panel.best[0].text.split(), finish=True)
    panel = await house.do(table, house.act(user), add)
    form = await screen.form(panel)
    assert form.text.startswith("Your turn is planned; it counts once you commit it.\n▸ ")
    assert "seat one or two guests" not in form.text
    assert form.pictures


async def test_a_move_that_is_half_said_asks_how_it_goes_on(house: House):
    table = await house.started([1, 2])
    ((user, _),) = await house.asked(table)
    await say(house, table, user, "buyer 5")
    ((user, _),) = await house.asked(table)
    panel = await house.do(table, house.act(user), planning.add_move("step 1"))
    screen = PlanScreen(words_in("en"), "guatemala", ("Ada", "Bea"), Gallery(PAINTERS))
    assert "build up to three pieces" in (await screen.form(panel)).text
    taken = next(entry for entry in panel.next.entries if entry.words[0] == "take")
    panel = await house.do(table, house.act(user), planning.add(panel.since, panel.rev, taken.words))
    form = await screen.form(panel)
    assert form.text.startswith("Choose how this move goes on, or step back.\n")
    assert "build up to three pieces" not in form.text


async def test_the_part_of_a_board_in_question_is_no_strip_that_cuts_through_what_lies_there(house: House):
    table = await house.started([1, 2])
    ((user, _),) = await house.asked(table)
    await say(house, table, user, "buyer 17")
    ((user, _),) = await house.asked(table)
    panel = await house.do(table, house.act(user), planning.open_panel())
    told = "What has happened since. " * 5
    form = await PlanScreen(words_in("en"), "guatemala", ("Ada", "Bea"), Gallery(PAINTERS), above=told).form(panel)
    (part,) = form.pictures
    assert part.name == "production-part.png"
    assert sizing.size_of(part) == (800, 400), "a third of the board is high"

"""Help is turned in one message; the form of a standing order explains itself; no two menus are called the same."""

import re
from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.games import GAMES, game_text
from bot.play import Action
from bot.play.answers import BadMove, NotJoined, OrderSet
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from bot.wording.words import LANGUAGES, words_in
from rules.catan import reasons as catan
from rules.contract import NotAsked
from tests.bot.house import House
from tests.bot.presser import MENU, Hands, Sketches, parts

ADA, BEA, CEM = PEOPLE = (1, 2, 3)
STRANGER = 99


async def started(house: House, locale: str = "en-GB") -> tuple[str, Hands, int]:
    table = await house.started(PEOPLE, side="fixed")
    ((user, _),) = await house.asked(table)
    return table, Hands(house, Sketches(1000), locale), user


async def test_a_menu_turns_the_chapters_of_the_tables_game(house: House):
    table, hands, user = await started(house)
    shown = await hands.press(user, custom_ids.board(table, "help"))
    chapters = game_text.chapters_of(words_in("en"), "guatemala")
    assert shown.labels == [heading for heading, _ in chapters]
    (options,) = shown.rows
    for option, (heading, _) in zip(options, chapters, strict=True):
        turned = await hands.press(user, option.custom_id, option.values)
        assert turned.text.startswith(f"**{heading}**")
        assert "▸ planned, not played yet" in turned.text
        assert turned.labels == shown.labels


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_chapters_of_a_game_fit_into_one_menu(game: str, lang: str):
    assert 1 < len(game_text.chapters_of(words_in(lang), game)) <= 25


@pytest.mark.parametrize("value", ["chess 1", "guatemala", "guatemala x", "guatemala 999", ""])
async def test_a_chapter_that_nobody_was_offered_is_not_shown(house: House, value: str):
    table, hands, user = await started(house)
    told = await hands.press(user, custom_ids.board(table, "chapter"), [value])
    assert "out of date" in told.text


async def test_the_dialog_of_a_standing_order_says_what_its_example_means(house: House):
    table, hands, user = await started(house)
    modal = (await hands.press(user, custom_ids.ordering(table, custom_ids.TYPE, "guatemala"))).modal
    assert modal is not None
    assert modal["components"][0]["description"].startswith("This one: block black from 6 points")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_order_to_be_asked_does_not_say_that_it_answers(lang: str):
    words = words_in(lang)
    answers = words.say("It answers for you some time after a question is asked; an empty order cancels it.")
    assert answers in game_text.reply(words, OrderSet("pass"), game="guatemala")
    assert answers not in game_text.reply(words, OrderSet("ask"), game="guatemala")


async def test_answer_stands_on_a_board_only_where_somebody_is_asked_out_of_turn(house: House):
    table, hands, user = await started(house)
    assert "Answer" not in (await hands.press(user, custom_ids.board(table, "board"))).labels
    await house.play(table, "buyer 1")
    ((user, _),) = await house.asked(table)
    await house.do(table, Action(user), planning.add_move("step 2"))
    panel = await house.do(table, Action(user), planning.open_panel())
    scores = [" ".join(entry.words) for entry in panel.next.entries if entry.words[0] == "score"]
    assert scores
    await house.play(table, "step 2", scores[0])
    assert any(question.sealed for question in (await house.position(table)).open)
    assert "Answer" in (await hands.press(user, custom_ids.board(table, "board"))).labels


async def test_the_menus_of_a_piece_and_of_its_place_are_told_apart(house: House):
    table, hands, _ = await started(house)
    await house.play(table, "buyer 1")
    ((user, _),) = await house.asked(table)
    await house.do(table, Action(user), planning.add_move("step 2"))
    shown = await hands.press(user, custom_ids.board(table, "turn"))
    prompts = {row["placeholder"] for row in menus(shown.components)}
    assert any("Build" in prompt for prompt in prompts)
    panel = await house.do(table, Action(user), planning.open_panel())
    named = 0
    for source in [entry.words[1] for entry in panel.next.entries if entry.words[0] == "take"]:
        panel = await house.do(table, Action(user), planning.open_panel())
        await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["take", source]))
        placed = await hands.press(user, custom_ids.board(table, "turn"))
        wheres = {row["placeholder"] for row in menus(placed.components)}
        assert wheres
        assert not wheres & prompts
        named += any(source in where for where in wheres)
        panel = await house.do(table, Action(user), planning.open_panel())
        await house.do(table, Action(user), planning.step_back(panel.since, panel.rev))
    assert named


def menus(components: list[Any]) -> list[Any]:
    """All menus, whatever they stand in."""
    return [part for part in parts(components) if part["type"] == MENU]


READERS = [(lang, table) for lang in LANGUAGES for table in LANGUAGES]
QUOTED = re.compile("[“„«]([^“”„«»]+)[”“»]")


@pytest.mark.parametrize(("lang", "table"), READERS)
async def test_refusals_name_the_buttons_as_they_are_called_on_the_table(house: House, lang: str, table: str):
    """The reader's language says it, the table's names the buttons, for those are in the table's."""
    words, theirs = words_in(lang), words_in(table)
    wanted = NewTable(7, 70, "catan", "Ada", lang=table)
    created: Any = await lobby.create(house.transactions, house.act(PEOPLE[0]), wanted)
    found = await house.table(created.table)
    said = [game_text.answer_text(words, NotJoined(), found)]
    reasons = (NotAsked(), catan.NotInYourHand(4), catan.NoSuchOffer(7), catan.NoSuchReply(0), catan.NoSuchDev(0))
    said += [game_text.answer_text(words, BadMove("catan", reason), found) for reason in reasons]
    buttons = {theirs.say(label) for label in ("Join", "My turn", "My hand")}
    assert {name for text in said for name in QUOTED.findall(text)} == buttons
    refused = await house.do(created.table, house.act(STRANGER), lobby.start())
    shown = game_text.answer_text(words, refused, found)
    assert theirs.say("Join") in QUOTED.findall(shown), "as it is answered"

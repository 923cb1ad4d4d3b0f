"""Every command once in each language, as somebody who tries them all would: answered, to the asker alone."""

import json
import re

import pytest

from bot.games import GAMES
from bot.wording import chapters
from bot.wording.words import Words, folded, words_for
from sandbox.actor import Person, Reply
from sandbox.world.world import Channel
from tests.e2e.conftest import Stage


async def said(person: Person, typed: str, **options: object) -> Reply:
    reply = await (await person.slash(typed, options)).done()
    assert reply.message.ephemeral, typed
    assert reply.text.strip(), typed
    return reply


async def look_around(person: Person) -> None:
    await said(person, "/server tables")
    await said(person, "/table turn")
    await said(person, "/table hand")
    await said(person, "/table log")
    await said(person, "/table board")
    await said(person, "/table board", move=0)
    await said(person, "/table board", move=99)
    shown = await said(person, "/table board")
    (menu,) = [part for part in shown.message.controls() if part["type"] == 3]
    for option in (menu["options"][0], menu["options"][-1]):
        shown = await (await person.choose(shown, menu["custom_id"], option["value"])).done()
        assert len(shown.message.files) == 1
        assert option["label"] in shown.text
    text = await said(person, "/table board", text=True)
    pages = text.message.buttons
    read = {text.text}
    for page in pages[1:]:
        text = await (await person.press(text, page)).done()
        read.add(text.text)
    assert len(read) == max(1, len(pages))
    typed = [(await said(person, "/table board", text=True, page=page + 1)).text for page in range(len(read))]
    assert set(typed) == read
    await said(person, "/server check")
    await said(person, "/table help")
    for chapter in await person.autocomplete("/table help", chapter=""):
        assert chapter["name"] in (await said(person, "/table help", chapter=chapter["value"])).text
    await said(person, "/me tables")
    await said(person, "/me settings", language="auto")
    await said(person, "/me settings")
    assert "/about privacy:True" in (await said(person, "/about")).text
    assert "`/me forget`" in (await said(person, "/about", privacy=True)).text


async def read_all_chapters(person: Person, words: Words) -> None:
    """Outside a table: the games first, then by a game's name all of its chapters, with or without accents."""
    *games, hint = await person.autocomplete("/table help", chapter="")
    assert [game["name"].partition(":")[0] for game in games] == [game.title for game in GAMES.values()]
    assert hint["name"] == words.say("Type the name of a game to see all of its chapters")
    assert (await said(person, "/table help", chapter=hint["value"])).text
    for game in GAMES.values():
        wanted = [f"{game.title}: {heading}" for heading, _ in chapters.chapters(words.lang, game.chapters)]
        typed = folded(game.title).upper()
        assert [choice["name"] for choice in await person.autocomplete("/table help", chapter=typed)] == wanted
        assert wanted[-1].partition(": ")[2] in (await said(person, "/table help", chapter=wanted[-1])).text


@pytest.mark.parametrize("locale", ["en-US", "de", "it"])
async def test_every_command_answers_whoever_types_it(stage: Stage, locale: str):
    stage.speak(locale)
    words = words_for(locale)
    thread = await opened(stage, words.say("Join"), words.say("Start"))
    asked = await who_is_asked(stage, thread)
    for person in stage.people[:3]:
        await look_around(person)
    assert words.say("My turn") in newest_board_of(asked, thread).buttons
    await said(asked, "/guatemala buyer", space=3)
    await stage.quiet()
    asked = await who_is_asked(stage, thread)
    step = await said(asked, "/guatemala step", spaces=2)
    assert words.say("Step back") in step.message.buttons
    field = (await asked.autocomplete("/guatemala build", piece=""))[0]["value"]
    place = (await asked.autocomplete("/guatemala build", piece=field, place=""))[0]["value"]
    await said(asked, "/guatemala build", piece=field, place=place)
    await said(asked, "/guatemala done")
    await stage.quiet()
    await said(asked, "/table back")
    await said(asked, "/table order", order="block K6 pass")
    await said(asked, "/table order", order="nonsense")
    await said(asked, "/table end", vote=True)
    await said(asked, "/table resign", sure="no")
    kept = (await said(asked, "/me export")).message.files
    assert [file.name for file in kept] == ["stammtisch.json"]
    assert [table["name"] for table in json.loads(kept[0].data)["tables"]] == [asked.name]
    await said(asked, "/me forget", sure="no")
    assert "/me tables" in (await said(asked, "/me forget", sure=words.say("yes"))).text
    await said(asked, "/table again")
    await said(asked, "/table leave")


@pytest.mark.parametrize("locale", ["en-US", "de", "it"])
async def test_every_command_of_the_cafe_answers(stage: Stage, locale: str):
    stage.speak(locale)
    words = words_for(locale)
    first = stage.people[0]
    (usual, *_) = await first.autocomplete("/table new", {"game": "cafe", "option": ""})
    assert usual["value"] == "birthday=off regulars=off"
    (chosen, *_) = await first.autocomplete("/table new", {"game": "cafe", "option": "birthday=10 regulars=on"})
    assert words.say("from 10 points") in chosen["name"]
    await read_all_chapters(first, words)
    thread = await opened(stage, words.say("Join"), words.say("Start"), "cafe", chosen["value"])
    asked = await who_is_asked(stage, thread)
    for person in stage.people[:3]:
        await look_around(person)
    assert words.say("Answer") not in newest_board_of(asked, thread).buttons
    for other in stage.people[:3]:
        mine = [await other.autocomplete("/cafe seat", guests=""), await other.autocomplete("/play", move="")]
        assert all(mine) if other is asked else not any(mine)
    await said(asked, "/cafe name", nation="IN")
    await said(asked, "/cafe swap", guest="USm C53")
    await said(asked, "/cafe seat", guests="USm")
    (bar, *_) = await asked.autocomplete("/cafe bar", guest="")
    assert bar["name"].startswith(words.say("Bar: {guest}", guest=bar["value"].split()[1]))
    played = words.say("Move {number} played.", number=1)
    shown = await said(asked, "/cafe bar", guest=bar["value"])
    assert played not in shown.text, "a guest who goes to the bar is seen before it counts"
    assert played in (await (await asked.press(shown, words.say("Commit"))).done()).text
    await stage.quiet()
    asked = await who_is_asked(stage, thread)
    for choice in await asked.autocomplete("/cafe seat", guests=""):
        assert choice["name"].startswith(f"{choice['value'].split()[1]} ")
    best = (await asked.autocomplete("/play", move=""))[:15]
    worths = [int(choice["name"].rpartition("→ ")[2]) for choice in best if "→" in choice["name"]]
    assert worths == sorted(worths, reverse=True)
    shown = await said(asked, "/play", move=best[0]["value"])
    if best[0]["value"].startswith("bar"):  # nobody can be seated
        shown = await (await asked.press(shown, words.say("Commit"))).done()
    assert words.say("Move {number} played.", number=2) in shown.text
    nations = await asked.autocomplete("/cafe name", nation=words.say("India")[:3].lower())
    assert [choice["value"] for choice in nations] == ["IN"]
    await said(asked, "/table back")
    await said(asked, "/table order", order="pass")


async def opened(stage: Stage, join: str, start: str, game: str = "guatemala", option: str = "") -> Channel:
    first, *others = stage.people[:3]
    await (await first.slash("/table new", {"game": game} | ({"option": option} if option else {}))).done()
    thread = await stage.thread()
    await stage.quiet()
    for person in stage.people[:3]:
        person.go(thread)
    card = first.messages(thread)[-1]
    for person in others:
        await (await person.press(card, join)).done()
    await (await first.press(card, start)).done()
    await stage.quiet()
    return thread


def newest_board_of(person: Person, thread: Channel):
    return [shown for shown in person.messages(thread) if not shown.ephemeral][-1]


async def who_is_asked(stage: Stage, thread: Channel) -> Person:
    table = await stage.store.at_channel(thread.id)
    assert table is not None
    loaded = await stage.store.load(table)
    assert loaded is not None
    seat = next(question.seat for question in loaded.questions if question.required)
    return stage.person(next(row.user for row in loaded.seats if row.seat == seat))


async def test_a_finished_turn_is_taken_back_by_the_button_under_its_answer_and_stands_as_a_plan(stage: Stage):
    thread = await stage.begun(2)
    asked = await who_is_asked(stage, thread)
    await said(asked, "/guatemala buyer", space=3)
    await stage.quiet()
    asked = await who_is_asked(stage, thread)
    played = await said(asked, "/play", move="step 2; done")
    assert re.match(r"Move \d+ played\.", played.text)
    assert played.message.buttons == ["Take back"]
    back = await (await asked.press(played, "Take back")).done()
    assert back.text.startswith("Move 2 is taken back.")
    assert "2 spaces" in back.text
    assert "Step back" in back.message.buttons
    await stage.quiet()
    assert await who_is_asked(stage, thread) is asked
    again = await said(asked, "/play", move="step 1; done")
    await stage.quiet()
    await said(await who_is_asked(stage, thread), "/table turn")
    refused = await (await asked.press(again, "Take back")).done()
    assert refused.text.startswith("The next player has begun already")

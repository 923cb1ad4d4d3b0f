"""What somebody has set is shown to him, and holds."""

from pathlib import Path

import pytest

from bot.discord import gallery
from bot.discord.commands.about import text
from bot.games import GAMES
from bot.operation import version
from bot.wording.words import LANGUAGES, words_in
from sandbox.actor import Person, Reply
from tests.e2e.conftest import Stage
from tests.e2e.test_commands import who_is_asked

SHOWN_FIRST = "Complete typed turns: you see them first, then you commit them."
AT_ONCE = "Complete typed turns: they count at once."
STILL = "The last move: as a still picture."
MOVING = "The last move: as a short film when you open your turn."


async def settings(person: Person, **options: object) -> str:
    return (await (await person.slash("/me settings", options)).done()).text


async def typed(person: Person, move: str) -> Reply:
    return await (await person.slash("/play", move=move)).done()


async def test_without_options_it_is_said_what_is_set_and_nothing_is_kept(stage: Stage):
    ada = stage.people[0]
    assert (await settings(ada)).split("\n") == [
        "Language: English, as in Discord.",
        "Rolls before which you could play nothing: they come by themselves, two minutes later.",
        "Turns in which nothing is possible: you end them yourself.",
        "Trade offers: a ping in the thread.",
        AT_ONCE,
        STILL,
        "Statistics: you stand on the boards of your servers, and others there see yours.",
        "Quiet hours: none. /me quiet hours:22-7 sets some.",
        "Reminders: once, at four fifths of the time, in the thread.",
        "One message a day with all that waits for you: none.",
        "Direct messages: the next one will show whether they reach you.",
    ]
    assert (await stage.store.person(ada.id)).settings == ()


async def test_with_options_it_is_said_what_was_saved_and_nothing_else(stage: Stage):
    ada = stage.people[0]
    assert await settings(ada, preview=True) == f"Saved.\n{SHOWN_FIRST}"
    assert await settings(ada, offers=True) == ("Saved.\nTrade offers: a ping in the thread, and a direct message.")
    assert await settings(ada, language="de") == "Gespeichert.\nSprache: Deutsch."
    assert (await settings(ada)).split("\n")[3:5] == [
        "Handelsangebote: ein Ping im Thread und eine Direktnachricht.",
        "Ganze getippte Züge: Du siehst sie erst, dann bestätigst du sie.",
    ]
    assert await settings(ada, language="auto", preview=False) == (
        f"Saved.\nLanguage: English, as in Discord.\n{AT_ONCE}"
    )
    assert ("offers", "on") in (await stage.store.person(ada.id)).settings


async def test_where_direct_messages_are_closed_it_is_said_until_they_are_tried_again(stage: Stage):
    bea = stage.people[1]
    bea.close_dms()
    await stage.begun(2)
    assert "Direct messages do not reach you" in await settings(bea)
    assert "the next one will show" in await settings(bea, dm=True)
    assert (await stage.store.person(bea.id)).dm_state == ""


async def test_who_wants_to_see_his_turns_first_commits_what_he_has_typed_by_a_button_or_a_command(stage: Stage):
    thread = await stage.begun(2)
    loaded = await stage.store.load(await stage.store.at_channel(thread.id) or "")
    assert loaded is not None
    asked = await who_is_asked(stage, thread)
    await settings(asked, preview=True)
    shown = await typed(asked, "buyer 3")
    assert {"Commit", "Step back"} < set(shown.message.buttons)
    assert shown.message.files
    assert await public_number(stage, loaded.table.id) == 0
    gone = await (await asked.slash("/table plan", do="back")).done()
    assert "Step back" not in gone.message.buttons
    await typed(asked, "buyer 4")
    played = await (await asked.slash("/table plan", do="commit")).done()
    assert played.text.startswith("Move 1 played.")
    other = await who_is_asked(stage, thread)
    await settings(other, preview=False)
    begun = await typed(other, "step 2")
    assert await public_number(stage, loaded.table.id) == 1, "half a turn is planned, as ever"
    over = await (await other.slash("/table plan", do="over")).done()
    assert begun.text != over.text
    assert (await typed(other, "step 2; done")).text.startswith("Move 2 played.")


async def test_who_wants_motion_sees_the_last_move_as_a_film_when_he_opens_his_turn_and_nobody_else_does(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    """In one's own panel alone: never in the thread, and not while one is planning."""
    monkeypatch.setattr(gallery, "FILM_WAITS", 60)  # nothing is drawn before the first, and the machine may be busy
    thread = await stage.begun(2)
    first = await who_is_asked(stage, thread)
    await typed(first, "buyer 3")
    asked = await who_is_asked(stage, thread)
    still = await (await asked.slash("/table turn")).done()
    assert [file.name for file in still.message.files if file.name.endswith(".gif")] == []
    assert await settings(asked, motion=True) == f"Saved.\n{MOVING}"
    opened = await (await asked.slash("/table turn")).done()
    (film,) = [file for file in opened.message.files if file.name == "last-move.gif"]
    assert opened.message.files[0] == film, "above the pictures of the plan"
    begun = await typed(asked, "step 2")
    assert not [file for file in begun.message.files if file.name.endswith(".gif")], "what is planned is not the last"
    posts = [
        message for message in stage.sandbox.world.messages(thread.id).values() if message.files and not message.only
    ]
    assert not [file for message in posts for file in message.files if file.name.endswith(".gif")]
    assert await settings(asked, motion=False) == f"Saved.\n{STILL}"


async def test_a_panel_does_not_wait_long_for_its_film(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gallery, "FILM_WAITS", 0)
    thread = await stage.begun(2)
    await typed(await who_is_asked(stage, thread), "buyer 3")
    asked = await who_is_asked(stage, thread)
    await settings(asked, motion=True)
    opened = await (await asked.slash("/table turn")).done()
    assert "Since the game began:" in opened.text, "it is told instead"
    assert not [file for file in opened.message.files if file.name.endswith(".gif")]


async def public_number(stage: Stage, table: str) -> int:
    loaded = await stage.store.load(table)
    assert loaded is not None
    return loaded.table.public_no


def test_the_bot_tells_what_it_is_what_it_plays_and_what_it_keeps():
    for lang in LANGUAGES:
        told = text(words_in(lang), GAMES)
        assert told.startswith(f"**Stammtisch {version.version()}**\n")
        for key, name in ((key, game.title) for key, game in GAMES.items()):
            assert name in told
            assert str(max(GAMES[key].rules.seats)) in told
        assert "/me export" in told
        assert "/me forget" in told


def test_the_version_is_that_of_the_project_or_of_what_is_installed(tmp_path: Path, monkeypatch):
    here = version.version.__wrapped__
    assert f'version = "{here()}"' in version.PROJECT.read_text(encoding="utf-8")
    monkeypatch.setattr(version, "PROJECT", tmp_path / "none")
    monkeypatch.setattr(version, "NAME", "discord.py")
    assert here() == "2.7.1"


async def test_without_options_the_pace_of_a_server_is_shown_and_nothing_is_kept(stage: Stage):
    ada, bea = stage.people[:2]
    stage.guild.owner_id = ada.id
    shown = (await (await ada.slash("/clock server")).done()).text
    assert shown.startswith("New tables on this server:\nPace: steady.")
    assert (await stage.store.guild(stage.guild.id)).settings == ()
    saved = (await (await ada.slash("/clock server", pace="brisk")).done()).text
    assert saved.startswith("Saved. New tables on this server:\nPace: brisk.")
    refused = (await (await bea.slash("/clock server", pace="live")).done()).text
    assert "Manage Server" in refused
    assert (await (await ada.slash("/clock server")).done()).text == saved.removeprefix("Saved. ")

"""Where a table can be opened: only where there can be a thread for it."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.discord.interactions.asked import Asked
from bot.discord.permissions import INVITE
from bot.discord.screens import lobby_screen
from bot.wording import Words
from bot.wording.words import LANGUAGES, words_in

KINDS: dict[str, type[Any]] = {
    "voice": discord.VoiceChannel,
    "stage": discord.StageChannel,
    "forum": discord.ForumChannel,
    "dm": discord.DMChannel,
}


def asked_in(channel: Any, rights: discord.Permissions = INVITE) -> Any:
    return SimpleNamespace(channel=channel, app_permissions=rights)


def hindrance(words: Words, interaction: Any) -> str:
    return Asked(interaction, words).hindrance()


def of(kind: type[Any]) -> Any:
    return MagicMock(spec=kind)


def thread_of(parent: Any) -> Any:
    thread = of(discord.Thread)
    thread.parent = parent
    return thread


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_where_no_thread_can_be_it_is_said_where_to_type_instead(kind: str, lang: str):
    told = hindrance(words_in(lang), asked_in(of(KINDS[kind])))
    assert "/table new" in told
    assert len(told) > 60


def test_in_the_post_of_a_forum_no_table_can_be_opened_beside_it():
    post = thread_of(of(discord.ForumChannel))
    assert "/table new" in hindrance(words_in("en"), asked_in(post))


def test_a_text_channel_and_its_threads_are_good_for_a_table():
    channel = of(discord.TextChannel)
    for place in (channel, thread_of(channel), thread_of(None)):
        assert hindrance(words_in("en"), asked_in(place)) == ""


async def test_a_game_is_not_set_up_again_where_there_can_be_no_thread():
    nothing: Any = None  # it is not even asked
    asked = Asked(asked_in(of(discord.VoiceChannel)), words_in("en"))
    again = await lobby_screen.again(nothing, asked, nothing)
    assert "ordinary text channel" in again.text


def test_a_text_channel_without_the_rights_is_not():
    told = hindrance(words_in("en"), asked_in(of(discord.TextChannel), discord.Permissions.none()))
    assert "Create Public Threads" in told

"""Names in messages are escaped; where Discord renders no markup they stand as their people write them."""

import json
from io import BytesIO
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord.http import HTTPClient

from bot.discord.commands.command_text import named
from bot.discord.gallery import Gallery
from bot.discord.interactions.presses import Presses
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.finding import distinct
from bot.discord.messages.messenger import Letter
from bot.play.answers import Created
from bot.play.people import privacy
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from bot.wording.names import NAMELESS, clean_name, plain
from bot.wording.words import words_in
from tests.bot.house import House, exported
from tests.painted import PAINTERS

ODD = "Max_power [the *1st*]"


@pytest.mark.parametrize("name", [ODD, "a\\b", "a\\_b", "#1 <@2>", "`x` ~y~ |z|", "anna-lena: (2)"])
def test_what_was_escaped_is_read_again(name: str):
    assert clean_name(name) != name
    assert plain(clean_name(name)) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u3164",
        "\u3164 \u3164",
        "\uffa0",
        "\u115f\u1160",
        "\u2800",
        "\u200b",
        "\u034f",
        "\u0301\u0302",
        "\ufe0f",
    ],
)
def test_a_name_of_which_nothing_is_seen_is_none(name: str):
    assert clean_name(name) == NAMELESS
    assert clean_name(f"{name}Ada").endswith("Ada")


def test_a_backslash_whose_sign_was_cut_off_goes_with_it():
    assert plain("max\\…") == "max…"
    assert plain("a\\b …") == "a\\b …"


def parts(form: Layout) -> list[Any]:
    """All components of the message, as they are sent."""
    found: list[Any] = []
    ahead: list[Any] = form.view().to_components()
    while ahead:
        part = ahead.pop(0)
        found.append(part)
        ahead += part.get("components", [])
    return found


def test_what_is_suggested_is_not_escaped():
    (choice,) = named([(clean_name(ODD), "deal 1 2")])
    assert (choice.name, choice.value) == (ODD, "deal 1 2")


async def test_the_title_of_a_thread_is_not_escaped():
    channel: Any = MagicMock(spec=discord.TextChannel)
    channel.is_news.return_value = False
    client: Any = MagicMock(spec=discord.Client)
    client.get_channel.return_value = channel
    client.http = MagicMock(spec=HTTPClient)
    client.http.request.return_value = {"id": "5"}
    await DiscordMessenger(client, Gallery(PAINTERS), Presses()).open_thread(
        1, Letter("lobby", "t", "en", clean_name(ODD), "")
    )
    assert client.http.request.await_args.kwargs["json"]["name"] == ODD


@pytest.mark.parametrize(
    ("title", "taken", "wanted"),
    [
        ("Catan · Ada, Bea", [], "Catan · Ada, Bea"),
        ("Catan · Ada, Bea", ["Catan · Ada, Dan", "Catan"], "Catan · Ada, Bea"),
        ("Catan · Ada, Bea", ["Catan · Ada, Bea"], "Catan 2 · Ada, Bea"),
        ("Catan · Ada", ["Catan 2 · Ada", "Catan · Ada"], "Catan 3 · Ada"),
        ("Catan", ["Catan"], "Catan 2"),
        (f"Catan · {'x' * 200}", [f"Catan · {'x' * 92}"], f"Catan 2 · {'x' * 90}"),
    ],
)
def test_no_two_threads_of_a_channel_are_called_alike(title: str, taken: list[str], wanted: str):
    assert distinct(title, taken) == wanted
    assert len(distinct(title, taken)) <= 100


async def test_what_is_exported_is_not_escaped(house: House):
    wanted = NewTable(7, 70, "guatemala", clean_name(ODD))
    answer = await lobby.create(house.transactions, house.act(1), wanted)
    assert isinstance(answer, Created)
    await house.do(answer.table, house.act(2), lobby.join("Bea"))
    await house.do(answer.table, house.act(1), lobby.start())
    kept = exported(
        words_in("en"), await house.store.person(1), await privacy.traces_of(house.transactions, 1)
    ).decode()
    (table,) = json.loads(kept)["tables"]
    assert table["name"] == ODD
    assert "\\" not in "".join(table["log"])
    assert ODD in "".join(table["log"])


def test_a_name_keeps_its_escapes_in_the_text_and_loses_them_on_buttons_in_menus_and_in_alt_texts():
    name = clean_name(ODD)
    assert name != ODD
    line = MenuOption(name, "value_1", detail=name)
    form = Layout(name, (Picture("board.png", b"", name),), ((Button(name, "a"),), Menu("m", name, (line,))))
    text, gallery, button, menu = [
        next(part for part in parts(form) if part["type"] == kind) for kind in (10, 12, 2, 3)
    ]
    assert text["content"] == name
    assert gallery["items"][0]["description"] == ODD
    assert button["label"] == ODD
    assert menu["placeholder"] == ODD
    (option,) = menu["options"]
    assert (option["label"], option["description"], option["value"]) == (ODD, ODD, "value_1")
    (file,) = form.files()
    assert isinstance(file, discord.File)
    assert isinstance(file.fp, BytesIO)
    assert file.description == ODD

"""Names in messages are escaped; where Discord renders no markup they stand as their people write them."""

from io import BytesIO
from typing import Any

import discord
import pytest

from bot.forms import Form, Line, Menu, Picture, Press
from bot.names import clean_name, plain

ODD = "max_power [the *1st*]"


@pytest.mark.parametrize("name", [ODD, "a\\b", "a\\_b", "#1 <@2>", "`x` ~y~ |z|", "anna-lena: (2)"])
def test_what_was_escaped_is_read_again(name: str):
    assert clean_name(name) != name
    assert plain(clean_name(name)) == name


def test_a_backslash_whose_sign_was_cut_off_goes_with_it():
    assert plain("max\\…") == "max…"
    assert plain("a\\b …") == "a\\b …"


def parts(form: Form) -> list[Any]:
    """All components of the message, as they are sent."""
    found: list[Any] = []
    ahead: list[Any] = form.view().to_components()
    while ahead:
        part = ahead.pop(0)
        found.append(part)
        ahead += part.get("components", [])
    return found


def test_a_name_keeps_its_escapes_in_the_text_and_loses_them_on_buttons_in_menus_and_in_alt_texts():
    name = clean_name(ODD)
    assert name != ODD
    line = Line(name, "value_1", detail=name)
    form = Form(name, (Picture("board.png", b"", name),), ((Press(name, "a"),), Menu("m", name, (line,))))
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

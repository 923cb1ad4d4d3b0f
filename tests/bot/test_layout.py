"""A message as Discord's components: the same that discord.py writes of its own objects for them."""

import gc
from typing import Any
from weakref import ref

import discord
import pytest
from discord import ui
from discord.http import handle_message_parameters
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.layout import INK, TEXT, Attachment, Button, Layout, Menu, MenuOption, Picture, Row
from bot.play.limits import ALT_TEXT
from bot.wording.names import plain
from bot.wording.words import clip

TEXTS = st.text(min_size=1, max_size=120).filter(lambda text: plain(text).strip() != "")
NAMES = st.from_regex(r"[a-z]{1,8}\.png", fullmatch=True)
STYLES = [style for style in discord.ButtonStyle if style.value < discord.ButtonStyle.link.value]
BUTTONS = st.builds(Button, TEXTS, NAMES, st.sampled_from(STYLES), st.booleans())
OPTIONS = st.builds(MenuOption, TEXTS, NAMES, st.text(max_size=120), st.booleans())
MENUS = st.builds(Menu, NAMES, TEXTS, st.lists(OPTIONS, min_size=1, max_size=25).map(tuple))
ROWS = MENUS | st.lists(BUTTONS, min_size=1, max_size=5).map(tuple)
PICTURES = st.builds(Picture, NAMES, st.just(b""), st.text(max_size=ALT_TEXT + 20))
FILES = st.builds(Attachment, NAMES, st.just(b""))
LAYOUTS = st.builds(
    Layout,
    st.text(max_size=TEXT + 20),
    st.lists(PICTURES, max_size=2).map(tuple),
    st.lists(ROWS, max_size=5).map(tuple),
    attachments=st.lists(FILES, max_size=2).map(tuple),
    acts=st.booleans(),
    bare=st.booleans(),
    mark=st.integers(0, 1 << 31),
)


def short(text: str, most: int) -> str:
    return clip(plain(text), most)


def row_of(row: Row) -> ui.ActionRow[Any]:
    if isinstance(row, Menu):
        menu: ui.Select[Any] = ui.Select(custom_id=row.custom_id, placeholder=short(row.prompt, 150))
        for line in row.lines:
            label, detail = short(line.label, 100), short(line.detail, 100)
            menu.add_option(label=label, value=line.value, description=detail or None, default=line.chosen)
        return ui.ActionRow(menu)
    found: ui.ActionRow[Any] = ui.ActionRow()
    for press in row:
        label = short(press.label, 80)
        found.add_item(ui.Button(label=label, custom_id=press.custom_id, style=press.style, disabled=press.disabled))
    return found


def by_discord_py(form: Layout) -> list[Any]:
    said: list[ui.Item[Any]] = [ui.TextDisplay(clip(form.text, TEXT) or "…", id=form.mark or None)]
    seen: list[ui.Item[Any]] = [
        ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{p.name}", description=short(p.alt, ALT_TEXT)))
        for p in form.pictures
    ]
    parts = [*seen, *said] if form.acts else [*said, *seen]
    parts += [ui.File(f"attachment://{file.name}") for file in form.attachments]
    parts += map(row_of, form.rows)
    view = ui.LayoutView(timeout=None)
    for part in parts if form.bare else [ui.Container(*parts, accent_colour=discord.Colour(INK))]:
        view.add_item(part)
    return view.to_components()


@given(LAYOUTS)
def test_a_message_is_written_as_discord_py_writes_it(form: Layout):
    assert form.components() == by_discord_py(form)


@given(LAYOUTS)
def test_discord_py_sends_it_and_keeps_nothing_of_it(form: Layout):
    view = form.view()
    sent = handle_message_parameters(view=view, allowed_mentions=form.allowed())
    assert sent.payload is not None
    assert sent.payload["components"] == form.components()
    assert sent.payload["flags"] == discord.MessageFlags(components_v2=True).value
    assert view.is_finished()
    assert not view.is_dispatchable()


@pytest.fixture
def no_collector():
    """What is gone meanwhile is gone because nothing refers to it."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_nothing_is_left_of_an_upload_that_was_sent():
    files = Layout("", (Picture("board.png", bytes(90_000), "a board"),)).files()
    stream = ref(files[0].fp)
    with handle_message_parameters(content="look", files=files):
        assert stream() is not None
    files.clear()
    assert stream() is None

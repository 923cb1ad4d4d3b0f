"""Messages as Discord lays them out: text, pictures, buttons and menus in one container.

A view is made anew for every message, on the event loop, and stopped before it is sent, so that discord.py keeps none:
the meaning of a press is in its custom_id alone (bot/discord/interactions/components.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.play.limits import ALT_TEXT
from bot.wording import Words
from bot.wording.names import plain
from bot.wording.words import clip

INK: Final = discord.Colour(0x1F6F6B)
TEXT: Final = 3_900
"""Letters of all texts of one message together; Discord takes 4,000."""
ACROSS: Final = 3
"""Buttons in a row: telephones cut the labels of more."""


@dataclass(frozen=True)
class Picture:
    """A PNG with its alt text; a film is a GIF."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True)
class Attachment:
    """A file to be downloaded."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Button:
    label: str
    custom_id: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False


@dataclass(frozen=True)
class MenuOption:
    """An entry of a menu."""

    label: str
    value: str
    detail: str = ""
    chosen: bool = False
    place: str = ""
    """Names the entry in the title of its page, if there are several; by default the last word of its value."""


@dataclass(frozen=True)
class Menu:
    """A select of at most 25 entries."""

    custom_id: str
    prompt: str
    lines: tuple[MenuOption, ...]


ButtonRows: TypeAlias = tuple[tuple[Button, ...], ...]
Row: TypeAlias = tuple[Button, ...] | Menu


@dataclass(frozen=True)
class Layout:
    """What a message shows."""

    text: str
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    heading: str = ""
    """The table that it is about: said above it in a direct message."""
    acts: bool = False
    """One acts here: what is said stands between the pictures and the buttons, where it is seen together with both."""
    told: str = ""
    """The table whose thread is told of the same: what comes there pushes an answer that stands already out of view."""
    bare: bool = False
    """Without a frame, which takes room: a call."""
    mark: int = 0
    """The number of its text, which nobody sees: by it the message is found again. 0 for any."""

    def below(self, text: str) -> "Layout":
        """Returns the same layout below a text."""
        return replace(self, text=f"{text}\n{self.text}") if text else self

    def view(self) -> ui.LayoutView:
        """Returns a fresh view that nobody keeps."""
        said: list[ui.Item[Any]] = [ui.TextDisplay(clip(self.text, TEXT) or "…", id=self.mark or None)]
        # one gallery each: side by side Discord crops pictures and shows them at half size
        seen: list[ui.Item[Any]] = [
            ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{p.name}", description=_alone(p.alt, ALT_TEXT)))
            for p in self.pictures
        ]
        parts = [*seen, *said] if self.acts else [*said, *seen]
        parts += [ui.File(f"attachment://{attachment.name}") for attachment in self.attachments]
        parts += map(_row, self.rows)
        layout = ui.LayoutView(timeout=None)
        for part in parts if self.bare else [ui.Container(*parts, accent_colour=INK)]:
            layout.add_item(part)
        layout.stop()
        return layout

    def files(self) -> list[discord.File]:
        pictures = [
            discord.File(BytesIO(picture.data), picture.name, description=_alone(picture.alt, ALT_TEXT))
            for picture in self.pictures
        ]
        return pictures + [discord.File(BytesIO(file.data), file.name) for file in self.attachments]

    def allowed(self) -> discord.AllowedMentions:
        """Allows a ping only of players who are asked."""
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in self.mentions], replied_user=False
        )


def _alone(text: str, most: int) -> str:
    """Removes escapes: Discord renders markup only in the message body, so labels and alt texts must not be escaped."""
    return clip(plain(text), most)


def _row(row: Row) -> "ui.ActionRow[Any]":
    if isinstance(row, Menu):
        menu: ui.Select[Any] = ui.Select(custom_id=row.custom_id, placeholder=_alone(row.prompt, 150))
        for line in row.lines:
            label, detail = _alone(line.label, 100), _alone(line.detail, 100)
            menu.add_option(label=label, value=line.value, description=detail or None, default=line.chosen)
        return ui.ActionRow(menu)
    found: ui.ActionRow[Any] = ui.ActionRow()
    for press in row:
        label = _alone(press.label, 80)
        found.add_item(ui.Button(label=label, custom_id=press.custom_id, style=press.style, disabled=press.disabled))
    return found


def buttons(*presses: Button) -> ButtonRows:
    """Returns the fewest rows of at most three; upper rows are at most one button longer than lower ones."""
    rows: list[tuple[Button, ...]] = []
    for left in range(-(-len(presses) // ACROSS), 0, -1):
        across = -(-len(presses) // left)
        rows.append(presses[:across])
        presses = presses[across:]
    return tuple(rows)


def menus(custom_id: str, prompt: str, lines: Sequence[MenuOption]) -> tuple[Menu, ...]:
    """Returns as many menus as it takes; the prompt of each says from where to where it goes."""
    pages = [tuple(lines[place : place + 25]) for place in range(0, len(lines), 25)]
    if len(pages) < 2:
        return tuple(Menu(f"{custom_id}:0", prompt, page) for page in pages)
    return tuple(Menu(f"{custom_id}:{number}", f"{prompt} · {_span(page)}", page) for number, page in enumerate(pages))


def _span(page: tuple[MenuOption, ...]) -> str:
    first, last = _place(page[0]), _place(page[-1])
    return first if first == last else f"{first} – {last}"


def _place(line: MenuOption) -> str:
    return line.place or line.value.split()[-1]


def pictured(
    words: Words, text: str, pictures: Sequence[Picture], rows: Sequence[Row] = (), heading: str = ""
) -> Layout:
    """Adds a sentence instead of pictures that could not be drawn."""
    if not pictures:
        unseen = words.say(
            "The picture could not be drawn. The buttons work as always; /table board text:True describes the "
            "position in words."
        )
        text = f"{text}\n⚠️ {unseen}"
    return Layout(text, tuple(pictures), tuple(rows), heading=heading, acts=True)

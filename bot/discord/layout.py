"""Messages as Discord lays them out: text, pictures, buttons and menus in one container.

A message is written as Discord's components at once, without discord.py's objects for them: it is only ever sent, and
the meaning of a press is in its custom_id alone (bot/discord/interactions/components.py).
"""

from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.play.limits import ALT_TEXT
from bot.wording import Words
from bot.wording.names import plain
from bot.wording.words import clip

Component: TypeAlias = dict[str, Any]
_ROW, _BUTTON, _SELECT, _PEOPLE, _TEXT, _GALLERY, _FILE, _FRAME = 1, 2, 3, 5, 10, 12, 13, 17
"""Discord's numbers for the types of components."""
INK: Final = 0x1F6F6B
TEXT: Final = 3_900
"""Letters of all texts of one message together; Discord takes 4,000."""
ACROSS: Final = 3
"""Buttons in a row: telephones cut the labels of more."""


class Picture(Struct, frozen=True):
    """A PNG with its alt text; a film is a GIF."""

    name: str
    data: bytes
    alt: str


class Unpainted(Picture, frozen=True):
    """A picture whose size is known, so that it can be laid out, and painted only where it is shown."""

    size: tuple[int, int]
    paint: Callable[[], Awaitable[bytes]]


class Attachment(Struct, frozen=True):
    """A file to be downloaded."""

    name: str
    data: bytes


class Upload(discord.File):
    """A file on its way. Once it was sent nothing is left of it: discord.py's own refer to themselves from then on, and
    so keep a copy of each picture until garbage in circles is looked for.
    """

    def close(self) -> None:
        self._closer()


class Button(Struct, frozen=True):
    label: str
    custom_id: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False


class MenuOption(Struct, frozen=True):
    """An entry of a menu."""

    label: str
    value: str
    detail: str = ""
    chosen: bool = False
    place: str = ""
    """Names the entry in the title of its page, if there are several; by default the last word of its value."""


class Menu(Struct, frozen=True):
    """A select of at most 25 entries."""

    custom_id: str
    prompt: str
    lines: tuple[MenuOption, ...]
    people: bool = False
    """Discord lists the people of the server instead of lines."""


ButtonRows: TypeAlias = tuple[tuple[Button, ...], ...]
Row: TypeAlias = tuple[Button, ...] | Menu


class Heading(NamedTuple):
    """Names a table, with a link to its thread."""

    text: str
    thread: int


class Layout(Struct, frozen=True):
    """What a message shows."""

    text: str
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    mentions: tuple[int, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    heading: Heading | None = None
    """The table that it is about: said above it elsewhere than in that table's thread."""
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

    def components(self) -> list[Component]:
        """Returns what Discord calls components."""
        text: Component = {"type": _TEXT, "content": clip(self.text, TEXT) or "…"}
        if self.mark:
            text["id"] = self.mark
        # one gallery each: side by side Discord crops pictures and shows them at half size
        seen = [_gallery(picture) for picture in self.pictures]
        parts = [*seen, text] if self.acts else [text, *seen]
        parts += [
            {"type": _FILE, "file": {"url": f"attachment://{file.name}"}, "spoiler": False} for file in self.attachments
        ]
        parts += map(_row, self.rows)
        return parts if self.bare else [{"type": _FRAME, "accent_color": INK, "spoiler": False, "components": parts}]

    def view(self) -> "Written":
        """Returns the components in the form in which discord.py takes them."""
        return Written(self.components())

    def files(self) -> list[discord.File]:
        pictures: list[discord.File] = [
            Upload(BytesIO(picture.data), picture.name, description=_alone(picture.alt, ALT_TEXT))
            for picture in self.pictures
        ]
        return pictures + [Upload(BytesIO(file.data), file.name) for file in self.attachments]

    def allowed(self) -> discord.AllowedMentions:
        """Allows a ping only of players who are asked."""
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


class Written(ui.LayoutView):
    """Components written already. discord.py takes it for a view that is over, of which it keeps nothing."""

    timeout = None  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride] (a property there)

    def __init__(self, components: list[Component]) -> None:  # pyright: ignore[reportMissingSuperCall] (it has no items)
        self._components = components

    def __repr__(self) -> str:
        return "Written(…)"

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    def is_finished(self) -> bool:
        return True


def _alone(text: str, most: int) -> str:
    """Removes escapes: Discord renders markup only in the message body, so labels and alt texts must not be escaped."""
    return clip(plain(text), most)


def _gallery(picture: Picture) -> Component:
    item: Component = {"media": {"url": f"attachment://{picture.name}"}, "spoiler": False}
    if alt := _alone(picture.alt, ALT_TEXT):
        item["description"] = alt
    return {"type": _GALLERY, "items": [item]}


def _row(row: Row) -> Component:
    held = [_menu(row)] if isinstance(row, Menu) else list(map(_button, row))
    return {"type": _ROW, "components": held}


def _button(press: Button) -> Component:
    label = _alone(press.label, 80)
    return {
        "type": _BUTTON, "style": press.style.value, "disabled": press.disabled, "label": label,
        "custom_id": press.custom_id,
    }  # fmt: skip


def _menu(menu: Menu) -> Component:
    found: Component = {
        "type": _PEOPLE if menu.people else _SELECT, "custom_id": menu.custom_id, "min_values": 1, "max_values": 1,
        "disabled": False, "required": True, "placeholder": _alone(menu.prompt, 150),
    }  # fmt: skip
    return found if menu.people else found | {"options": list(map(_option, menu.lines))}


def _option(line: MenuOption) -> Component:
    option: Component = {"label": _alone(line.label, 100), "value": line.value, "default": line.chosen}
    if detail := _alone(line.detail, 100):
        option["description"] = detail
    return option


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


def components(rows: Sequence[Row]) -> int:
    """Counts components as Discord does: a row is one, and so is everything in it."""
    return sum(2 if isinstance(row, Menu) else 1 + len(row) for row in rows)


def pictured(
    words: Words, text: str, pictures: Sequence[Picture], rows: Sequence[Row] = (), heading: Heading | None = None
) -> Layout:
    """Adds a sentence instead of pictures that could not be drawn."""
    if not pictures:
        unseen = words.say(
            "The picture could not be drawn. The buttons work as always; /table board text:True describes the "
            "position in words."
        )
        text = f"{text}\n⚠️ {unseen}"
    return Layout(text, tuple(pictures), tuple(rows), heading=heading, acts=True)

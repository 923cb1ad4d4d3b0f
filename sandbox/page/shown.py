"""A message as one person sees it: always as it is now, with the controls that can be found on it."""

from collections.abc import Iterator

from sandbox.api.shapes import keyed, listed
from sandbox.house import House
from sandbox.world.compose import BUTTON, SELECTS, TEXT, walk
from sandbox.world.world import LOADING, File, Json, Message


class CannotError(AssertionError):
    """Discord's client would not let a person do this."""


class Shown:
    """One message as one person sees it."""

    def __init__(self, house: House, user_id: int, channel_id: int, message_id: int) -> None:
        self.house = house
        self.user_id = user_id
        self.channel_id = channel_id
        self.id = message_id

    def __repr__(self) -> str:
        return f"<message {self.id}: {self.text!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and (self.user_id, self.id) == (other.user_id, other.id)

    def __hash__(self) -> int:
        return hash((self.user_id, self.id))

    @property
    def gone(self) -> bool:
        return self.id not in self.house.world.messages(self.channel_id)

    @property
    def message(self) -> Message:
        message = self.house.world.messages(self.channel_id).get(self.id)
        if message is None or message.only not in (None, self.user_id):
            raise CannotError(f"message {self.id} is not there for {self.house.world.users[self.user_id].name}")
        return message

    @property
    def body(self) -> Json:
        return self.house.shapes.message(self.message)

    @property
    def content(self) -> str:
        return self.message.content

    @property
    def text(self) -> str:
        """Everything written in it: content, text displays, embeds."""
        message = self.message
        said = [message.content, *(p["content"] for p in walk(message.components) if p["type"] == TEXT)]
        for embed in message.embeds:
            said += [embed.get("title") or "", embed.get("description") or ""]
            said += [f"{field['name']} {field['value']}" for field in listed(embed.get("fields"))]
        return "\n".join(text for text in said if text)

    @property
    def files(self) -> list[File]:
        return self.message.files

    @property
    def ephemeral(self) -> bool:
        return self.message.only is not None

    @property
    def thinking(self) -> bool:
        return bool(self.message.flags & LOADING)

    @property
    def edited(self) -> bool:
        return self.message.edited_at is not None

    def controls(self) -> Iterator[Json]:
        return (p for p in walk(self.message.components) if p["type"] == BUTTON or p["type"] in SELECTS)

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons, in order."""
        return [name_of(p) for p in self.controls() if p["type"] == BUTTON]

    def control(self, which: str) -> Json:
        """Finds a control by its label, placeholder, emoji or custom_id."""
        found = [p for p in self.controls() if which in (name_of(p), p.get("custom_id"))]
        if not found:
            there = ", ".join(repr(name_of(p)) for p in self.controls()) or "nothing"
            raise CannotError(f"no {which!r} on the message; there is {there}")
        if found[0].get("disabled"):
            raise CannotError(f"{which!r} is disabled")
        if not found[0].get("custom_id"):
            raise CannotError(f"{which!r} is a link: it tells the bot nothing")
        return found[0]


def name_of(part: Json) -> str:
    emoji = keyed(part.get("emoji")).get("name") or ""
    return part.get("label") or part.get("placeholder") or emoji or part.get("custom_id") or ""

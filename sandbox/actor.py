"""People, as tests and the page know them: they type, press, choose and fill in, and wait at most three seconds."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sandbox.api.interactions import AUTOCOMPLETE, COMMAND, DEFER_EDIT, PRESS, SUBMIT, Interaction
from sandbox.api.shapes import listed
from sandbox.page import form, line
from sandbox.page.shown import CannotError, Shown
from sandbox.world.compose import BUTTON
from sandbox.world.permissions import (
    ADMINISTRATOR,
    MANAGE_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES,
    USE_APPLICATION_COMMANDS,
    in_channel,
)
from sandbox.world.world import DM, LOADING, TEXT, Channel, Event, Guild, Json, User

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.server import Sandbox
    from sandbox.world.seen import Sight


APART = 3.0


class Unanswered(AssertionError):  # noqa: N818 (what a player calls it)
    """The bot let three seconds pass."""


class Reply:
    """What came back for an act of a person."""

    def __init__(self, person: Person, begun: Interaction) -> None:
        self.person = person
        self.begun = begun

    def __repr__(self) -> str:
        return f"<reply of type {self.begun.answer}: {self.text!r}>"

    @property
    def message(self) -> Shown:
        """The answer, or the message that it edited; where that was said anew or apart, the last of it."""
        if self.begun.original is None:
            raise CannotError(f"an answer of type {self.begun.answer} is no message")
        gone = self.begun.original not in self.person.house.world.messages(self.begun.channel_id)
        gone = gone or (self.begun.answer == DEFER_EDIT and bool(self.begun.said))
        return self.person.look(self.begun.channel_id, self.begun.said[-1] if gone else self.begun.original)

    @property
    def text(self) -> str:
        return "" if self.begun.original is None else self.message.text

    @property
    def modal(self) -> Json:
        if self.begun.modal is None:
            raise CannotError(f"an answer of type {self.begun.answer} is no modal")
        return self.begun.modal

    @property
    def follow_ups(self) -> list[Shown]:
        said = [n for n in self.begun.said if n != self.begun.original]
        return [self.person.look(self.begun.channel_id, n) for n in said]

    async def done(self, seconds: float = 10.0) -> Reply:
        """Waits until a "thinking" message has been filled, or until what type 6 promises has come.

        On what all see only a message of its own is taken for it: an edit there may show what others did before.
        """
        message = self.message.message
        waiting = (lambda: not message.flags & LOADING) if message.flags & LOADING else self._acted
        await self.person.sandbox.until(waiting, seconds, at=self.begun.channel_id)
        return self

    def _acted(self) -> bool:
        edited = self.begun.edited and not self.person.is_of_all(self.begun)
        return self.begun.answer != DEFER_EDIT or bool(self.begun.said) or edited


class Person:
    """One person at a screen. `at` is the channel in which they act; by default the one they were in last."""

    def __init__(self, sandbox: Sandbox, user: User) -> None:
        self.sandbox = sandbox
        self.house = sandbox.house
        self.user = user
        self._here: int | None = None
        self.last = 0
        """The number of their newest interaction: what is posted later has a higher one."""

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.display or self.user.name

    # places

    @property
    def here(self) -> Channel:
        world = self.house.world
        if self._here in world.channels:
            return world.channels[self._here]
        for guild in world.guilds_of(self.id):
            for channel in world.channels_of(guild.id):
                if channel.kind == TEXT and in_channel(world, self.id, channel):
                    return channel
        return self.dm

    def go(self, channel: Channel) -> Person:
        if not in_channel(self.house.world, self.id, channel):
            raise CannotError(f"{self.name} cannot see #{channel.name}")
        self._here = channel.id
        return self

    @property
    def dm(self) -> Channel:
        """The DM with the bot; either of the two may open it."""
        return self.house.places.dm(self.id)

    def join(self, guild: Guild) -> Person:
        self.house.places.join(guild, self.id)
        return self

    def leave(self, guild: Guild) -> Person:
        self.house.places.leave(guild, self.id)
        return self

    def close_dms(self, *, closed: bool = True) -> None:
        self.user.dms_open = not closed
        self._changed()

    def speak(self, locale: str) -> None:
        """Changes the language of this person's Discord client."""
        self.user.locale = locale
        self._changed()

    def _changed(self) -> None:
        self.house.world.publish(Event("PERSON_CHANGED", {"user": {"id": str(self.id)}}))

    # seeing

    def look(self, channel_id: int, message_id: int) -> Shown:
        return Shown(self.house, self.id, channel_id, message_id)

    def reply(self, interaction_id: int) -> Reply:
        """Returns what came of an interaction that this person began, by its id: a page holds no objects."""
        for begun in self.house.interactions.known.values():
            if begun.id == interaction_id and begun.user_id == self.id:
                return Reply(self, begun)
        raise CannotError(f"{self.name} began no interaction {interaction_id}")

    def messages(self, channel: Channel | None = None) -> list[Shown]:
        """Returns the messages that stand in a channel now and that this person can see."""
        place = channel or self.here
        granted = in_channel(self.house.world, self.id, place)
        if not granted:
            return []
        known = [m.id for m in self.house.world.messages(place.id).values() if m.only in (None, self.id)]
        if not granted & READ_MESSAGE_HISTORY:  # without the history: only what they saw arrive
            known = [n for n in known if any(s.message_id == n for s in self.seen)]
        return [self.look(place.id, n) for n in known]

    @property
    def places(self) -> list[Channel]:
        """The entries of this person's lists: channels, threads, and DMs in which somebody has written."""
        world = self.house.world
        known = (self.house.places.settle(c) for c in world.channels.values() if in_channel(world, self.id, c))
        return sorted((c for c in known if c.kind != DM or c.opened), key=lambda c: (c.guild_id or 0, c.position, c.id))

    @property
    def dms(self) -> list[Shown]:
        """What the bot has written to this person; looking does not open a DM."""
        known = self.house.world.dm_with(self.id)
        return [m for m in self.messages(known) if m.message.author_id == self.house.world.bot.id] if known else []

    @property
    def seen(self) -> tuple[Sight, ...]:
        return self.sandbox.seen.by(self.id)

    def commands(self, channel: Channel | None = None) -> list[tuple[str, str, Json]]:
        return list(line.lines(self.house, self.user, channel or self.here))

    # doing

    async def slash(
        self,
        typed: str,
        given: Mapping[str, Any] | None = None,
        /,
        *,
        at: Channel | None = None,
        by_user: bool = False,
        **options: Any,
    ) -> Reply:
        """`await bea.slash("/table new", game="guatemala")`; `given` is for names that Python does not allow.

        `by_user`: the person, not the guild, has installed the bot.
        """
        place = self._command_place(at)
        command, path, part = line.find(self.house, self.user, place, typed)
        resolved = line.Resolved(self.house, self.id, place)
        filled = line.Filling(resolved, self.user.locale).fill(part, dict(given or {}) | options)
        data = self._command_data(command, line.wrapped(path, filled), resolved)
        return await self._do(COMMAND, place, data, installed_by_user=by_user or not line.bot_is_in(self.house, place))

    async def autocomplete(
        self, typed: str, given: Mapping[str, Any] | None = None, /, *, at: Channel | None = None, **options: Any
    ) -> list[Json]:
        """Types an option and returns its suggestions; the last one given is the one being typed."""
        options = dict(given or {}) | options
        place = self._command_place(at)
        command, path, part = line.find(self.house, self.user, place, typed)
        resolved = line.Resolved(self.house, self.id, place)
        focused = list(options)[-1]
        filled = line.Filling(resolved, self.user.locale).fill(part, options, focused=focused)
        data = self._command_data(command, line.wrapped(path, filled), resolved)
        return (await self._do(AUTOCOMPLETE, place, data)).begun.choices

    async def menu(self, name: str, target: Person | Shown, *, at: Channel | None = None) -> Reply:
        """Runs a command from the context menu of a person or a message."""
        place = self._command_place(at)
        kind = 2 if isinstance(target, Person) else 3
        found = [c for c in line.offered(self.house, self.user, place) if c.kind == kind and c.name == name]
        if not found:
            raise CannotError(f"there is no {name!r} in the menu")
        resolved = line.Resolved(self.house, self.id, place)
        if isinstance(target, Person):
            resolved.add("user", target)
        else:
            resolved.parts["messages"] = {str(target.id): target.body}
        data = self._command_data(found[0], [], resolved) | {"target_id": str(target.id)}
        return await self._do(COMMAND, place, data)

    async def press(self, message: Shown | Reply, which: str) -> Reply:
        shown = self._mine(message)
        button = shown.control(which)
        if button["type"] != BUTTON:
            raise CannotError(f"{which!r} is no button")
        return await self._component(shown, button, {})

    async def choose(self, message: Shown | Reply, which: str, *values: Any) -> Reply:
        """Chooses in the select named by `which`: labels or values as strings; people, roles, channels; a list."""
        if len(values) == 1 and isinstance(values[0], list):
            values = tuple(listed(values[0]))
        shown = self._mine(message)
        select = shown.control(which)
        if select["type"] == BUTTON:
            raise CannotError(f"{which!r} is no select")
        if not select["min_values"] <= len(values) <= select["max_values"]:
            raise CannotError(f"{which!r} takes {select['min_values']} to {select['max_values']}, not {len(values)}")
        resolved = line.Resolved(self.house, self.id, self.house.world.channels[shown.channel_id])
        told: Json = {"values": form.chosen(select, list(values), resolved)}
        return await self._component(shown, select, told | ({"resolved": resolved.parts} if resolved.parts else {}))

    async def submit(self, opened: Reply, /, **fields: Any) -> Reply:
        """Fills in a modal; fields that are not named keep their values."""
        begun, modal = opened.begun, opened.modal
        place = self.house.world.channels[begun.channel_id]
        resolved = line.Resolved(self.house, self.id, place)
        data: Json = {"custom_id": modal["custom_id"], "components": form.filled(modal, fields, resolved)}
        if resolved.parts:
            data["resolved"] = resolved.parts
        data["opened_by"] = begun.metadata
        return await self._do(SUBMIT, place, data, message_id=begun.message_id)

    def say(self, text: str, *, at: Channel | None = None) -> Shown:
        """Posts an ordinary message; in an archived thread it brings the thread back."""
        place = at or self.here
        if not in_channel(self.house.world, self.id, place) & SEND_MESSAGES:
            raise CannotError(f"{self.name} cannot write in #{place.name}")
        self.house.post.wake(self.house.places.settle(place))
        return self.look(place.id, self.house.post.create(place, self.id, {"content": text}).id)

    def dismiss(self, message: Shown) -> None:
        """Dismisses an ephemeral message."""
        if not message.ephemeral:
            raise CannotError("only what nobody else sees can be dismissed")
        self.house.post.delete(message.message)

    # how

    def _command_place(self, at: Channel | None) -> Channel:
        place = self.house.places.settle(at or self.here)
        granted = in_channel(self.house.world, self.id, place)
        if place.kind != DM and not granted & USE_APPLICATION_COMMANDS:
            raise CannotError(f"{self.name} cannot use commands in #{place.name}")
        if place.archived and not granted & ADMINISTRATOR:
            raise CannotError("there are no commands in an archived thread")
        return place

    @staticmethod
    def _command_data(command: Any, options: list[Json], resolved: line.Resolved) -> Json:
        data: Json = {"id": str(command.id), "name": command.name, "type": command.kind}
        if options:
            data["options"] = options
        if resolved.parts:
            data["resolved"] = resolved.parts
        if command.guild_id is not None:
            data["guild_id"] = str(command.guild_id)
        return data

    def _mine(self, message: Shown | Reply) -> Shown:
        """Returns the message as this person sees it, whoever's copy was given."""
        shown = message.message if isinstance(message, Reply) else message
        mine = self.look(shown.channel_id, shown.id)
        place = self.house.world.channels.get(shown.channel_id)
        if place is None or not in_channel(self.house.world, self.id, place):
            raise CannotError(f"{self.name} cannot see that channel")
        if mine.thinking:
            raise CannotError("the bot is still thinking")
        self._wake(self.house.places.settle(place))
        return mine

    def _wake(self, place: Channel) -> None:
        """Brings an archived thread back before a press in it, as Discord's client does, if the person may."""
        if place.archived and place.locked and not in_channel(self.house.world, self.id, place) & MANAGE_THREADS:
            raise CannotError("the thread is locked")
        if place.archived:
            place.locked = False
            self.house.post.wake(place)

    async def _component(self, shown: Shown, part: Json, told: Json) -> Reply:
        data: Json = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"]} | told
        return await self._do(PRESS, self.house.world.channels[shown.channel_id], data, message_id=shown.id)

    async def _apart(self, begun: Interaction) -> None:
        """What is pressed before all is answered apart: waits for that, as a person does, but not for ever."""
        with suppress(TimeoutError):
            await self.sandbox.until(lambda: bool(begun.said) or begun.edited, APART, at=begun.channel_id)

    async def _do(self, kind: int, place: Channel, data: Json, **marks: Any) -> Reply:
        interactions = self.house.interactions
        begun = interactions.begin(kind, self.id, place, data, **marks)
        self.last = begun.id
        await interactions.first_word(begun)
        if begun.failed:
            interactions.unanswered.remove(begun)
            raise Unanswered(
                f"{self.name} got no answer within three seconds to {data.get('name') or data.get('custom_id')}"
            )
        if begun.answer == DEFER_EDIT and self.is_of_all(begun):
            await self._apart(begun)
        return Reply(self, begun)

    def is_of_all(self, begun: Interaction) -> bool:
        """Was something pressed that everybody in the channel sees?"""
        pressed = self.house.world.messages(begun.channel_id).get(begun.message_id or 0)
        return pressed is not None and pressed.only is None and begun.guild_id is not None

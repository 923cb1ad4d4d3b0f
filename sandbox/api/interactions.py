"""Interactions: a person acts; the bot has three seconds for a first answer and fifteen minutes for the rest."""

import asyncio
import random
from typing import Any

from msgspec import Struct, field

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.shapes import listed
from sandbox.world.compose import Uploads
from sandbox.world.permissions import USE_EXTERNAL_APPS, in_channel
from sandbox.world.post import Post
from sandbox.world.world import EPHEMERAL, LOADING, Channel, Event, Json, Message, World

COMMAND, PRESS, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
SAY, DEFER, DEFER_EDIT, EDIT, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
FIRST_WORD, TOKEN_LIFE, FOLLOW_UPS = 3.0, 900.0, 5
KEPT = 2000
PATIENCE = 10.0

POSSIBLE = {
    COMMAND: {SAY, DEFER, MODAL},
    PRESS: {SAY, DEFER, DEFER_EDIT, EDIT, MODAL},
    AUTOCOMPLETE: {CHOICES},
    SUBMIT: {SAY, DEFER, DEFER_EDIT, EDIT},
}
"""Which answers each kind of interaction takes: a modal cannot answer a modal."""


class Interaction(Struct):
    id: int
    token: str
    kind: int
    user_id: int
    channel_id: int
    at: float
    data: Json
    metadata: Json
    guild_id: int | None = None
    message_id: int | None = None
    installed_by_user: bool = False
    answer: int | None = None
    failed: bool = False
    original: int | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list[Json])
    said: list[int] = field(default_factory=list[int])
    follow_ups: int = 0
    edited: bool = False
    """By its token, later than the first answer."""

    @property
    def custom_id(self) -> str:
        return self.data.get("custom_id", "")


class Interactions:
    """All interactions, by token; `unanswered` are those that nobody has been told of yet."""

    def __init__(self, post: Post, luck: random.Random) -> None:
        self.post = post
        self.world: World = post.world
        self.luck = luck
        self.known: dict[str, Interaction] = {}
        self.unanswered: list[Interaction] = []
        self.patience = PATIENCE
        self._waiting: dict[int, asyncio.Future[Interaction]] = {}
        self._full = KEPT

    # a person begins

    def begin(self, kind: int, user_id: int, channel: Channel, data: Json, **marks: Any) -> Interaction:
        """Tells the bot of an interaction; `first_word` waits for its answer."""
        now = self.world.clock.now()
        self._forget(now)
        token = f"interaction-{self.luck.getrandbits(256):064x}"
        new_id = self.world.new_id()
        begun = Interaction(new_id, token, kind, user_id, channel.id, now, data, {}, channel.guild_id, **marks)
        begun.metadata = self._metadata(begun)
        self.known[token] = begun
        self._waiting[begun.id] = asyncio.get_running_loop().create_future()
        self.world.clock.at(now + FIRST_WORD, lambda: self._give_up(begun))
        self.world.publish(Event("INTERACTION_CREATE", self.told(begun), channel.guild_id, channel.id, user_id))
        return begun

    def _forget(self, now: float) -> None:
        """Forgets interactions whose tokens died long ago."""
        if len(self.known) > self._full:
            self.known = {token: i for token, i in self.known.items() if now - i.at < 2 * TOKEN_LIFE}
            self._waiting = {i.id: self._waiting[i.id] for i in self.known.values()}
            self._full = max(KEPT, 2 * len(self.known))

    def forget(self, begun: Interaction) -> None:
        """Forgets an interaction, and what only its person saw of it: for whoever begins very many."""
        self.known.pop(begun.token, None)
        self._waiting.pop(begun.id, None)
        messages = self.world.messages(begun.channel_id)
        for number in {begun.original or 0, *begun.said}:
            if (message := messages.get(number)) is not None and message.only is not None:
                del messages[number]

    async def first_word(self, begun: Interaction) -> Interaction:
        """Returns the interaction answered or failed. While the clock is held, real time limits the wait."""
        waiting = self._waiting[begun.id]
        done, _ = await asyncio.wait({waiting}, timeout=self.patience if self.world.clock.held else None)
        if not done:
            self._give_up(begun)
        return begun

    def _give_up(self, begun: Interaction) -> None:
        if begun.answer is None and not begun.failed:
            begun.failed = True
            self.unanswered.append(begun)
            self._settle(begun)
            self._show(begun, "failed", {})

    def _settle(self, begun: Interaction) -> None:
        if (waiting := self._waiting.get(begun.id)) is not None and not waiting.done():
            waiting.set_result(begun)

    def _show(self, begun: Interaction, what: str, data: Json) -> None:
        """Shows what only the person who acted sees: a modal, choices, a failure."""
        pressed = None if begun.message_id is None else str(begun.message_id)
        told = {"what": what, "interaction": str(begun.id), "message": pressed}
        shown = Event("SHOWN", told | data, begun.guild_id, begun.channel_id, begun.user_id)
        self.world.publish(shown)

    def _owners(self, begun: Interaction) -> Json:
        if begun.installed_by_user:
            return {"1": str(begun.user_id)}
        return {"0": str(begun.guild_id or 0)}

    def _metadata(self, begun: Interaction) -> Json:
        user = self.post.shapes.user(self.world.users[begun.user_id])
        told: Json = {
            "id": str(begun.id),
            "type": begun.kind,
            "user": user,
            "authorizing_integration_owners": self._owners(begun),
        }
        message = None if begun.message_id is None else self.world.messages(begun.channel_id).get(begun.message_id)
        if begun.kind == PRESS:
            told["interacted_message_id"] = str(begun.message_id)
        elif begun.kind == SUBMIT:
            before = begun.data.pop("opened_by", None)
            told["triggering_interaction_metadata"] = before or (message and message.interaction)
        elif begun.kind == COMMAND and "target_id" in begun.data:
            target = int(begun.data["target_id"])
            if target in self.world.users:
                told["target_user"] = self.post.shapes.user(self.world.users[target])
            else:
                told["target_message_id"] = str(target)
        return told

    def told(self, begun: Interaction) -> Json:
        """Returns the body of INTERACTION_CREATE."""
        shapes, channel = self.post.shapes, self.world.channels[begun.channel_id]
        user = self.world.users[begun.user_id]
        context = 0 if channel.guild_id is not None else 1
        shape: Json = {
            "id": str(begun.id), "application_id": str(self.world.application.id), "type": begun.kind,
            "token": begun.token, "version": 1, "data": begun.data, "channel_id": str(channel.id),
            "channel": shapes.channel_for(channel, user.id), "locale": user.locale, "context": context,
            "entitlements": [], "entitlement_sku_ids": [], "attachment_size_limit": 10 << 20,
            "authorizing_integration_owners": self._owners(begun),
            "app_permissions": str(in_channel(self.world, self.world.bot.id, channel)),
        }  # fmt: skip
        if (guild := self.world.guilds.get(channel.guild_id or 0)) is not None:
            shape |= {"guild_id": str(guild.id), "guild_locale": guild.locale}
            shape["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
            shape["member"] = shapes.member_in(guild, guild.members[user.id], channel)
        else:
            shape["user"] = shapes.user(user)
        if begun.message_id is not None:
            shape["message"] = shapes.message(self.world.messages(channel.id)[begun.message_id])
        return shape

    # the bot answers

    def awaiting(self, interaction_id: int, token: str) -> Interaction:
        begun = self.known.get(token)
        if begun is None or begun.id != interaction_id:
            raise Refusal(*refusal.UNKNOWN_INTERACTION)
        if begun.answer is not None:
            raise Refusal(*refusal.ALREADY_ANSWERED)
        if begun.failed or self.world.clock.now() > begun.at + FIRST_WORD:
            raise Refusal(*refusal.UNKNOWN_INTERACTION)
        return begun

    def respond(self, begun: Interaction, kind: int, data: Json, uploads: Uploads) -> Json:
        """Takes the first answer; returns what `with_response` asks for."""
        possible = kind in POSSIBLE[begun.kind]
        if not possible or (kind in (DEFER_EDIT, EDIT) and begun.message_id is None):
            raise Refusal.form(f"type: {kind} cannot answer an interaction of type {begun.kind}")
        if kind == DEFER and (data.get("flags") or 0) & ~EPHEMERAL:
            raise Refusal.form("data.flags: a deferral takes only EPHEMERAL")
        message: Message | None = None
        if kind == CHOICES:
            begun.choices = listed(data.get("choices"))
            self._show(begun, "choices", {"choices": begun.choices})
        elif kind == MODAL:
            begun.modal = data
            self._show(begun, "modal", {"modal": data})
        else:
            message = self._speak(begun, kind, data, uploads)
            begun.original = message.id
        begun.answer = kind
        self._settle(begun)
        return self._resource(begun, kind, message)

    def _speak(self, begun: Interaction, kind: int, data: Json, uploads: Uploads) -> Message:
        channel = self.world.channels[begun.channel_id]
        only = self._only(begun, data)
        if kind in (DEFER_EDIT, EDIT):
            message = self.world.messages(channel.id)[begun.message_id or 0]
            return self.post.edit(message, data, uploads) if kind == EDIT else message
        self.post.wake(channel, refusal.ARCHIVED_FOR_ANSWERS)
        answers = begun.message_id if begun.kind == PRESS else None
        marks: Json = {"kind": 20 if begun.kind == COMMAND else 19 if answers else 0, "answers": answers}
        if kind == DEFER:
            message = self.post.thinking(channel, only=only, interaction=begun.metadata, **marks)
        else:
            flags = EPHEMERAL if only is not None else 0
            message = self.post.create(
                channel, self.world.bot.id, data, uploads, only=only, flags=flags, interaction=begun.metadata, **marks
            )
        begun.said.append(message.id)
        return message

    def _only(self, begun: Interaction, body: Json) -> int | None:
        """Returns who alone sees an answer: ephemeral if asked for, or if the place takes no apps of its people."""
        granted = in_channel(self.world, begun.user_id, self.world.channels[begun.channel_id])
        forced = begun.installed_by_user and begun.guild_id is not None and not granted & USE_EXTERNAL_APPS
        return begun.user_id if forced or (body.get("flags") or 0) & EPHEMERAL else None

    def _resource(self, begun: Interaction, kind: int, message: Message | None) -> Json:
        told: Json = {"id": str(begun.id), "type": begun.kind}
        if message is None:
            return {"interaction": told}
        told |= {
            "response_message_id": str(message.id), "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": message.only is not None,
        }  # fmt: skip
        if kind in (SAY, EDIT):
            return {"interaction": told, "resource": {"type": kind, "message": self.post.shapes.message(message)}}
        return {"interaction": told}

    # the bot goes on talking

    def living(self, token: str) -> Interaction:
        """Returns the interaction behind a webhook's token, while the token lives."""
        begun = self.known.get(token)
        if begun is None or begun.answer is None or begun.answer == CHOICES:
            raise Refusal(*refusal.UNKNOWN_WEBHOOK)
        if self.world.clock.now() > begun.at + TOKEN_LIFE:
            raise Refusal(*refusal.TOKEN_EXPIRED)
        return begun

    def message_of(self, begun: Interaction, message_id: str) -> Message:
        """Returns `@original` or a follow-up of the same interaction, ephemeral ones included."""
        wanted = begun.original if message_id == "@original" else int(message_id)
        message = self.world.messages(begun.channel_id).get(wanted or 0)
        if message is None or wanted not in (begun.original, *begun.said):
            raise Refusal(*refusal.UNKNOWN_MESSAGE)
        return message

    def follow_up(self, begun: Interaction, body: Json, uploads: Uploads) -> Message:
        """Posts a follow-up. The first after a deferral fills it, and is as ephemeral as the deferral was."""
        first = self.world.messages(begun.channel_id).get(begun.original or 0)
        if begun.answer == DEFER and first is not None and first.flags & LOADING:
            return self.post.edit(first, body, uploads)
        if begun.installed_by_user and begun.follow_ups >= FOLLOW_UPS:
            raise Refusal(*refusal.TOO_MANY_FOLLOW_UPS)
        begun.follow_ups += 1
        only = self._only(begun, body)
        channel = self.world.channels[begun.channel_id]
        self.post.wake(channel, refusal.ARCHIVED_FOR_ANSWERS)
        metadata = begun.metadata | ({"original_response_message_id": str(begun.original)} if begun.original else {})
        marks: Json = {
            "kind": 19 if begun.original else 0,
            "answers": begun.original,
            "flags": EPHEMERAL if only else 0,
        }
        message = self.post.create(channel, self.world.bot.id, body, uploads, only=only, interaction=metadata, **marks)
        begun.said.append(message.id)
        return message

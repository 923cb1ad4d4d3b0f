"""Application commands, global and per guild, their permissions, and the application's emojis."""

import base64
import re
from collections.abc import Callable
from typing import Any

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Answer, Call, Rest
from sandbox.api.shapes import listed
from sandbox.house import House
from sandbox.world import limits
from sandbox.world.world import Command, Event, Json

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"
DAY, CREATES, MOST_EMOJIS = 86_400.0, 200, 2000


class Commands:
    def __init__(self, house: House) -> None:
        self.house = house
        self.world = house.world
        self._created: list[float] = []

    def mount(self, rest: Rest) -> None:
        for base in (GLOBAL, LOCAL):
            rest.add("GET", base, self._mine(self.all))
            rest.add("PUT", base, self._mine(self.replace))
            rest.add("POST", base, self._mine(self.upsert))
            one = base + "/{command_id}"
            rest.add("GET", one, self._mine(lambda call: self.house.shapes.command(self._command(call))))
            rest.add("PATCH", one, self._mine(self.change))
            rest.add("DELETE", one, self._mine(self.delete))
        rest.add("GET", LOCAL + "/permissions", self._mine(self.all_permissions))
        rest.add("GET", LOCAL + "/{command_id}/permissions", self._mine(self.permissions))
        rest.add("GET", EMOJIS, self._mine(lambda _: {"items": list(self.world.application.emojis.values())}))
        rest.add("POST", EMOJIS, self._mine(self.new_emoji))
        rest.add("GET", EMOJIS + "/{emoji_id}", self._mine(self._emoji))
        rest.add("PATCH", EMOJIS + "/{emoji_id}", self._mine(self.rename_emoji))
        rest.add("DELETE", EMOJIS + "/{emoji_id}", self._mine(self.delete_emoji))

    def _mine(self, handler: Callable[[Call], Any]) -> Callable[[Call], Any]:
        """Refuses applications that are not the bot's own, and guilds that it is not in."""

        def guarded(call: Call) -> Any:
            if call.id("application_id") != self.world.application.id:
                raise Refusal(404, 10002, "Unknown Application")
            if "guild_id" in call.ids:
                self.house.guild(call.id("guild_id"))
            return handler(call)

        return guarded

    @staticmethod
    def _place(call: Call) -> int | None:
        return call.id("guild_id") if "guild_id" in call.ids else None

    def _here(self, call: Call) -> list[Command]:
        return [c for c in self.world.commands.values() if c.guild_id == self._place(call)]

    def _command(self, call: Call) -> Command:
        command = self.world.commands.get(call.id("command_id"))
        if command is None or command.guild_id != self._place(call):
            raise Refusal(*refusal.UNKNOWN_COMMAND)
        return command

    def all(self, call: Call) -> list[Json]:
        shapes = [self.house.shapes.command(c) for c in self._here(call)]
        if call.query.get("with_localizations", "").lower() not in ("1", "true"):
            for shape in shapes:
                shape.pop("name_localizations")
                shape.pop("description_localizations")
        return shapes

    def replace(self, call: Call) -> list[Json]:
        """Does the bulk overwrite: a command of the same name and type keeps its id, the rest are deleted."""
        bodies = listed(call.body or [])
        call.hold(limits.in_commands(bodies))
        before = {(c.name, c.kind): c for c in self._here(call)}
        for command in before.values():
            del self.world.commands[command.id]
        made = [self._put(call, body, before.get((body["name"], body.get("type") or 1))) for body in bodies]
        self._changed()
        return [self.house.shapes.command(c) for c in made]

    def _put(self, call: Call, body: Json, before: Command | None) -> Command:
        if before is None:
            self._count_create()
        new_id = self.world.new_id()
        if before is not None and before.body == body:
            made = before
        else:
            made = Command(before.id if before else new_id, new_id, body, self._place(call))
        self.world.commands[made.id] = made
        return made

    def _count_create(self) -> None:
        now = self.house.clock.now()
        self._created = [t for t in self._created if now - t < DAY]
        if len(self._created) >= CREATES:
            raise Refusal(*refusal.TOO_MANY_COMMANDS)
        self._created.append(now)

    def _changed(self) -> None:
        self.world.publish(Event("COMMANDS_CHANGED", {}))

    def upsert(self, call: Call) -> Answer:
        kind = call.json.get("type") or 1
        before = next((c for c in self._here(call) if c.name == call.json["name"] and c.kind == kind), None)
        others = [c.body for c in self._here(call) if c is not before]
        call.hold(limits.in_commands([*others, call.json]))
        made = self._put(call, call.json, before)
        self._changed()
        return Answer(200 if before else 201, self.house.shapes.command(made))

    def change(self, call: Call) -> Json:
        command = self._command(call)
        body = command.body | call.json
        call.hold(limits.in_command(body))
        command.body, command.version = body, self.world.new_id()
        self._changed()
        return self.house.shapes.command(command)

    def delete(self, call: Call) -> None:
        del self.world.commands[self._command(call).id]
        self._changed()

    def _permissions(self, call: Call, command: Command) -> Json:
        application = str(self.world.application.id)
        return {
            "id": str(command.id),
            "application_id": application,
            "guild_id": str(call.id("guild_id")),
            "permissions": command.permissions,
        }

    def all_permissions(self, call: Call) -> list[Json]:
        return [self._permissions(call, c) for c in self.world.commands.values() if c.permissions]

    def permissions(self, call: Call) -> Json:
        command = self.world.commands.get(call.id("command_id"))
        if command is None or not command.permissions:
            raise Refusal(404, 10066, "Unknown application command permissions")
        return self._permissions(call, command)

    # emojis

    def _emoji(self, call: Call) -> Json:
        emoji = self.world.application.emojis.get(call.id("emoji_id"))
        if emoji is None:
            raise Refusal(*refusal.UNKNOWN_EMOJI)
        return emoji

    def new_emoji(self, call: Call) -> Answer:
        emojis = self.world.application.emojis
        if len(emojis) >= MOST_EMOJIS:
            raise Refusal(*refusal.TOO_MANY_EMOJIS)
        head, _, data = call.json["image"].partition(",")
        if (
            not re.fullmatch(r"data:image/(png|jpeg|gif|webp|avif);base64", head)
            or len(base64.b64decode(data)) > 256 << 10
        ):
            raise Refusal.form("image: a picture of at most 256 KiB is needed")
        new_id = self.world.new_id()
        emojis[new_id] = {
            "id": str(new_id), "name": call.json["name"], "roles": [], "require_colons": True, "managed": False,
            "animated": False, "available": True, "user": self.house.shapes.user(self.world.bot),
        }  # fmt: skip
        return Answer(201, emojis[new_id])

    def rename_emoji(self, call: Call) -> Json:
        emoji = self._emoji(call)
        emoji["name"] = call.json.get("name") or emoji["name"]
        return emoji

    def delete_emoji(self, call: Call) -> None:
        del self.world.application.emojis[int(self._emoji(call)["id"])]

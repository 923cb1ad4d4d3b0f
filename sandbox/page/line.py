"""The command line of Discord's client: which commands there are, what they take, and what becomes of a typed line."""

from collections.abc import Iterator
from typing import Any

from sandbox.api.shapes import keyed, listed
from sandbox.house import House
from sandbox.page.shown import CannotError
from sandbox.world.compose import Upload, take_in
from sandbox.world.world import Channel, Command, File, Json, User

SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)


class Resolved:
    """The `resolved` of an interaction: the objects that its ids stand for."""

    def __init__(self, house: House, user_id: int, channel: Channel) -> None:
        self.house = house
        self.user_id = user_id
        self.guild = house.world.guilds.get(channel.guild_id or 0)
        self.parts: dict[str, Json] = {}

    def add(self, kind: str, value: Any) -> str:
        """Takes in an object by its kind; returns the id that stands for it."""
        if kind == "files":
            return self._file(value)
        number = value if isinstance(value, int) else int(value.id)
        if kind == "mentionable":
            kind = "role" if self.guild is not None and number in self.guild.roles else "user"
        getattr(self, f"_{kind}")(number)
        return str(number)

    def _part(self, name: str) -> Json:
        return self.parts.setdefault(name, {})

    def _user(self, number: int) -> None:
        shapes, user = self.house.shapes, self.house.world.users.get(number)
        if user is None:
            raise CannotError(f"there is no person {number}")
        self._part("users")[str(number)] = shapes.user(user)
        if self.guild is not None and number in self.guild.members:
            member = shapes.member(self.guild.members[number], user=False)
            self._part("members")[str(number)] = member | {"permissions": "0"}

    def _role(self, number: int) -> None:
        if self.guild is None or number not in self.guild.roles:
            raise CannotError(f"there is no role {number}")
        self._part("roles")[str(number)] = self.house.shapes.role(self.guild.roles[number])

    def _channel(self, number: int) -> None:
        channel = self.house.world.channels.get(number)
        if channel is None:
            raise CannotError(f"there is no channel {number}")
        self._part("channels")[str(number)] = self.house.shapes.channel_for(channel, self.user_id)

    def _file(self, value: tuple[str, bytes]) -> str:
        file: File = take_in(self.house.world, Upload(*value), {})
        self.house.lent[file.id] = file
        link = self.house.shapes.link(0, file)
        shape = {"id": str(file.id), "filename": file.name, "size": len(file.data), "url": link, "proxy_url": link}
        self._part("attachments")[str(file.id)] = shape | {"content_type": file.content_type, "ephemeral": True}
        return str(file.id)


def offered(house: House, user: User, channel: Channel) -> list[Command]:
    """Returns the commands that a person finds in a place."""
    here: list[Command] = []
    for command in house.world.commands.values():
        contexts = command.body.get("contexts")
        allowed = contexts is None or (1 if channel.guild_id is None else 0) in contexts
        if command.guild_id not in (None, channel.guild_id) or not allowed:
            continue
        if not bot_is_in(house, channel) and 1 not in listed(command.body.get("integration_types")):
            continue
        if channel.guild_id is None and command.body.get("dm_permission") is False:
            continue
        here.append(command)
    return sorted(here, key=lambda c: shown_name(c.body, user.locale))


def bot_is_in(house: House, channel: Channel) -> bool:
    """Is the bot in this place's guild? Elsewhere only people who have installed it themselves find its commands."""
    guild = house.world.guilds.get(channel.guild_id or 0)
    return guild is None or house.world.bot.id in guild.members


def shown_name(part: Json, locale: str) -> str:
    return keyed(part.get("name_localizations")).get(locale) or part["name"]


def shown_description(part: Json, locale: str) -> str:
    return keyed(part.get("description_localizations")).get(locale) or part.get("description") or ""


def lines(house: House, user: User, channel: Channel) -> Iterator[tuple[str, str, Json]]:
    """Yields what `/` lists: a line in the person's language, its description, and the part that holds its options."""
    for command in offered(house, user, channel):
        if command.kind == 1:
            yield from _lines(command.body, f"/{shown_name(command.body, user.locale)}", user.locale)


def _lines(part: Json, line: str, locale: str) -> Iterator[tuple[str, str, Json]]:
    subs = [o for o in listed(part.get("options")) if o["type"] in (SUB, GROUP)]
    if not subs:
        yield line, shown_description(part, locale), part
    for sub in subs:
        yield from _lines(sub, f"{line} {shown_name(sub, locale)}", locale)


def find(house: House, user: User, channel: Channel, line: str) -> tuple[Command, list[Json], Json]:
    """Returns the command of a line, the sub-commands on the way, and the part whose options are to be given."""
    words = line.lstrip("/").split()
    for command in offered(house, user, channel):
        if command.kind == 1 and words and words[0] in (command.name, shown_name(command.body, user.locale)):
            path, part = _descend(command.body, words[1:], user.locale)
            return command, path, part
    there = ", ".join(line for line, _, _ in lines(house, user, channel)) or "none"
    raise CannotError(f"there is no command {line!r} here; there are: {there}")


def _descend(part: Json, words: list[str], locale: str) -> tuple[list[Json], Json]:
    path: list[Json] = []
    for word in words:
        subs = [o for o in listed(part.get("options")) if o["type"] in (SUB, GROUP)]
        found = next((o for o in subs if word in (o["name"], shown_name(o, locale))), None)
        if found is None:
            raise CannotError(f"{part['name']} has no sub-command {word!r}")
        path.append(found)
        part = found
    if any(o["type"] in (SUB, GROUP) for o in listed(part.get("options"))):
        raise CannotError(f"{part['name']} wants a sub-command")
    return path, part


def wrapped(path: list[Json], options: list[Json]) -> list[Json]:
    """Puts options inside their sub-commands, from the innermost outwards."""
    for part in reversed(path):
        options = [{"type": part["type"], "name": part["name"], "options": options}]
    return options


class Filling:
    """Values given to options, as Discord's client lets them through."""

    def __init__(self, resolved: Resolved, locale: str) -> None:
        self.resolved = resolved
        self.locale = locale

    def fill(self, part: Json, given: dict[str, Any], *, focused: str | None = None) -> list[Json]:
        left = {name.replace("_", "-"): value for name, value in given.items()}
        options: list[Json] = []
        for option in listed(part.get("options")):
            names = {name.replace("_", "-") for name in (option["name"], shown_name(option, self.locale))}
            name = next((n for n in left if n in names), None)
            if name is None:
                if option.get("required") and focused is None:
                    raise CannotError(f"{part['name']} wants {option['name']!r}")
                continue
            value = left.pop(name)
            filled: Json = {"type": option["type"], "name": option["name"]}
            if focused is not None and focused.replace("_", "-") == name:
                if not option.get("autocomplete"):
                    raise CannotError(f"{option['name']!r} has no autocomplete")
                options.append(filled | {"value": str(value), "focused": True})
            else:
                options.append(filled | {"value": self._value(keyed(option), value)})
        if left:
            raise CannotError(f"{part['name']} has no option {next(iter(left))!r}")
        return options

    def _value(self, option: Json, value: Any) -> Any:
        kind, name = option["type"], option["name"]
        kinds = {USER: "user", CHANNEL: "channel", ROLE: "role", MENTIONABLE: "mentionable", ATTACHMENT: "files"}
        if kind in kinds:
            return self.resolved.add(kinds[kind], value)
        if choices := listed(option.get("choices")):
            chosen = next((c for c in choices if value in (c["value"], c["name"], shown_name(c, self.locale))), None)
            if chosen is None:
                raise CannotError(f"{name!r} has no choice {value!r}")
            return chosen["value"]
        wanted = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}[kind]
        if not isinstance(value, wanted):
            raise CannotError(f"{name!r} wants {wanted}, not {value!r}")
        _hold(option, value)
        return value


def _hold(option: Json, value: str | float) -> None:
    """Its bounds: of a text how long it is, of a number how much."""
    text = option["type"] == STRING
    size = len(value) if isinstance(value, str) else value
    least = option.get("min_length" if text else "min_value")
    most = option.get("max_length" if text else "max_value")
    if text and most is None:
        most = 6000
    if (least is not None and size < least) or (most is not None and size > most):
        raise CannotError(f"{option['name']!r}: {value!r} is out of bounds")

"""What a browser is told: places, people, messages, commands and the developers' log, all ids as strings."""

from typing import TYPE_CHECKING, Any

from sandbox.api.interactions import COMMAND
from sandbox.api.rest import Exchange
from sandbox.api.shapes import listed, some
from sandbox.page import line
from sandbox.page.shown import CannotError
from sandbox.world.permissions import SEND_MESSAGES, USE_APPLICATION_COMMANDS, in_channel
from sandbox.world.snowflake import EPOCH
from sandbox.world.world import DM, Channel, Guild, Json

if TYPE_CHECKING:
    from sandbox.actor import Person
    from sandbox.server import Sandbox

NEWEST = 60
"""How many messages of a channel a tab begins with; older ones it asks for."""
LONGEST = 20_000


def hello(sandbox: "Sandbox", person: "Person") -> Json:
    """Returns all that a tab needs when it first connects or reconnects."""
    told = places(sandbox, person)
    seen = {str(c.id): newest(sandbox, person, c) for c in visible(person)}
    return {"t": "hello", "now": sandbox.clock.now(), "messages": seen, **told}


def places(sandbox: "Sandbox", person: "Person") -> Json:
    world, user, colour = sandbox.world, person.user, colours(sandbox)
    mine = [c for c in visible(person) if c.kind == DM]
    return {
        "me": {"id": str(user.id), "name": person.name, "locale": user.locale, "dms": user.dms_open},
        "bot": {"id": str(world.bot.id), "name": world.application.name},
        "users": {
            str(u.id): {
                "name": world.application.name if u.bot else u.display or u.name,
                "bot": u.bot,
                "colour": colour.get(u.id, 0),
            }
            for u in world.users.values()
        },
        "guilds": [guild(person, g) for g in world.guilds_of(person.id)],
        "left": [
            {"id": str(g.id), "name": g.name} for g in world.guilds_of(world.bot.id) if person.id not in g.members
        ],
        "dms": [channel(person, c) for c in mine],
    }


def colours(sandbox: "Sandbox") -> dict[int, int]:
    """Returns a number for each person's colour, in the order they came: a colour repeats only when all are taken."""
    world = sandbox.world
    people = sorted(u.id for u in world.users.values() if not u.bot and u.id != world.application.owner_id)
    return {user_id: number for number, user_id in enumerate(people)}


def visible(person: "Person") -> list[Channel]:
    """Returns the person's lists, and the DM with the bot as soon as there is one."""
    known = person.places
    dm = person.house.world.dm_with(person.id)
    return known if dm is None or dm in known else [*known, dm]


def guild(person: "Person", g: Guild) -> Json:
    """Returns a guild as its members see it; the sandbox's owner is not among those to choose from."""
    mine = [c for c in visible(person) if c.guild_id == g.id]
    people = [m for m in g.members.values() if m.user_id != person.house.world.application.owner_id]
    since = int((g.members[person.id].joined_at - EPOCH) * 1000) << 22
    return {
        "id": str(g.id), "name": g.name, "since": str(since),
        "roles": [{"id": str(r.id), "name": r.name, "colour": r.colour} for r in g.roles.values()],
        "members": [{"id": str(m.user_id), "roles": [str(r) for r in m.roles]} for m in people],
        "channels": [channel(person, c) for c in mine],
    }  # fmt: skip


def channel(person: "Person", c: Channel) -> Json:
    granted = in_channel(person.house.world, person.id, c)
    return {
        "id": str(c.id), "kind": c.kind, "name": c.name, "parent": some(c.parent_id), "topic": c.topic or "",
        "guild": some(c.guild_id), "archived": c.archived, "locked": c.locked, "last": some(c.last_message_id),
        "writes": bool(granted & SEND_MESSAGES), "commands": c.kind == DM or bool(granted & USE_APPLICATION_COMMANDS),
    }  # fmt: skip


def newest(sandbox: "Sandbox", person: "Person", place: Channel, before: int | None = None) -> list[Json]:
    known = [m for m in person.messages(place) if before is None or m.id < before]
    shapes = [message(sandbox, person, place.id, m.id) for m in known[-NEWEST:]]
    return [shape for shape in shapes if shape is not None]


def message(sandbox: "Sandbox", person: "Person", channel_id: int, message_id: int) -> Json | None:
    """Returns a message as it is now, which is never older than the change told; None if it is gone already."""
    shown = person.look(channel_id, message_id)
    try:
        shape = shown.body
    except CannotError:
        return None
    shape.pop("nonce", None)
    if shape.get("interaction_metadata", {}).get("type") == COMMAND:
        shape["used"] = _used(sandbox, shape["interaction_metadata"]["id"])
    return shape


def _used(sandbox: "Sandbox", interaction_id: str) -> str:
    """Returns the command that a message answers, as long as the sandbox remembers it."""
    for begun in reversed(sandbox.house.interactions.known.values()):
        if str(begun.id) == interaction_id:
            return _line(begun.data)
    return ""


def _line(data: Json) -> str:
    words = [f"/{data['name']}"]
    below = listed(data.get("options"))
    while below and below[0]["type"] in (line.SUB, line.GROUP):
        words.append(below[0]["name"])
        below = listed(below[0].get("options"))
    return " ".join(words)


# commands


def commands(person: "Person", place: Channel) -> list[Json]:
    """Returns what `/` offers, in the person's language."""
    locale = person.user.locale
    return [
        {"line": typed, "description": told, "options": [option(o, locale) for o in listed(part.get("options"))]}
        for typed, told, part in person.commands(place)
    ]


def option(part: Json, locale: str) -> Json:
    kept = ("type", "required", "autocomplete", "min_value", "max_value", "min_length", "max_length", "channel_types")
    choices: list[Any] = listed(part.get("choices"))
    return {key: part[key] for key in kept if part.get(key) is not None} | {
        "name": part["name"],
        "label": line.shown_name(part, locale),
        "description": line.shown_description(part, locale),
        "choices": [{"name": line.shown_name(c, locale), "value": c["value"]} for c in choices],
    }


def hint(choice: Json, locale: str) -> Json:
    return {"name": line.shown_name(choice, locale), "value": choice["value"]}


# the developers' log


def exchange(told: Exchange) -> Json:
    return {
        "at": told.at, "method": told.method, "path": told.path, "route": told.route, "status": told.status,
        "request": _short(told.request), "answer": _short(told.answer), "files": told.files,
        "problems": told.problems,
    }  # fmt: skip


def _short(body: Any) -> Any:
    """Shortens bodies as long as a book, which would only make the drawer slow."""
    return body if len(str(body)) <= LONGEST else f"{str(body)[:LONGEST]} …"

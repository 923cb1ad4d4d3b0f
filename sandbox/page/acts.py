"""What a person can do in a tab: each act by its name, from what the browser sent to what it is told."""

import base64
import binascii
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from sandbox.api.interactions import MODAL
from sandbox.api.shapes import keyed, listed
from sandbox.page import form, line
from sandbox.page import shapes as page_shapes
from sandbox.page.shown import CannotError
from sandbox.world.compose import CHANNELS, MENTIONABLES, ROLES, UPLOAD, USERS
from sandbox.world.world import Channel, Guild, Json

if TYPE_CHECKING:
    from sandbox.actor import Reply
    from sandbox.page.tab import Tab

Act = Callable[["Tab", Json], Awaitable[Any]]
ENTITIES = frozenset({USERS, ROLES, MENTIONABLES, CHANNELS})
IDS = frozenset({line.USER, line.CHANNEL, line.ROLE, line.MENTIONABLE})


def _place(tab: "Tab", asked: Json) -> Channel:
    found = tab.sandbox.world.channels.get(int(asked.get("channel") or 0))
    if found is None or found not in page_shapes.visible(tab.person):
        raise CannotError("that place is not there any more")
    return found


def _told(reply: "Reply") -> Json:
    """Tells the browser of an answer: messages come by themselves, a modal only here."""
    begun = reply.begun
    told: Json = {"answer": begun.answer}
    if begun.answer == MODAL:
        told |= {"modal": reply.modal, "ref": str(begun.id)}
    elif begun.original is not None:
        told["message"] = str(begun.original)
    return told


# commands


async def commands(tab: "Tab", asked: Json) -> Any:
    return page_shapes.commands(tab.person, _place(tab, asked))


async def slash(tab: "Tab", asked: Json) -> Any:
    given = {o["name"]: _value(o) for o in listed(asked.get("options"))}
    return _told(await tab.person.slash(asked["line"], given, at=_place(tab, asked)))


async def hint(tab: "Tab", asked: Json) -> Any:
    """Returns suggestions for the last option, which is being typed; others that are not valid yet are left out."""
    *others, focused = listed(asked.get("options"))
    given: Json = {}
    for other in others:
        try:
            given[other["name"]] = _value(other)
        except CannotError:
            continue
    given[focused["name"]] = str(focused["value"])
    choices = await tab.person.autocomplete(asked["line"], given, at=_place(tab, asked))
    return [page_shapes.hint(choice, tab.person.user.locale) for choice in choices]


def _value(option: Json) -> Any:
    kind, value = option["type"], option["value"]
    try:
        if kind in IDS or kind == line.INTEGER:
            return int(value)
        if kind == line.NUMBER:
            return float(value)
    except ValueError:
        raise CannotError(f"{option['name']}: {value!r} is no number") from None
    if kind == line.ATTACHMENT:
        return _file(keyed(value))
    return value


def _file(told: Json) -> tuple[str, bytes]:
    try:
        return str(told["name"]), base64.b64decode(told["data"], validate=True)
    except (KeyError, binascii.Error):
        raise CannotError("that file could not be read") from None


# messages


async def press(tab: "Tab", asked: Json) -> Any:
    shown = tab.person.look(_place(tab, asked).id, int(asked["message"]))
    return _told(await tab.person.press(shown, asked["id"]))


async def choose(tab: "Tab", asked: Json) -> Any:
    shown = tab.person.look(_place(tab, asked).id, int(asked["message"]))
    entities = shown.control(asked["id"])["type"] in ENTITIES
    values = [int(value) if entities else value for value in listed(asked["values"])]
    return _told(await tab.person.choose(shown, asked["id"], *values))


async def submit(tab: "Tab", asked: Json) -> Any:
    opened = tab.person.reply(int(asked["ref"]))
    given = keyed(asked.get("fields"))
    for _, control in form.fields(opened.modal):
        name = control["custom_id"]
        if name in given and control["type"] in ENTITIES:
            given[name] = [int(value) for value in listed(given[name])]
        elif name in given and control["type"] == UPLOAD:
            given[name] = [_file(keyed(file)) for file in listed(given[name])]
    return _told(await tab.person.submit(opened, **given))


async def say(tab: "Tab", asked: Json) -> Any:
    tab.person.say(str(asked["text"])[:2000], at=_place(tab, asked))


async def dismiss(tab: "Tab", asked: Json) -> Any:
    tab.person.dismiss(tab.person.look(_place(tab, asked).id, int(asked["message"])))


async def older(tab: "Tab", asked: Json) -> Any:
    return page_shapes.newest(tab.sandbox, tab.person, _place(tab, asked), int(asked["before"]))


async def fresh(tab: "Tab", asked: Json) -> Any:
    """Returns a message once more: the addresses of its pictures expire."""
    return page_shapes.message(tab.sandbox, tab.person, _place(tab, asked).id, int(asked["message"]))


# oneself


async def speak(tab: "Tab", asked: Json) -> Any:
    tab.person.speak(str(asked["locale"]))
    tab.tell_myself()


async def dms(tab: "Tab", asked: Json) -> Any:
    tab.person.close_dms(closed=bool(asked["closed"]))
    tab.tell_myself()


def _guild(tab: "Tab", asked: Json, *, mine: bool) -> Guild:
    found = tab.sandbox.world.guilds.get(int(asked.get("guild") or 0))
    if found is None or (tab.person.id in found.members) != mine:
        raise CannotError("you have left that server already" if mine else "there is no such server to go to")
    return found


async def leave(tab: "Tab", asked: Json) -> Any:
    tab.person.leave(_guild(tab, asked, mine=True))
    for other in tab.others:
        other.tell_places()


async def join(tab: "Tab", asked: Json) -> Any:
    tab.person.join(_guild(tab, asked, mine=False))
    for other in tab.others:
        other.tell_places()


async def open_dm(tab: "Tab", _: Json) -> Any:
    return {"channel": str(tab.person.dm.id)}


ACTS: dict[str, Act] = {
    act.__name__: act
    for act in (
        commands, slash, hint, press, choose, submit, say, dismiss, older, fresh, speak, dms, leave, join, open_dm
    )
}  # fmt: skip

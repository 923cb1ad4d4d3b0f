"""Every route: a bad request is refused and noted, and an unknown one is a violation."""

import random
from typing import Any

import aiohttp
import pytest

from tests.sandbox.conftest import Raw

C, M, G, U, A = "{channel_id}", "{message_id}", "{guild_id}", "{user_id}", "{application_id}"
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
COMMANDS = ("/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands")
BAD_EMOJI = {"name": "x", "image": 7}

BAD = {
    ("PATCH", "/users/@me"): {"username": 7},
    ("POST", "/users/@me/channels"): {"recipient_id": "bea"},
    ("POST", "/guilds/{guild_id}/channels"): {"name": ""},
    ("PATCH", "/channels/{channel_id}"): {"name": "x" * 101},
    ("PUT", "/channels/{channel_id}/permissions/{overwrite_id}"): {"type": 9},
    ("POST", "/channels/{channel_id}/messages"): {"content": 7},
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): {"content": "x" * 2001},
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): {"messages": [str(n) for n in range(101)]},
    ("POST", "/channels/{channel_id}/threads"): {"name": "x", "type": 11, "auto_archive_duration": 61},
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): {"name": "x" * 101},
    ("PUT", COMMANDS[0]): [{"name": "x"}],
    ("POST", COMMANDS[0]): {"name": "X", "description": "x"},
    ("PATCH", COMMANDS[0] + "/{command_id}"): {"description": "x" * 101},
    ("PUT", COMMANDS[1]): [{"name": "x"}],
    ("POST", COMMANDS[1]): {"name": "X", "description": "x"},
    ("PATCH", COMMANDS[1] + "/{command_id}"): {"description": "x" * 101},
    ("POST", "/applications/{application_id}/emojis"): BAD_EMOJI,
    ("PATCH", "/applications/{application_id}/emojis/{emoji_id}"): {"name": "x"},
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): {"type": 4, "data": {"content": 7}},
    ("POST", HOOK): {"content": "x" * 2001},
    ("PATCH", HOOK + "/messages/@original"): {"content": "x" * 2001},
    ("PATCH", HOOK + "/messages/{message_id}"): {"content": "x" * 2001},
}
"""A body that is refused, for each route that takes one."""

QUERIES = {
    "/channels/{channel_id}/messages": "limit=0",
    "/channels/{channel_id}/messages/pins": "limit=51",
    "/channels/{channel_id}/threads/archived/public": "limit=1",
    "/channels/{channel_id}/threads/archived/private": "limit=1",
    "/channels/{channel_id}/users/@me/threads/archived/private": "limit=1",
    "/guilds/{guild_id}/members": "limit=0",
    "/users/@me/guilds": "limit=0",
}
"""A query that is refused, where there is one."""

FREE = {
    "/users/@me", "/users/@me/guilds", "/oauth2/applications/@me", "/applications/@me", "/gateway", "/gateway/bot",
}  # fmt: skip
"""Nothing in their paths could be wrong."""


@pytest.fixture
async def ids(sandbox, raw: Raw, guild, general, bea):
    """Something real for everything that a path can name."""
    world, house = sandbox.world, sandbox.house
    message = house.post.create(general, world.bot.id, {"content": "x"})
    begun = house.interactions.begin(2, bea.id, general, {"name": "x"})
    waiting = house.interactions.begin(2, bea.id, general, {"name": "x"})
    house.interactions.respond(begun, 4, {"content": "x"}, {})
    app = world.application.id
    for base in COMMANDS:
        path = base.format(application_id=app, guild_id=guild.id)
        assert (await raw("POST", path, {"name": "x", "description": "x"}))[0] == 201
    png = "data:image/png;base64,iVBORw0KGgo="
    emoji = (await raw("POST", f"/applications/{app}/emojis", {"name": "xx", "image": png}))[1]["id"]
    yield {
        "application_id": app, "guild_id": guild.id, "channel_id": general.id, "message_id": message.id,
        "user_id": bea.id, "overwrite_id": guild.id, "emoji_id": emoji, "webhook_id": app, "webhook_token": begun.token,
        "role_id": guild.id, "interaction_id": waiting.id, "interaction_token": waiting.token, "emoji_name": "x",
        "command_id": [c.id for c in world.commands.values()], "original": begun.original,
    }  # fmt: skip
    if waiting.answer is None:
        house.interactions.respond(waiting, 5, {}, {})


def filled(route: str, ids) -> str:
    command = ids["command_id"][1 if "guilds" in route else 0]
    message = ids["original"] if "webhooks" in route else ids["message_id"]
    return route.format(**ids | {"command_id": command, "message_id": message})


async def test_a_bad_body_for_each_route_is_refused(schema, sandbox, raw: Raw, ids):
    mounted = {(r.method, r.template) for r in sandbox.rest.routes if r.method in ("POST", "PUT", "PATCH")}
    document = sandbox.checker.document
    taking = {r for r in mounted if document.body(*r, form=False) is not None}
    assert taking == set(BAD)
    for (method, route), body in BAD.items():
        before = sandbox.checker.seen[method, route, 400]
        with sandbox.checker.expecting() as broken:
            status, answer = await raw(method, filled(route, ids), body)
        assert (status, answer.get("code")) == (400, 50035), (method, route, answer)
        assert broken, route
        assert sandbox.checker.seen[method, route, 400] == before + 1


async def test_what_is_not_there_is_told_by_each_route(schema, sandbox, raw: Raw, ids):
    """Routes without a body: an id that nobody has, or a query out of bounds."""
    nobody = dict.fromkeys(ids, "1")
    for route in list(sandbox.rest.routes):
        if (route.method, route.template) in BAD or route.template in FREE:
            continue
        status, answer = await raw(route.method, route.template.format(**nobody))
        assert status in (403, 404), (route.method, route.template, answer)
        assert answer["code"] > 0, route.template


async def test_a_query_out_of_bounds_is_refused(schema, sandbox, raw: Raw, ids):
    for route, query in QUERIES.items():
        with sandbox.checker.expecting() as broken:
            status, _ = await raw("GET", f"{filled(route, ids)}?{query}")
        assert status == 400, route
        assert broken[0].what.startswith("?limit"), route


async def test_a_misspelt_query_is_refused(schema, sandbox, raw: Raw, ids, general):
    with sandbox.checker.expecting() as broken:
        assert (await raw("GET", f"/channels/{general.id}/messages?limt=5"))[0] == 400
    assert broken[0].what == "?limt: no such parameter"


async def test_an_unknown_route_is_a_violation(sandbox, raw: Raw):
    with sandbox.checker.expecting() as broken:
        assert await raw("POST", "/stage-instances", {"x": 1}) == (404, {"message": "404: Not Found", "code": 0})
        assert (await raw("GET", "/nowhere"))[0] == 404
    assert [v.what for v in broken] == ["unknown route", "unknown route"]


async def test_a_body_where_none_belongs_is_a_violation(schema, sandbox, raw: Raw, general):
    with sandbox.checker.expecting() as broken:
        assert (await raw("POST", f"/channels/{general.id}/typing", {"x": 1}))[0] == 400
    assert broken[0].what == "a body where none is described"


async def test_without_its_token_the_bot_is_nobody(sandbox, raw: Raw, general):
    for wrong in ({"Authorization": "Bot wrong"}, {"Authorization": sandbox.world.application.token}):
        assert (await raw("GET", "/users/@me", headers=wrong))[0] == 401
    assert (await raw("GET", f"/channels/{general.id}", headers={"Authorization": ""}))[0] == 401


async def test_no_json_is_told_so(sandbox, raw: Raw, general):
    url = f"{sandbox.address}/api/v10/channels/{general.id}/messages"
    with sandbox.checker.expecting() as broken:
        await _no_json(raw, url)
    assert [v.what for v in broken] == ["a body that is no JSON"]


async def _no_json(raw: Raw, url: str) -> None:
    async with raw.session.post(url, data=b"{", headers=raw.headers | {"Content-Type": "application/json"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_without_a_document_the_other_rules_still_hold(opened, general):
    box = await opened(schema=None)
    bea = box.person("Bea", box.guild())
    async with aiohttp.ClientSession() as session:
        raw = Raw(box, session)
        with box.checker.expecting():
            assert (await raw("POST", f"/channels/{bea.here.id}/messages", {"content": "x" * 2001}))[0] == 400


async def test_with_checks_off_nothing_is_looked_at(opened):
    box = await opened(check=False)
    bea = box.person("Bea", box.guild())
    async with aiohttp.ClientSession() as session:
        raw = Raw(box, session)
        assert (await raw("POST", f"/channels/{bea.here.id}/messages", {"content": "x" * 2001}))[0] == 200
    assert not box.checker.seen


def test_the_document_is_at_hand(schema):
    assert schema.exists()


ODD = (None, 0, -1, 7, 1 << 70, "", "x", "x" * 5000, "0", [], {}, [None], [[]], {"type": 1}, {"id": "x"}, True, 1.5)


def spoilt(luck: random.Random, body: Any) -> Any:
    """A body with one thing in it replaced, dropped or repeated."""
    if isinstance(body, dict) and body and luck.random() < 0.9:
        key = luck.choice(list(body))
        rest = {k: v for k, v in body.items() if k != key}
        return rest if luck.random() < 0.2 else rest | {key: spoilt(luck, body[key])}
    if isinstance(body, list) and body and luck.random() < 0.9:
        at = luck.randrange(len(body))
        return [*body[:at], spoilt(luck, body[at]), *body[at + (luck.random() < 0.8) :]]
    return luck.choice(ODD)


async def test_whatever_is_sent_is_answered_and_never_breaks_the_sandbox(schema, sandbox, raw: Raw, ids):
    """A thousand spoilt bodies: some are still right, most are refused, none is a 500."""
    luck = random.Random(5)
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "x", "emoji": {"name": "x"}}
    option = {"type": 3, "name": "o", "description": "x", "choices": [{"name": "x", "value": "x"}], "required": True}
    sub = {"type": 1, "name": "s", "description": "x", "options": [option]}
    texts = [
        {"type": 17, "components": [{"type": 10, "content": "x"}, {"type": 9, "components": [], "accessory": button}]}
    ]
    picture = {"url": "attachment://x"}
    message = {
        "content": "x", "embeds": [{"title": "x", "fields": [{"name": "x", "value": "x"}], "image": picture}],
        "components": [{"type": 1, "components": [button]}], "flags": 0, "attachments": [{"id": 0, "filename": "x"}],
        "allowed_mentions": {"parse": ["users"], "users": ["1"]}, "message_reference": {"message_id": "1"},
        "nonce": "x",
    }  # fmt: skip
    right: dict[tuple[str, str], Any] = {
        ("POST", "/channels/{channel_id}/messages"): message,
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"): message | {"flags": 1 << 15, "components": texts},
        ("PUT", COMMANDS[0]): [{"name": "x", "description": "x", "options": [sub], "name_localizations": {"de": "x"}}],
        ("POST", HOOK): message,
        ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): {"type": 4, "data": message},
        ("POST", "/channels/{channel_id}/threads"): {"name": "x", "type": 11, "auto_archive_duration": 60},
        ("PATCH", "/channels/{channel_id}"): {"name": "x", "archived": True},
        ("POST", "/users/@me/channels"): {"recipient_id": "1"},
    }
    with sandbox.checker.expecting():
        for _ in range(1000):
            (method, route), body = luck.choice(list(right.items()))
            status, answer = await raw(method, filled(route, ids), spoilt(luck, body))
            assert status < 500, (method, route, answer)
    assert {status for (_, _, status) in sandbox.checker.seen} >= {200, 400, 403}

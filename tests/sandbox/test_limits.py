"""Bodies that Discord refuses: one for each rule, those that its document tells and those that it does not."""

import io
import json
from typing import Any

import aiohttp
import pytest

from sandbox.world.world import V2
from tests.sandbox.conftest import Raw

ROW, BUTTON, SELECT, SECTION, TEXT, GALLERY, CONTAINER, LABEL, INPUT = 1, 2, 3, 9, 10, 12, 17, 18, 4


def button(**more: Any) -> dict[str, Any]:
    return {"type": BUTTON, "style": 1, "label": "x", "custom_id": "x"} | more


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": ROW, "components": list(parts)}


def select(count: int = 1, **more: Any) -> dict[str, Any]:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": SELECT, "custom_id": "s", "options": options} | more


def text(content: str) -> dict[str, Any]:
    return {"type": TEXT, "content": content}


def new(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(parts)} | more


def gallery(url: str = "https://example.org/a.png", count: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": GALLERY, "items": [{"media": {"url": url}} | more] * count}


MESSAGES: dict[str, dict[str, Any]] = {
    # what the document does not tell
    "content of 2001": {"content": "x" * 2001},
    "embeds of 6001 in all": {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
    "text displays of 4001 in all": new(text("x" * 2001), text("x" * 2000)),
    "41 components, nested": new({"type": CONTAINER, "components": [text("x")] * 40}),
    "the V2 flag with content": new(text("x"), content="x"),
    "the V2 flag with embeds": new(text("x"), embeds=[{"title": "x"}]),
    "a V2 component without the flag": {"components": [text("x")]},
    "a custom_id twice": {"components": [row(button(), button())]},
    "a button without custom_id and url": {"components": [row({"type": BUTTON, "style": 1, "label": "x"})]},
    "a link with a custom_id": {"components": [row(button(style=5, url="https://example.org"))]},
    "a button beside a select": {"components": [row(button(), select())]},
    "six rows": {"components": [row(button(custom_id=str(n))) for n in range(6)]},
    "a misspelt field": {"content": "x", "contnet": "x"},
    "a misspelt field within": {"components": [row(button(lable="x"))]},
    "an empty message": {},
    "an empty text and nothing else": {"content": ""},
    "an attachment that is not there": new(gallery("attachment://nowhere.png")),
    "an embed's attachment that is not there": {"embeds": [{"image": {"url": "attachment://nowhere.png"}}]},
    "a button that says nothing": {"components": [row({"type": BUTTON, "style": 1, "custom_id": "x"})]},
    "a link's url of 513": {
        "components": [row({"type": BUTTON, "style": 5, "label": "x", "url": "https://e.org/" + "x" * 500})]
    },
    "an option twice": {"components": [row(select(options=[{"label": "x", "value": "x"}] * 2))]},
    "more to choose than there is": {"components": [row(select(2, max_values=3))]},
    "less to choose than least": {"components": [row(select(3, min_values=2, max_values=1))]},
    # what it tells
    "a label of 81": {"components": [row(button(label="x" * 81))]},
    "a custom_id of 101": {"components": [row(button(custom_id="x" * 101))]},
    "six buttons in a row": {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
    "26 options": {"components": [row(select(26))]},
    "no options": {"components": [row(select(0))]},
    "11 embeds": {"embeds": [{"title": "x"}] * 11},
    "an embed's description of 4097": {"embeds": [{"description": "x" * 4097}]},
    "an embed's field of 1025": {"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]},
    "an alt text of 1025": new(gallery(description="x" * 1025)),
    "a gallery of 11": new(gallery(count=11)),
    "a section of four texts": new({"type": SECTION, "components": [text("x")] * 4, "accessory": button()}),
    "a section without accessory": new({"type": SECTION, "components": [text("x")]}),
    "an empty text display": new(text("")),
    "a text display of 4001": new(text("x" * 4001)),
    "a container in a container": new(
        {"type": CONTAINER, "components": [{"type": CONTAINER, "components": [text("x")]}]}
    ),
    "11 attachments": {"content": "x", "attachments": [{"id": n} for n in range(11)]},
    "a placeholder of 151": {"components": [row(select(placeholder="x" * 151))]},
    "a nonce of 26": {"content": "x", "nonce": "x" * 26},
}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "x", "description": "x"} | more


def option(**more: Any) -> dict[str, Any]:
    return {"type": 3, "name": "o", "description": "x"} | more


def choices(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"name": str(n), "value": str(n)} | more for n in range(count)]


COMMANDS: dict[str, list[dict[str, Any]]] = {
    "a name in upper case": [command(name="Table")],
    "a name with a space": [command(name="new table")],
    "an option's name in upper case": [command(options=[option(name="Game")])],
    "an empty description": [command(description="")],
    "no description": [{"name": "x"}],
    "choices with autocomplete": [command(options=[option(choices=choices(1), autocomplete=True)])],
    "an unknown locale": [command(name_localizations={"tlh": "x"})],
    "a localised name in upper case": [command(name_localizations={"de": "Tisch"})],
    "a required option after an optional one": [command(options=[option(), option(name="p", required=True)])],
    "101 commands": [command(name=f"x{n}") for n in range(101)],
    "16 menus of people": [{"name": f"x{n}", "type": 2} for n in range(16)],
    "a name twice": [command(), command()],
    "an option twice": [command(options=[option(), option()])],
    "8,001 characters": [
        command(options=[option(name=f"o{n}", choices=choices(25, value="x" * 90)) for n in range(4)])
    ],
    "a sub-command beside an option": [command(options=[option(), {"type": 1, "name": "s", "description": "x"}])],
    "a name of 33": [command(name="x" * 33)],
    "a description of 101": [command(description="x" * 101)],
    "26 options": [command(options=[option(name=f"o{n}") for n in range(26)])],
    "26 choices": [command(options=[option(choices=choices(26))])],
    "a localised name of 33": [command(name_localizations={"de": "x" * 33})],
    "a misspelt field": [command(autcomplete=True)],
}


def label(n: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": LABEL, "label": "x", "component": {"type": INPUT, "custom_id": f"i{n}", "style": 1} | more}


def modal(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": 9, "data": {"title": "x", "custom_id": "m", "components": list(parts)} | more}


ANSWERS: dict[str, tuple[int, dict[str, Any]]] = {
    "a modal of six": (3, modal(*(label(n) for n in range(6)))),
    "a modal of none": (3, modal()),
    "a modal's custom_id twice": (3, modal(label(), label())),
    "a modal's title of 46": (3, modal(label(), title="x" * 46)),
    "a modal's label of 46": (3, modal(label() | {"label": "x" * 46})),
    "a modal's shortest above its longest": (3, modal(label(min_length=9, max_length=3))),
    "a modal as answer to a modal": (5, modal(label())),
    "26 choices": (4, {"type": 8, "data": {"choices": choices(26)}}),
    "a choice's name of 101": (4, {"type": 8, "data": {"choices": choices(1, name="x" * 101)}}),
    "a message as answer to autocomplete": (4, {"type": 4, "data": {"content": "x"}}),
    "an edit as answer to a command": (2, {"type": 7, "data": {"content": "x"}}),
    "a deferral with another flag": (2, {"type": 5, "data": {"flags": V2}}),
    "an answer of no known type": (2, {"type": 99}),
    "content of 2001": (3, {"type": 4, "data": {"content": "x" * 2001}}),
    "an edit to nothing": (3, {"type": 7, "data": {"content": "", "components": []}}),
}


@pytest.fixture
def seeded(schema, sandbox, raw, bea):
    return sandbox


@pytest.mark.parametrize("rule", MESSAGES)
async def test_a_message_is_refused_with(rule, seeded, raw: Raw, general):
    with seeded.checker.expecting() as broken:
        status, answer = await raw("POST", f"/channels/{general.id}/messages", MESSAGES[rule])
    assert (status, answer["code"] in (50035, 50006)) == (400, True), answer
    assert broken
    assert seeded.world.messages(general.id) == {}


@pytest.mark.parametrize("rule", COMMANDS)
async def test_commands_are_refused_with(rule, seeded, raw: Raw):
    with seeded.checker.expecting() as broken:
        status, answer = await raw("PUT", f"/applications/{seeded.world.application.id}/commands", COMMANDS[rule])
    assert (status, answer["code"]) == (400, 50035), answer
    assert broken
    assert seeded.world.commands == {}


@pytest.mark.parametrize("rule", ANSWERS)
async def test_an_interaction_is_not_answered_with(rule, seeded, raw: Raw, general, bea):
    kind, body = ANSWERS[rule]
    message = seeded.house.post.create(general, seeded.world.bot.id, {"content": "x", "components": [row(button())]})
    marks = {"message_id": message.id} if kind in (3, 5) else {}
    begun = seeded.house.interactions.begin(kind, bea.id, general, {"custom_id": "x"}, **marks)
    with seeded.checker.expecting():
        status, answer = await raw("POST", f"/interactions/{begun.id}/{begun.token}/callback", body)
    assert (status, answer["code"] in (50035, 50006)) == (400, True), answer
    assert begun.answer is None


def form(body: dict[str, Any], *files: tuple[str, bytes]) -> aiohttp.FormData:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(body))
    for n, (name, content) in enumerate(files):
        data.add_field(f"files[{n}]", io.BytesIO(content), filename=name, content_type="application/octet-stream")
    return data


async def test_a_file_of_more_than_10_mebibytes_is_refused(seeded, raw: Raw, general):
    big = b"x" * ((10 << 20) + 1)
    status, answer = await raw("POST", f"/channels/{general.id}/messages", data=form({"content": "x"}, ("a", big)))
    assert (status, answer["code"]) == (413, 40005)


async def test_files_of_more_than_25_mebibytes_in_all_are_refused(seeded, raw: Raw, general):
    files = [(str(n), b"x" * (9 << 20)) for n in range(3)]
    status, answer = await raw("POST", f"/channels/{general.id}/messages", data=form({"content": "x"}, *files))
    assert (status, answer["code"]) == (413, 40005)


async def test_an_alt_text_of_1025_is_refused_with_its_file(seeded, raw: Raw, general):
    body = {"attachments": [{"id": 0, "filename": "a", "description": "x" * 1025}]}
    with seeded.checker.expecting() as broken:
        status, _ = await raw("POST", f"/channels/{general.id}/messages", data=form(body, ("a", b"x")))
    assert status == 400
    assert "description" in broken[0].what


async def test_what_is_just_within_the_rules_is_taken(seeded, raw: Raw, general):
    for body in (
        {"content": "x" * 2000},
        {"embeds": [{"description": "x" * 4096}, {"description": "x" * 1904}]},
        new(*(text("x" * 100) for _ in range(40))),
        {"components": [row(*(button(custom_id=f"{r}{n}") for n in range(5))) for r in range(5)]},
        {"components": [row(select(25, max_values=25))]},
        new({"type": SECTION, "components": [text("x")] * 3, "accessory": button()}),
        new(gallery(count=10, description="x" * 1024)),
    ):
        assert (await raw("POST", f"/channels/{general.id}/messages", body))[0] == 200, body
    many = [command(name=f"x{n}") for n in range(100)] + [{"name": f"X {n}", "type": 2} for n in range(15)]
    assert (await raw("PUT", f"/applications/{seeded.world.application.id}/commands", many))[0] == 200


async def test_the_flag_of_components_v2_can_never_be_taken_off_again(seeded, raw: Raw, general):
    _, message = await raw("POST", f"/channels/{general.id}/messages", new(text("x")))
    path = f"/channels/{general.id}/messages/{message['id']}"
    with seeded.checker.expecting():
        status, _ = await raw("PATCH", path, {"flags": 0, "components": [], "content": "x"})
    assert status == 400
    assert (await raw("PATCH", path, {"components": [text("y")]}))[1]["flags"] & V2

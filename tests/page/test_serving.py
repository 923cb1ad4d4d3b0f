"""The page's side of the server, without a browser: what it serves, to whom, and what it refuses."""

import json
import re
import time
from pathlib import Path

import aiohttp
import pytest

from sandbox.clock import Clock
from sandbox.page.served import WEB, Page
from sandbox.server import Sandbox


@pytest.fixture
async def box():
    page = Page()
    made = Sandbox(clock=Clock(held=True), mount=page.mount)
    made.person("Ada", made.guild())
    async with made:
        yield made


@pytest.fixture
async def http(box):
    async with aiohttp.ClientSession(box.address) as session:
        yield session


async def ask(socket, do, **told):
    await socket.send_json({"n": 7, "do": do, **told})
    while (answer := await socket.receive_json(timeout=5)).get("t") != "answer":
        pass
    return answer


async def test_the_address_itself_is_the_page_and_all_that_it_names_is_there(http):
    async with http.get("/") as answer:
        assert answer.status == 200
        named = re.findall(r'(?:src|href)="(/web/[^"]+)"', await answer.text())
    assert {Path(name).suffix for name in named} == {".js", ".css"}
    for name in named:
        async with http.get(name) as answer:
            assert answer.status == 200, name


async def test_every_file_is_served_with_its_type_and_nothing_beside(http):
    kinds = {".js": "text/javascript", ".css": "text/css"}
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.css")]:
        async with http.get(f"/web/{path.relative_to(WEB)}") as answer:
            assert answer.status == 200
            assert kinds[path.suffix] in answer.headers["Content-Type"]
            assert answer.headers["Cache-Control"] == "no-cache"
    for path in ("/web/../page.py", "/web/%2e%2e/page.py", "/web/none.js", "/web/style"):
        async with http.get(path) as answer:
            assert answer.status == 404, path


async def test_no_file_leads_elsewhere():
    for path in WEB.rglob("*.*"):
        text = path.read_text()
        addresses = [word for word in ("http://", "https://") if word in text]
        allowed = {"dom.js": "http://www.w3.org/2000/svg", "markdown.js": "https?:"}
        assert not addresses or path.name in allowed, path


async def test_a_page_of_somebody_else_is_turned_away(http):
    async with http.get("/page/people", headers={"Origin": "http://elsewhere.example"}) as answer:
        assert answer.status == 403
    async with http.get("/page/people", headers={"Host": "elsewhere.example"}) as answer:
        assert answer.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await http.ws_connect("/page/ws?as=Ada", headers={"Origin": "http://elsewhere.example"})
    with pytest.raises(aiohttp.WSServerHandshakeError, match="404"):
        await http.ws_connect("/page/ws?as=Nobody")


@pytest.mark.parametrize(("name", "status"), [("", 400), ("x" * 33, 400), ("ada", 409), ("Zoë", 200)])
async def test_people_have_names_of_their_own(http, box, name, status):
    async with http.post("/page/people", data=json.dumps({"name": name, "locale": "xx"})) as answer:
        assert answer.status == status
    assert ("Zoë" in {p.name for p in box.people.values()}) == (status == 200)


async def test_a_tab_is_told_everything_at_first_and_asks_for_the_rest(http, box):
    async with http.ws_connect("/page/ws?as=Ada") as socket:
        hello = await socket.receive_json(timeout=5)
        assert (hello["t"], hello["me"]["name"], hello["guilds"][0]["name"]) == ("hello", "Ada", "Stammtisch")
        place = hello["guilds"][0]["channels"][0]["id"]
        assert "ok" in await ask(socket, "say", channel=place, text="hello")
        assert (await ask(socket, "commands", channel=place))["ok"] == []
        assert "not there" in (await ask(socket, "say", channel="1", text="x"))["error"]
        assert "error" in await ask(socket, "nonsense")
        assert "no command" in (await ask(socket, "slash", channel=place, line="/x"))["error"]
        assert "never back" in (await ask(socket, "advance", seconds=-5))["error"]
        assert "error" in await ask(socket, "fault", fault={"route": 5})
        dm = (await ask(socket, "open_dm"))["ok"]["channel"]
        assert "ok" in await ask(socket, "say", channel=dm, text="are you there?")


async def test_nobody_is_told_of_what_he_cannot_see(http, box):
    bea = box.person("Bea", box.guild())
    general = bea.here
    async with http.ws_connect("/page/ws?as=Ada") as socket:
        await socket.receive_json(timeout=5)
        secret = box.house.post.create(general, box.world.bot.id, {"content": "only Bea"}, only=bea.id, flags=64)
        bea.say("in the DM", at=bea.dm)
        told = []
        await socket.send_json({"n": 1, "do": "fresh", "channel": str(general.id), "message": str(secret.id)})
        while not told or told[-1]["t"] != "answer":
            told.append(await socket.receive_json(timeout=5))
        await socket.send_json({"n": 2, "do": "older", "channel": str(bea.dm.id), "before": str(1 << 62)})
        while told[-1].get("n") != 2:
            told.append(await socket.receive_json(timeout=5))
    assert "only Bea" not in json.dumps(told)
    assert "in the DM" not in json.dumps(told)
    assert "error" in told[-1]


async def test_a_tab_that_sleeps_does_not_keep_the_server(http, box):
    await http.ws_connect("/page/ws?as=Ada", autoclose=False)
    begun = time.monotonic()
    await box.stop()
    assert time.monotonic() - begun < 3


def test_modules_are_short_and_say_what_they_are_for():
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.css")]:
        lines = Path(path).read_text().splitlines()
        assert len(lines) < 400, path
        assert lines[0].startswith("/*"), path


async def test_every_word_of_the_page_is_there_in_three_languages():
    import re

    keys = {
        name: set(re.findall(r"(\w+): \"", (WEB / "js" / name).read_text()))
        for name in ("words.js", "words_de.js", "words_it.js")
    }
    assert keys["words.js"] == keys["words_de.js"] == keys["words_it.js"]
    said = {key for path in WEB.rglob("*.js") for key in re.findall(r"say\(\"(\w+)\"", path.read_text())}
    assert said <= keys["words.js"]

"""What the sandbox keeps: nothing that was confirmed is lost by a kill, and nothing is written twice."""

import asyncio
import json
import signal
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from sandbox.clock import Clock
from sandbox.world.compose import Upload
from sandbox.world.store import MAGIC, OLD_FORMAT, Batch, Keeper, Kept, _write
from sandbox.world.world import EPHEMERAL
from tests.sandbox.conftest import Raw
from tests.sandbox.test_server import process

PICTURE = b"\x89PNG" + bytes(40_000)


@pytest.fixture
def keep(tmp_path) -> Path:
    return tmp_path / "world"


def rows(keep: Path, kind: str) -> int:
    with sqlite3.connect(keep) as known:
        return known.execute("SELECT count(*) FROM kept WHERE kind = ?", (kind,)).fetchone()[0]


def noted(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """All that is written from now on."""
    batches: list[Batch] = []
    monkeypatch.setattr(
        "sandbox.world.store._write", lambda opened, batch: (batches.append(batch), _write(opened, batch))
    )
    return batches


class Killed:
    """A sandbox in a process of its own, which is killed as soon as it has answered."""

    def __init__(self, server: asyncio.subprocess.Process, address: str, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.url = f"{address}/api/v10"
        self.session = session
        self.headers = {"Authorization": "Bot a-token-that-opens-only-the-sandbox"}

    async def __call__(self, method: str, path: str, data: Any = None, **more: Any) -> Any:
        async with self.session.request(method, self.url + path, data=data, headers=self.headers, **more) as answer:
            assert answer.status in (200, 201), await answer.text()
            return await answer.json()

    async def general(self) -> str:
        (guild,) = await self("GET", "/users/@me/guilds")
        return (await self("GET", f"/guilds/{guild['id']}/channels"))[0]["id"]

    async def kill(self) -> None:
        self.server.send_signal(signal.SIGKILL)
        await self.server.wait()


class Run:
    def __init__(self, keep: Path) -> None:
        self.keep = keep

    async def __aenter__(self) -> Killed:
        self.running = process("-m", "sandbox", "--keep", str(self.keep))
        server = await self.running.__aenter__()
        assert server.stdout is not None
        address = (await asyncio.wait_for(server.stdout.readline(), 20)).decode().strip()
        self.session = aiohttp.ClientSession()
        return Killed(server, address, self.session)

    async def __aexit__(self, *error: object) -> None:
        await self.session.close()
        await self.running.__aexit__(None, None, None)


def posted(text: str) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({"content": text}), content_type="application/json")
    form.add_field("files[0]", PICTURE, filename="board.png", content_type="image/png")
    return form


async def test_what_was_answered_outlives_a_kill_at_once(keep):
    general = ""
    for number in range(3):
        async with Run(keep) as box:
            general = await box.general()
            told = await box("POST", f"/channels/{general}/messages", posted(f"board {number}"))
            await box("PATCH", f"/channels/{general}/messages/{told['id']}", json={"content": f"edited {number}"})
            await box.kill()
    async with Run(keep) as box:
        found = await box("GET", f"/channels/{general}/messages")
        assert [m["content"] for m in reversed(found)] == ["edited 0", "edited 1", "edited 2"]
        assert {m["attachments"][0]["size"] for m in found} == {len(PICTURE)}


async def test_a_post_whose_writing_fails_is_not_confirmed_and_is_written_with_the_next(opened, keep, monkeypatch):
    box = await opened(keep=keep)
    bea = box.person("Bea", box.guild())
    await box.stored()
    failing = [True]

    def refuse(opened, batch):
        if failing:
            failing.clear()
            raise sqlite3.OperationalError("database or disk is full")
        _write(opened, batch)

    monkeypatch.setattr("sandbox.world.store._write", refuse)
    async with aiohttp.ClientSession() as session:
        raw = Raw(box, session)
        path = f"/channels/{bea.here.id}/messages"
        assert (await raw("POST", path, {"content": "one"}))[0] == 500
        assert rows(keep, "message") == 0
        assert (await raw("POST", path, {"content": "two"}))[0] == 200
        assert rows(keep, "message") == 2


async def test_all_who_wait_share_one_write(opened, keep, monkeypatch):
    box = await opened(keep=keep, check=False)
    bea = box.person("Bea", box.guild())
    await box.stored()
    batches = noted(monkeypatch)
    async with aiohttp.ClientSession() as session:
        raw, path = Raw(box, session), f"/channels/{bea.here.id}/messages"
        told = await asyncio.gather(*(raw("POST", path, {"content": str(n)}) for n in range(60)))
    assert {status for status, _ in told} == {200}
    assert rows(keep, "message") == 60
    assert len(batches) < 40
    await asyncio.gather(*(box.stored() for _ in range(20)))
    assert sum(len(batch.puts) for batch in batches) < 60 + 2 * len(batches) + 1, "only what changed is written"


async def test_a_picture_is_written_once_and_dropped_with_its_message(opened, keep, monkeypatch):
    box = await opened(keep=keep)
    bea = box.person("Bea", box.guild())
    batches = noted(monkeypatch)
    post = box.house.post
    told = post.create(bea.here, box.world.bot.id, {"content": "x"}, {0: Upload("a.png", PICTURE, "image/png")})
    await box.stored()
    for n in range(3):
        post.edit(told, {"content": f"x{n}"})
        await box.stored()
    assert sum(kind == "file" for batch in batches for kind, *_ in batch.puts) == 1
    post.edit(told, {"attachments": []}, {0: Upload("b.png", PICTURE, "image/png")})
    await box.stored()
    assert rows(keep, "file") == 1
    post.delete(told)
    await box.stored()
    assert (rows(keep, "message"), rows(keep, "file")) == (0, 0)


async def test_a_channel_goes_with_all_that_stood_in_it(opened, keep):
    box = await opened(keep=keep)
    bea = box.person("Bea", box.guild())
    places = box.house.places
    tavern = places.new_channel(box.guild(), "tavern")
    for place in (tavern, bea.here):
        box.house.post.create(place, box.world.bot.id, {"content": "x"}, {0: Upload("a.png", PICTURE, "image/png")})
    await box.stored()
    assert (rows(keep, "channel"), rows(keep, "message"), rows(keep, "file")) == (2, 2, 2)
    places.remove_channel(tavern)
    await box.stored()
    assert (rows(keep, "channel"), rows(keep, "message"), rows(keep, "file")) == (1, 1, 1)


async def test_what_only_one_person_saw_is_not_kept(opened, keep):
    box = await opened(keep=keep)
    bea = box.person("Bea", box.guild())
    box.house.post.create(bea.here, box.world.bot.id, {"content": "psst"}, only=bea.id, flags=EPHEMERAL)
    bea.say("hello")
    await box.stored()
    assert rows(keep, "message") == 1
    assert b"psst" not in keep.read_bytes() + keep.with_name("world-wal").read_bytes()


async def test_the_clock_that_was_moved_is_still_ahead_and_posts_stay_in_order(opened, keep):
    first = await opened(keep=keep, clock=Clock())
    bea = first.person("Bea", first.guild())
    first.clock.advance(5 * 86_400)
    before = bea.say("before")
    await first.stop()
    again = await opened(keep=keep, clock=Clock())
    assert again.clock.now() - first.clock.now() < 60
    assert again.clock.ahead == pytest.approx(5 * 86_400, abs=1)
    after = again.person("Bea").say("after")
    assert after.message.at >= before.message.at
    assert after.id > before.id


async def test_a_message_sent_again_after_a_restart_is_the_same_message(opened, keep):
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    told = []
    for _ in range(2):
        box = await opened(keep=keep)
        bea = box.person("Bea", box.guild())
        async with aiohttp.ClientSession() as session:
            raw = Raw(box, session)
            told.append((await raw("POST", f"/channels/{bea.here.id}/messages", body))[1]["id"])
        await box.stop()
    assert told[0] == told[1]


def as_older_versions_wrote(box) -> bytes:
    return msgspec.msgpack.encode(Kept(OLD_FORMAT, box.world.memory))


async def test_a_world_of_an_older_version_is_read_and_rewritten_as_a_whole(opened, keep):
    box = await opened()
    bea = box.person("Bea", box.guild())
    bea.say("long ago")
    box.house.post.create(bea.here, box.world.bot.id, {"content": "x"}, {0: Upload("a.png", PICTURE, "image/png")})
    keep.write_bytes(as_older_versions_wrote(box))
    keep.with_name("world.partial").write_bytes(b"a kill in the middle of rewriting")
    for _ in range(2):
        again = await opened(keep=keep)
        assert [m.text for m in again.person("Bea").messages()] == ["long ago", "x"]
        assert again.person("Bea").messages()[1].files[0].data == PICTURE
        await again.stop()
        assert keep.read_bytes()[: len(MAGIC)] == MAGIC
    assert [p.name for p in keep.parent.iterdir()] == ["world"]


@pytest.mark.parametrize("of", [msgspec.msgpack.encode({"format": 7, "memory": None}), b"no world at all"])
async def test_what_cannot_be_read_is_an_error_and_is_not_discarded(opened, keep, of):
    keep.write_bytes(of)
    with pytest.raises((ValueError, msgspec.DecodeError)):
        await opened(keep=keep)
    assert keep.read_bytes() == of


async def test_a_world_of_a_newer_version_is_left_as_it_is(opened, keep):
    await (await opened(keep=keep)).stop()
    with sqlite3.connect(keep) as known:
        known.execute("PRAGMA user_version = 9")
    with pytest.raises(ValueError, match="format 9"):
        await opened(keep=keep)


async def test_a_keeper_can_be_opened_again_after_its_port_was_taken(opened, keep):
    box = await opened(keep=keep)
    bea = box.person("Bea", box.guild())
    await box.stop()
    keeper = box._keeper
    assert isinstance(keeper, Keeper)
    keeper.open()
    bea.say("later")
    await keeper.stored()
    assert rows(keep, "message") == 1
    await keeper.close()
    await keeper.close()

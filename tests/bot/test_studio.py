"""Pictures are painted in another process, and here where that cannot."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.pipe import NONE
from bot.discord.studio import BEFORE, HANDED, Studio, after_others
from bot.games import GAMES
from bot.games.game import painters
from renderer.painters import PART, PICTURE, ZOOM
from rules.chance import Seeded
from rules.contract import Setup
from rules.facts import Announced
from tests.contract.player import play_one
from tests.contract.registry import CASES

PAINTERS = painters(GAMES)


@pytest.fixture
async def studio(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Studio]:
    monkeypatch.setattr("bot.discord.studio.PATIENCE", 60.0)  # however busy the machine
    made = Studio()
    yield made
    await made.close()


def view(game: str) -> Any:
    rules = GAMES[game].rules
    return rules.public(rules.setup(Setup(max(rules.seats)), Seeded(3)).state)


def process_of(studio: Studio) -> Any:
    process = studio._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    return process


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_picture_is_the_same_wherever_it_is_painted(studio: Studio, game: str):
    seen, names = view(game), ("Ada", "Bea", "Cem", "Dag")
    for name in PAINTERS.pictures(seen):
        apart = await studio.painted(PICTURE, seen, name, PAINTERS.happened(seen, ()), names)
        here = await Gallery(PAINTERS).board(seen, (), "", names=names)
        assert apart in [picture.data for picture in here]


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_parts_closeups_and_the_end_are_the_same_wherever_they_are_painted(studio: Studio, game: str):
    rules, names = GAMES[game].rules, ("Ada", "Bea", "Cem", "Dag")
    case = next(case for case in CASES if case.name == game)
    played = play_one(case, 0)
    ended = rules.public(played.last.state)
    told = tuple(one.fact for ply in played.plies for one in ply.commit.told if isinstance(one, Announced))
    here, apart = Gallery(PAINTERS), Gallery(PAINTERS, studio)
    seen, (picture, *_) = view(game), PAINTERS.pictures(view(game))
    for region in PAINTERS.regions(seen, picture)[:2]:
        assert await here.zoom(seen, picture, region, "", names=names) == await apart.zoom(
            seen, picture, region, "", names=names
        )
    assert await here.board(ended, (), "", names=names, told=told) == await apart.board(
        ended, (), "", names=names, told=told
    )
    assert (await apart.board(ended, (), "", names=names, told=told))[0].name == "end.png"


async def test_where_there_is_no_such_picture_none_is_painted_here_either(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    seen = view("cafe")
    assert await studio.painted(PART, seen, "cafe", None, ()) == NONE
    gallery = Gallery(PAINTERS, studio)
    monkeypatch.setattr(gallery, "_here", None)
    assert await gallery._png(PART, seen, "cafe", None, ()) == b""  # pyright: ignore[reportPrivateUsage]


async def test_all_that_are_asked_for_at_once_come_each_to_whom_it_is_for(studio: Studio):
    wanted = [(view(game), name) for game in GAMES for name in PAINTERS.pictures(view(game))] * 3
    one_by_one = {
        (type(seen), name): await studio.painted(PICTURE, seen, name, None, ())
        for seen, name in wanted[: len(wanted) // 3]
    }
    found = await asyncio.gather(*(studio.painted(PICTURE, seen, name, None, ()) for seen, name in wanted))
    assert found == [one_by_one[type(seen), name] for seen, name in wanted]


async def test_what_cannot_be_painted_there_is_painted_here(studio: Studio):
    assert await studio.painted(PICTURE, view("cafe"), "no such picture", None, ()) == b""
    assert (await studio.painted(PICTURE, view("cafe"), "cafe", None, ())).startswith(b"\x89PNG")
    gallery = Gallery(PAINTERS, studio)
    before = (await gallery.board(view("cafe"), (), ""))[0].data
    os.kill(process_of(studio).pid, signal.SIGKILL)
    gallery = Gallery(PAINTERS, studio)  # which keeps nothing yet
    assert (await gallery.board(view("cafe"), (), ""))[0].data == before


async def test_one_that_hangs_is_not_waited_for_and_another_begun_later(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    first = await studio.painted(PICTURE, view("cafe"), "cafe", None, ())
    stopped = process_of(studio)
    os.kill(stopped.pid, signal.SIGSTOP)
    monkeypatch.setattr("bot.discord.studio.PATIENCE", 0.3)
    both = await asyncio.gather(*(studio.painted(PICTURE, view("cafe"), "cafe", None, ()) for _ in range(2)))
    assert both == [b"", b""]
    assert await asyncio.wait_for(stopped.wait(), 5) == -signal.SIGKILL
    assert await studio.painted(PICTURE, view("cafe"), "cafe", None, ()) == b""  # not at once
    monkeypatch.setattr("bot.discord.studio.PATIENCE", 20)
    studio._again = 0.0  # pyright: ignore[reportPrivateUsage]
    assert await studio.painted(PICTURE, view("cafe"), "cafe", None, ()) == first


async def test_one_that_dies_with_pictures_under_way_leaves_nobody_waiting(studio: Studio):
    """Those that it has, those that wait for their turn: each is told at once, and painted in the bot."""
    await studio.painted(PICTURE, view("cafe"), "cafe", None, ())
    process = process_of(studio)
    os.kill(process.pid, signal.SIGSTOP)  # what it is given from now on it never answers
    gallery = Gallery(PAINTERS, studio)
    many = [asyncio.create_task(gallery.board(view(game), (), "")) for game in (*GAMES, *GAMES)]
    many += [asyncio.create_task(gallery.board(view("cafe"), (), "", names=(str(n),) * 4)) for n in range(HANDED)]
    await asyncio.sleep(0.1)
    assert len(studio._handed) == HANDED  # pyright: ignore[reportPrivateUsage]
    assert studio._soon  # pyright: ignore[reportPrivateUsage]
    os.kill(process.pid, signal.SIGKILL)
    async with asyncio.timeout(60):
        found = await asyncio.gather(*many)
    whole = await Gallery(PAINTERS).board(view("cafe"), (), "")
    assert [picture.data[:4] for pictures in found for picture in pictures] == [b"\x89PNG"] * sum(map(len, found))
    assert whole in found
    assert studio._soon == studio._later == studio._handed == deque()  # pyright: ignore[reportPrivateUsage]


async def test_signals_are_not_for_it_and_it_ends_with_who_has_begun_it(studio: Studio):
    await studio.painted(PICTURE, view("cafe"), "cafe", None, ())
    process = process_of(studio)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(process.pid, number)
    assert (await studio.painted(PICTURE, view("cafe"), "cafe", None, ())).startswith(b"\x89PNG")
    process.stdin.close()  # as the end of the bot does, however it ends
    code = await asyncio.wait_for(process.wait(), 5)
    assert code in {0, 255}, "by itself, not by a signal; asyncio says 255 where it came too late to learn the code"


async def test_it_is_told_no_secret(studio: Studio, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    await studio.painted(PICTURE, view("cafe"), "cafe", None, ())
    held = Path(f"/proc/{process_of(studio).pid}/environ")
    assert b"a secret" not in await asyncio.to_thread(held.read_bytes)


async def test_nobody_is_asked_for_the_part_of_a_plan_that_points_at_nothing(monkeypatch: pytest.MonkeyPatch):
    made, seen, asked = Gallery(PAINTERS), view("catan"), list[str]()
    rules = GAMES["catan"].rules
    state = rules.setup(Setup(4, (("game", "base"),)), Seeded(3)).state
    places = rules.choices(state, rules.prompts(state)[0].seat, ("found",))

    async def painting(what: str, *_given: Any) -> bytes:
        asked.append(what)
        return b"a picture"

    monkeypatch.setattr(made, "_png", painting)
    assert await made.part(seen, (), ((), ()), "") == ()
    assert asked == []
    (picture,) = await made.part(rules.public(state), (), (("found",), places), "")
    assert (picture.data, asked) == (b"a picture", [PART])


async def test_one_that_is_being_begun_when_it_ends_is_not_left_behind(monkeypatch: pytest.MonkeyPatch):
    made, begun, begin, asked = Studio(), list[Any](), asyncio.create_subprocess_exec, asyncio.Event()

    async def beginning(*given: Any, **more: Any) -> Any:
        asked.set()
        begun.append(await begin(*given, **more))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", beginning)
    wanted = asyncio.create_task(made.painted(PICTURE, view("cafe"), "cafe", None, ()))
    await asked.wait()
    await made.close()
    assert await wanted == b""
    assert [process.returncode for process in begun] == [-signal.SIGKILL]


async def test_who_waits_for_an_answer_is_painted_for_before_a_thread_but_not_for_ever(studio: Studio):
    seen, order = view("cafe"), list[str]()

    async def wanted(what: str, *, later: bool) -> None:
        with after_others() if later else nullcontext():
            assert (await studio.painted(PICTURE, seen, "cafe", None, (what,) * 4)).startswith(b"\x89PNG")
        order.append(what)

    await wanted("first", later=False)
    threads = [asyncio.create_task(wanted(f"thread {n}", later=True)) for n in range(HANDED + 2)]
    await asyncio.sleep(0)
    answers = [asyncio.create_task(wanted(f"answer {n}", later=False)) for n in range(2 * BEFORE)]
    await asyncio.gather(*threads, *answers)
    early = [f"thread {n}" for n in range(HANDED)]
    first, more = ([f"answer {n}" for n in some] for some in (range(BEFORE), range(BEFORE, 2 * BEFORE)))
    assert order == ["first", *early, *first, f"thread {HANDED}", *more, f"thread {HANDED + 1}"]


async def test_a_picture_that_nobody_waits_for_any_more_is_not_painted(studio: Studio):
    seen = view("cafe")
    await studio.painted(PICTURE, seen, "cafe", None, ())
    waiting = [
        asyncio.create_task(studio.painted(PICTURE, seen, "cafe", None, (str(n),) * 4)) for n in range(HANDED + 3)
    ]
    await asyncio.sleep(0)
    for task in waiting[HANDED:-1]:
        task.cancel()
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [isinstance(one, bytes) and one[1:4] == b"PNG" for one in found] == [True] * HANDED + [False] * 2 + [True]
    assert studio._soon == studio._later == studio._handed == deque()  # pyright: ignore[reportPrivateUsage]


async def test_many_that_wait_for_one_another_are_no_sign_that_it_hangs(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
):
    seen, loop = view("catan"), asyncio.get_running_loop()
    (region, *_) = PAINTERS.regions(seen, "board")
    wanted = ZOOM, seen, "board", region
    await studio.painted(*wanted)
    before, many, took, found = process_of(studio).pid, 64, 0.0, set[bytes]()
    monkeypatch.setattr("bot.discord.studio.PATIENCE", patience := 2.0)
    while took <= patience:  # until the last of them has waited for longer than one may hang
        many, began = 2 * many, loop.time()
        found = {one[:4] for one in await asyncio.gather(*(studio.painted(*wanted) for _ in range(many)))}
        took = loop.time() - began
    assert found == {b"\x89PNG"}
    assert process_of(studio).pid == before

"""The counting of what an interaction costs: each seam is seen, nothing is counted twice, time stands still."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import engine
from rules.chance import Seeded
from rules.contract import Setup
from rules.guatemala.game import RULES
from storage.sqlite.opening import open_store
from storage.sqlite.outbox import sent
from storage.sqlite.tables import load
from tests.bench import meter as metering
from tests.bench.meter import FIGURES, HOP, ROOT, SEAMS, Loop, Meter, figures, quiet
from tests.bench.walk import STEPS, differing, in_a_process, table, unseen

MADE_UP = """
import asyncio

def once(): return [n for n in range(3)]

async def thrice():
    for _ in range(3):
        await asyncio.sleep(0)
    once()
    once()
"""


def made_up(folder: str) -> dict[str, Any]:
    """Functions that stand in a file of that folder."""
    names: dict[str, Any] = {}
    exec(compile(MADE_UP, str(ROOT / folder / "made_up.py"), "exec"), names)  # noqa: S102 (it stands above)
    return names


async def test_trips_and_what_sqlite_does_are_counted_while_it_is_on(tmp_path: Path):
    with Meter() as meter:
        async with await open_store(tmp_path / "data") as store:
            await store.writer.read(lambda c: load(c, "before"))
            meter.begin()
            await store.writer.read(lambda c: load(c, "nobody's"))
            await store.writer.write(lambda c: c.execute("DELETE FROM meta"))
            found = meter.end()
            await store.writer.read(lambda c: load(c, "after"))
    wanted = {HOP: 2, "asks": 2, "transactions": 1, "statements": 2, "states": 1, "loads": 1, "decoded": 0}
    assert {name: found[name] for name in wanted} == wanted


def test_a_state_is_counted_however_it_is_read():
    state = RULES.setup(Setup(2), Seeded(0)).state
    text = msgspec.json.encode(state)
    with Meter() as meter:
        meter.begin()
        read: list[Any] = [
            msgspec.json.decode(text, type=RULES.state_type),
            msgspec.json.Decoder(RULES.state_type).decode(text),
            msgspec.convert(msgspec.json.decode(text), RULES.state_type),
            msgspec.convert(msgspec.json.decode(text), type=RULES.state_type),
        ]
        msgspec.json.decode(b"[]", type=list[int])
        msgspec.json.Decoder(list[int]).decode(b"[]")
        found = meter.end()
    assert read == [state] * 4
    assert found["decoded"] == 4


def test_the_rules_and_the_engine_are_counted():
    with Meter() as meter:
        meter.begin()
        begun = engine.begin(RULES, Setup(2), Seeded(0))
        move = RULES.parse("buyer 3")
        engine.draft(RULES, begun.position, begun.position.open[0].seat, (move,))
        RULES.write(move)
        engine.replay(RULES, begun.records)
        found = meter.end()
    wanted = {"parsed": 1, "written": 1, "tries": 1, "applied": 1, "replays": 1}
    assert {name: found[name] for name in wanted} == wanted


async def test_a_coroutine_is_entered_once_and_a_comprehension_is_no_function():
    names = made_up("bot")
    strange, alike = made_up("tests"), made_up("rules")
    with Meter() as meter:
        meter.begin()
        await names["thrice"]()
        await strange["thrice"]()
        first = meter.end()
        meter.begin()
        await names["thrice"]()
        await alike["thrice"]()
        both = meter.end()
    assert (first["calls"], first["functions"], first["files"]) == (3, 2, 1)
    assert (both["calls"], both["functions"], both["files"]) == (6, 4, 2)


def test_work_in_a_thread_counts():
    names = made_up("renderer")
    with Meter() as meter:
        meter.begin()
        thread = threading.Thread(target=names["once"])
        thread.start()
        thread.join()
        found = meter.end()
    assert (found["calls"], found["functions"]) == (1, 1)


def test_afterwards_everything_is_as_it_was():
    before = (msgspec.json.decode, msgspec.convert)
    with Meter():
        assert msgspec.json.decode is not before[0]
    assert (msgspec.json.decode, msgspec.convert) == before


def test_trips_after_the_last_post_are_told_apart():
    found = figures([HOP, load.__code__, HOP, sent.__code__, HOP, sent.__code__, HOP])
    assert (found[HOP], found["after"], found["loads"], found["sent"]) == (3, 1, 1, 2)
    assert (figures([HOP, HOP])[HOP], figures([HOP, HOP])["after"]) == (2, 0)


def test_a_held_clock_lets_no_time_pass():
    happened: list[str] = []
    with asyncio.Runner(loop_factory=Loop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Loop)
        loop.hold()
        began = loop.time()
        loop.call_later(0.001, happened.append, "time")
        runner.run(in_a_thread(loop, happened))
        assert loop.time() == began
        assert happened == ["thread"]
        loop.release()
        runner.run(asyncio.sleep(0.002))
    assert happened == ["thread", "time"]


async def in_a_thread(loop: Loop, happened: list[str]) -> None:
    """Longer than what was asked for by the clock."""
    await loop.run_in_executor(None, lambda: threading.Event().wait(0.01))
    happened.append("thread")


def test_a_clock_that_somebody_waits_for_is_let_go_and_it_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(metering, "PATIENCE", 0.0)
    loop = Loop()
    loop.hold()
    assert loop._patience is not None
    loop._patience.join()
    with pytest.raises(TimeoutError, match="waits for time"):
        loop.release()
    loop.close()


class Look:
    """Passes at once. With the third the thread comes to its end."""

    looked = 0
    gate = threading.Event()

    def __init__(self, _: float, call: Callable[..., object], args: tuple[Any, ...]) -> None:
        self.call, self.args = call, args

    def start(self) -> None:
        type(self).looked += 1
        if self.looked == 3:
            self.gate.set()
        self.call(*self.args)


def test_it_is_not_quiet_while_a_thread_works(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(metering.threading, "Timer", Look)
    ended: list[bool] = []
    with asyncio.Runner(loop_factory=Loop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Loop)
        loop.run_in_executor(None, Look.gate.wait)
        loop.run_in_executor(None, Look.gate.wait).add_done_callback(lambda _: ended.append(True))
        runner.run(quiet(Meter(), loop, 1))
        Look.gate.set()
    assert Look.looked > 3
    assert ended == [True]


def row(**more: int) -> dict[str, int]:
    return dict.fromkeys(FIGURES, 1) | {"sent": 1} | more


def test_figures_that_differ_between_runs_are_named():
    assert differing([{"press": row()}, {"press": row()}]) == []
    assert differing([{"press": row(hops=7)}, {"press": row(hops=8)}]) == ["press, hops: 7, 8"]


def test_a_seam_that_was_never_entered_is_named():
    assert unseen({"press": row(), "type": row(loads=0, replays=0)}) == []
    assert unseen({"press": row(tries=0, replays=0), "type": row(tries=0)}) == ["tries"]
    assert "tries" in SEAMS


def test_each_figure_stands_below_its_name():
    head, line = table({"press": row(hops=1234)}).splitlines()
    assert head.index("hops") + len("hops") == line.index("1234") + len("1234")


@pytest.mark.long
def test_every_step_of_the_walk_is_counted():
    found = in_a_process()
    assert tuple(found) == STEPS
    assert [name for name in STEPS if not found[name][HOP]] == []

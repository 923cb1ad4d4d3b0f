"""A process keeps to its part of the requests that Discord takes of the whole bot in a second."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import requests
from bot.discord.requests import Requests, share
from storage.shards import Shards


class Time:
    """Passes as somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_the_share_is_by_shards_unless_it_is_set_or_a_proxy_counts():
    quarter = Shards((0, 1), 8)
    assert share(0, quarter, "") == 12.5
    assert share(20, quarter, "") == share(20, None, "") == 20
    assert share(0, None, "") == share(0, quarter, "http://proxy:8080") == 0


@pytest.mark.parametrize("rate", [10.0, 12.5, 0.5])
async def test_no_more_are_made_in_a_second_than_that(monkeypatch: pytest.MonkeyPatch, rate: float):
    clock, made = Time(), list[float]()

    async def ask(route: object, **given: object) -> object:
        made.append(clock.now)
        return given

    http: Any = SimpleNamespace(request=ask)
    monkeypatch.setattr(requests.asyncio, "sleep", clock.sleep)
    mine = Requests(rate, clock)
    mine.use(http)
    await asyncio.gather(*(http.request("route", n=n) for n in range(60)))
    assert len(made) == 60
    for begun in made:
        within = sum(begun <= at < begun + 1 for at in made)
        assert within <= max(1.0, rate) + rate + 1, "what was saved up, and a second's"
    assert made[-1] >= (60 - max(1.0, rate)) / rate - 1e-6
    assert sum(mine.took.counts) == 60


async def test_without_a_bound_nobody_waits(monkeypatch: pytest.MonkeyPatch):
    made: list[object] = []

    async def ask(route: object) -> None:
        made.append(route)

    http: Any = SimpleNamespace(request=ask)
    monkeypatch.setattr(requests.asyncio, "sleep", None)
    Requests(0).use(http)
    for _ in range(200):
        await http.request("route")
    assert len(made) == 200

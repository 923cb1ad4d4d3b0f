"""What is waited out before Discord is reached, and what no waiting would mend."""

import itertools
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.discord import connect
from bot.discord.connect import pauses
from bot.discord.transient import is_away
from bot.operation.problem import CannotRun
from storage.problem import EX_CONFIG


def answered(status: int) -> discord.HTTPException:
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), "<html>a page at length</html>")


def at_proxy(status: int) -> aiohttp.ClientHttpProxyError:
    about: Any = SimpleNamespace(real_url="http://ada:secret@proxy")
    return aiohttp.ClientHttpProxyError(about, (), status=status, message="no")


def test_pauses_grow_from_five_seconds_to_five_minutes_and_no_two_are_alike():
    found = list(itertools.islice(pauses(), 40))
    assert 4 <= found[0] <= 6
    assert all(240 <= pause <= 360 for pause in found[7:])
    assert all(later > sooner for sooner, later in itertools.pairwise(found[:6]))
    assert len(set(found)) == 40


@pytest.mark.parametrize(
    "error",
    [
        OSError("no route"),
        TimeoutError(),
        aiohttp.ServerDisconnectedError(),
        answered(500),
        answered(503),
        answered(429),
        at_proxy(502),
        discord.GatewayNotFound(),
        discord.RateLimited(60.0),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_what_may_pass_is_waited_out_with_a_line_each_time(error: Exception, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connect, "FIRST", 0.001)
    left = [error, error]

    async def work() -> str:
        if left:
            raise left.pop()
        return "there"

    assert is_away(error)
    with capture_logs() as lines:
        assert await connect._patiently(work) == "there"
    assert [line["event"] for line in lines] == ["Discord is out of reach"] * 2
    assert "html" not in str(lines)


@pytest.mark.parametrize(
    ("error", "about"),
    [
        (discord.LoginFailure(), "does not accept this token"),
        (answered(401), "does not accept this token"),
        (at_proxy(407), "proxy wants a name"),
    ],
    ids=["at login", "after it", "by a proxy"],
)
async def test_what_no_waiting_mends_ends_it_with_78(error: Exception, about: str):
    async def work() -> None:
        raise error

    with pytest.raises(CannotRun, match=about) as wrong:
        await connect._patiently(work)
    assert wrong.value.exit_code == EX_CONFIG


async def test_a_fault_of_ours_is_not_taken_for_an_outage():
    async def work() -> None:
        raise KeyError("of ours")

    with pytest.raises(KeyError):
        await connect._patiently(work)

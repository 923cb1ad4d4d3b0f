"""The lines of the log: alike whoever writes them, and without anything that opens something."""

import json
import logging
from typing import Any, cast

import aiohttp
import discord
import pytest
import structlog
from discord.gateway import ReconnectWebSocket
from structlog.stdlib import ProcessorFormatter

from bot.operation.log import Discreet, in_one_line, once_an_outage, redacted
from storage.problem import StorageAway, StorageError
from tests.e2e.shipped import TOKEN


def record(name: str, text: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    found = None if error is None else (type(error), error, None)
    return logging.LogRecord(name, logging.ERROR, "", 0, text, args, found)


@pytest.mark.parametrize("name", ["discord.client", "asyncio"])
def test_a_line_of_a_library_is_json_like_ours(name: str):
    line = json.loads(Discreet(as_json=True).format(record(name, "It failed %d times", 3, error=KeyError("no"))))
    assert (line["event"], line["level"], line["logger"]) == ("It failed 3 times", "error", name)
    assert line["exception"][0]["exc_type"] == "KeyError"
    assert "timestamp" in line


@pytest.mark.parametrize("as_json", [True, False])
def test_what_looks_like_a_secret_is_not_written_wherever_it_stands(as_json: bool):
    secrets = [TOKEN, "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZmdo", "ada:password"]
    error = OSError(f"http://{secrets[2]}@proxy:3128 refused https://discord.com/api/webhooks/12/{secrets[1]}/messages")
    line = Discreet(as_json=as_json).format(record("aiohttp", "Bot %s", TOKEN, error=error))
    assert not [secret for secret in secrets if secret in line]
    assert "proxy:3128" in line
    assert not as_json or json.loads(line)


def test_an_ordinary_line_is_written_as_it_is():
    text = (
        'the data folder /var/lib/stammtisch lies on ext4; https://discord.com/oauth2/authorize?client_id=12 "3.14.5"'
    )
    assert redacted(text) == text


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        ReconnectWebSocket(0),
        discord.ConnectionClosed(cast("Any", None), shard_id=0, code=1006),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_lost_connection_takes_one_line_and_no_traceback(error: Exception):
    told = record("discord.shard", "Attempting a reconnect for shard ID %s in %.2fs", 0, 1.5, error=error)
    assert in_one_line(told)
    line = json.loads(Discreet(as_json=True).format(told))
    assert line["event"].startswith(f"Attempting a reconnect for shard ID 0 in 1.50s ({type(error).__name__}")
    assert "exception" not in line


@pytest.mark.parametrize(
    ("name", "error"), [("discord.client", KeyError("ours")), ("bot.discord.messages.courier", OSError("a disk"))]
)
def test_a_fault_of_ours_keeps_its_traceback(name: str, error: Exception):
    told = record(name, "It failed", error=error)
    assert in_one_line(told)
    assert "exception" in json.loads(Discreet(as_json=True).format(told))


@pytest.mark.parametrize(("error", "written"), [(StorageAway(), False), (StorageError("refused"), True)])
def test_what_fails_while_the_database_is_away_is_not_logged_part_by_part(
    error: Exception, written: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """As the bot logs: what structlog hands on is what the filter looks at."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(as_json=True))
    handler.addFilter(once_an_outage)
    logger = logging.getLogger("of an outage")
    monkeypatch.setattr(logger, "handlers", [handler])
    wrapped: Any = structlog.wrap_logger(
        logger, [ProcessorFormatter.wrap_for_formatter], structlog.stdlib.BoundLogger, cache_logger_on_first_use=False
    )
    wrapped.exception("clock failed", table="Tq3", exc_info=error)
    assert bool(capsys.readouterr().err) is written

"""Log lines without names, hands or texts, in one format; libraries that log such things are kept quiet."""

import logging
import re
from typing import Any, Final, cast

import discord
import structlog
from discord.gateway import ReconnectWebSocket
from structlog.stdlib import ProcessorFormatter

from bot.discord.transient import is_away, why
from storage import StorageAway

QUIET: Final = ("discord.gateway", "discord.webhook.async_", "discord.http", "discord.client", "aiosqlite")
"""Quiet even at level debug, where they would log what they send."""

_SECRETS: Final = (
    (re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII), "[token]"),
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w-]{20,}", re.ASCII), r"\1[token]"),
    (re.compile(r"://[^\s/@\"]+@"), "://[password]@"),
)
_BEFORE: Final[list[Any]] = [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]


def configure(level: str, *, as_json: bool) -> None:
    """Sets up logging for the whole process, on stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(as_json=as_json))
    handler.addFilter(in_one_line)
    handler.addFilter(once_an_outage)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody wants to hear this bot
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    structlog.configure(
        processors=[*_BEFORE, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level.lower()),
    )


class Discreet(ProcessorFormatter):
    """Formats our own lines and those of the libraries; nothing that looks like a secret gets through."""

    def __init__(self, *, as_json: bool) -> None:
        plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        shown: list[Any] = (
            [structlog.processors.ExceptionRenderer(plain), structlog.processors.JSONRenderer(ensure_ascii=False)]
            if as_json
            else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
        )
        super().__init__(
            processors=[ProcessorFormatter.remove_processors_meta, *shown],
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *_BEFORE],
        )

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def redacted(text: str) -> str:
    for looks, instead in _SECRETS:
        text = looks.sub(instead, text)
    return text


def in_one_line(record: logging.LogRecord) -> bool:
    """discord.py logs a full traceback on every reconnect attempt; one line is enough."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None or not record.name.startswith("discord."):
        return True
    if is_away(error) or isinstance(error, discord.ConnectionClosed | ReconnectWebSocket):
        record.msg, record.args = f"{record.getMessage()} ({why(error)})", ()
        record.exc_info = record.exc_text = None
    return True


def once_an_outage(record: logging.LogRecord) -> bool:
    """What fails because the database is away fails again and again; that it is away was said once (database.py)."""
    line = cast("dict[str, Any]", record.msg) if isinstance(record.msg, dict) else {}  # ours are such
    return not isinstance(line.get("exc_info"), StorageAway)

"""Structured lines without names, hands or texts; the libraries that would log them are kept quiet also in debug."""

import logging
from typing import Any, Final

import structlog

QUIET: Final = ("discord.gateway", "discord.webhook.async_", "discord.http", "discord.client", "aiosqlite")


def configure(level: str, *, as_json: bool) -> None:
    logging.basicConfig(level=level, format="%(levelname)s %(name)s %(message)s")
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    plain = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    shown: list[Any] = (
        [structlog.processors.ExceptionRenderer(plain), structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level.lower()),
    )

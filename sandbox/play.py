"""`python -m sandbox.play`, which is `make run`: the bot on Discord or, without a token, on a Discord of this machine.
`stammtisch sandbox` plays on this machine, whether there is a token or not.

Sandbox, page and bot share one process and one clock, so that a developer who moves the clock moves the bot's too.
World and tables are kept in `sandbox` inside the data folder, apart from the tables of a bot that has a token.
"""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import click
from pydantic import SecretStr

from bot.operation import log, settings
from bot.operation.host import host
from bot.operation.problem import CannotRun
from bot.operation.settings import Settings
from sandbox.page.served import Page
from sandbox.server import Sandbox
from storage.problem import StorageProblem

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None

EX_TEMPFAIL = 75
PEOPLE = (("Ada", "en-US"), ("Bea", "de"), ("Cem", "it"))
"""The people of the first start: one for each language of the bot."""


async def play(chosen: Settings) -> None:
    """Runs until Ctrl-C, or until the bot ends by itself."""
    folder = chosen.data / "sandbox"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone(folder):
        await _play(chosen.model_copy(update={"data": folder, "proxy": "", "dev_guild": 0, "database": SecretStr("")}))


@contextlib.contextmanager
def _alone(folder: Path) -> Generator[None]:
    """Refuses a second sandbox on the same folder: each would overwrite the other's world."""
    if fcntl is None:
        yield
        return
    with (folder / "playing").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotRun(
                f"The sandbox of {folder} is running already.", "Use its page, or end it with Ctrl-C.", EX_TEMPFAIL
            ) from None
        yield


async def _play(chosen: Settings) -> None:
    sandbox = Sandbox(keep=chosen.data / "world", mount=Page().mount, schema=_document())
    guild = sandbox.guild()
    for name, locale in PEOPLE:
        sandbox.person(name, guild, locale=locale)
    await _opened(sandbox, chosen.port)
    try:
        with sandbox.attached():
            running = asyncio.create_task(_bot(chosen, sandbox))
            await sandbox.until(lambda: sandbox.gateway.connected or running.done(), 60)
            if not running.done():
                click.echo(f"Stammtisch plays at {sandbox.address}: open it in a browser (Ctrl-C ends it)")
            await running
    finally:
        await sandbox.stop()


def _document() -> Path | None:
    """Returns Discord's document, if a developer has it and its validator: then requests are checked against it too."""
    named = os.environ.get("DISCORD_OPENAPI")
    return Path(named) if named and find_spec("jsonschema_rs") else None


async def _opened(sandbox: Sandbox, port: int) -> None:
    """Opens the page at the usual address, or at a free one."""
    try:
        await sandbox.start(port)
    except OSError:
        await sandbox.stop()
        await sandbox.start(0)


async def _bot(chosen: Settings, sandbox: Sandbox) -> None:
    token = sandbox.world.application.token
    await host(chosen, token, now=lambda: int(sandbox.clock.now() * 1000), guild_ready_timeout=0.05)


def play_here(chosen: Settings) -> None:
    """On this machine, until Ctrl-C. Raises CannotRun, StorageProblem."""
    log.configure("WARNING" if chosen.log_level == "INFO" else chosen.log_level, as_json=chosen.log_json)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that it cannot speak aloud
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(play(chosen))


@click.command()
def main() -> None:
    """Play: on Discord if there is a token, else on this machine."""
    try:
        chosen = settings.read()
        if settings.token(chosen):
            os.execv(sys.executable, [sys.executable, "-m", "bot", "run"])  # noqa: S606 (the same interpreter)
        play_here(chosen)
    except (CannotRun, StorageProblem) as wrong:
        click.echo(f"{wrong.problem}\n{wrong.solution}", err=True)
        sys.exit(wrong.exit_code)


if __name__ == "__main__":
    main()

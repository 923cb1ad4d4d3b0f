"""`python -m sandbox`: a server alone, with a guild and two people, until Ctrl-C. Its address is printed first."""

import asyncio
import contextlib
import signal
from pathlib import Path

import click

from sandbox.house import TOKEN
from sandbox.server import Sandbox


async def run(port: int, keep: Path | None, token: str) -> None:
    sandbox = Sandbox(keep=keep, token=token)
    guild = sandbox.guild()
    for name in ("Ada", "Bea"):
        sandbox.person(name, guild)
    await sandbox.start(port)
    click.echo(sandbox.address)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C still raises
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        await ended.wait()
    finally:
        await sandbox.stop()


@click.command()
@click.option("--port", default=0, help="0 takes a free one.")
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False), help="Remember the world in this file.")
@click.option("--token", default=TOKEN, show_default=True, help="What the bot must log in with.")
def main(port: int, keep: Path | None, token: str) -> None:
    """A Discord on this machine."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(port, keep, token))


if __name__ == "__main__":
    main()

"""`stammtisch`: run · doctor · backup · restore · status · invite."""

import asyncio
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import click
import discord

from bot import log, settings
from bot.client import Stammtisch
from bot.luck import Live
from bot.permissions import invite as invite_link
from bot.settings import EX_CONFIG, BadSettingError, Settings
from bot.tables import Desk, Tables
from storage.problem import StorageProblem
from storage.store import open_store

MINUTE = 60_000


def fail(problem: str, solution: str, code: int) -> None:
    """Two sentences, and the exit code that says whether a restart helps."""
    click.echo(f"{problem}\n{solution}", err=True)
    sys.exit(code)


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


async def host(chosen: Settings, token: str) -> None:
    """Opens the store, then Discord; ends cleanly on SIGTERM and Ctrl-C."""
    store = await open_store(chosen.data)
    low, high = chosen.order_delay_minutes
    tables = Tables(Desk(store, Live(), milliseconds, delay=(low * MINUTE, high * MINUTE)))
    try:
        async with Stammtisch(chosen, tables) as client:
            ended = asyncio.create_task(_asked_to_end())
            running = asyncio.create_task(client.start(token))
            await asyncio.wait({ended, running}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            await client.close()
            await running
    finally:
        await store.close()


async def _asked_to_end() -> None:
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, asked.set)
    await asked.wait()


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    """Hosts board games on Discord for people who have no hour in common."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@main.command()
def run() -> None:
    """Run the bot."""
    try:
        chosen = settings.read()
        token = settings.token(chosen)
    except BadSettingError as wrong:
        fail(wrong.problem, wrong.solution, EX_CONFIG)
        return
    log.configure(chosen.log_level, as_json=chosen.log_json)
    if not token:
        fail("There is no DISCORD_TOKEN.", "Copy .env.example to .env and put your bot's token in.", EX_CONFIG)
    try:
        asyncio.run(host(chosen, token))
    except StorageProblem as wrong:
        fail(wrong.problem, wrong.solution, wrong.exit_code)
    except discord.LoginFailure:
        fail("Discord does not accept this token.", "Reset it in the developer portal and put the new one in .env.", 78)
    except discord.PrivilegedIntentsRequired:
        fail("Discord refused the intents.", "The bot needs none that is privileged; look for a changed client.", 78)


@main.command()
@click.argument("application", type=int)
def invite(application: int) -> None:
    """Print the link that invites the bot, with exactly the rights it needs."""
    click.echo(invite_link(application))


@main.command()
@click.argument("archive", type=click.Path(exists=True, path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), required=True, help="An empty folder.")
@click.option("--dry-run", is_flag=True, help="Only look whether it could be restored.")
def restore(archive: Path, into: Path, dry_run: bool) -> None:
    """Restore a backup into an empty data folder."""
    from storage.backup import restore as bring_back

    try:
        click.echo(bring_back(archive, into, dry_run=dry_run))
    except StorageProblem as wrong:
        fail(wrong.problem, wrong.solution, wrong.exit_code)


if __name__ == "__main__":
    main()

"""`stammtisch`: run · sandbox · doctor · migrate · move · backup · restore · status · health · verify · show · import ·
invite.

What only one of them needs is imported there: a container asks for its health every minute, in a process of its own.
"""

import asyncio
import json
import sys
from pathlib import Path

import click

from bot.operation import at_hand, settings
from bot.operation.database import asked
from bot.operation.problem import CannotRun
from bot.operation.version import version, versions
from storage import StorageProblem

PATIENCE = 8.0
"""Seconds; a container gives up after ten."""


class Commands(click.Group):
    """Tells what keeps a command from running: two sentences, and the exit code that says whether a restart helps."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (CannotRun, StorageProblem) as wrong:
            click.echo(f"{wrong.problem}\n{wrong.solution}", err=True)
            sys.exit(wrong.exit_code)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(version(), prog_name="stammtisch")
@click.pass_context
def main(context: click.Context) -> None:
    """Hosts board games on Discord for people who are never free at the same time."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@main.command()
def run() -> None:
    """Run the bot on Discord."""
    from bot.operation import log
    from bot.operation.heap import keep_large_blocks_apart
    from bot.operation.host import host
    from storage import Known

    keep_large_blocks_apart()
    found = settings.read()
    token = settings.token(found)
    log.configure(found.log_level, as_json=found.log_json or not sys.stderr.isatty())
    if not token:
        problem = f"There is no DISCORD_TOKEN, neither in the environment nor in {settings.env_file()}."
        raise CannotRun(problem, at_hand.how_to_set_a_token())
    asyncio.run(host(found, token, welcome=_welcome, known=Known(found.data)))


def _welcome(application: int) -> None:
    """Not a line of the log: it is there at every level."""
    from bot.discord.permissions import invite as invite_link

    click.echo(f"Invite the bot to a server: {invite_link(application)}")


@main.command()
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Where its tables are kept.")
@click.option("--port", type=click.IntRange(0, 65535), help="Of its page; 0 takes a free one.")
def sandbox(data: Path | None, port: int | None) -> None:
    """Play without a token: on a Discord of this machine, in a browser.

    What is kept lies in `sandbox` inside the data folder, apart from the tables of a bot that has a token.
    """
    if not at_hand.has_sandbox():
        raise CannotRun("The sandbox is no part of this installation.", at_hand.ELSEWHERE)
    from sandbox.play import play_here

    given = {name: value for name, value in (("data", data), ("port", port)) if value is not None}
    play_here(settings.read().model_copy(update=given))


def _report(what: str) -> None:
    found = settings.read()
    answer = asked(found, what)
    if not answer.ok:
        raise CannotRun(answer.problem, answer.solution, answer.exit_code)
    told = versions() | answer.found if what == "status" else answer.found  # those of the running bot, if one runs
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


@main.command()
def status() -> None:
    """How much there is of what: counts, versions, sizes."""
    _report("status")


@main.command()
def health() -> None:
    """For a container's or a monitor's check: 0 if the bot does its work, else 1, and one line that says why."""
    answer = asked(settings.read(), "health", PATIENCE)
    click.echo(answer.found["reason"] if answer.ok else answer.problem)
    sys.exit(0 if answer.found.get("well") else 1)


@main.command()
@click.option("--offline", is_flag=True, help="Ask Discord nothing.")
def doctor(*, offline: bool) -> None:
    """Look whether everything is well, and say what helps where it is not."""
    from bot.operation.doctor import examine

    found = settings.read()
    answer = asked(found, "doctor")
    checks = examine(found, settings.token(found), answer, offline=offline)
    for check in checks:
        click.echo(check)
    if not all(check.well for check in checks):
        sys.exit(answer.exit_code or 1)


@main.command()
def migrate() -> None:
    """Bring a PostgreSQL database to this version; a SQLite file is brought forward by the start."""
    from bot.operation.database import brought_forward

    click.echo(brought_forward(settings.read()))


@main.command()
@click.option("--to", required=True, help="postgresql://…, or from there a data folder.")
def move(to: str) -> None:
    """Move all tables of a bot that stands still between a SQLite file and a PostgreSQL database."""
    from bot.operation.database import moved

    click.echo(moved(settings.read(), to))


@main.command()
def backup() -> None:
    """Make a backup now; a running bot makes it itself."""
    _report("backup")


@main.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), required=True, help="An empty folder.")
@click.option("--dry-run", is_flag=True, help="Only look whether it could be restored.")
def restore(archive: Path, into: Path, *, dry_run: bool) -> None:
    """Restore a backup into an empty data folder."""
    from storage.folder.backup import restore as bring_back

    found = bring_back(archive, into, dry_run=dry_run)
    click.echo(f"{'Could be restored' if dry_run else 'Restored'}: {found}")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Prove what the file of a game says: 0 if nothing contradicts it, else 1."""
    from bot.operation.game_files import verify as prove

    sys.exit(prove(file))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The page to write.")
@click.option("--language", default="", help="en, de or it; else that of the table.")
def show(file: Path, html: Path, language: str) -> None:
    """Write a page that shows a game in any browser, without a network."""
    from bot.operation.game_files import show as write_page

    write_page(file, html, language)


@main.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--channel", required=True, help="The address of the channel, as Discord copies it, for the thread.")
def import_(file: Path, channel: str) -> None:
    """Put the game of a file among the tables, to be looked at: a game that was played at another host."""
    from bot.operation.importing import bring_in

    bring_in(settings.read(), file, channel)


@main.command()
@click.argument("application", type=int)
def invite(application: int) -> None:
    """Print the link that invites the bot, with exactly the rights it needs."""
    from bot.discord.permissions import invite as invite_link

    click.echo(invite_link(application))


if __name__ == "__main__":
    main()

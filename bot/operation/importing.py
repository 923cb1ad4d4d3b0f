"""`stammtisch import`: a game that was played at another host, put among the tables of this one to be looked at."""

import asyncio
import re
from pathlib import Path
from typing import Final

import click

from bot.games import GAMES
from bot.games.page import proof
from bot.operation import game_files
from bot.operation.database import opened
from bot.operation.problem import CannotRun
from bot.operation.settings import Settings
from bot.play.gamefile.form import GameFile
from bot.play.gamefile.taken import CannotTake, Place, taken
from bot.wording import words_for
from bot.wording.names import clean_name, plain
from storage import Known, imported
from storage.folder.control import bring
from storage.monitoring.health import milliseconds
from storage.rows import Change

_LINK: Final = re.compile(r"(?:https://(?:[a-z]+\.)?discord(?:app)?\.com/channels/)?([0-9]{15,19})/([0-9]{15,19})/?")
_PAGE: Final = "`stammtisch show FILE --html out.html` makes a page of it in any case."
_WHY: Final = {
    "game": ("This program does not know the game.", "Install the version that wrote the file, or a newer one."),
    "running": ("This game is not over: its file holds only what everybody knows.", "Export it again after its end."),
    "closed": ("The hands of this game stay closed, so its file does not hold the whole game.", _PAGE),
    "rules": ("This game was played by other rules than this program plays, and could not be shown.", _PAGE),
    "changed": ("The file is not as it was written: something in it was changed.", "Get it anew with /table export."),
    "unknown": ("The file holds what this program does not know, or what contradicts itself.", _PAGE),
}
_BECAME: Final = {
    imported.NEW: "Imported: {game}. A thread with its end is opened in the channel, at once if the bot is running.",
    imported.KNOWN: "This game is here already: {game}. Nothing was changed.",
}


def place(link: str) -> Place:
    """Reads the address of a channel, as Discord copies it. Raises CannotRun."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        problem = "That is no address of a channel."
        raise CannotRun(problem, "In Discord choose *Copy Link* on the channel: https://discord.com/channels/…/…")
    return Place(int(found[1]), int(found[2]))


def bring_in(found: Settings, file: Path, channel: str) -> None:
    """Puts the game of a file among the tables, of the running bot or of the one that is started next."""
    where, read = place(channel), game_files.opened(file)
    game = GAMES.get(read.file.game)
    try:
        change = taken(read, None if game is None else game.rules, where, milliseconds(), _named)
    except CannotTake as cannot:
        if cannot.found:
            click.echo("\n".join(proof.line(words_for("en"), one) for one in cannot.found), err=True)
            raise CannotRun("The file contradicts itself.", "Get it anew with /table export.") from None
        raise CannotRun(*_WHY[cannot.why]) from None
    became = _put(found, change)
    if became == imported.OTHER:
        raise CannotRun(f"Another game has the id {read.file.table} here.", f"Nothing was changed. {_PAGE}")
    click.echo(_BECAME[became].format(game=_told(read.file)))


def _named(language: str, seat: int, name: str) -> str:
    """Returns a name as people here could have it: a file may hold anything."""
    if not name:
        return words_for(language).say("Player {n}", n=seat)
    return name if clean_name(plain(name)) == name else clean_name(name)


def _told(file: GameFile) -> str:
    names = {one.seat: one.name for one in file.sitters}
    return f"{GAMES[file.game].title} · {', '.join(plain(names[seat]) or '–' for seat in sorted(names))}"


def _put(found: Settings, change: Change) -> str:
    answer = bring(found.data, change)
    if answer is None:
        return asyncio.run(_put_here(found, change))
    if not answer.ok:
        raise CannotRun(answer.problem, answer.solution, answer.exit_code)
    return str(answer.found["became"])


async def _put_here(found: Settings, change: Change) -> str:
    store = await opened(found, Known(found.data), asyncio.Event())
    assert store is not None  # noqa: S101 (nobody stops it)
    async with store:
        return await imported.put(store, change)

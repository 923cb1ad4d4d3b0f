"""`stammtisch verify` and `show`: what is done with the file of a game, without a running bot."""

from pathlib import Path

import click

from bot.games import GAMES
from bot.games.page import proof
from bot.games.page.made import page
from bot.operation.problem import CannotRun
from bot.operation.version import version
from bot.play.gamefile.form import MOST, VERSION, NotAGame, Read, read
from bot.play.gamefile.verified import Finding, proves, verified
from bot.wording import words_for

_WHY = {
    "large": f"This is no file of a game: it has more than {MOST // 1_000_000} MB.",
    "form": "This is no file of a game.",
    "version": f"This file has a newer form than version {VERSION}, which this program ({version()}) reads.",
    "broken": "This was a file of a game, and is damaged.",
}


def opened(file: Path) -> Read:
    """Reads a file. Raises CannotRun."""
    try:
        with file.open("rb") as stored:
            return read(stored.read(MOST + 1))
    except NotAGame as wrong:
        raise CannotRun(_WHY[wrong.why], "Get it anew with /table export, or install a newer version.") from None


def examined(found: Read) -> tuple[Finding, ...]:
    game = GAMES.get(found.file.game)
    return verified(found, None if game is None else game.rules)


def verify(file: Path) -> int:
    """Says what is proved; returns 0 if nothing contradicts the file, else 1."""
    found = opened(file)
    told = examined(found)
    click.echo("\n".join(proof.lines(words_for("en"), found.file, told)))
    return 0 if proves(told) else 1


def show(file: Path, html: Path, language: str) -> None:
    """Writes the page of a game."""
    found = opened(file)
    game = GAMES.get(found.file.game)
    if game is None:
        raise CannotRun("This program does not know the game.", "Install the version that wrote the file, or a newer.")
    told = examined(found)
    try:
        made = page(found.file, game, words_for(language or found.file.lang), told)
    except Exception as wrong:  # noqa: BLE001 (a file may hold anything)
        problem = f"What the file holds cannot be shown ({type(wrong).__name__})."
        raise CannotRun(problem, "`stammtisch verify` says what is wrong with it.") from None
    html.write_bytes(made)
    click.echo(f"{html}: {len(made) / 1e6:.1f} MB")

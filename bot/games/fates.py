"""What became of somebody's counter-offers: told to them alone, for nobody else heard that there were any."""

from collections.abc import Sequence

from bot.games.game_text import wording
from bot.wording import Words, or_else
from bot.wording.phrases import Names
from rules.engine import Entry

Known = tuple[Sequence[Entry], Sequence[Entry]]
"""The lines of a seat's log: until now, and those that it is told now."""


def told(words: Words, game: str, seat: int, known: Known, names: Names) -> list[str]:
    """Says it to a seat, by the lines of its log."""
    said = wording(game).fates
    before, now = ([fact for entry in part if not entry.undone for fact in entry.facts] for part in known)
    return or_else(lambda: said(words, seat, before, now, names) if said is not None else [], [])

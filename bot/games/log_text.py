"""The log of a table in words: each line by the names of those who sat there then, and who took a seat over when."""

from collections.abc import Callable, Sequence

from bot.games import game_text
from bot.play import Table
from bot.play.queries import Told
from bot.play.seating import occupants
from bot.wording import Words, called, table_text

Line = Callable[[Words, Told, tuple[str, ...]], str]


def dated(words: Words, line: Told, names: tuple[str, ...]) -> str:
    return game_text.told(words, line.entry, line.at, names)


def plain(words: Words, line: Told, names: tuple[str, ...]) -> str:
    return game_text.log_line(words, line.entry, names)


def lines(words: Words, table: Table, log: Sequence[Told], say: Line = dated) -> list[str]:
    """Returns a line for each of the log; below it stands who has taken a seat over since."""
    found = [say(words, line, called(words, line.seats)) for line in log]
    for row, left in occupants.arrivals(table.loaded.occupants):
        before = [place for place, line in enumerate(log) if line.version <= row.from_version]
        if before:
            heir, gone = called(words, (row, left))
            found[before[-1]] += f"\n{table_text.took_over(words, heir, gone)}"
    return found

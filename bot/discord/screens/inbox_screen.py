"""One's inbox: the tables of all servers that wait for somebody, with a button each that opens the panel here."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.discord import layout
from bot.discord.interactions import custom_ids
from bot.discord.layout import Button, Layout
from bot.games import game_text
from bot.wording import Words

A_PAGE: Final = 6
"""Tables: so many lines and buttons are no more than a telephone's screen."""
LABEL: Final = 22
"""Letters of a button, so that two stand beside each other on a telephone."""


class Waiting(NamedTuple):
    """A table that waits for somebody."""

    table: str
    game: str
    name: str
    """That of its thread, which is distinct in its channel."""
    server: str
    """Empty where it is not known."""
    link: str
    """Empty where it has no thread."""
    times: str
    """Since when, and until when if there is a clock."""


def shown(words: Words, waiting: Sequence[Waiting], page: int = 0) -> Layout:
    """Shows a page of it, in the order in which it is given."""
    if not waiting:
        return Layout(words.say("Nothing waits for you. Your other tables: /me tables."))
    last = (len(waiting) - 1) // A_PAGE
    page = min(page, last)
    first = page * A_PAGE
    lines = [words.many("**{n} table waits for you**", "**{n} tables wait for you**", len(waiting))]
    presses: list[Button] = []
    for number, one in enumerate(waiting[first : first + A_PAGE], first + 1):
        lines += [f"{number}. {_named(one)}", f"-# {one.times}"]
        label = f"{number} · {game_text.title(one.game)}"
        style = ButtonStyle.primary if number == 1 else ButtonStyle.secondary
        presses.append(Button(label, custom_ids.board(one.table, "turn"), style))
    rows = layout.buttons(*presses)
    return Layout("\n".join(lines), rows=(*rows, _leaves(page, last)) if last else rows)


def _named(one: Waiting) -> str:
    name = f"[{one.name}]({one.link})" if one.link else one.name
    return f"{name} · {one.server}" if one.server else name


def _leaves(page: int, last: int) -> tuple[Button, ...]:
    """The buttons to the pages around."""
    ways = (("◀", page - 1, page > 0), ("▶", page + 1, page < last))
    return tuple(
        Button(sign, custom_ids.inbox(f"{custom_ids.TURNS}{max(0, to)}{sign}"), disabled=not ok)
        for sign, to, ok in ways
    )


def button(words: Words) -> Button:
    """Leads there."""
    return Button(words.say("My turns"), custom_ids.inbox(custom_ids.TURNS))


def next_button(words: Words, table: str, count: int) -> Button:
    """Leads on from a table to the next of so many."""
    label = words.say("Next table ({n})", n=count)
    return Button(label, custom_ids.inbox(custom_ids.NEXT, table), ButtonStyle.primary)

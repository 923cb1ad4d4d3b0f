"""The screens about time at a table: its pace, a pause, who is late, and the way back to one's own seat."""

from collections.abc import Sequence
from typing import Any, Final

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Button, Layout, Menu, MenuOption
from bot.play import Done, Table, Where
from bot.play.answers import NotAtTable
from bot.play.clocks.deadlines import deadlines
from bot.play.house.terms import AWAY, LATE, PACE, TERMS
from bot.play.seating import pausing, sitting_in
from bot.play.time_answers import PaceSet, PaceVoted
from bot.wording import Words, clock_text
from storage.clocks import ALL
from storage.rows import LOBBY, RUNNING

SCREEN: Final = "pace"
"""The verb of a lobby and of a board that shows the pace."""
CHOSEN: Final = "pace-"
"""Before a key of the terms: the verb of a menu."""
LET, BACK = "let", "back"
"""The verbs of a board: let the house play (with a seat, or `all`), and take one's seat back."""
VERBS: Final = (SCREEN, *(f"{CHOSEN}{key}" for key in (PACE, LATE, AWAY)))


async def let(responses: Responses, asked: Asked, where: Where, seat: int) -> Layout:
    """Votes for the house to play for a seat."""
    return await responses.answered(asked, where, sitting_in.let(seat))


async def late(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Votes for the house to play for whoever is late, or to answer for all who are missing."""
    table = await responses.load(where)
    return await let(responses, asked, where, ALL if table is None else _first_late(table))


def _first_late(table: Table) -> int:
    late = (one for one in deadlines(table, (), 0) if one.late_at)
    return next((ALL if one.sealed else one.seats[0] for one in late), ALL)


async def back(responses: Responses, asked: Asked, where: Where) -> Layout:
    """Takes one's own seat back from the house."""
    done = await responses.run(where, asked.action, sitting_in.come_back())
    shown = responses.screens.sentence(asked.words, done)
    if done.table is None:
        return shown
    turn = Button(asked.words.say("My turn"), custom_ids.board(done.table.id, "turn"))
    return Layout(shown.text, rows=((turn,),), heading=shown.heading)


# ── the pace ──


async def pressed(responses: Responses, asked: Asked, where: Where, verb: str) -> Layout:
    """Shows the pace of a table, after something of it was chosen: by who opened it, or as a vote."""
    key, data = verb.removeprefix(CHOSEN), dict[str, Any](asked.interaction.data or {})
    chosen = [str(value) for value in data.get("values", ())]
    wanted = {key: chosen[0]} if key in TERMS and chosen else {}
    return await set_terms(responses, asked, where, wanted)


async def set_terms(responses: Responses, asked: Asked, where: Where, wanted: dict[str, str]) -> Layout:
    if wanted:
        done = await responses.run(where, asked.action, pausing.choose(**wanted))
        note = responses.screens.sentence(asked.words, done).text
        if not isinstance(done.answer, PaceSet | PaceVoted) or done.table is None:
            return Layout(note)
        return _pace(asked.words, done.table, note)
    table = await responses.load(where)
    if table is None or not table.is_seated(asked.user):
        return responses.screens.sentence(asked.words, Done(NotAtTable(), table))
    return _pace(asked.words, table, "")


def _pace(words: Words, table: Table, note: str) -> Layout:
    terms = table.row.terms
    said = clock_text.agreed(words, terms) or [words.say("This table is unhurried: nobody is late.")]
    lines = [*([note] if note else []), *said]
    if table.status == RUNNING:
        lines.append(words.say("More than half of the players change that by choosing the same."))
    if table.status not in (LOBBY, RUNNING):
        return Layout("\n".join(lines))
    kind = custom_ids.lobby if table.status == LOBBY else custom_ids.board
    return Layout("\n".join(lines), rows=menus(words, kind(table.id, CHOSEN)))


def menus(words: Words, press: str) -> tuple[Menu, ...]:
    """Returns the menus with which a pace is chosen; `press` is what their custom_ids begin with."""

    def menu(key: str, label: str, options: Sequence[str]) -> Menu:
        found = tuple(MenuOption(text, value) for text, value in zip(options, TERMS[key], strict=True))
        return Menu(f"{press}{key}", label, found)

    away = (words.say("Being away moves deadlines"), words.say("Being away moves no deadline"))
    return (
        menu(PACE, words.say("Another pace"), [clock_text.pace_in_full(words, name) for name in TERMS[PACE]]),
        menu(LATE, words.say("When somebody is late"), [clock_text.lateness(words, name) for name in TERMS[LATE]]),
        menu(AWAY, words.say("When somebody is away"), away),
    )


async def paused(responses: Responses, asked: Asked, where: Where, days: int) -> Layout:
    return await responses.answered(asked, where, pausing.pause(days))

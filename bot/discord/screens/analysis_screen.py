"""An analysis: the picture of everybody's chances, turning points, luck and choice, and the way to the replay."""

from functools import partial

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.custom_ids import REPLAY, ROUNDS
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture, Row
from bot.discord.screens.panel_screen import heading
from bot.games import GAMES, analysis_text, game_text
from bot.play import Table
from bot.play.history.analysing import Analysed
from bot.wording import Words
from bot.wording.paging import ALT
from bot.wording.words import clip
from renderer.charts import chances


async def shown(gallery: Gallery, words: Words, found: Analysed, *, text: bool = False) -> Layout:
    """`text`: without a picture, with what it would show in words."""
    names = game_text.names(words, found.table)
    lines = analysis_text.lines(words, found, names)
    alt, rows = analysis_text.alt(words, found, names), _rows(words, found, names, text=text)
    if text:
        return Layout("\n".join([*lines, alt]), rows=rows, heading=heading(found.table))
    pictures = await _picture(gallery, found, clip(alt, ALT))
    return layout.pictured(words, "\n".join(lines), pictures, rows, heading(found.table))


async def _picture(gallery: Gallery, found: Analysed, alt: str) -> tuple[Picture, ...]:
    look = GAMES[found.table.row.game].public.look
    curve = [(point.number, point.chances) for point in found.curve]
    turning = [(one.last, one.seat) for one in found.turning]
    if look is None or len(curve) < 2:
        return ()
    return await gallery.still("analysis", partial(chances.paint, look, curve, turning), alt)


def _rows(words: Words, found: Analysed, names: tuple[str, ...], *, text: bool) -> tuple[Row, ...]:
    table, rows = found.table.id, list[Row]()
    if found.turning:
        lines = tuple(
            MenuOption(f"{place} · {analysis_text.moves(words, one)}, {names[one.seat]}", str(one.last))
            for place, one in enumerate(found.turning, 1)
        )
        rows.append(Menu(custom_ids.board(table, ROUNDS), words.say("To a turning point"), lines))
    other = custom_ids.board(table, "analysis") if text else custom_ids.board(table, "worded")
    rows.append((
        Button(words.say("Pictures") if text else words.say("In words"), other),
        Button(words.say("Replay"), custom_ids.board(table, REPLAY)),
        Button(words.say("Board"), custom_ids.board(table, "board")),
    ))  # fmt: skip
    return tuple(rows)


def further(words: Words, table: Table, percent: int) -> Layout:
    text = words.say(
        "The game is being analysed: {percent} %. The analysis will stand here by itself.", percent=percent
    )
    return Layout(text, heading=heading(table))


def failed(words: Words, table: Table) -> Layout:
    again = Button(words.say("Try again"), custom_ids.board(table.id, "analysis"))
    replay = Button(words.say("Replay"), custom_ids.board(table.id, REPLAY))
    text = words.say("The analysis could not be made. The replay shows the game move by move.")
    return Layout(text, rows=((again, replay),), heading=heading(table))

"""A board of ratings, and what somebody has reached: lines, a picture, and the way to other games and people."""

from functools import partial
from typing import Final

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture, Row
from bot.games import GAMES, game_text
from bot.play.standings.ratings import shown
from bot.play.standings.statistics import Board, Career
from bot.wording import Words, standings_text
from bot.wording.names import painted
from bot.wording.paging import ALT, fit
from renderer.charts import career, ladder
from renderer.ending import Look

ALL: Final = "all"
"""What stands for the game over all games."""
MENU: Final = "me"
"""What stands there in the custom_id of a menu, which says the game by what is chosen."""


async def board(gallery: Gallery, words: Words, found: Board, asker: int, *, here: bool, table: str = "") -> Layout:
    """`here`: on a server, which has a board of its own. `table`: whose board it may have taken the place of."""
    title, named = found.title, table or found.title or ALL
    lines = standings_text.board(words, found, game_text.title(title) if title else "", asker)
    places = [*enumerate(found.known, 1), *((0, one) for one in found.new)]
    rows = [
        ladder.Line(painted(one.name), place, shown(one.strength), one.games, one.wins, own=one.user == asker)
        for place, one in places
    ]
    pictures: tuple[Picture, ...] = ()
    if rows:
        alt = fit([line.lstrip("-# ") for line in lines], ALT)
        pictures = await gallery.still("ratings", partial(ladder.paint, _look(title), rows), alt)
    mine = Button(words.say("My statistics"), custom_ids.board(named, "career"))
    beside = (
        Button(words.say("This server"), custom_ids.board(named, "ratings"))
        if found.everywhere
        else Button(words.say("All servers"), custom_ids.board(named, "everywhere"))
    )
    verb = "everywhere" if found.everywhere else "ratings"
    menu = Menu(custom_ids.board(MENU, verb), words.say("Another game"), _games(words, title))
    return Layout("\n".join(lines), pictures, (menu, (mine, beside) if here else (mine,), *_back(words, table)))


async def reached(gallery: Gallery, words: Words, found: Career, name: str, *, here: bool, table: str = "") -> Layout:
    """`name`: whose; empty for the reader's own. `here`: on a server, where there are others. `table`: as above."""
    title = found.title
    named = GAMES[title].wording.source if title in GAMES else None
    source = str if named is None else partial(named, words)
    lines = standings_text.career(words, found, name, game_text.title(title) if title else "", source, here=here)
    pictures: tuple[Picture, ...] = ()
    if found.curve:
        scene = partial(career.paint, _look(title), found.curve, found.places)
        pictures = await gallery.still("statistics", scene, fit(lines, ALT))
    return Layout("\n".join(lines), pictures, below(words, title, here=here, table=table))


def below(words: Words, title: str, *, here: bool, table: str = "") -> tuple[Row, ...]:
    """Returns the ways to other games and people, to the ratings, and back to a table."""
    menu = Menu(custom_ids.board(MENU, "career"), words.say("Another game"), _games(words, title))
    if not here:
        return (menu, *_back(words, table))
    named = table or title or ALL
    people = Menu(custom_ids.board(named, "whose"), words.say("Somebody else's statistics"), (), people=True)
    return (menu, people, (Button(words.say("Ratings"), custom_ids.board(named, "ratings")),), *_back(words, table))


def _back(words: Words, table: str) -> tuple[Row, ...]:
    return ((Button(words.say("Board"), custom_ids.board(table, "board")),),) if table else ()


def _games(words: Words, title: str) -> tuple[MenuOption, ...]:
    games = [MenuOption(game_text.title(key), key, chosen=key == title) for key in GAMES]
    return (MenuOption(words.say("all games"), ALL, chosen=not title), *games)


def _look(title: str) -> Look:
    look = (GAMES.get(title) or next(iter(GAMES.values()))).public.look
    assert look is not None  # noqa: S101 (every game has one that counts points)
    return look

"""A replay: one message of one's own in which a game is looked through, move by move or round by round."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.custom_ids import REPLAY, ROUNDS, STEPS_OF_REPLAY
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture, Row
from bot.discord.screens.panel_screen import heading
from bot.games import game_text
from bot.play.history.replay import Shot
from bot.wording import Words, called
from bot.wording.paging import MESSAGE
from bot.wording.words import clip
from rules.contract import SeatView
from storage.rows import RUNNING

LINES: Final = 25
"""Lines that Discord takes in a menu."""


class Mode(Struct, frozen=True):
    """How somebody looks."""

    mine: bool = False
    """Only at moments after their own moves."""
    hands: bool = False
    """At hands instead of the board."""
    text: bool = False
    """At words instead of pictures."""

    def write(self) -> str:
        return "".join(letter for letter, on in zip("mht", (self.mine, self.hands, self.text), strict=True) if on)

    def turned(self, letter: str) -> str:
        """Returns how it is written with one of its letters turned."""
        return "".join(one for one in "mht" if (one in self.write()) != (one == letter))


def read(letters: str) -> Mode | None:
    """Returns the mode that a press names; None for what is none."""
    if not set(letters) <= set("mht") or len(letters) > 3:
        return None
    return Mode("m" in letters, "h" in letters, "t" in letters)


async def shown(gallery: Gallery, words: Words, shot: Shot, mode: Mode, user: int) -> Layout:
    """Shows a moment."""
    seen = await pictures(gallery, words, shot, mode)
    text = "\n".join(_lines(words, shot, mode, user))
    rows = _rows(words, shot, mode)
    if mode.text:
        told = [clip(picture.alt, MESSAGE // 2) for picture in seen]
        return Layout("\n".join([text, *told]), rows=rows, heading=heading(shot.seen.table))
    return layout.pictured(words, text, seen, rows, heading(shot.seen.table))


async def pictures(gallery: Gallery, words: Words, shot: Shot, mode: Mode) -> tuple[Picture, ...]:
    """Returns what is looked at: the board, or the hands that may be seen; without pictures only what they tell."""
    names = called(words, shot.seats)
    if mode.hands and shot.hands:
        return () if mode.text else await _hands(gallery, words, shot, names)  # the lines say all of it
    view = shot.seen.view
    alt, alts = game_text.alt(words, view, names, shot.facts), game_text.alts(words, view, names)
    if mode.text:
        return tuple(Picture("", b"", told) for told in (alt, *alts.values()))
    return await gallery.moment(view, shot.facts, alt, alts, names=names)


async def _hands(gallery: Gallery, words: Words, shot: Shot, names: Sequence[str]) -> tuple[Picture, ...]:
    found: list[Picture] = []
    for seat, view in shot.hands:
        painted = await gallery.hand(view, _saw(words, names[seat], view))
        found += [replace(one, name=f"{seat}-{one.name}") for one in painted]
    return tuple(found)


def _saw(words: Words, name: str, view: SeatView) -> str:
    return words.say("What {name} saw: “{hand}”", name=name, hand=game_text.hand(words, view))


def _lines(words: Words, shot: Shot, mode: Mode, user: int) -> list[str]:
    seen, names = shot.seen, called(words, shot.seats)
    lines = [
        words.say("**Move {n} of {last}** · round {round}", n=seen.number, last=shot.last, round=shot.round),
    ]
    if shot.told is not None:
        lines.append(game_text.told(words, shot.told.entry, shot.told.at, names))
    if not mode.text:
        lines += game_text.standing(words, seen.view, names)
    own = seen.table.tenure(user)
    for seat, view in shot.hands:
        mine = own is not None and own.row.seat == seat
        if mine and not (mode.hands and len(shot.hands) > 1):
            lines.append(words.say("What you saw: {hand}", hand=game_text.hand(words, view)))
        elif mode.hands or mode.text:  # beside a board they push the buttons out of a telephone's view
            lines.append(_saw(words, names[seat], view))
    if not mode.text:
        lines += game_text.legend(words, seen.view)
    return lines


def _rows(words: Words, shot: Shot, mode: Mode) -> tuple[Row, ...]:
    number, table = shot.seen.number, shot.seen.table.id

    def way(sign: str, to: int | None) -> Button:
        where = number if to is None else to
        return Button(sign, custom_ids.board(table, f"{REPLAY}{where}.{mode.write()}.{sign}"), disabled=to is None)

    def turned(letter: str, label: str) -> Button:
        return Button(label, custom_ids.board(table, f"{REPLAY}{number}.{mode.turned(letter)}.{letter}"))

    first, back, on, last = STEPS_OF_REPLAY
    steps = (
        way(first, shot.first if number > shot.first else None),
        way(back, shot.back),
        way(on, shot.on),
        way(last, shot.last if number < shot.last else None),
    )
    what, how = list[Button](), [turned("t", words.say("Pictures") if mode.text else words.say("In words"))]
    if shot.seated:
        what.append(turned("m", words.say("All moves") if mode.mine else words.say("Only mine")))
    if shot.hands:
        what.append(turned("h", words.say("Show the board") if mode.hands else words.say("Show hands")))
    if not mode.text:
        how.append(Button(words.say("Film"), custom_ids.board(table, "film")))
    if shot.seen.table.status != RUNNING:
        how.append(Button(words.say("Analysis"), custom_ids.board(table, "analysis")))
    # the long labels share a row: with a third beside them a telephone breaks it
    return (*_rounds(words, shot, mode), steps, *layout.buttons(*what), *layout.buttons(*how))


def _rounds(words: Words, shot: Shot, mode: Mode) -> tuple[Menu, ...]:
    """Leads to where rounds begin; of more than a menu takes, to every second, third …"""
    rounds = shot.rounds
    if len(rounds) < 2:
        return ()
    step = -(-len(rounds) // LINES)
    lines = [
        MenuOption(
            _round(words, some[0][0], some[-1][0]),
            str(some[0][1]),
            words.say("from move {n} on", n=some[0][1]),
            chosen=some[0][0] <= shot.round <= some[-1][0],
        )
        for some in (rounds[at : at + step] for at in range(0, len(rounds), step))
    ]
    return (
        Menu(custom_ids.board(shot.seen.table.id, f"{ROUNDS}{mode.write()}"), words.say("To a round"), tuple(lines)),
    )


def _round(words: Words, first: int, last: int) -> str:
    if first == last:
        return words.say("Round {n}", n=first)
    return words.say("Rounds {first} to {last}", first=first, last=last)

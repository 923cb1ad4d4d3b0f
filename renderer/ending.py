"""The picture of the end, the same in every game: who has won, above; under it a card for each player in the order of
the ranking, with place, sign, name and points, where the points came from, and the hand turned up.

A game lays its own ground under it, and says by `Result` what stands on a card. A gain has its sign before the number,
a place is a ribbon with a point behind it: neither looks like the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from renderer.drawing import names, signs
from renderer.drawing.plates import Player
from renderer.drawing.players import tile
from renderer.pixels.raster import ink_width, words
from renderer.scene import Box, Drawing, Ink, Items, Scene, Stamp, centred

PAGE: Final = 1200
GAP: Final = 8
CARD: Final = 230
LEFT: Final = 388
"""So far the left part of a card reaches: who it is, and with how many points."""
SIGN: Final = 84
NAME: Final = 44.0
LEAST: Final = 30.0
"""Names are so small rather than cut."""
POINTS: Final = 72.0
NUMBER: Final = 44.0
"""The size of what a source brought; the amounts of a hand are a little smaller."""
AMOUNT: Final = 38.0
ICON: Final = 52
"""How large the signs of sources and of what was held are to be."""
LOWER: Final = 110
"""Where on a card the tray of the hand begins."""
HEADS: Final = {2: 350, 3: 310, 4: 300}
"""How high the upper part is, by players: so that no picture is too flat."""
TITLES: Final = {1: (148, 76.0), 2: (108, 50.0), 3: (88, 38.0), 4: (78, 36.0)}
"""By the number of winners, how large a winner's sign and name are."""
BANNERS: Final = {1: 780, 2: 1120, 3: 1180, 4: 1184}
MARGIN: Final = 40


class Entry(NamedTuple):
    """A sign with its number: what a source brought, or how much of a thing was held."""

    sign: Drawing
    text: str
    means: str


class Result(Struct, frozen=True):
    """What a card says."""

    player: Player
    points: int
    sources: tuple[Entry, ...]
    hand: tuple[Entry, ...]


class Look(Struct, frozen=True):
    """What is a game's own: its theme, and the papers of cards and trays."""

    theme: str
    paper: Ink
    gone: Ink
    """Of a card whose player has left."""
    tray: Ink


def height(seats: int) -> int:
    return HEADS[seats] + seats * (CARD + GAP)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{signs.MINUS}{-number}" if number else "0"


def paint(look: Look, ground: Drawing, results: Sequence[Result]) -> Scene:
    """The players in any order; they are laid by their places."""
    ordered = sorted(results, key=lambda result: (result.player.place, result.player.seat))
    seats = len(ordered)
    items = _winners(look, [result for result in ordered if result.player.place == 1], HEADS[seats])
    for row, result in enumerate(ordered):
        top = HEADS[seats] + row * (CARD + GAP)
        items += _card(look, result, Box(GAP, top, PAGE - GAP, top + CARD))
    return Scene(look.theme, ground, tuple(items), Box(0, 0, PAGE, height(seats)))


# ── who has won ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _winners(look: Look, winners: Sequence[Result], head: int) -> Items:
    """Under a crown each, on one banner: the sign, and beside it name and points. Names move nothing else."""
    count = len(winners)
    size, whole = TITLES[count][0], BANNERS[count]
    box = Box((PAGE - whole) / 2, 74, (PAGE + whole) / 2, head - 26)
    banner = signs.board("end-banner", whole, round(box.height), look.paper, active=True, gone=False)
    items: Items = [Stamp(banner, int(box.left), int(box.top))]
    for number, one in enumerate(winners):
        room = (whole - 2 * MARGIN) / count
        left, y = box.left + MARGIN + number * room, box.centre[1] - 2
        items.append(centred(tile(one.player.seat, size), (left + size / 2, y + 18), f"winner:{one.player.seat}"))
        items.append(centred(signs.crown(round(size * 0.74)), (left + size / 2, y + 18 - size * 0.78)))
        items += _title(look, one, Box(left + size + 16, box.top, left + room - 12, box.bottom), TITLES[count][1])
    return items


def _title(look: Look, one: Result, box: Box, size: float) -> Items:
    """Name over points, each in the middle."""
    x, y = box.centre[0], box.centre[1] - 2
    shown = names.largest(one.player.name, box.width, size, LEAST)
    wide = names.width(names.fitted(one.player.name, box.width, shown), shown) + 2
    start = max(box.left, x - wide / 2)
    called = names.name(one.player.name, (start, y - size * 0.6), box.width, shown, ink=signs.DARK, paper=look.paper)
    star, text, low = signs.laurel(round(size)), _number(one.points), y + size * 0.58
    long = ink_width(text, size)
    start = x - (star.width + 8 + long) / 2
    number = words(text, (start + star.width + 8 + long / 2, low), size, signs.DARK, look.paper)
    return [*called, centred(star, (start + star.width / 2, low)), number]


def _number(points: int) -> str:
    return f"{signs.MINUS}{-points}" if points < 0 else str(points)


# ── a card ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _card(look: Look, result: Result, box: Box) -> Items:
    player, gone = result.player, result.player.gone
    paper = look.gone if gone else look.paper
    board = signs.board("end-card", int(box.width), CARD, paper, active=player.place == 1, gone=gone)
    items: Items = [Stamp(board, int(box.left), int(box.top), alone=True)]
    items += _who(result, box, paper)
    items += _row(
        result.sources, Box(LEFT, box.top + 16, box.right - 18, box.top + LOWER - 6), NUMBER, paper, spread=True
    )
    tray = Box(LEFT, box.top + LOWER + 2, box.right - 20, box.bottom - 16)
    under = signs.ground(int(tray.width), int(tray.height), look.tray, 16, signs.DARK)
    items.append(Stamp(under, int(tray.left), int(tray.top)))  # not alone: the card shows at its corners
    return items + _row(result.hand, tray.grown(-9), AMOUNT, look.tray, spread=False)


def _who(result: Result, box: Box, paper: Ink) -> Items:
    player, left = result.player, box.left + 24
    y = box.top + 70
    place = signs.crown(SIGN) if player.place == 1 else signs.rank(player.place, SIGN)
    text = _number(result.points)
    long = ink_width(text, POINTS)
    star = signs.laurel(60)
    right = LEFT - 22
    items: Items = [
        centred(place, (left + SIGN / 2, y), f"place:{player.seat}:{player.place}"),
        centred(tile(player.seat, SIGN), (left + SIGN * 1.5 + 10, y), f"seat:{player.seat}"),
        words(text, (right - long / 2, y), POINTS, signs.DARK, paper),
    ]
    if left + SIGN * 2 + 20 + 60 < right - long:
        items.append(centred(star, (right - long - 36, y)))
    room = LEFT - 22 - left
    name = names.name(player.name, (left, box.top + 168), room, NAME, ink=signs.DARK, paper=paper, least=LEAST)
    return [*items, *name]


def _row(entries: Sequence[Entry], box: Box, size: float, paper: Ink, *, spread: bool) -> Items:
    """Signs over their numbers: over the whole width as the columns of a table, or side by side from the left."""
    if not entries:
        return []
    most = max(entry.sign.width for entry in entries)
    pitch = box.width / len(entries) if spread else min(box.width / len(entries), most + 34)
    items: Items = []
    for number, entry in enumerate(entries):
        x = box.left + pitch * (number + 0.5)
        low = box.bottom - size * 0.36 if entry.text else 0
        high = box.top + entry.sign.height / 2 if entry.text else box.centre[1]
        items.append(centred(entry.sign, (x, high), entry.means))
        if entry.text:
            items.append(words(entry.text, (x, low), size, signs.DARK, paper))
    return items

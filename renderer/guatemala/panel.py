"""Paints what each player has and would score: a line of the table, or with two players a plaque beside the land."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.drawing import names, signs
from renderer.drawing.players import tile
from renderer.drawing.sketch import TEXT
from renderer.guatemala import geometry as at
from renderer.guatemala import symbols, theme
from renderer.guatemala.geometry import Layout
from renderer.guatemala.marks import Gain, Marks
from renderer.painters import Names
from renderer.pixels.raster import amount, ink_width, words
from renderer.scene import Box, Drawing, Ink, Items, Point, Stamp, centred
from rules.guatemala.pieces import COFFEES
from rules.guatemala.production import FIRST_COLUMN, SIDE
from rules.guatemala.views import GuatemalaPublic, ranked

BIG: Final = 52.0
NAME: Final = 38.0
LEAST: Final = 28.0
"""Names are so small rather than cut."""
SIGN: Final = 46
COLUMNS: Final = (312, 430, 541)
"""Where points, money and sacks stand in a line; before them the name, behind them the coffees."""
COFFEE: Final = 641
PITCH: Final = 112
BADGE: Final = 50
PILL, COIN = 50, 36


class _Player(Struct, frozen=True):
    """What a line says besides the view."""

    seat: int
    name: str
    gains: tuple[Gain, ...]
    sign: Drawing | None
    """Who is waited for; at the end the place."""
    paper: Ink


def panel(view: GuatemalaPublic, where: Layout, marks: Marks, called: Names) -> Items:
    places = ranked(view)
    items: Items = []
    for seat in range(view.seats):
        box, player = where.line(seat), _player(view, seat, places, marks, called[seat] if called else "")
        gone, first = seat in view.resigned, bool(places) and places[seat] == 1
        active = seat == view.active or first
        frame = symbols.line(int(box.width), int(box.height), player.paper, active=active, gone=gone)
        items.append(Stamp(frame, int(box.left), int(box.top), alone=True))
        items += (_plaque if where.beside else _line)(view, player, box)
    return items + _buyer(view, where)


def _player(view: GuatemalaPublic, seat: int, places: tuple[int, ...], marks: Marks, name: str) -> _Player:
    """Who is waited for lies on gold, and has an hourglass where no gain stands."""
    waits = seat in view.waiting
    paper = theme.ADOBE_DARK if seat in view.resigned else theme.LIT if waits else theme.LINEN
    if places:
        return _Player(
            seat, name, (), signs.crown(SIGN) if places[seat] == 1 else signs.rank(places[seat], SIGN), paper
        )
    gains = tuple(gain for gain in marks.gains if gain.seat == seat)
    return _Player(seat, name, gains, signs.hourglass(SIGN) if waits and not gains else None, paper)


def _line(view: GuatemalaPublic, player: _Player, box: Box) -> Items:
    y, right = box.centre[1], COLUMNS[0] - SIGN / 2 - 3
    seat, paper = player.seat, player.paper
    items: Items = [centred(tile(seat, SIGN), (box.left + 34, y), f"seat:{seat}")]
    if player.sign is not None:
        items.append(centred(player.sign, (right - SIGN / 2, y)))
        right -= SIGN + 4
    for gain in player.gains[:1]:
        found = _gain(gain, right, y)
        items += found
        right = found[0].box.left - 2
    room = right - box.left - 61
    items += names.name(player.name, (box.left + 61, y), room, NAME, ink=theme.DARK, paper=paper, least=LEAST)
    for x, (sign, number) in zip(COLUMNS, _held(view, seat), strict=True):
        items.append(centred(sign, (x, y)))
        size = TEXT if x == COLUMNS[2] and number > 9 else _size(number)
        items.append(amount(number, (x + SIGN / 2 + 3, y), size, theme.DARK, paper))
    right = COFFEE - BADGE / 2 - 6
    under = signs.ground(round(box.right - 12 - right), round(box.height) - 14, theme.MAYBE, 8)
    items.append(Stamp(under, round(right), round(box.top) + 7))
    for coffee, points in _scores(view, seat):
        items += _score(coffee, points, (COFFEE + coffee * PITCH, y))
    return items


def _plaque(view: GuatemalaPublic, player: _Player, box: Box) -> Items:
    left, top = box.left + 14, box.top
    seat, paper, right = player.seat, player.paper, box.right - 14
    items: Items = [centred(tile(seat, 62), (left + 32, top + 46), f"seat:{seat}")]
    if player.sign is not None:
        items.append(centred(player.sign, (right - SIGN / 2, top + 98)))
        right -= SIGN + 6
    for gain in player.gains[:1]:
        low = gain.coffee < 0 and view.stocks[seat] < 10 and abs(gain.amount) < 10  # else it needs more room
        found = _gain(gain, box.right - (6 if low else 10), top + (202 if low else 98))
        items += found
        right = right if low else found[0].box.left - 4
    room = right - left - 2
    items += names.name(player.name, (left + 2, top + 98), room, NAME, ink=theme.DARK, paper=paper, least=LEAST)
    spots = ((left + 92, top + 46), (left + 24, top + 150), (left + 24, top + 202))
    for (sign, number), (x, y) in zip(_held(view, seat), spots, strict=True):
        items.append(centred(sign, (x, y)))
        items.append(amount(number, (x + SIGN / 2 + 1, y), _size(number), theme.DARK, paper))
    under = signs.ground(round(box.width) - 24, 160, theme.MAYBE, 8)
    items.append(Stamp(under, round(box.left) + 12, round(top) + 238))
    for coffee, points in _scores(view, seat):
        size = BIG if points < 10 else TEXT  # two columns have no more room
        items += _score(coffee, points, (left + 26 + coffee % 2 * 92, top + 266 + coffee // 2 * 52), size)
    return items


def _held(view: GuatemalaPublic, seat: int) -> tuple[tuple[Drawing, int], ...]:
    return (
        (signs.laurel(SIGN), view.points[seat]),
        (symbols.coins(SIGN), view.money[seat]),
        (symbols.sack_sign(SIGN), view.stocks[seat]),
    )


def _size(number: int) -> float:
    return BIG if number < 100 else TEXT


def _scores(view: GuatemalaPublic, seat: int) -> list[tuple[int, int]]:
    """What each coffee would bring a seat if it were scored now."""
    return [
        (coffee, one.points)
        for coffee in COFFEES
        for one in view.plantations
        if (one.seat, one.coffee) == (seat, coffee)
    ]


def _score(coffee: int, points: int, middle: Point, size: float = BIG) -> Items:
    """Nothing is paler than something."""
    x, y = middle
    return [
        centred(symbols.coffee(coffee, BADGE), (x, y)),
        amount(points, (x + BADGE / 2 + 1, y), size, theme.DARK if points else theme.RIMS[2], theme.MAYBE),
    ]


def _gain(gain: Gain, right: float, y: float) -> Items:
    """As in every game, but narrow: the name beside it needs the room."""
    sign = symbols.coins(COIN) if gain.coffee < 0 else symbols.coffee(gain.coffee, BADGE)
    text = f"+{gain.amount}" if gain.amount >= 0 else f"{signs.MINUS}{-gain.amount}"
    long = ink_width(text, TEXT)
    wide = round(long + sign.width) + 13
    good = gain.amount >= 0
    paper = signs.GAINED if good else signs.LOST
    return [
        Stamp(signs.pill(wide, PILL, good=good), round(right - wide), round(y - PILL / 2)),
        words(text, (right - wide + 9 + long / 2, y), TEXT, theme.DARK, paper),
        centred(sign, (right - 3 - sign.width / 2, y)),
    ]


def _buyer(view: GuatemalaPublic, where: Layout) -> Items:
    """Which line he faces, beside the track."""
    if view.buyer < 0:
        return []
    x, y = at.PAGE - at.BUYER / 2, where.track + at.BAR / 2 - 1
    return [
        centred(signs.ground(at.BUYER - 12, at.BAR - 8, theme.LIT, 14, theme.DARK), (x, y)),
        centred(symbols.buyer(), (x - 44, y)),
        words(line_of(view.buyer), (x + 40, y), BIG, theme.DARK, theme.LIT),
    ]


def line_of(space: int) -> str:
    """The name of the column or the row that the Buyer faces from a space."""
    side, place = divmod(space, SIDE)
    index = place if side < 2 else SIDE - 1 - place
    return str(index + 1) if side % 2 else chr(ord(FIRST_COLUMN) + index)

"""The plate of a player, the same in every game: board, sign, name, hourglass, crown and place.

A game's painter lays `plate` first and its own numbers into what is left under `NAME`.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.drawing import names, signs
from renderer.drawing.players import tile
from renderer.scene import Box, Ink, Items, Stamp, centred

NAME: Final = 84
"""So high is the line with sign and name; the game's numbers stand below."""
SIGN: Final = 64
SIZE: Final = 38.0
INSET: Final = 16


class Player(Struct, frozen=True):
    """What a plate says of a player in every game."""

    seat: int
    name: str = ""
    active: bool = False
    """It is this player's turn: a bright frame."""
    waiting: bool = False
    """The table waits for this player: an hourglass at the right end of the line."""
    gone: bool = False
    """The player has left: a broken border."""
    place: int = 0
    """At the end the place, from 1 on; the first has a crown on the sign, the others a ribbon. 0 before."""


def plate(key: str, box: Box, player: Player, paper: Ink) -> Items:
    """Board, sign and name. `key` names the board's drawing: one for each paper."""
    first = player.place == 1
    board = signs.board(key, int(box.width), int(box.height), paper, active=player.active or first, gone=player.gone)
    y, x = box.top + INSET + SIGN / 2, box.left + INSET + SIGN / 2
    items: Items = [
        Stamp(board, int(box.left), int(box.top), alone=True),
        centred(tile(player.seat, SIGN), (x, y), f"seat:{player.seat}"),
    ]
    right = box.right - INSET
    end = signs.crown(SIGN) if first else signs.rank(player.place) if player.place else None
    if player.waiting and end is None:
        end = signs.hourglass(60)
    if end is not None:
        right -= end.width
        items.append(centred(end, (right + end.width / 2, y)))
    start = x + SIGN / 2 + 10
    items += names.name(player.name, (start, y), right - start - 6, SIZE, ink=signs.DARK, paper=paper)
    return items

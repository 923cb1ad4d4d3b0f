"""The hash of a game's record: shown in the post of the end, it fixes moves, times and posts in front of everybody.

Times follow from nothing that could be computed anew, so only what everybody has seen can prove them. Each move is
hashed together with the hash of all before it; docs/proof.md writes down every byte. Names are not in it: whoever wants
to be named no more changes no game.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from bot.play.gamefile.form import GameFile, Luck, Move
from rules.engine.commits import CHECKPOINT
from storage.rows import OVER

WHOLE, TOLD = b"stammtisch record 1 whole\n", b"stammtisch record 1 told\n"
"""The domains: of a file that holds everything, and of one that holds what everybody was told."""
SHOWN: Final = 32
"""Hexadecimal digits, half of a SHA-256: one line on a telephone."""


def hashed(file: GameFile) -> str:
    """Returns the hash of what a file says of a game that is over; empty for any other."""
    return record(file.table, file.luck, file.moves, whole=file.open) if file.status == OVER else ""


def record(table: str, luck: Luck, moves: Sequence[Move], *, whole: bool) -> str:
    """Positions are not in it, nor what rules of today make of the moves: it stays, whatever the rules become."""
    link = hashlib.sha256((WHOLE if whole else TOLD) + msgspec.json.encode([table, luck.commitment])).digest()
    for move in moves:
        if move.kind != CHECKPOINT:  # newer rules may have put one behind the end
            link = hashlib.sha256(link + (_whole(move) if whole else _told(move))).digest()
    posts = [[salt.turn, salt.post] for salt in luck.salts]
    return hashlib.sha256(link + msgspec.json.encode(posts)).hexdigest()[:SHOWN]


def _whole(move: Move) -> bytes:
    parts = [[part.kind, part.seat, part.text, part.luck] for part in move.parts]
    return msgspec.json.encode([move.version, move.number, move.at, move.kind, move.seat, parts])


def _told(move: Move) -> bytes:
    return msgspec.json.encode([move.number, move.at, move.kind, move.seat, move.facts])

"""Stores of earlier schemas, lived in: schema_1.db.gz, its tables, and the same played on, schema_2.db.gz, schema_4."""

import gzip
from pathlib import Path

from storage.folder.files import DATABASE

OVER, GIVEN_UP, CLOSED, RESIGNED = "D1a1jnMPi4T", "2riw6vz9SKQ", "K88lvv8MIOS", "APz1LUk9nVV"
"""A café played to its end, a game given up by vote, a lobby closed, a game with a seat resigned and forgotten."""
LOBBY, BLOCKADE, PLAN, CAFE = "ClW28PzqgGE", "DJEqxW1z3aj", "JyQgj5PC6kP", "AJPhBxEOwFV"
"""Gathering; asked in secret of three (one answered, one with an order that is due, one who has looked); a turn taken
back that stands as a plan; a café in the middle, whose next has looked."""
MARKET, DISCARD, FAILED, PARKED, UNSENT = "C6XkLSt8IKq", "4DHkGc16yTT", "FlFAgsGx2AQ", "BtAs7njs2i4", "C4yIHDVwDlV"
"""Catan with an offer, accepted by one and seen by another; Catan after a seven, half discarded; rows that failed once;
rows of a parked table; rows that were on their way when the process ended."""
TABLES = frozenset(
    {OVER, GIVEN_UP, CLOSED, RESIGNED, LOBBY, BLOCKADE, PLAN, CAFE, MARKET, DISCARD, FAILED, PARKED, UNSENT}
)
NEWEST = 1_800_000_343_000
"""The time of its last change."""
NEWEST_OF_SECOND = 1_800_000_465_000
"""The same of the second."""


WITH_HOUSE = ("HouseAtOnce", "HouseSlowly")
"""Tables of the fourth schema with two people and two house players: Guatemala Café, and Catan."""
NEWEST_OF_FOURTH = 1_800_000_582_112


def first_schema(folder: Path) -> Path:
    """Lays the store of the first schema into a data folder; returns its file."""
    return _laid(folder, "schema_1.db.gz")


def second_schema(folder: Path) -> Path:
    """Does so with the store of the second: the same tables, a few moves later."""
    return _laid(folder, "schema_2.db.gz")


def fourth_schema(folder: Path) -> Path:
    """Does so with that of the fourth: a few moves later again, with tables at which the house plays."""
    return _laid(folder, "schema_4.db.gz")


def _laid(folder: Path, name: str) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / DATABASE
    path.write_bytes(gzip.decompress((Path(__file__).parent / name).read_bytes()))
    path.chmod(0o600)
    return path

"""The two variants: the birthday table (CI-20) and the regulars' table with the coffee circle (CI-21)."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules import counts
from rules.cafe import ending, moves, reasons
from rules.cafe.board import ALLOWED, MASKS, TABLES_AT, bits, mask_of
from rules.cafe.facts import BirthdayNamed
from rules.cafe.guests import MAN, SEXES, sex
from rules.cafe.moves import Sits
from rules.cafe.places import TIPS, Free, Places
from rules.cafe.state import Cafe
from rules.contract import IllegalMove, Option, Step
from rules.facts import Announced

OFF, ON = "off", "on"
SEATS: Final = (2, 3, 4)
BIRTHDAY: Final = Option("birthday", (OFF, *map(str, range(10, 101, 10))), OFF, SEATS)
"""The score at which a nation is named; 30 is the usual one."""
REGULARS: Final = Option("regulars", (OFF, ON), OFF, SEATS)

FEWEST: Final = 3
"""Guests that make a regulars' table in one turn."""


def name(state: Cafe, seat: int, move: moves.CafeMove) -> Step[Cafe]:
    """CI-20"""
    if not isinstance(move, moves.Name):
        raise IllegalMove(reasons.NameFirst())
    told = (Announced(BirthdayNamed(seat, move.nation)),)
    return ending.next_turn(replace(state, birthday=move.nation), seat, told)


# ── the regulars' table ──────────────────────────────────────────────────────────────────────────────────────────────


def regulars_table(state: Cafe, guests: Sequence[Sits]) -> int:
    """The table that these three or four make one of four women or four men; -1 if they do not."""
    if len({sex(sits.kind) for sits in guests}) > 1:
        return -1
    new = mask_of(sits.chair for sits in guests)
    after = new | (state.men if sex(guests[0].kind) == MAN else state.women)
    found = [table for table in TABLES_AT[guests[0].chair] if not new & ~MASKS[table] and not MASKS[table] & ~after]
    return found[0] if found else -1


def open_tables(places: Free, hand: int, placed: Sequence[Sits]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The tables that can still become one for regulars, with those placed already: the sex, the table, who is left."""
    taken = mask_of(sits.chair for sits in placed)
    for each in SEXES if not placed else (sex(placed[0].kind),):
        left = tuple([kind for kind in counts.pieces(hand) if sex(kind) == each])
        if len(left) + len(placed) < FEWEST:
            continue
        for table, mask in enumerate(MASKS):
            free = mask & places.free
            number = free.bit_count()
            if number < FEWEST or taken & ~mask or places.side(each, table) != free:
                continue
            if number == FEWEST and places.balance[table] != TIPS[each]:
                continue
            yield each, table, left


def regulars_next(places: Places, hand: int, placed: Sequence[Sits]) -> dict[int, int]:
    """Of each kind in a hand the chairs where it leads on to a regulars' table."""
    found: dict[int, int] = {}
    if any(sex(sits.kind) != sex(placed[0].kind) for sits in placed):
        return found
    taken = mask_of(sits.chair for sits in placed)
    for _, table, left in open_tables(places, hand, placed):
        chairs = tuple(bits(MASKS[table] & places.free & ~taken))
        for chair in chairs:
            others = tuple([other for other in chairs if other != chair])
            for kind in sorted(set(left)):
                if ALLOWED[kind] >> chair & 1 and next(fillings(others, without(left, kind)), None) is not None:
                    found[kind] = found.get(kind, 0) | 1 << chair
    return found


def last_chair(places: Places, placed: Sequence[Sits]) -> int:
    """The chair that would make their common table full, as a mask; none while more than one is free."""
    taken = mask_of(sits.chair for sits in placed)
    left = next(mask for mask in MASKS if not taken & ~mask) & places.free & ~taken
    return left if left.bit_count() == 1 else 0


def fillings(chairs: tuple[int, ...], guests: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The kinds that can sit on these chairs, in every way."""
    if not chairs:
        yield ()
        return
    for kind in sorted(set(guests)):
        if ALLOWED[kind] >> chairs[0] & 1:
            for rest in fillings(chairs[1:], without(guests, kind)):
                yield (kind, *rest)


def without(guests: tuple[int, ...], kind: int) -> tuple[int, ...]:
    at = guests.index(kind)
    return guests[:at] + guests[at + 1 :]

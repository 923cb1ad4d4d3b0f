"""The law book read literally: which seatings are legal and what they bring.

A second implementation, slow and plain, with its own copy of the law book's plan of the café and nothing but the
standard library: cells of a grid, sets, loops, and every order tried in which the guests can sit down. It shares no
line with the rules that it is compared with.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

Cell = tuple[int, int]

# "Board": two cells a table, row 0 on top; a dot where the bar is
PLAN = """
CF IT IT CN CN ES
CF GB .  .  GB ES
CU .  .  .  .  RU
CU .  .  .  .  RU
TR FR .  .  FR IN
TR DE DE US US IN
"""
TABLES: dict[Cell, str] = {
    (2 * row + 1, 2 * column + 1): nation
    for row, line in enumerate(PLAN.split("\n")[1:-1])
    for column, nation in enumerate(line.split())
    if nation != "."
}
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in SIDES]


CHAIRS: list[Cell] = sorted({chair for table in TABLES for chair in around(table)})
"""C01 is the first: they are numbered row by row."""


def tables_at(chair: Cell) -> list[Cell]:
    return [cell for cell in around(chair) if cell in TABLES]


def nations_at(chair: Cell) -> set[str]:
    return {TABLES[table] for table in tables_at(chair)}


@dataclass(frozen=True)
class Guest:
    nation: str
    """Empty for a joker."""
    sex: str
    named: str = ""
    """What a joker was named between two nations."""

    def counts_for(self, nation: str) -> bool:
        """At a table of this nation (CI-10)."""
        return self.nation == nation or (not self.nation and self.named in ("", nation))


@dataclass
class Cafe:
    sitting: dict[Cell, Guest]
    first_turn: bool = False
    regulars: bool = False
    birthday: str = ""
    held: list[Guest] = field(default_factory=list[Guest])

    def at(self, table: Cell) -> list[Guest]:
        return [self.sitting[chair] for chair in around(table) if chair in self.sitting]


Seating = dict[Cell, Guest]


def against(cafe: Cafe, seating: Seating) -> str:
    """The clause that forbids a seating; empty if it is legal."""
    after = Cafe({**cafe.sitting, **seating}, birthday=cafe.birthday)
    for chair, guest in seating.items():
        if chair in cafe.sitting or (guest.nation and guest.nation not in nations_at(chair)):
            return "CI-5"
        if bool(guest.named) != (not guest.nation and len(nations_at(chair)) == 2):
            return "CI-10"
        if guest.named and guest.named not in nations_at(chair):
            return "CI-10"
    together = regulars(after, seating) if cafe.regulars and len(seating) in (3, 4) else None
    if len(seating) > 2 and together is None:
        return "CI-21" if cafe.regulars else "CI-9"
    for table in TABLES:
        sexes = [guest.sex for guest in after.at(table)]
        if table != together and not may_sit(sexes) and any(chair in seating for chair in around(table)):
            return "CI-6"
    if cafe.first_turn and not cafe.sitting and len(seating) == 1:
        return ""
    for chair in seating:
        if all(len(after.at(table)) < 2 for table in tables_at(chair)):
            return "CI-7"
    return ""


def may_sit(sexes: list[str]) -> bool:
    """CI-6: 1+1, 1+2, 2+1, 2+2; and one alone, if CI-7 lets him."""
    return (sexes.count("f"), sexes.count("m")) in {(0, 0), (1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (2, 2)}


def regulars(after: Cafe, seating: Seating) -> Cell | None:
    """CI-21: the table at which all of them sit, now four men or four women."""
    for table in TABLES:
        guests = after.at(table)
        if set(seating) <= set(around(table)) and len(guests) == 4 and len({guest.sex for guest in guests}) == 1:
            return table
    return None


def points(cafe: Cafe, seating: Seating) -> set[int]:
    """The points in every legal order in which the guests can sit down one by one: there must be one number only."""
    after = Cafe({**cafe.sitting, **seating})
    special = regulars(after, seating) if len(seating) > 2 else None
    found: set[int] = set()
    for order in permutations(seating):
        now = Cafe(dict(cafe.sitting), birthday=cafe.birthday)
        legal, total = True, 0
        for chair in order:
            now.sitting[chair] = seating[chair]
            for table in tables_at(chair):
                legal &= table == special or may_sit([guest.sex for guest in now.at(table)])
                if table != special:
                    total += brings(now, table)
        if legal:
            found.add(total + (premium(now, special) if special else 0))
    return found


def brings(now: Cafe, table: Cell) -> int:
    """CI-10: what a guest scores who has just sat down at a table."""
    guests = now.at(table)
    whole = {1: 0, 2: 2, 3: 3, 4: 4}[len(guests)]
    if len(guests) == 4 and all(guest.counts_for(TABLES[table]) for guest in guests):
        whole = 8
    return 2 * whole if TABLES[table] == now.birthday else whole


def premium(now: Cafe, table: Cell) -> int:
    whole = 40 if all(guest.counts_for(TABLES[table]) for guest in now.at(table)) else 20
    return 2 * whole if TABLES[table] == now.birthday else whole


def completed(cafe: Cafe, seating: Seating) -> int:
    """CI-11: the one-nation tables that a seating completes."""
    after = Cafe({**cafe.sitting, **seating})
    return sum(
        any(chair in seating for chair in around(table))
        and len(after.at(table)) == 4
        and all(guest.counts_for(nation) for guest in after.at(table))
        for table, nation in TABLES.items()
    )


def sits(guest: Guest) -> Iterator[tuple[Cell, Guest]]:
    """Every chair that a guest's nation allows, a joker named in each way."""
    for chair in CHAIRS:
        nations = sorted(nations_at(chair))
        if guest.nation:
            if guest.nation in nations:
                yield chair, guest
        else:
            for named in nations if len(nations) == 2 else [""]:
                yield chair, Guest("", guest.sex, named)


def seatings(cafe: Cafe) -> Iterator[Seating]:
    """Every legal seating of one or two guests from the hand, and of three or four at one table."""
    ways = [[(chair, guest) for chair, guest in sits(held) if chair not in cafe.sitting] for held in cafe.held]
    seen: set[frozenset[tuple[Cell, Guest]]] = set()
    for number, one in enumerate(ways):
        for first in one:
            for seating in ({first[0]: first[1]}, *_two(first, ways[number + 1 :])):
                key = frozenset(seating.items())
                if key not in seen and not against(cafe, seating):
                    seen.add(key)
                    yield seating
    if cafe.regulars:
        yield from _at_one_table(cafe, seen)


def _two(first: tuple[Cell, Guest], others: list[list[tuple[Cell, Guest]]]) -> Iterator[Seating]:
    for other in others:
        for chair, guest in other:
            if chair != first[0]:
                yield {first[0]: first[1], chair: guest}


def _at_one_table(cafe: Cafe, seen: set[frozenset[tuple[Cell, Guest]]]) -> Iterator[Seating]:
    for table in TABLES:
        free = [chair for chair in around(table) if chair not in cafe.sitting]
        for guests in permutations(cafe.held, len(free)) if len(free) > 2 else ():
            for seating in _named(dict(zip(free, guests, strict=True))):
                key = frozenset(seating.items())
                if key not in seen and not against(cafe, seating):
                    seen.add(key)
                    yield seating


def _named(seating: Seating) -> Iterator[Seating]:
    """With the jokers between two nations named in every way."""
    for chair, guest in seating.items():
        if not guest.nation and not guest.named and len(nations_at(chair)) == 2:
            for nation in sorted(nations_at(chair)):
                yield from _named({**seating, chair: Guest("", guest.sex, nation)})
            return
    yield seating

"""Makes a table of the file of a game that is over, as it stands at the host where it was played: to be looked at.

The file names people and knows none of them, and anybody can write a name into one. So nobody sits at such a table: it
counts in no rating and in nobody's statistics, and whoever is named there has no more to say at it than others.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.play.gamefile.form import GameFile, Read
from bot.play.gamefile.verified import MOVES_LEAD, OTHER_RULES, Finding, proves, verified
from bot.play.gamefile.written import UNNAMED
from bot.play.house.terms import LEVELS, TERMS
from bot.play.outbox_bodies import BoardBody, row
from rules import engine
from rules.contract import AnyRules, Record
from storage.clocks import Clocks, SeatClock
from storage.draws import DrawRow
from storage.fingerprint import fingerprint
from storage.rows import FORGOTTEN, OVER, Change, ResultRow, SeatRow, TableRow

ID: Final = 11
"""Letters and digits of a table's id."""


class CannotTake(Exception):  # noqa: N818 (an answer)
    """No table is made of this file.

    `why` is one of: game, running, closed, rules, changed, contradicts, unknown.
    """

    def __init__(self, why: str, found: Sequence[Finding] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.found = found


class Place(Struct, frozen=True):
    """Where the table is to be seen: a thread is opened there."""

    guild: int
    channel: int


def taken(read: Read, rules: AnyRules | None, where: Place, now: int, named: Callable[[str, int, str], str]) -> Change:
    """Returns what is written. Raises CannotTake.

    `named`: what somebody is called, by the table's language, the number of the seat and the name in the file.
    """
    file = read.file
    if rules is None:
        raise CannotTake("game")
    if file.status != OVER:
        raise CannotTake("running")
    if not file.open:
        raise CannotTake("closed")
    if not read.whole:
        raise CannotTake("changed")
    found = verified(read, rules)
    if not proves(found):
        raise CannotTake("contradicts", found)
    if any(one.what == MOVES_LEAD and one.why == OTHER_RULES for one in found):
        raise CannotTake("rules")
    records = _records(file)
    if not _known(file) or not _leads(file, rules, records):
        raise CannotTake("unknown")
    return _change(file, rules, records, where, now, named)


def _known(file: GameFile) -> bool:
    """Does a table of this program have such agreements, players and numbers?"""
    agreed = all(value in TERMS.get(key, ()) for key, value in file.terms)
    house = all(not one.house or one.house in LEVELS for one in file.sitters)
    seated = {one.seat for one in file.sitters} == {one.seat for one in file.result} == {*range(file.seats)}
    once = len({(one.seat, one.nth) for one in file.sitters}) == len(file.sitters)
    return agreed and house and seated and once and len(file.table) == ID


def _leads(file: GameFile, rules: AnyRules, records: Sequence[Record]) -> bool:
    """Do the records lead to the end that it tells of, from the beginning or from the newest rules on?"""
    versions = [move.version for move in file.moves]
    try:
        last = engine.replay(rules, records)
        lines = [engine.decode_line(rules, bytes(move.line).decode()) for move in file.moves]
    except Exception:  # noqa: BLE001 (whatever stands in a file, rules that stumble over it accept nothing)
        return False
    told = len(lines) == len(versions) and versions == [*range(len(versions))]
    return told and rules.outcome(last.state) is not None and _written(last.state) == file.state


def _written(state: object) -> str:
    return msgspec.json.encode(state).decode()


def _records(file: GameFile) -> tuple[Record, ...]:
    return tuple(
        Record(move.version, place, part.kind, part.seat, part.text, part.luck, move.at)
        for move in file.moves
        for place, part in enumerate(move.parts)
    )


def _change(  # noqa: PLR0917 (the caller gives all of them)
    file: GameFile,
    rules: AnyRules,
    records: tuple[Record, ...],
    where: Place,
    now: int,
    named: Callable[[str, int, str], str],
) -> Change:
    told = [move for move in file.moves if move.public][-1]
    board = BoardBody(told.kind, told.seat, Raw(bytes(told.facts)), (), where.channel, over=True)
    return Change(
        _row(file, rules, where.guild),
        -1,
        now,
        records=records,
        seats=tuple(_seats(file, named)),
        lines=tuple((move.version, bytes(move.line).decode()) for move in file.moves),
        results=tuple(_results(file)),
        seed=file.luck.seed,
        salts=tuple((salt.turn, int(salt.post)) for salt in file.luck.salts),
        draws=tuple(DrawRow(one.n, one.version, int(one.salt), one.bounds, one.values) for one in file.draws),
        rows=(row(told.number, board),),
    )


def _row(file: GameFile, rules: AnyRules, guild: int) -> TableRow:
    return TableRow(
        id=file.table,
        guild=guild,
        channel=0,
        game=file.game,
        status=OVER,
        rev=0,
        version=file.moves[-1].version,
        public_no=file.moves[-1].number,
        rules_version=rules.version,
        lang=file.lang,
        creator=FORGOTTEN,
        options=file.options,
        random_seats=file.random_seats,
        created_at=file.began_at,
        expires_at=0,
        state=file.state,
        state_format=fingerprint(rules.state_type),
        terms=file.terms,
        clocks=Clocks(tuple(SeatClock(one.seat, turns=one.turns, played_for=one.played_for) for one in file.result)),
        drawn=sum(len(draws.values) for draws in file.draws),
        opening=max((salt.turn for salt in file.luck.salts), default=0),
    )


def _seats(file: GameFile, named: Callable[[str, int, str], str]) -> Iterator[SeatRow]:
    for one in file.sitters:
        name = named(file.lang, one.seat + 1, one.name)
        seated = SeatRow(
            one.seat, FORGOTTEN, name, one.resigned, from_version=one.from_version, nth=one.nth, house=one.house
        )
        yield seated if one.name else replace(seated, how=UNNAMED)


def _results(file: GameFile) -> Iterator[ResultRow]:
    house = {one.seat: one.house for one in sorted(file.sitters, key=lambda one: one.nth)}
    for one in file.result:
        yield ResultRow(
            one.seat, FORGOTTEN, one.rank, one.points, file.moves[-1].at, house[one.seat], False, one.turns,
            one.played_for,
        )  # fmt: skip

"""Rows as values and values as rows: the same for every store, whatever reads them and whatever they are kept in."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from rules.contract import Record
from storage import clocks
from storage.draws import Luck
from storage.rows import CLOSED_DM, DraftRow, DueRow, Guild, Loaded, OrderRow, Person, Question, SeatRow, TableRow

encode_text = msgspec.json.Encoder().encode
_pairs = msgspec.json.Decoder(tuple[tuple[str, str], ...]).decode
_words = msgspec.json.Decoder(tuple[str, ...]).decode
luck_of = msgspec.json.Decoder(tuple[int, ...]).decode

COLUMNS = (
    "id, guild, channel, game, status, rev, version, public_no, rules_version, lang, creator, options, random_seats,"
    " created_at, expires_at, state, state_format, turn, terms, clocks, drawn, opening, opened_no"
)
WIDTH = COLUMNS.count(",") + 1
OF_GAMES = ", ".join(f"g.{column.strip()}" for column in COLUMNS.split(","))


def as_text(value: object) -> str:
    return encode_text(value).decode()


def table_of(row: Sequence[Any]) -> TableRow:
    """Makes a table of a row of games as selected by COLUMNS."""
    return TableRow(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        _pairs(row[11]),
        bool(row[12]),
        row[13],
        row[14],
        row[15],
        row[16],
        row[17],
        _pairs(row[18]),
        clocks.read(row[19]),
        *row[20:WIDTH],
    )


def gathered(
    row: Sequence[Any],
    *,
    seated: Sequence[Sequence[Any]],
    questions: Iterable[Sequence[Any]],
    orders: Iterable[Sequence[Any]],
    dues: Iterable[Sequence[Any]],
    drafts: Iterable[Sequence[Any]],
    answer: str | None,
) -> Loaded:
    """Makes the whole of a table of its rows, as every store reads them."""
    occupants = tuple(_occupant(*sat) for sat in seated)
    present = _present(occupants)
    return Loaded(
        table_of(row),
        present,
        tuple(_question(*asked) for asked in questions),
        tuple(OrderRow(*order) for order in orders),
        tuple(DueRow(*due) for due in dues),
        tuple(draft_of(draft) for draft in drafts),
        occupants,
        answer,
        _of_people(seated, present, 13, _pairs),
        _of_people(seated, present, 14, clocks.read_spans),
        row[WIDTH],
        Luck(*row[WIDTH + 1 :]),
        tuple(sat[1] for sat in seated if CLOSED_DM in sat[15:]),
    )


def _of_people(
    seated: Sequence[Sequence[Any]], present: Sequence[SeatRow], column: int, read: Callable[[str], Any]
) -> tuple[tuple[int, Any], ...]:
    """Returns what a column tells of the people who sit there now, of those of whom it tells something."""
    found = {sat[1]: sat[column] for sat in seated}
    return tuple((sat.user, read(found[sat.user])) for sat in present if found[sat.user] not in {None, "[]"})


def _occupant(seat: int, user: int, name: str, left: int, vote: int, *more: Any) -> SeatRow:
    return SeatRow(seat, user, name, bool(left), bool(vote), *more[:8])


def _question(seat: int, topic: str, subject: int, since: int, *more: Any) -> Question:
    required, rest, sealed, *times = more
    return Question(seat, topic, subject, since, bool(required), bool(rest), bool(sealed), *times)


def _present(occupants: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Returns those who sit there now, by seat."""
    last: dict[int, SeatRow] = {}
    for row in occupants:
        if row.seat not in last or last[row.seat].nth < row.nth:
            last[row.seat] = row
    return tuple(last[seat] for seat in sorted(last))


def draft_of(row: Sequence[Any]) -> DraftRow:
    return DraftRow(row[0], row[1], row[2], _words(row[3]), _words(row[4]))


def draft_values(game: str, draft: DraftRow) -> tuple[Any, ...]:
    return (game, draft.seat, draft.base, draft.rev, as_text(draft.moves), as_text(draft.tokens))


def record_of(row: Sequence[Any]) -> Record:
    """Makes a Record of a row; the last column is the time of its commit. The one place that does."""
    version, part, kind, seat, text, luck, at = row
    return Record(version, part, kind, seat, text, luck_of(luck), at)


def person_of(user: int, row: Sequence[Any] | None) -> Person:
    """Makes a person of dm_channel, dm_state, lang, settings and away, if there is such a row."""
    return (
        Person(user) if row is None else Person(user, row[0], row[1], row[2], _pairs(row[3]), clocks.read_spans(row[4]))
    )


def guild_of(guild: int, row: Sequence[Any] | None) -> Guild:
    return Guild(guild) if row is None else Guild(guild, row[0], _pairs(row[1]))


def mark(game: str, user: int) -> str:
    """Returns what stands for somebody who was forgotten, at one table alone, and names nobody."""
    return blake2b(str(user).encode(), key=game.encode(), digest_size=12).hexdigest()

"""Leaving a running game: resigning a seat, leaving it to the house, or giving the game up together."""

from msgspec.structs import replace

from bot.play import luck
from bot.play.answers import (
    AlreadyResigned,
    GivenUp,
    HasResigned,
    IsOver,
    LeftToHouse,
    NobodyElse,
    NoHouse,
    NoSuchTable,
    Stopped,
    Voted,
)
from bot.play.changes import entered, settled
from bot.play.house import dues as house_dues
from bot.play.house import terms as house
from bot.play.outbox_bodies import NoticeBody, notice
from bot.play.seating import openings
from bot.play.seating.lobby import closed
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules import engine
from storage.rows import ABANDONED, LOBBY, RUNNING, Change, OutRow, SeatRow


@use_case
async def resign(table: Table, action: Action, env: Env) -> Decision:
    """Resigns for good: the seat goes on by the least it can do."""
    table.refuse_unless_running()
    if any(seat.user == action.user and seat.resigned for seat in table.seats):
        raise Refused(AlreadyResigned())
    own = table.seat_of(action.user)
    table.refuse_unsalted()
    chance = table.luck(env.chance)
    commit = engine.resign(table.rules, table.position, own.seat, chance)
    seats = _with(table.seats, replace(openings.shut(own), resigned=True, house=""))
    left = table.seated(seats).without_order(own.seat)
    change = change_of(left, env, seats=seats, orders=left.orders, forget_drafts=(own.seat,))
    change = entered(left, change, commit, env, actor=own.seat, drawn=luck.drawn(chance))
    return Decision(_ended(left, replace(change, rows=(*change.rows, *openings.card(own)))), HasResigned())


@use_case
async def to_house(table: Table, action: Action, env: Env) -> Decision:
    """Leaves a seat to the house, where the table allows it: it is not resigned, and somebody else sits there."""
    table.refuse_unless_running()
    own = table.seat_of(action.user)
    if env.thinker is None or table.term(house.RESIGNED) != house.TO_HOUSE:
        raise Refused(NoHouse())
    if len(table.users) < 2:
        raise Refused(NobodyElse())
    names = {row.name for row in table.loaded.occupants}
    heir = house.player(own.seat, house.USUAL, names, nth=own.nth + 1, from_version=table.row.version)
    seats = _with(table.seats, heir)
    left = table.seated(seats).without_order(own.seat)
    kept = tuple(row for row in table.dues if row.seat != own.seat)
    dues = (*kept, *house_dues.taken_over(left, env, own.seat, table.questions))
    change = change_of(left, env, seats=seats, orders=left.orders, dues=dues, forget_drafts=(own.seat,))
    told = notice(change.now, NoticeBody("to-house", seat=own.seat))
    over = tuple(one for one in settled(table) if one.user == action.user)
    return Decision(_ended(left, replace(change, rows=(told, *openings.card(own), *over))), LeftToHouse(heir.name))


@use_case
async def vote(table: Table, action: Action, env: Env, *, for_end: bool) -> Decision:
    """Votes: more than half of those who still play can end the game without a winner."""
    table.refuse_unless_running()
    seats = _with(table.seats, replace(table.seat_of(action.user), vote=for_end))
    votes, wanted = _votes(seats)
    written = replace(table.row, clocks=replace(table.row.clocks, acted_at=env.now()))
    change = change_of(table, env, table=written, seats=seats)
    if votes >= wanted:
        return Decision(_ended(table, change), GivenUp())
    told = _notice(change, "vote", votes, wanted)
    return Decision(replace(change, rows=(told,)), Voted(votes, wanted, for_end))


@use_case
async def stop(table: Table, _action: Action, env: Env, guild: int) -> Decision:
    """Lets whoever manages the server end a game that nobody plays any more, without being shown anything of it."""
    if table.row.guild != guild:
        raise Refused(NoSuchTable())
    if table.status == RUNNING:
        return Decision(_given_up(table, change_of(table, env), "stopped"), Stopped())
    table.refuse_if_closed()
    if table.status != LOBBY:
        raise Refused(IsOver())
    return Decision(closed(table, env), Stopped())


def abandoned(table: Table, env: Env) -> Change:
    """Returns the end of a game in which for long nobody has played or voted."""
    return _given_up(table, change_of(table, env), "abandoned")


def _ended(before: Table, change: Change) -> Change:
    """Ends the game once more than half of those who still play are for it: somebody who resigns leaves fewer."""
    votes, wanted = _votes(change.seats or ())
    playing = [seat for seat in change.seats or () if not seat.resigned]
    alone = bool(playing) and not any(seat.is_person for seat in playing)  # only the house would go on
    ends = change.table.status == RUNNING and (votes >= wanted or alone)
    return _given_up(before, change, "given-up") if ends else change


def _given_up(before: Table, change: Change, what: str) -> Change:
    table = replace(change.table, status=ABANDONED, expires_at=0)
    public = tuple(line for line in change.rows if not line.user)  # nothing is asked of anybody any more
    rows = (*public, *openings.cards(before.seats), _notice(change, what), *settled(before))
    return replace(change, table=table, questions=(), dues=(), rows=rows)


def _notice(change: Change, what: str, votes: int = 0, wanted: int = 0) -> OutRow:
    return notice(change.now, NoticeBody(what, votes, wanted))


def _votes(seats: tuple[SeatRow, ...]) -> tuple[int, int]:
    """Returns the votes for the end, and how many are needed."""
    playing = [seat for seat in seats if seat.is_person and not seat.resigned]
    return sum(seat.vote for seat in playing), len(playing) // 2 + 1


def _with(seats: tuple[SeatRow, ...], changed: SeatRow) -> tuple[SeatRow, ...]:
    return tuple(changed if seat.seat == changed.seat else seat for seat in seats)

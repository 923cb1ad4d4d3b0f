"""Start in two steps: seats and options are fixed in a post of their own; by its number the order of the seats is drawn
and dealt, at once and by itself, also where the bot was killed between (docs/adr/0041-luck-that-can-be-proved.md).
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.play import luck
from bot.play.answers import HasBegun, Started
from bot.play.changes import entered
from bot.play.outbox_bodies import START, LobbyBody, NameBody, StartBody, row
from bot.play.table import Refused, Table
from bot.play.time_answers import LuckAwaited
from bot.play.transactions import Action, Decision, Env, change_of, use_case
from rules import engine
from rules.chance import shuffle
from rules.contract import Setup
from storage import rows
from storage.draws import DEAL, FIXED
from storage.rows import RUNNING, DueRow, OutRow, SeatRow

AGAIN_MS: Final = 5_000
"""How long after the seats are fixed it is looked whether the deal has followed."""
BEFORE_THE_DEAL: Final = -1
"""The version of what is drawn before the first commit."""


def fixed(table: Table, env: Env) -> Decision:
    """Fixes seats and options, for everybody to see; the deal follows from the post that says so."""
    row_ = replace(table.row, opening=FIXED, opened_no=0, expires_at=0)
    told = (row(table.row.rev + 1, LobbyBody(0)), row(0, StartBody()))
    due = DueRow(rows.NONE, rows.NONE, env.now() + AGAIN_MS, DEAL)
    return Decision(change_of(table, env, table=row_, dues=(due,), rows=told), Started())


@use_case
async def deal(table: Table, _action: Action, env: Env) -> Decision:
    """Deals, once the post that fixes the seats stands; called by the courier that has posted it."""
    _refuse_unless_fixed(table)
    salt = await _salt(table, env)
    if not salt:
        raise Refused(LuckAwaited())
    return dealt(table, env, salt)


@use_case
async def deal_late(table: Table, _action: Action, env: Env) -> Decision:
    """Does what the courier has not come to: deals, or asks for the post that somebody has deleted at once."""
    _refuse_unless_fixed(table)
    salt = await _salt(table, env)
    if salt:
        return dealt(table, env, salt)
    posting = any(told.kind == START for told in await env.store.unsaid(table.id))
    number = table.row.opened_no if posting else table.row.rev + 1
    said = () if posting else (row(number, StartBody()),)
    due = DueRow(rows.NONE, rows.NONE, env.now() + AGAIN_MS, DEAL)
    kept = replace(table.row, opened_no=number)
    return Decision(change_of(table, env, table=kept, dues=(due,), rows=said, silent=True), Started())


def _refuse_unless_fixed(table: Table) -> None:
    if not table.is_fixed:
        raise Refused(HasBegun())


async def _salt(table: Table, env: Env) -> int:
    return table.loaded.luck.salt or await env.store.salt(table.id, env.now())


def dealt(table: Table, env: Env, salt: int = 0) -> Decision:
    """Orders the seats, deals, and tells everybody."""
    rules = table.rules
    chance = table.luck(env.chance, salt)
    order = shuffle(chance, table.seats) if table.row.random_seats else table.seats
    seated = luck.drawn(chance)
    seats = numbered(order)
    drawing = table if seated is None else table.having_drawn(len(seated.luck))
    dealing = drawing.luck(env.chance, salt)
    commit = engine.begin(rules, Setup(len(seats), table.row.options), dealing)
    begun = replace(drawing.row, status=RUNNING, expires_at=0, rules_version=rules.version)
    change = change_of(table, env, table=begun, seats=seats, draws=luck.rows(BEFORE_THE_DEAL, seated))
    change = entered(drawing.seated(seats), change, commit, env, actor=-1, drawn=luck.drawn(dealing))
    return Decision(replace(change, rows=(*_told(table), *change.rows)), Started())


def _told(table: Table) -> tuple[OutRow, ...]:
    """Returns what names thread and card after the players; a card that says so already says it no more."""
    name = row(table.row.rev + 1, NameBody())
    return (name,) if table.is_fixed else (row(table.row.rev + 1, LobbyBody(0)), name)


def numbered(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    return tuple(replace(sitting, seat=seat) for seat, sitting in enumerate(seats))

"""Gathering a table: create, join, leave, close, start."""

import secrets

from msgspec import Struct
from msgspec.structs import replace

from bot.play import limits
from bot.play.answers import (
    Answer,
    Created,
    Joined,
    Left,
    NoSuchTable,
    NotAtTable,
    NotOver,
    OnlyCreator,
    Started,
    TableClosed,
    TableFull,
    TooFew,
    TooManyTables,
    UnknownGame,
    UnknownOption,
)
from bot.play.changes import entered
from bot.play.outbox_bodies import LobbyBody, channel_row, lobby_row
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, Transactions, UseCase, change_of
from rules import engine
from rules.chance import shuffle
from rules.contract import AnyRules, Setup
from storage.rows import CLOSED, FORGOTTEN, LOBBY, RUNNING, Change, Loaded, SeatRow, TableRow

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def new_id() -> str:
    """Returns an id of 64 bits that nobody can guess."""
    number = secrets.randbits(64)
    text = ""
    for _ in range(11):
        number, digit = divmod(number, 62)
        text = _ALPHABET[digit] + text
    return text


class NewTable(Struct, frozen=True):
    """A new table, as asked for."""

    guild: int
    parent: int
    """The channel in which the table's thread is to be opened."""
    game: str
    name: str
    """The creator's name, as others see it."""
    lang: str = "en"
    options: tuple[tuple[str, str], ...] = ()
    random_seats: bool = True
    invited: tuple[int, ...] = ()
    """Users whom the card asks to join: the players of the table before."""


async def create(transactions: Transactions, action: Action, wanted: NewTable) -> Answer:
    """Opens a lobby; its creator sits at it."""
    env = transactions.env

    async def decide() -> Decision:
        rules = _game(env, wanted)
        await _refuse_too_many(env, action.user, wanted.guild)
        now = env.now()
        table = TableRow(
            id=new_id(),
            guild=wanted.guild,
            channel=0,
            game=rules.key,
            status=LOBBY,
            rev=0,
            version=-1,
            public_no=0,
            rules_version=rules.version,
            lang=wanted.lang,
            creator=action.user,
            options=wanted.options,
            random_seats=wanted.random_seats,
            created_at=now,
            expires_at=now + limits.LOBBY_LIFE_MS,
        )
        seats = (SeatRow(0, action.user, wanted.name),)
        answer = Created(table.id)
        change = replace(
            change_of(Table(Loaded(table, seats, (), (), ()), env.games[rules.key]), action, env, answer),
            expect=-1,
            seats=seats,
            rows=(lobby_row(0, LobbyBody(wanted.parent, wanted.invited)), channel_row(action.user)),
        )
        return Decision(change, answer)

    return await transactions.create(action, decide)


async def again(transactions: Transactions, table: str, action: Action, name: str, parent: int) -> Answer:
    """Opens a lobby with the same game, options and people; its card asks the others."""
    found = await transactions.load(table)
    if found is None:
        return NoSuchTable()
    if not found.is_seated(action.user):
        return NotAtTable()
    if found.status in (LOBBY, RUNNING):
        return NotOver()
    old = found.row
    others = tuple(row.user for row in found.seats if row.user not in (action.user, FORGOTTEN))
    wanted = NewTable(old.guild, parent, old.game, name, old.lang, old.options, old.random_seats, others)
    return await create(transactions, action, wanted)


def _game(env: Env, wanted: NewTable) -> AnyRules:
    game = env.games.get(wanted.game)
    if game is None:
        raise Refused(UnknownGame(wanted.game))
    rules = game.rules
    offered = {option.key: option.values for option in rules.options}
    for key, value in wanted.options:
        if value not in offered.pop(key, ()):  # each key only once
            raise Refused(UnknownOption(key, value))
    setup = Setup(0, wanted.options)
    for option in rules.options:
        value = setup.chosen(option)
        if value != option.default and not setup.counts(option):
            raise Refused(UnknownOption(option.key, value))
    return rules


async def _refuse_too_many(env: Env, user: int, guild: int) -> None:
    store = env.store
    if await store.count_tables(creator=user, status=(LOBBY,)) >= limits.LOBBIES_A_USER:
        raise Refused(TooManyTables("lobbies", limits.LOBBIES_A_USER))
    await _refuse_too_many_of(env, user)
    awake = env.now() - limits.ASLEEP_MS
    if await store.count_tables(guild=guild, status=(LOBBY, RUNNING), since=awake) >= limits.TABLES_A_GUILD:
        raise Refused(TooManyTables("guild", limits.TABLES_A_GUILD))


async def _refuse_too_many_of(env: Env, user: int) -> None:
    if await env.store.count_tables(user=user, status=(LOBBY, RUNNING)) >= limits.TABLES_A_USER:
        raise Refused(TooManyTables("user", limits.TABLES_A_USER))


def join(name: str) -> UseCase:
    async def decide(table: Table, action: Action, env: Env) -> Decision:
        table.refuse_unless_gathering()
        table.refuse_who_is_seated(action.user)
        seats = table.rules.seats
        if len(table.seats) >= max(seats):
            raise Refused(TableFull(max(seats)))
        await _refuse_too_many_of(env, action.user)
        rows = (*table.seats, SeatRow(len(table.seats), action.user, name))
        answer = Joined(len(rows), min(seats))
        change = _lobby(change_of(table, action, env, answer), rows)
        return Decision(replace(change, rows=(*change.rows, channel_row(action.user))), answer)

    return decide


def leave() -> UseCase:
    async def decide(table: Table, action: Action, env: Env) -> Decision:
        table.refuse_unless_gathering()
        gone = table.seat_of(action.user)
        rest = [row for row in table.seats if row.seat != gone.seat]
        rows = tuple(replace(row, seat=seat) for seat, row in enumerate(rest))
        if not rows:
            return _closed(table, action, env)
        creator = rows[0].user if table.row.creator == action.user else table.row.creator
        answer = Left()
        change = change_of(table, action, env, answer)
        return Decision(_lobby(replace(change, table=replace(table.row, creator=creator)), rows), answer)

    return decide


def close() -> UseCase:
    """Lets the creator close the lobby."""

    async def decide(table: Table, action: Action, env: Env) -> Decision:
        _refuse_others(table, action)
        return _closed(table, action, env)

    return decide


def expire() -> UseCase:
    """Closes a lobby whose time is over; called by the clock."""

    async def decide(table: Table, action: Action, env: Env) -> Decision:
        table.refuse_unless_gathering()
        if not 0 < table.row.expires_at <= env.now():
            raise Refused(OnlyCreator())
        return _closed(table, action, env)

    return decide


def _refuse_others(table: Table, action: Action) -> None:
    """Refuses anybody but the creator of the table."""
    table.refuse_unless_gathering()
    table.seat_of(action.user)
    if table.row.creator != action.user:
        raise Refused(OnlyCreator())


def _closed(table: Table, action: Action, env: Env) -> Decision:
    answer = TableClosed()
    closed = replace(table.row, status=CLOSED, expires_at=0)
    change = replace(change_of(table, action, env, answer), table=closed)
    return Decision(_lobby(change, table.seats), answer)


def _lobby(change: Change, seats: tuple[SeatRow, ...]) -> Change:
    """Returns the change to a lobby's seats, with its card."""
    return replace(change, seats=seats, rows=(lobby_row(change.expect + 1, LobbyBody(0)),))


def start() -> UseCase:
    """Orders the seats, deals, and tells everybody."""

    async def decide(table: Table, action: Action, env: Env) -> Decision:
        _refuse_others(table, action)
        rules, players = table.rules, len(table.seats)
        if players not in rules.seats:
            raise Refused(TooFew(players, min(rules.seats)))
        order = shuffle(env.chance, table.seats) if table.row.random_seats else table.seats
        seats = tuple(replace(row, seat=seat) for seat, row in enumerate(order))
        commit = engine.begin(rules, Setup(players, table.row.options), env.chance)
        answer = Started()
        row = replace(table.row, status=RUNNING, expires_at=0, rules_version=rules.version)
        change = replace(change_of(table, action, env, answer), table=row)
        change = entered(table.seated(seats), change, commit, env, actor=-1)
        card = lobby_row(table.row.rev + 1, LobbyBody(0))
        return Decision(replace(change, seats=seats, rows=(card, *change.rows)), answer)

    return decide

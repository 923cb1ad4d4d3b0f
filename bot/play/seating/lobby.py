"""Gathering a table: create, join, leave, close, start."""

import secrets
import string
from collections.abc import Callable
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from bot.play import answers, limits
from bot.play.house import terms as house
from bot.play.memory.pace import Pace
from bot.play.outbox_bodies import ChannelBody, DoorBody, LobbyBody, NameBody, row
from bot.play.plans.panel import Panel
from bot.play.seating import deal
from bot.play.table import Refused, Table
from bot.play.transactions import Action, Decision, Env, Transactions, change_of, use_case
from rules.contract import AnyRules, Setup
from storage import Conflict
from storage.rows import CLOSED, FORGOTTEN, LOBBY, RUNNING, Change, OutRow, SeatRow, TableRow

_ALPHABET = string.digits + string.ascii_letters


def new_id() -> str:
    """Returns an id of 65 bits that nobody can guess."""
    return "".join([secrets.choice(_ALPHABET) for _ in range(11)])


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
    id: str = ""
    """Its id, where that must be one and no other; else one is made."""
    house: tuple[str, ...] = ()
    """The levels of the house players that sit at it from the first."""
    terms: tuple[tuple[str, str], ...] = ()
    """What is agreed about it (bot/play/house/terms.py)."""


async def create(transactions: Transactions, action: Action, wanted: NewTable) -> answers.Answer:
    """Opens a lobby; its creator sits at it."""
    env = transactions.env

    async def decide() -> Decision:
        rules = _game(env, wanted)
        await _refuse_too_many(env, action.user, wanted.guild)
        _begins(env.opened, action, env.now(), answers.OpenedMany)
        sit(env, action)
        now = env.now()
        table = TableRow(
            id=wanted.id or new_id(),
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
            terms=wanted.terms,
        )
        seats = _with_house(env, rules, wanted, SeatRow(0, action.user, wanted.name))
        card, door = row(0, LobbyBody(wanted.parent, wanted.invited)), row(0, DoorBody(wanted.parent))
        rows = (card, door, row(0, ChannelBody(), action.user))
        seed = env.seeds().hex() if env.seeds is not None else ""
        return Decision(Change(table, -1, now, seats=seats, rows=rows, seed=seed), answers.Created(table.id))

    return await transactions.create(action, decide)


async def again(transactions: Transactions, table: str, action: Action, name: str, parent: int) -> answers.Answer:
    """Opens a lobby with the same game, options and people; its card asks the others. The others join that one."""
    found = await transactions.glance(table)
    if found is None:
        return answers.NoSuchTable()
    if not found.is_seated(action.user) and any(row.user for row in found.seats):
        return answers.NotAtTable()  # where nobody who sat there is known any more, anybody may
    if found.status in (LOBBY, RUNNING):
        return answers.NotOver()
    old = found.row
    others = tuple(row.user for row in found.seats if row.user not in (action.user, FORGOTTEN))
    levels = tuple(row.house for row in found.seats if not row.is_person) if transactions.env.thinker else ()
    known, opened = await rematch(transactions, table)
    if opened is None:
        options, terms = old.options, old.terms
        wanted = NewTable(
            old.guild, parent, old.game, name, old.lang, options, old.random_seats, others, known, levels, terms
        )
        try:
            return await create(transactions, action, wanted)
        except Conflict:
            """Somebody else has opened it meanwhile."""
    answer = (await transactions.run(known, action, join(name))).answer
    assert not isinstance(answer, Panel)  # noqa: S101 (told to the type checker)
    return answer


async def rematch(transactions: Transactions, table: str) -> tuple[str, Table | None]:
    """Returns the id of the table that follows another, the same for whoever asks, and the table if it is opened.

    One that was closed before it began has a successor of its own.
    """
    while True:
        table = "".join(_ALPHABET[byte % 62] for byte in blake2b(table.encode(), digest_size=11).digest())
        found = await transactions.glance(table)
        if found is None or found.status != CLOSED:
            return table, found


def _game(env: Env, wanted: NewTable) -> AnyRules:
    game = env.games.get(wanted.game)
    if game is None:
        raise Refused(answers.UnknownGame(wanted.game))
    rules = game.rules
    setup, offered = Setup(0, wanted.options), {option.key: option for option in rules.options}
    for key, value in wanted.options:
        option = offered.pop(key, None)  # each key only once
        if option is None or value not in option.values or not (value == option.default or setup.counts(option)):
            raise Refused(answers.UnknownOption(key, value))
    return rules


def _with_house(env: Env, rules: AnyRules, wanted: NewTable, first: SeatRow) -> tuple[SeatRow, ...]:
    """Returns the first seats: of whoever opens the table, and of the house players that they want."""
    if wanted.house and (env.thinker is None or not set(wanted.house) <= set(house.LEVELS)):
        raise Refused(answers.NoHouse())
    if len(wanted.house) >= max(rules.seats):
        raise Refused(answers.TableFull(max(rules.seats)))
    seats = [first]
    for level in wanted.house:
        seats.append(house.player(len(seats), level, {row.name for row in seats}))
    return tuple(seats)


async def _refuse_too_many(env: Env, user: int, guild: int) -> None:
    store = env.store
    if await store.count_tables(creator=user, status=(LOBBY,)) >= limits.LOBBIES_A_USER:
        raise Refused(answers.TooManyTables("lobbies", limits.LOBBIES_A_USER))
    await refuse_too_many(env, user)
    awake = env.now() - limits.ASLEEP_MS
    if await store.count_tables(guild=guild, status=(LOBBY, RUNNING), since=awake) >= limits.TABLES_A_GUILD:
        raise Refused(answers.TooManyTables("guild", limits.TABLES_A_GUILD))


async def refuse_too_many(env: Env, user: int) -> None:
    """Refuses whoever sits at as many tables as one person plays at."""
    if await env.store.count_tables(user=user, status=(LOBBY, RUNNING)) >= limits.TABLES_A_USER:
        raise Refused(answers.TooManyTables("user", limits.TABLES_A_USER))


def sit(env: Env, action: Action) -> None:
    """Takes a seat: no more of them in a short time than one person plays at."""
    _begins(env.seated, action, env.now(), answers.SeatedOften)


def _begins(pace: Pace, action: Action, now: int, refusal: Callable[[int], answers.Refusal]) -> None:
    wait = pace.wait(action.user, now)
    if wait:
        raise Refused(refusal(-(-wait // 60_000)))
    pace.note(action.user, now)


@use_case
async def join(table: Table, action: Action, env: Env, name: str) -> Decision:
    table.refuse_unless_gathering()
    if table.is_seated(action.user):
        raise Refused(answers.AlreadyAtTable())
    seats = table.rules.seats
    if len(table.seats) >= max(seats):
        raise Refused(answers.TableFull(max(seats)))
    await refuse_too_many(env, action.user)
    sit(env, action)
    rows = (*table.seats, SeatRow(len(table.seats), action.user, name))
    told = (_card(table), row(0, ChannelBody(), action.user))
    return Decision(change_of(table, env, seats=rows, rows=told), answers.Joined(len(rows), min(seats)))


@use_case
async def leave(table: Table, action: Action, env: Env) -> Decision:
    table.refuse_unless_gathering()
    gone = _seated(table, action)
    rest = deal.numbered([other for other in table.seats if other.seat != gone.seat])
    people = [other.user for other in rest if other.is_person]
    if not people:
        return Decision(closed(table, env), answers.TableClosed())
    creator = people[0] if table.row.creator == action.user else table.row.creator
    kept = replace(table.row, creator=creator)
    return Decision(change_of(table, env, table=kept, seats=rest, rows=(_card(table),)), answers.Left())


@use_case
async def close(table: Table, action: Action, env: Env) -> Decision:
    """Lets the creator close the lobby."""
    _refuse_others(table, action)
    return Decision(closed(table, env), answers.TableClosed())


@use_case
async def expire(table: Table, _action: Action, env: Env) -> Decision:
    """Closes a lobby whose time is over; called by the clock."""
    table.refuse_unless_gathering()
    if not 0 < table.row.expires_at <= env.now():
        raise Refused(answers.OnlyCreator())
    return Decision(closed(table, env), answers.TableClosed())


def _seated(table: Table, action: Action) -> SeatRow:
    """Returns the person's seat; whoever has none can still join."""
    if not table.is_seated(action.user):
        raise Refused(answers.NotJoined())
    return table.seat_of(action.user)


def _refuse_others(table: Table, action: Action) -> None:
    """Refuses anybody but the creator of the table."""
    table.refuse_unless_gathering()
    _seated(table, action)
    if table.row.creator != action.user:
        raise Refused(answers.OnlyCreator())


def closed(table: Table, env: Env) -> Change:
    """Returns the closing of a lobby; a little later its thread is put away."""
    away = replace(row(table.row.rev + 1, NameBody()), not_before=env.now() + limits.PUT_AWAY_MS)
    return change_of(table, env, table=replace(table.row, status=CLOSED, expires_at=0), dues=(),
                     rows=(_card(table), away))  # fmt: skip


def _card(table: Table) -> OutRow:
    """Returns the card of a lobby as it is after the change."""
    return row(table.row.rev + 1, LobbyBody(0))


@use_case
async def seat_house(table: Table, action: Action, env: Env, level: str) -> Decision:
    """Lets the creator seat a house player."""
    _refuse_others(table, action)
    if env.thinker is None or level not in house.LEVELS:
        raise Refused(answers.NoHouse())
    most = max(table.rules.seats)
    if len(table.seats) >= most:
        raise Refused(answers.TableFull(most))
    fresh = house.player(len(table.seats), level, set(table.names))
    change = change_of(table, env, seats=(*table.seats, fresh), rows=(_card(table),))
    return Decision(change, answers.HouseJoined(fresh.name))


@use_case
async def take_away(table: Table, action: Action, env: Env, name: str = "") -> Decision:
    """Lets the creator take a house player away: the one of this name, else the last."""
    _refuse_others(table, action)
    found = [row for row in table.seats if not row.is_person and name in ("", row.name)]
    if not found:
        raise Refused(answers.NoSuchSeat())
    rest = deal.numbered([row for row in table.seats if row is not found[-1]])
    return Decision(change_of(table, env, seats=rest, rows=(_card(table),)), answers.HouseGone(found[-1].name))


@use_case
async def start(table: Table, action: Action, env: Env) -> Decision:
    """Starts the game: at a table with a seed in two steps, else at once."""
    _refuse_others(table, action)
    rules, players = table.rules, len(table.seats)
    if players not in rules.seats:
        raise Refused(answers.TooFew(players, min(rules.seats)))
    return deal.fixed(table, env) if table.loaded.luck.seed else deal.dealt(table, env)

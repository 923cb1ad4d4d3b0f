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
from bot.play.changes import Entered
from bot.play.outbox_bodies import LobbyBody, channel_row, lobby_row
from bot.play.transactions import (
    Action,
    Applied,
    Refused,
    Transactions,
    Verdict,
    gathering,
    is_seated,
    seat_of,
    stranger,
)
from rules import engine
from rules.chance import shuffle
from rules.contract import AnyRules, Setup
from storage.rows import CLOSED, FORGOTTEN, LOBBY, RUNNING, Loaded, SeatRow, TableRow

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def new_id() -> str:
    """Sixty-four bits that nobody can guess."""
    number = secrets.randbits(64)
    text = ""
    for _ in range(11):
        number, digit = divmod(number, 62)
        text = _ALPHABET[digit] + text
    return text


class NewTable(Struct, frozen=True):
    """What is asked for."""

    guild: int
    parent: int
    """The channel in which its thread is to be opened."""
    game: str
    name: str
    """The creator's, as others see it."""
    lang: str = "en"
    options: tuple[tuple[str, str], ...] = ()
    random_seats: bool = True
    invited: tuple[int, ...] = ()
    """Who is asked to join by the card: the people of the table before."""


class Lobby:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def create(self, action: Action, wanted: NewTable) -> Answer:
        """A new lobby; its creator sits at it."""
        desk = self._desk

        async def attempt() -> Applied:
            rules = self._game(wanted)
            await self._room_for_more(action.user, wanted.guild)
            now = desk.now()
            table = TableRow(
                id=new_id(),
                guild=wanted.guild,
                channel=0,
                game=rules.key,
                status=LOBBY,
                rev=0,
                version=-1,
                public_no=0,
                rules_version=1,
                lang=wanted.lang,
                creator=action.user,
                options=wanted.options,
                random_seats=wanted.random_seats,
                created_at=now,
                expires_at=now + limits.LOBBY_LIFE_MS,
            )
            loaded = Loaded(table, (SeatRow(0, action.user, wanted.name),), (), (), ())
            answer = Created(table.id)
            change = replace(
                desk.change(loaded, action, answer, table),
                expect=-1,
                seats=loaded.seats,
                rows=(lobby_row(0, LobbyBody(wanted.parent, wanted.invited)), channel_row(action.user)),
            )
            await desk.store.write(change)
            desk.spoken.set()
            return answer

        return await desk.once(f"new:{action.interaction}", action, attempt)

    async def again(self, table: str, action: Action, name: str, parent: int) -> Answer:
        """The same game, options and people: a new lobby, whose card asks the others."""
        loaded = await self._desk.store.load(table)
        if loaded is None:
            return NoSuchTable()
        if not is_seated(loaded, action.user):
            return NotAtTable()
        if loaded.table.status in (LOBBY, RUNNING):
            return NotOver()
        old = loaded.table
        others = tuple(row.user for row in loaded.seats if row.user not in (action.user, FORGOTTEN))
        return await self.create(
            action, NewTable(old.guild, parent, old.game, name, old.lang, old.options, old.random_seats, others)
        )

    def _game(self, wanted: NewTable) -> AnyRules:
        rules = self._desk.games.get(wanted.game)
        if rules is None:
            raise Refused(UnknownGame(wanted.game))
        offered = {option.key: option.values for option in rules.options}
        for key, value in wanted.options:
            if value not in offered.pop(key, ()):  # each once
                raise Refused(UnknownOption(key, value))
        setup = Setup(0, wanted.options)
        for option in rules.options:
            value = setup.chosen(option)
            if value != option.default and not setup.counts(option):
                raise Refused(UnknownOption(option.key, value))
        return rules

    async def _room_for_more(self, user: int, guild: int) -> None:
        store = self._desk.store
        if await store.count_tables(creator=user, status=(LOBBY,)) >= limits.LOBBIES_A_USER:
            raise Refused(TooManyTables("lobbies", limits.LOBBIES_A_USER))
        if await store.count_tables(user=user, status=(LOBBY, RUNNING)) >= limits.TABLES_A_USER:
            raise Refused(TooManyTables("user", limits.TABLES_A_USER))
        awake = self._desk.now() - limits.ASLEEP_MS
        if await store.count_tables(guild=guild, status=(LOBBY, RUNNING), since=awake) >= limits.TABLES_A_GUILD:
            raise Refused(TooManyTables("guild", limits.TABLES_A_GUILD))

    async def join(self, table: str, action: Action, name: str) -> Answer:
        async def decide(loaded: Loaded) -> Verdict:
            gathering(loaded)
            stranger(loaded, action.user)
            seats = self._desk.rules(loaded.table).seats
            if len(loaded.seats) >= max(seats):
                raise Refused(TableFull(max(seats)))
            if await self._desk.store.count_tables(user=action.user, status=(LOBBY, RUNNING)) >= limits.TABLES_A_USER:
                raise Refused(TooManyTables("user", limits.TABLES_A_USER))
            rows = (*loaded.seats, SeatRow(len(loaded.seats), action.user, name))
            verdict = self._lobby(loaded, action, Joined(len(rows), min(seats)), rows)
            change = verdict.change
            return replace(verdict, change=replace(change, rows=(*change.rows, channel_row(action.user))))

        return await self._desk.act(table, action, decide)

    async def leave(self, table: str, action: Action) -> Answer:
        async def decide(loaded: Loaded) -> Verdict:
            gathering(loaded)
            gone = seat_of(loaded, action.user)
            rest = [row for row in loaded.seats if row.seat != gone.seat]
            rows = tuple(replace(row, seat=seat) for seat, row in enumerate(rest))
            if not rows:
                return self._closed(loaded, action)
            creator = rows[0].user if loaded.table.creator == action.user else loaded.table.creator
            return self._lobby(loaded, action, Left(), rows, replace(loaded.table, creator=creator))

        return await self._desk.act(table, action, decide)

    async def close(self, table: str, action: Action) -> Answer:
        """The creator gives up gathering."""

        async def decide(loaded: Loaded) -> Verdict:
            self._creators(loaded, action)
            return self._closed(loaded, action)

        return await self._desk.act(table, action, decide)

    async def expire(self, table: str) -> Answer:
        """A lobby whose time is over; asked by the clock."""

        async def decide(loaded: Loaded) -> Verdict:
            gathering(loaded)
            if not 0 < loaded.table.expires_at <= self._desk.now():
                raise Refused(OnlyCreator())
            return self._closed(loaded, Action(0))

        return await self._desk.act(table, Action(0), decide)

    def _creators(self, loaded: Loaded, action: Action) -> None:
        gathering(loaded)
        seat_of(loaded, action.user)
        if loaded.table.creator != action.user:
            raise Refused(OnlyCreator())

    def _closed(self, loaded: Loaded, action: Action) -> Verdict:
        table = replace(loaded.table, status=CLOSED, expires_at=0)
        return self._lobby(loaded, action, TableClosed(), loaded.seats, table)

    def _lobby(
        self,
        loaded: Loaded,
        action: Action,
        answer: Applied,
        seats: tuple[SeatRow, ...],
        table: TableRow | None = None,
    ) -> Verdict:
        change = self._desk.change(loaded, action, answer, table or loaded.table)
        return Verdict(replace(change, seats=seats, rows=(lobby_row(loaded.table.rev + 1, LobbyBody(0)),)), answer)

    async def start(self, table: str, action: Action) -> Answer:
        """Orders the seats, deals, and says so."""

        async def decide(loaded: Loaded) -> Verdict:
            self._creators(loaded, action)
            rules = self._desk.rules(loaded.table)
            players = len(loaded.seats)
            if players not in rules.seats:
                raise Refused(TooFew(players, min(rules.seats)))
            order = shuffle(self._desk.chance, loaded.seats) if loaded.table.random_seats else loaded.seats
            seats = tuple(replace(row, seat=seat) for seat, row in enumerate(order))
            commit = engine.begin(rules, Setup(players, loaded.table.options), self._desk.chance)
            started = replace(loaded.table, status=RUNNING, expires_at=0, version=0)
            answer = Started()
            change = self._desk.change(loaded, action, answer, started)
            entered = Entered(self._desk, replace(loaded, table=started, seats=seats)).into(change, commit, actor=-1)
            card = lobby_row(loaded.table.rev + 1, LobbyBody(0))
            return Verdict(replace(entered, seats=seats, rows=(card, *entered.rows)), answer)

        return await self._desk.act(table, action, decide)

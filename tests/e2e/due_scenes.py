"""Tables at which something falls due, one for each kind of it that there is, and what must then have happened once."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.play import turns
from bot.play.people import absences
from bot.play.people.preferences import BY_DM, DIGEST
from bot.play.seating import lobby, pausing
from bot.play.seating.lobby import NewTable
from bot.play.timed import digests, standing_orders
from bot.play.timed.reminders import SILENCES
from bot.play.transactions import change_of
from storage.port import RECKON
from storage.rows import (
    ABANDONED,
    BEGINS,
    CLOSED,
    HOUSE,
    LATE,
    ORDER,
    REMIND,
    RESUME,
    RUNNING,
    SILENCE,
    Person,
)
from tests.bot.catan_tables import put
from tests.bot.house import House
from tests.e2e.shipped import Kept
from tests.rules.catan.position import Position

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LEVEL = "gentle"


class Place(NamedTuple):
    """Where a table stands, and who plays at it."""

    guild: int
    channel: int
    users: tuple[int, ...]
    names: tuple[str, ...]


class Heard(NamedTuple):
    """What the bot has said: in the thread, and to whoever is asked, by direct message."""

    thread: tuple[str, ...]
    letters: tuple[str, ...]
    calls: tuple[tuple[int, ...], ...]
    """Whom each message of the thread pings."""


class Scene(NamedTuple):
    """Something that falls due."""

    set_up: Callable[[House, Place], Coroutine[Any, Any, str]]
    """Plays while the bot does not run, and returns the table."""
    due: Callable[[Any, int], int] | None
    """When it is due, by the table once all before it is said, and by when that was set up; None for as soon as the bot
    runs."""
    done: Callable[[Kept], int] | None = None
    """How often what falls due has been done, by what is kept; None where it is nothing but told."""
    said: Callable[[Heard], int] | None = None
    """How often it was told; None where nothing of its own tells of it."""
    tells: int = 1
    """How often it is to be told."""
    steps: int = 0
    """So often something is due before that."""
    then: Callable[[Any, int], int] | None = None
    """When it is due after that, if not by the same rows."""
    rests: int = 0
    """So much later it is told at the latest."""


def of_kind(kind: str) -> Callable[[Any, int], int]:
    return lambda loaded, _began: min([row.at for row in loaded.dues if row.kind == kind], default=0)


def at_hour(hours: int) -> Callable[[Any, int], int]:
    """At so many full hours from when it was set up."""
    return lambda _loaded, began: (began // HOUR + hours) * HOUR


def heard(text: str) -> Callable[[Heard], int]:
    return lambda said: sum(line.count(text) for line in said.thread)


async def sat(house: House, place: Place, game: str = "guatemala", /, **more: Any) -> str:
    """A lobby; `more` is as in NewTable."""
    house.env.opened.__init__(10_000, 1)
    house.env.seated.__init__(10_000, 1)
    wanted = NewTable(place.guild, place.channel, game, place.names[0], random_seats=False, **more)
    made: Any = await lobby.create(house.transactions, house.act(place.users[0]), wanted)
    assert made.table, made
    for user, name in zip(place.users[1:], place.names[1:], strict=True):
        await house.do(made.table, house.act(user), lobby.join(name))
    return made.table


async def played(house: House, place: Place, game: str = "guatemala", /, **more: Any) -> str:
    options = (("side", "fixed"),) if game == "guatemala" else ()
    table = await sat(house, place, game, options=options, **more)
    await house.do(table, house.act(place.users[0]), lobby.start())
    if game == "guatemala":
        await house.play(table, "buyer 1")
    return table


def paced(late: str) -> tuple[tuple[str, str], ...]:
    return (("pace", "steady"), ("late", late))


async def _late(house: House, place: Place) -> str:
    return await played(house, place, terms=paced("vote"))


async def _away(house: House, place: Place) -> str:
    table = await _late(house, place)
    for user in place.users:
        await absences.go(house.transactions, user, "5")
    return table


async def _sat_in(house: House, place: Place) -> str:
    return await played(house, place, terms=paced("house"))


async def _waits(house: House, place: Place) -> str:
    return await played(house, place, terms=paced("wait"))


async def _sealed(house: House, place: Place, late: str = "vote") -> str:
    table = await played(house, place, terms=paced(late))
    await house.play(table, "step 2", "score S1")
    return table


async def _sealed_house(house: House, place: Place) -> str:
    return await _sealed(house, place, "house")


async def _unhurried(house: House, place: Place) -> str:
    return await played(house, place)


async def _paused(house: House, place: Place) -> str:
    table = await played(house, place)
    for user in place.users[:2]:
        await house.do(table, house.act(user), pausing.pause(2))
    return table


async def _nudged(house: House, place: Place) -> str:
    for user in place.users:
        await house.store.save_person(Person(user, settings=(BY_DM,)))
    return await played(house, place)


async def _digested(house: House, place: Place) -> str:
    hour = (house.clock.now // HOUR + 2) % 24
    table = await played(house, place)
    for user in place.users:
        await house.store.save_person(Person(user, settings=((DIGEST, str(hour)), ("remind", "off"))))
        await digests.appoint(house.transactions, user)
    return table


async def _ordered(house: House, place: Place) -> str:
    table = await played(house, place)
    for user in place.users:
        await house.do(table, house.act(user), standing_orders.give("pass"))
    await house.play(table, "step 2", "score S1")
    return table


async def _rolls(house: House, place: Place) -> str:
    made = Position(seats=3).settle(0, "B2n").settle(2, "D2s").hand(0, "wool3").hand(1, "ore1").hand(2, "grain1")
    table = await played(house, place, "catan")
    await put(house.env, table, made.state)
    await house.play(table, "end", user=place.users[0])
    return table


async def _house(house: House, place: Place) -> str:
    table = await sat(
        house, Place(place.guild, place.channel, place.users[:1], place.names[:1]), "cafe", house=(LEVEL,)
    )
    await house.do(table, house.act(place.users[0]), lobby.start())
    found = await house.table(table)
    (asked,) = [question for question in found.questions if question.required]
    if asked.seat in found.users:
        await house.play(table, turns.example(found.rules, found.position.state, asked.seat), user=place.users[0])
    found = await house.table(table)
    (soon,) = [row for row in found.dues if row.kind == HOUSE]
    later = tuple(replace(row, at=row.at + MINUTE) if row is soon else row for row in found.dues)
    await house.store.write(change_of(found, house.env, dues=later))  # so that the process is there before it
    return table


async def _lobby(house: House, place: Place) -> str:
    return await sat(house, place)


async def _deal(house: House, place: Place) -> str:
    house.env.seeds = lambda: bytes(range(32))
    table = await sat(house, place)
    await house.do(table, house.act(place.users[0]), lobby.start())
    return table


async def _quiet(house: House, place: Place) -> str:
    hour = house.clock.now // HOUR
    span = f"{(hour - 1) % 24}-{(hour + 2) % 24}"
    for user in place.users:
        await house.store.save_person(Person(user, settings=(("hours", span), ("zone", "UTC"))))
    return await played(house, place)


async def _reckoned(house: House, place: Place) -> str:
    """Somebody is away at two tables and ends that by a move at one, right before the process dies."""
    table, other = await _late(house, place), await _late(house, place)
    found = await house.table(table)
    user = found.users[next(q.seat for q in found.questions if q.required)]
    await absences.go(house.transactions, user, "10", by_move=True)
    text = turns.example(found.rules, found.position.state, found.seat_of(user).seat)
    await house.play(table, text, user=user)
    assert [what for _, what, _ in await house.store.agenda_due(house.clock.now, 9)] == [RECKON]
    return other


def _is_done(kind: str) -> Callable[[Kept], int]:
    return lambda kept: int(all(row.kind != kind for row in kept.loaded.dues))


def _is_late(kept: Kept) -> int:
    clocks = kept.loaded.table.clocks
    return int(any(clock.late_at for clock in clocks.seats) or bool(clocks.sealed and clocks.sealed.late_at))


def _sits_in(kept: Kept) -> int:
    return sum(bool(row.user and row.house) for row in kept.loaded.seats)


def _sealed_answers(kept: Kept) -> int:
    """The most answers of one seat to the question, if it is settled."""
    if any(question.sealed for question in kept.loaded.questions):
        return 0
    texts = [record for record in kept.records if record.text in {"pass", "block"}]
    return max((sum(one.seat == record.seat for one in texts) for record in texts), default=0)


def _count(text: str) -> Callable[[Kept], int]:
    return lambda kept: sum(record.text == text for record in kept.records)


def _has(status: str) -> Callable[[Kept], int]:
    return lambda kept: int(kept.loaded.table.status == status)


def _reckoned_anew(kept: Kept) -> int:
    """Is the deadline that of whoever was away, as if they had not been?"""
    (late,) = [row.at for row in kept.loaded.dues if row.kind == LATE]
    called = max(question.called_at for question in kept.loaded.questions)
    return int(called == 0 or late - called < 7 * DAY)


def _house_turns(kept: Kept) -> int:
    """One if the person is asked again, and nothing more was played than the house's turn."""
    asked = {question.seat for question in kept.loaded.questions if question.required}
    (own,) = [row.seat for row in kept.loaded.seats if row.user]
    return int(own in asked)


def _reminders(kept: Kept) -> int:
    """How many have been given, by how much of the time they were given for; there is one at least."""
    given = max([row.n for row in kept.loaded.dues if row.kind == REMIND], default=SILENCES[0] // 1000)
    return sum(silence // 1000 <= given for silence in SILENCES)


def _summons(said: Heard) -> int:
    return sum("Tables that wait for you" in line for line in said.letters)


def _next_hour(loaded: Any, _began: int) -> int:
    """The full hour after the first reminder."""
    asked = min(question.asked_at for question in loaded.questions if question.required)
    return ((asked + SILENCES[0]) // HOUR + 1) * HOUR


USED_UP, OVER, SITS_IN = "is used up", "For sixty days nobody has played", "from here the house plays"
late = of_kind(LATE)
SCENES: Mapping[str, Scene] = {
    "lateness, by vote": Scene(_late, late, _is_late, heard(USED_UP)),
    "lateness after an absence": Scene(_away, late, _is_late, heard(USED_UP)),
    "lateness, the house": Scene(_sat_in, late, _sits_in, heard(SITS_IN)),
    "sealed deadline, by vote": Scene(_sealed, late, _is_late, heard(USED_UP)),
    "sealed deadline, the house": Scene(_sealed_house, late, _sealed_answers, heard(SITS_IN), tells=2),
    "sixty days, at a pace": Scene(_waits, late, _has(ABANDONED), heard(OVER), steps=1),
    "sixty days, unhurried": Scene(_unhurried, of_kind(SILENCE), _has(ABANDONED), heard(OVER)),
    "a pause's end": Scene(_paused, of_kind(RESUME), _is_done(RESUME), heard("The pause is over")),
    "a reminder": Scene(_unhurried, of_kind(REMIND), _reminders, heard("Still waiting for")),
    "a reminder by direct message": Scene(_nudged, of_kind(REMIND), None, _summons, steps=1, then=_next_hour),
    "a digest": Scene(_digested, at_hour(2), None, _summons),
    "an order's answer": Scene(_ordered, of_kind(ORDER), _sealed_answers),
    "a roll by itself": Scene(_rolls, of_kind(BEGINS), _count("roll"), heard("rolls")),
    "the house's turn": Scene(_house, of_kind(HOUSE), _house_turns),
    "a lobby's end": Scene(_lobby, lambda loaded, _began: loaded.table.expires_at, _has(CLOSED)),
    "a deal": Scene(_deal, None, _has(RUNNING), heard(" starts. ")),
    "quiet hours' end": Scene(_quiet, at_hour(2), None, lambda said: sum(map(bool, said.calls)), rests=HOUR),
    "an absence that a move has ended": Scene(_reckoned, None, _reckoned_anew),
}
"""By what falls due."""

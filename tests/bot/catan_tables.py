"""Tables of Catan in the house, set to a position made by hand."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.games import GAMES
from bot.play import Env, Table, limits
from bot.play.changes import questions
from bot.play.memory.pace import Pace
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules import counts
from rules.catan.pieces import CARD_NAMES, KINDS
from rules.contract import ORDINARY, Open, Position, Record
from rules.engine.log import lines
from rules.engine.replay import Checkpoint
from storage.fingerprint import fingerprint
from storage.rows import Change
from tests.bot.house import House, name
from tests.rules.catan.position import Position as Made

RULES: Any = GAMES["catan"].rules


async def started(house: House, users: Sequence[int], options: tuple[tuple[str, str], ...] = ()) -> str:
    """A game in which the seats are the order of the users."""
    house.env.opened, house.env.seated = Pace(*limits.OPENED), Pace(*limits.SEATED)  # nobody has done so lately
    wanted = NewTable(7, 70, "catan", name(users[0]), options=options, random_seats=False)
    created: Any = await lobby.create(house.transactions, house.act(users[0]), wanted)
    for user in users[1:]:
        await house.do(created.table, house.act(user), lobby.join(name(user)))
    await house.do(created.table, house.act(users[0]), lobby.start())
    return created.table


async def placed(house: House, made: Made, users: Sequence[int]) -> str:
    """A table that has come to this position; what was said before is said."""
    table = await started(house, users)
    await house.courier.drain()
    await put(house.env, table, made.state)
    await house.check(table)
    return table


async def put(env: Env, table: str, state: Any) -> None:
    """As if a table had come to this position: by a checkpoint."""
    loaded = await env.store.load(table)
    assert loaded is not None
    held = Table(loaded, env.games[loaded.table.game])
    rules, before = held.rules, held.position
    asked = tuple(
        Open(p.seat, p.topic, p.subject, (before.number + 1) * 1000, p.required, p.rest, p.sealed)
        for p in rules.prompts(state)
    )
    now = Position(state, before.version + 1, before.number + 1, asked)
    text = msgspec.json.encode(Checkpoint(now, lines(rules, await env.store.records(table)), rules.version)).decode()
    row = replace(
        loaded.table,
        version=now.version,
        public_no=now.number,
        state=msgspec.json.encode(state).decode(),
        state_format=fingerprint(rules.state_type),
        turn=next((question.seat for question in asked if question.topic == ORDINARY), loaded.table.turn),
    )
    record = Record(now.version, 0, "checkpoint", -1, text)
    await env.store.write(
        Change(row, loaded.table.rev, env.now(), records=(record,), questions=questions(now), dues=())
    )


async def hand(house: House, table: str, seat: int) -> str:
    """`wool2 ore1`"""
    packed = (await house.position(table)).state.hands[seat].packed
    held = enumerate(counts.unpack(packed, KINDS))
    return " ".join(f"{CARD_NAMES[kind]}{amount}" for kind, amount in held if amount)


async def hands(house: House, table: str) -> list[str]:
    seats = (await house.position(table)).state.seats
    return [await hand(house, table, seat) for seat in range(seats)]


async def say(house: House, table: str, user: int, *texts: str) -> Any:
    """Typed, as with a slash command."""
    house.clock.now += 1000
    return await house.do(table, house.act(user), planning.submit(-1, texts))

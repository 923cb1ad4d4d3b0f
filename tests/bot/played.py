"""Whole random games put into a house at once, without the presses that they would have taken."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.play import Table, limits
from bot.play.changes import questions, results
from bot.play.house.terms import kept
from bot.play.memory.pace import Pace
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules import engine
from rules.contract import Setup
from storage.fingerprint import fingerprint
from storage.rows import OVER, RUNNING, Change
from tests.bot.house import House, name
from tests.contract import player
from tests.contract.cases import Case
from tests.contract.player import Game
from tests.contract.registry import CASES

BY_KEY = {case.rules.key: case for case in CASES}
PLAYED = [case for case in CASES if case.name != "toy"]


def game_of(case: Case, seats: int, seed: int) -> Game:
    return player.Table(case, Setup(seats), seed, case.policies).run()


async def put(
    house: House, game: Game, users: Sequence[int], *, most: int | None = None, hands: str = "", table: str = ""
) -> str:
    """A table of these people at which this game was played, an hour a move; `most`: only so many commits of it.

    `table`: its id, where that must be one and no other.
    """
    house.env.opened, house.env.seated = Pace(*limits.OPENED), Pace(*limits.SEATED)  # nobody has done so lately
    rules = game.case.rules
    wanted = NewTable(
        7, 70, rules.key, name(users[0]), options=game.setup.options, random_seats=False, terms=kept(hands=hands),
        id=table,
    )  # fmt: skip
    created = await lobby.create(house.transactions, house.act(users[0]), wanted)
    table = getattr(created, "table", "")
    for user in users[1:]:
        await house.do(table, house.act(user), lobby.join(name(user)))
    plies = game.plies[:most]
    before = await house.table(table)
    assert len(before.seats) == len(users), "all of them have found a seat"
    position = plies[-1].commit.position if plies else game.beginning.position
    begun = house.clock.now
    commits = [game.beginning, *(ply.commit for ply in plies)]
    records = [record for commit in commits for record in commit.records]
    over = rules.outcome(position.state) is not None
    row = replace(
        before.row,
        status=OVER if over else RUNNING,
        version=position.version,
        public_no=position.number,
        state=msgspec.json.encode(position.state).decode(),
        state_format=fingerprint(rules.state_type),
        turn=next((q.seat for q in position.open), -1),
        channel=70 + len(users) + house.act(0).interaction,
    )
    told = tuple(
        (line_of.position.version, msgspec.json.encode(engine.line(one, line_of)).decode())
        for one, line_of in zip([None, *(commit.position for commit in commits)], commits, strict=False)
    )
    asked = questions(position, (), begun)
    reached = results(Table(before.loaded, before.game), position.state) if over else ()
    change = Change(row, before.row.rev, begun, records=tuple(records), lines=told, questions=asked, results=reached)
    await house.store.write(change)
    return table

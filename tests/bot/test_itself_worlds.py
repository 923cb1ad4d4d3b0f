"""What happens by itself, in pairs of worlds that differ in cards or in what somebody has left beforehand.

Whoever may not know of the difference gets the same in both, byte for byte, and at the same times: the clock goes on in
steps, and after each of them everybody is shown all that they can be shown. The one thing that tells something, a turn
that ends by itself, is held to telling that alone. Each fault that was planted here is caught.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from bot.games.catan import aside
from bot.play import limits, turns
from bot.play.people.preferences import ASKED, PASSES
from bot.play.plans import planning
from bot.play.timed import dues, standing_orders
from rules import counts
from rules.catan.pieces import Dev
from storage.rows import DueRow, Person
from tests.bot.catan_tables import placed, say, started
from tests.bot.house import House
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market
from tests.bot.worlds import SPECTATOR, Seen, Watched, compared, housed
from tests.rules.catan.position import Position

WAIT = limits.TAKE_BACK_MS
OTHERS = (ADA, CEM, DAG, SPECTATOR)
HALF = ("wait", str(WAIT // 2))
PLACES = "found B2n B2ne C1n C1ne"


class World(NamedTuple):
    bea: str = "ore1"
    """What Bea holds."""
    devs: tuple[Dev, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[int, str], ...] = ()
    """Left by whom, before all else."""
    cem: str = "brick2 lumber1"
    """So that the bank has the same."""


Script = Sequence[tuple[int | str, str]]
"""Who types what; or how long nobody does anything, who takes back, who presses an answer to an offer."""


class Pair(NamedTuple):
    here: World
    there: World
    script: Script
    blind: tuple[int, ...] = (ADA, DAG, SPECTATOR)
    sees: tuple[int, ...] = (BEA,)
    founds: bool = False


ROLLS: Script = [(ADA, "end"), HALF, HALF, HALF]
PAIRS = {
    "a roll, whatever is held": Pair(World("ore2"), World("brick2", cem="ore2 lumber1"), ROLLS),
    "a roll that is waited for, whatever the card": Pair(
        World(devs=(Dev.KNIGHT,)), World(devs=(Dev.VICTORY_POINT,)), ROLLS, OTHERS
    ),
    "a roll that is taken back in between": Pair(
        World("ore2"), World("brick2", cem="ore2 lumber1"),
        [(ADA, "end"), HALF, ("back", "6"), HALF, HALF, (ADA, "end"), HALF, HALF],
    ),
    "a turn that waits, whether anything is possible in it or not": Pair(
        World("ore2"), World("lumber1 brick1", cem="brick1 ore2"), ROLLS
    ),
    "a turn that ends, with whatever nothing could be done": Pair(
        World("ore2", settings=(PASSES,)), World("brick2", settings=(PASSES,), cem="ore2 lumber1"), ROLLS
    ),
    "a call, whether it can be paid or not": Pair(
        World("ore2"), World("brick2", cem="ore2 lumber1"),
        [(ADA, "offer wool1 for ore2"), HALF, ("press 1", "accept 1"), HALF, (ADA, "withdraw 1")],
        (DAG, SPECTATOR),
    ),
    "an offer that is answered on its call": Pair(
        World("ore2"), World("ore2"),
        [(ADA, "offer wool1 for ore2"), ("press 1", "accept 1"), HALF],
        (CEM, DAG, SPECTATOR), (),
    ),
}  # fmt: skip
FOUNDINGS = {
    "what is left of a list": Pair(
        World(orders=((BEA, PLACES),)), World(orders=((BEA, "found B2n B2ne C1n C1ne E3n E3ne; sites milk"),)),
        [(0, "found D3n D3ne"), HALF, ("back", "0"), (0, "found B2n B2ne"), HALF, HALF, HALF],
        OTHERS, (), founds=True,
    ),
    "a list in which nothing fits": Pair(
        World(orders=((BEA, "found B2n B2ne"),)), World(orders=((BEA, "found B2n B2nw B2ne B2e"),)),
        [(0, "found B2n B2ne"), HALF, ("back", "0"), (0, "found B2n B2ne"), HALF, HALF, HALF],
        OTHERS, (), founds=True,
    ),
    "whether anything fits, as long as it can be taken back": Pair(
        World(orders=((BEA, "found B2n B2ne"),)), World(orders=((BEA, PLACES),)),
        [(0, "found B2n B2ne"), HALF],
        OTHERS, (), founds=True,
    ),
}  # fmt: skip


class Run(Watched):
    """A world in which time goes on. Nobody looks by *My turn*: it would begin a turn, and be noticing."""

    async def step(self, who: int | str, what: str) -> None:
        house, table = self.house, self.table
        if who == "wait":
            house.clock.now += int(what)
        elif who == "back":
            await house.do(table, house.act(int(what) or await self.first()), turns.take_back())
        elif isinstance(who, str):
            await house.do(table, house.act(int(who.split()[1])), planning.answer(what))
        else:
            await say(house, table, who or await self.first(), what)

    async def first(self) -> int:
        """Who founds before Bea."""
        users, state = await self.house.users(self.table), (await self.house.position(self.table)).state
        return users[state.starts]


async def watched(folder: Path, world: World, pair: Pair) -> Seen:
    async with housed(folder, delay=(WAIT, WAIT)) as (house, gallery):
        await house.store.save_person(Person(BEA, settings=world.settings))
        if pair.founds:
            for user in (CEM, DAG):
                await house.store.save_person(Person(user, settings=(ASKED,)))
            table = await founding(house)
        else:
            made: Position = market("wool3 grain1", world.bea, world.cem, "milk1")
            table = await placed(house, made.devs(1, dict.fromkeys(world.devs, 1)), PEOPLE)
        run = Run(house, gallery, table, ("board", "hand", "since", "since0"))
        for user, line in world.orders:
            await house.do(table, house.act(user), standing_orders.amend(line))
        for who, what in pair.script:
            await run.step(who, what)
            await run.look()
        await house.check(table)
        return run.seen


async def founding(house: House) -> str:
    """A table at which Bea founds second; who founds first is drawn."""
    while True:
        table = await started(house, PEOPLE, options=(("game", "base"),))
        await house.courier.drain()
        state, users = (await house.position(table)).state, await house.users(table)
        if users[(state.starts + 1) % 4] == BEA:
            return table


async def compare(folder: Path, pair: Pair) -> int:
    here = await watched(folder / "here", pair.here, pair)
    there = await watched(folder / "there", pair.there, pair)
    return compared(here, there, pair.blind, pair.sees)


@pytest.mark.parametrize("name", PAIRS | FOUNDINGS)
async def test_nothing_that_happens_by_itself_tells_of_cards_or_of_lists(tmp_path: Path, name: str):
    assert await compare(tmp_path, (PAIRS | FOUNDINGS)[name]) > 30


# ── each attacked ──


async def test_a_roll_whose_time_depends_on_the_hand_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = dues._by_itself  # pyright: ignore[reportPrivateUsage]

    def leaking(table: Any, commit: Any, env: Any) -> tuple[DueRow, ...]:
        held = counts.amount(commit.position.state.hands[1].packed, 4)
        return tuple(replace(row, at=row.at - 70_000 * (held > 1)) for row in real(table, commit, env))

    monkeypatch.setattr(dues, "_by_itself", leaking)
    with pytest.raises(AssertionError):
        await compare(tmp_path, PAIRS["a roll, whatever is held"])


async def test_a_turn_that_ends_unasked_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dues, "PASSES", ("locale", "en"))
    pair = PAIRS["a turn that waits, whether anything is possible in it or not"]
    settings = (("locale", "en"),)
    with pytest.raises(AssertionError):
        await compare(tmp_path, pair._replace(here=pair.here._replace(settings=settings),
                                              there=pair.there._replace(settings=settings)))  # fmt: skip


async def test_a_call_that_knows_who_can_pay_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = planning.committed

    def leaking(table: Any, env: Any, seat: int, moves: Any, **how: Any) -> Any:
        decision: Any = real(table, env, seat, moves, **how)
        poor = not counts.amount(table.position.state.hands[1].packed, 4)
        rows = tuple(row for row in decision.change.rows if row.kind != "call" or not poor)
        return replace(decision, change=replace(decision.change, rows=rows))

    monkeypatch.setattr(planning, "committed", leaking)
    with pytest.raises(AssertionError):
        await compare(tmp_path, PAIRS["a call, whether it can be paid or not"])


async def test_a_call_at_once_where_nothing_of_a_list_fits_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = dues.is_answered

    def leaking(table: Any, question: Any, state: Any) -> bool:
        taken, rule = table.game.orders, table.order(question.seat)
        return real(table, question, state) and bool(taken.answer(table.rules, state, question.seat, rule))

    monkeypatch.setattr(dues, "is_answered", leaking)
    with pytest.raises(AssertionError):
        await compare(tmp_path, FOUNDINGS["whether anything fits, as long as it can be taken back"])


async def test_a_roll_that_depends_on_which_card_is_held_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = dues._by_itself  # pyright: ignore[reportPrivateUsage]

    def leaking(table: Any, commit: Any, env: Any) -> tuple[DueRow, ...]:
        state = commit.position.state
        playable = state.devs[1].packed and not counts.amount(state.devs[1].packed, Dev.VICTORY_POINT)
        unplayable = replace(commit, position=replace(commit.position, state=replace(state, devs=state.devs[:0] + tuple(
            replace(held, packed=0) if seat == 1 else held for seat, held in enumerate(state.devs)
        )))) if state.devs[1].packed and not playable else commit  # fmt: skip
        return real(table, unplayable, env)

    monkeypatch.setattr(dues, "_by_itself", leaking)
    with pytest.raises(AssertionError):
        await compare(tmp_path, PAIRS["a roll that is waited for, whatever the card"])


def test_what_begins_a_turn_is_asked_of_the_public_view_alone():
    assert aside.BY_ITSELF.begins.__annotations__["view"].__name__ == "PublicView"

"""Turns that begin and end without a press: when, for whom, once, and what the thread is told of it."""

from typing import Any

import pytest

from bot.play import limits, turns
from bot.play.answers import AlreadyPlayed, CannotTakeBackNow, Played, TookBack
from bot.play.people.preferences import ASKED, PASSES
from bot.play.timed.unattended import carry_out
from rules.catan.pieces import Dev
from storage.rows import BEGINS, ENDS, Person
from tests.bot.catan_tables import placed, say
from tests.bot.house import MINUTE, House
from tests.bot.presser import Hands, Sketches
from tests.bot.test_catan_trade import ADA, BEA, CEM, PEOPLE, market
from tests.bot.test_order_screen import Presses
from tests.rules.catan.position import Position

WAIT = limits.TAKE_BACK_MS


async def ended(house: House, made: Position | None = None) -> str:
    """A table at which Ada has just ended her turn, and Bea is on."""
    table = await placed(house, made or market("wool3 grain1", "ore2", "ore1 milk1", "ore1"), PEOPLE)
    assert isinstance(await say(house, table, ADA, "end"), Played)
    await house.quiet()
    return table


async def wishes(house: House, user: int, *pairs: tuple[str, str]) -> None:
    await house.store.save_person(Person(user, settings=pairs))


async def phase(house: House, table: str) -> tuple[int, str]:
    state = (await house.position(table)).state
    return state.active, type(state.phase).__name__


async def thread(house: House, table: str) -> list[Any]:
    await house.quiet()
    return house.ear.heard((await house.loaded(table)).table.channel)


async def dues(house: House, table: str) -> list[tuple[str, int]]:
    return [(row.kind, row.at - house.clock.now) for row in await house.dues(table)]


# ── a turn begins ──


async def test_a_turn_begins_with_the_roll_two_minutes_later_in_the_post_that_calls(house: House):
    table = await ended(house)
    said = len(await thread(house, table))
    assert await dues(house, table) == [(BEGINS, WAIT)]
    assert [letter.mentions for letter in await thread(house, table)][-1] == (), "nobody is called yet"
    house.clock.now += WAIT - 1
    assert await house.clockwork.tick() == 0
    house.clock.now += 1
    assert await house.clockwork.tick() == 1
    assert await phase(house, table) != (1, "PreRoll")
    (post,) = (await thread(house, table))[said:]
    assert (post.kind, post.mentions) == ("board", (BEA,)), "call and roll are one post"
    assert "Bea" in post.text
    assert await house.clockwork.tick() == 0, "once"
    await house.check(table)


async def test_whoever_wants_to_roll_is_called_at_once_and_rolls(house: House):
    await wishes(house, BEA, ASKED)
    table = await ended(house)
    assert await dues(house, table) == []
    assert (await thread(house, table))[-1].mentions == (BEA,)
    house.clock.now += 60 * MINUTE
    assert await house.clockwork.tick() == 0
    assert await phase(house, table) == (1, "PreRoll")


async def test_whoever_holds_a_development_card_of_any_kind_is_asked(house: House):
    made = market("wool3 grain1", "ore2", "ore1", "ore1").devs(1, {Dev.VICTORY_POINT: 1})
    table = await ended(house, made)
    assert await dues(house, table) == []
    assert (await thread(house, table))[-1].mentions == (BEA,)


async def test_the_end_of_the_turn_before_can_be_taken_back_until_then_and_not_afterwards(house: House):
    table = await ended(house)
    house.clock.now += WAIT - MINUTE
    assert isinstance(await house.do(table, house.act(ADA), turns.take_back()), TookBack)
    assert await dues(house, table) == []
    house.clock.now += WAIT
    assert await house.clockwork.tick() == 0
    assert await phase(house, table) == (0, "Main")
    await say(house, table, ADA, "end")
    assert await dues(house, table) == [(BEGINS, WAIT)], "anew"
    house.clock.now += WAIT
    await house.clockwork.tick()
    assert await house.do(table, house.act(ADA), turns.take_back()) == CannotTakeBackNow("not-yours")
    await house.check(table)


async def test_the_first_press_of_whose_turn_it_is_rolls_at_once_and_shows_it(house: House):
    table = await ended(house)
    gallery = Sketches(1000)
    try:
        hands = Hands(house, gallery)
        bea, cem = Presses(hands, table, BEA), Presses(hands, table, CEM)
        assert "Nothing is asked of you now" in (await cem.board("turn")).text
        assert await phase(house, table) == (1, "PreRoll"), "only one's own press begins one's turn"
        shown = (await bea.board("turn")).text
        assert "Bea rolls" in shown
        assert "played. Bea rolls" not in shown, "she has pressed for her turn, and for no move"
        assert await phase(house, table) != (1, "PreRoll")
        assert await dues(house, table) == []
        version = (await house.loaded(table)).table.version
        again = (await bea.board("turn")).text
        assert "played. Bea rolls" not in again, "it counts once; what has happened since her last turn is told on"
        assert "② Bea rolls" in again
        assert (await house.loaded(table)).table.version == version
        assert (await thread(house, table))[-1].mentions == (), "who presses sees it"
        house.clock.now += WAIT
        assert await house.clockwork.tick() == 0
    finally:
        gallery.close()
    await house.check(table)


async def test_a_doubled_press_and_the_clock_at_once_roll_once(house: House):
    table = await ended(house)
    (row,) = await house.dues(table)
    house.clock.now += WAIT
    before = (await house.loaded(table)).table.version
    first = await house.do(table, house.act(0), carry_out(row.kind, row.seat, row.since))
    assert isinstance(first, Played)
    assert await house.do(table, house.act(0), carry_out(row.kind, row.seat, row.since)) == AlreadyPlayed()
    assert (await house.loaded(table)).table.version == before + 1


async def test_a_roll_falls_due_again_after_a_restart(house: House):
    table = await ended(house)
    await house.restart()
    house.clock.now += 10 * WAIT
    assert await house.clockwork.tick() == 1
    assert await phase(house, table) != (1, "PreRoll")
    await house.restart()
    assert await house.clockwork.tick() == 0
    assert [letter.mentions for letter in await thread(house, table)].count((BEA,)) == 1


@pytest.mark.parametrize("back", [60 * MINUTE, 400 * 24 * 60 * MINUTE])
async def test_a_clock_that_was_set_back_does_not_hold_a_roll_up(house: House, back: int):
    table = await ended(house)
    house.clock.now -= back
    assert await house.clockwork.tick() == 1
    assert await phase(house, table) != (1, "PreRoll")


async def test_who_turns_it_off_in_the_two_minutes_is_called_instead(house: House):
    table = await ended(house)
    await wishes(house, BEA, ASKED)
    house.clock.now += WAIT
    await house.clockwork.tick()
    assert await phase(house, table) == (1, "PreRoll")
    call = (await thread(house, table))[-1]
    assert (call.kind, call.mentions) == ("call", (BEA,))
    assert await house.clockwork.tick() == 0
    await house.check(table)


async def test_a_typed_roll_before_the_time_is_the_roll(house: House):
    table = await ended(house)
    assert isinstance(await say(house, table, BEA, "roll"), Played)
    assert await dues(house, table) == []


# ── a turn ends ──


def poor() -> Position:
    """Bea holds nothing that a roll could make something of, for she has no building."""
    made = Position(seats=4).settle(0, "B2n").settle(2, "D2s").hand(0, "wool3").hand(1, "ore1").hand(2, "grain1")
    return made.hand(3, "grain1")


async def passed(house: House, *wished: tuple[str, str], held: str = "ore1") -> str:
    """Bea's turn has begun by itself, whatever came of it."""
    await wishes(house, BEA, *wished)
    house.env.chance = Fixed()  # pyright: ignore[reportAttributeAccessIssue]
    table = await ended(house, poor().hand(1, held))
    house.clock.now += WAIT
    await house.clockwork.tick()
    return table


class Fixed:
    """Never a seven: a two with both dice."""

    def below(self, _n: int, /) -> int:
        return 0


async def test_a_turn_without_anything_to_do_ends_by_itself_for_who_wants_that(house: House):
    table = await passed(house, PASSES)
    assert await phase(house, table) == (2, "PreRoll")
    assert await dues(house, table) == [(BEGINS, WAIT)]
    post = (await thread(house, table))[-1]
    assert "Bea rolls" in post.text
    assert post.mentions == (), "Bea is not called for a turn that is over, and Cem's roll is still to come"
    assert isinstance(await house.do(table, house.act(BEA), turns.take_back()), TookBack), "and she can take it back"
    assert await phase(house, table) == (1, "Main")
    assert await dues(house, table) == []
    await house.check(table)


async def test_by_default_it_waits(house: House):
    table = await passed(house)
    assert await phase(house, table) == (1, "Main")
    assert (await thread(house, table))[-1].mentions == (BEA,)


async def test_it_does_not_end_where_something_can_be_done(house: House):
    table = await passed(house, PASSES, held="ore4")
    assert await phase(house, table) == (1, "Main")
    assert ENDS not in [kind for kind, _ in await dues(house, table)]
    assert (await thread(house, table))[-1].mentions == (BEA,)


async def test_it_ends_after_a_roll_by_hand_too_and_never_after_anything_else(house: House):
    await wishes(house, BEA, PASSES, ASKED)
    house.env.chance = Fixed()  # pyright: ignore[reportAttributeAccessIssue]
    table = await ended(house, poor().hand(1, "ore4"))
    await say(house, table, BEA, "roll")
    await house.clockwork.tick()
    assert await phase(house, table) == (1, "Main")
    await say(house, table, BEA, "bank ore wool")
    await house.clockwork.tick()
    assert await phase(house, table) == (1, "Main"), "who has done something ends it"

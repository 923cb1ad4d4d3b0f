"""CM-14 at the table: a founding given beforehand is played place by place; with none left, its player is called."""

from typing import Any

import pytest

from bot.games import game_text
from bot.play import limits, turns
from bot.play.answers import OrderSet, Played, TookBack
from bot.play.plans import planning
from bot.play.timed import standing_orders
from bot.wording.words import words_in
from rules.catan.state import Found, FoundSites
from storage.rows import ORDER
from tests.bot.catan_tables import started
from tests.bot.house import House
from tests.bot.presser import Hands, Sketches
from tests.bot.test_order_screen import Presses
from tests.rules.catan.position import corner

WAIT = limits.TAKE_BACK_MS
LIST = "found B2n B2ne C1n C1ne D2n D2ne E2n E2ne B4n B4ne D4n D4ne"
MORE = {
    6: "found B2n B2ne C1n C1ne D2n D2ne",
    1: "found E2n E2ne B4n B4ne D4n D4ne",
    2: "found A1n A1ne C3n C3ne E4n E4ne",
}
"""By user: places that leave each other free."""


async def begun(house: House, *, game: str = "base") -> tuple[str, list[int]]:
    """A table that founds; its people in the order of their first settlements."""
    table = await started(house, [6, 1, 2], options=(("game", game),) if game != "market" else ())
    users, state = await house.users(table), (await house.position(table)).state
    return table, [users[(state.starts + place) % 3] for place in range(3)]


async def leaves(house: House, table: str, user: int, line: str) -> Any:
    return await house.do(table, house.act(user), standing_orders.amend(line))


async def found(house: House, table: str, text: str) -> Any:
    return await house.play(table, f"found {text}")


async def thread(house: House, table: str) -> list[Any]:
    await house.quiet()
    return house.ear.heard((await house.loaded(table)).table.channel)


async def settled(house: House, table: str, user: int) -> int:
    seat = next(seat for seat, who in (await house.users(table)).items() if who == user)
    return (await house.position(table)).state.settlements[seat]


async def test_the_first_free_place_is_founded_once_the_turn_before_can_no_longer_be_taken_back(house: House):
    table, (first, second, third) = await begun(house)
    assert await leaves(house, table, second, LIST) == OrderSet((await house.loaded(table)).orders[0].rule)
    await found(house, table, "B2n B2ne")
    said = len(await thread(house, table))
    assert [(row.kind, row.at - house.clock.now) for row in await house.dues(table)] == [(ORDER, WAIT)]
    assert (await thread(house, table))[-1].mentions == (), "nobody is called yet"
    house.clock.now += WAIT - 1
    assert await house.clockwork.tick() == 0
    house.clock.now += 1
    assert await house.clockwork.tick() == 1
    assert await settled(house, table, second) == 1 << corner("C1n"), "the first place is taken"
    posts = (await thread(house, table))[said:]
    assert [post.mentions for post in posts] == [(third,)]
    assert first not in posts[0].mentions
    await house.check(table)


async def test_the_founding_before_can_be_taken_back_and_another_place_is_tried_then(house: House):
    table, (first, second, _) = await begun(house)
    await leaves(house, table, second, LIST)
    await found(house, table, "C1n C1ne")
    house.clock.now += WAIT // 2
    assert isinstance(await house.do(table, house.act(first), turns.take_back()), TookBack)
    await found(house, table, "B2n B2ne")
    house.clock.now += WAIT
    await house.clockwork.tick()
    assert await settled(house, table, second) == 1 << corner("C1n")


async def test_where_none_is_left_its_player_is_called_when_a_founding_would_have_come(house: House):
    table, (_, second, _) = await begun(house)
    await leaves(house, table, second, "found B2n B2ne")
    await found(house, table, "B2n B2ne")
    assert (await thread(house, table))[-1].mentions == ()
    house.clock.now += WAIT
    await house.clockwork.tick()
    call = (await thread(house, table))[-1]
    assert (call.kind, call.mentions) == ("call", (second,))
    await house.clockwork.tick()
    assert (await thread(house, table))[-1] == call, "once"
    assert isinstance(await found(house, table, "C1n C1ne"), Played)


async def test_who_has_begun_to_plan_founds_themselves(house: House):
    table, (_, second, _) = await begun(house)
    await leaves(house, table, second, LIST)
    await found(house, table, "B2n B2ne")
    panel = await house.do(table, house.act(second), planning.open_panel())
    await house.do(table, house.act(second), planning.add(panel.since, panel.rev, ["found", panel.example.split()[1]]))
    calls = len(await thread(house, table))
    house.clock.now += WAIT
    await house.clockwork.tick()
    assert await settled(house, table, second) == 0
    assert len(await thread(house, table)) == calls, "who looks is not called"


async def test_a_list_that_is_given_while_one_is_asked_is_played_too(house: House):
    table, (first, _, _) = await begun(house)
    await leaves(house, table, first, LIST)
    house.clock.now += WAIT
    assert await house.clockwork.tick() == 1
    assert await settled(house, table, first) == 1 << corner("B2n")


@pytest.mark.parametrize("game", ["base", "market"])
async def test_a_whole_founding_without_a_press(house: House, game: str):
    table, people = await begun(house, game=game)
    for user in people:
        await leaves(house, table, user, f"{MORE[user]}; sites milk cocoa" if game == "market" else LIST)
    for _ in range(20):
        if not isinstance((await house.position(table)).state.phase, Found | FoundSites):
            break
        house.clock.now += WAIT
        await house.clockwork.tick()
    state = (await house.position(table)).state
    assert [mask.bit_count() for mask in state.settlements] == [3 if game == "market" else 2] * 3
    assert (await house.loaded(table)).orders == (), "the lists are used up"
    await house.check(table)


async def test_a_list_is_nobody_elses_to_know(house: House):
    table, (first, second, _) = await begun(house)
    await leaves(house, table, second, LIST)
    held = await house.table(table)
    assert held.listed() == ()
    assert "C1n" not in repr(held.loaded)
    assert first


@pytest.mark.parametrize("locale", ["en-GB", "de", "it"])
async def test_by_presses_alone(house: House, locale: str):
    table, people = await begun(house, game="market")
    gallery, words = Sketches(1000), words_in(locale[:2])
    try:
        one = Presses(Hands(house, gallery, locale), table, people[1])
        await one.board("hand")
        await one.press(words.say("Standing order"), words.say("A place for your founding"))
        assert sum(len(menu["options"]) for menu in one.menus()) == 66 - len(near(await house.position(table)))
        corner_label = one.menus()[0]["options"][0]["label"]
        await one.press(corner_label)
        edges = [button["label"] for button in one.buttons() if "B" in button["label"] or "·" in button["label"]]
        await one.press(edges[0])
        rule = await one.order()
        assert rule.startswith("found ")
        assert rule.split()[1] in corner_label
        said = game_text.order(words, "catan", rule)
        assert rule.split()[1] in said
        await one.press(words.say("Your first sites"))
        milk = next(line["label"] for menu in one.menus() for line in menu["options"] if line["value"] == "milk")
        await one.press(milk, words.say("That is all"))
        assert (await one.order()).endswith("; sites milk")
        away = [line["label"] for menu in one.menus() for line in menu["options"]]
        await one.press(*away[:1])
        assert await one.order() == "sites milk"
    finally:
        gallery.close()


def near(position: Any) -> list[int]:
    """The corners that are not free."""
    return [corner for corner in range(66) if not position.state.free >> corner & 1]

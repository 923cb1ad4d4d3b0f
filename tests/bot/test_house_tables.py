"""House players at tables: seated and taken away, left a seat, hinted at, explained; and who they are not: people."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions.custom_ids import LONGEST
from bot.discord.layout import Layout
from bot.discord.screens import house_screen, lobby_screen, seating_screen, sizing
from bot.games import game_text
from bot.play import ANY, Action, limits, queries
from bot.play.answers import (
    AnswerStands,
    Created,
    GivenUp,
    HasResigned,
    HouseGone,
    HouseJoined,
    LeftToHouse,
    NobodyElse,
    NoHouse,
    NoSuchSeat,
    NothingToGoOn,
    OnlyCreator,
    TableFull,
)
from bot.play.house import dues as house_dues
from bot.play.house import hints
from bot.play.house.terms import HINTS, kept
from bot.play.plans import planning
from bot.play.seating import leaving, lobby
from bot.play.seating.lobby import NewTable
from bot.wording import words_for
from bot.wording.names import HOUSE_SIGN, painted
from rules.contract import Fact
from storage.rows import ABANDONED, CLOSED, HOUSE, LOBBY, RUNNING
from tests.bot.catan_tables import put, say
from tests.bot.house import House
from tests.bot.house_players import ADA, BEA, CEM, AtOnce, opened
from tests.bot.presser import Sketches
from tests.bot.test_house_turns import example, moved
from tests.bot.test_places import asked_in, of
from tests.painted import PAINTERS
from tests.rules.catan.position import Position

SEAT = 0
"""Ada's."""
HOUSE_NAMES = {
    "en": "Flora\N{NO-BREAK SPACE}(house)",
    "de": "Flora\N{NO-BREAK SPACE}(Haus)",
    "it": "Flora\N{NO-BREAK SPACE}(casa)",
}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    made = House(tmp_path / "data", seed=5)
    made.thinker = AtOnce()
    await made.open()
    yield made
    await made.close()


async def seats(house: House, table: str) -> list[tuple[int, str]]:
    return [(row.user, row.house) for row in (await house.loaded(table)).seats]


# ── a lobby ──


async def test_whoever_opened_the_table_seats_house_players_and_takes_them_away(house: House):
    table = await house.gathered([ADA, BEA])
    assert await house.do(table, house.act(BEA), lobby.seat_house("even")) == OnlyCreator()
    assert await house.do(table, house.act(ADA), lobby.seat_house("even")) == HouseJoined("Flora")
    assert await house.do(table, house.act(ADA), lobby.seat_house("gentle")) == HouseJoined("Bruno")
    assert await house.do(table, house.act(ADA), lobby.seat_house("gentle")) == TableFull(4)
    assert await house.do(table, house.act(ADA), lobby.seat_house("godlike")) == NoHouse()
    assert await seats(house, table) == [(ADA, ""), (BEA, ""), (0, "even"), (0, "gentle")]
    assert await house.do(table, house.act(ADA), lobby.take_away()) == HouseGone("Bruno")
    assert await house.do(table, house.act(ADA), lobby.take_away("Flora")) == HouseGone("Flora")
    assert await house.do(table, house.act(ADA), lobby.take_away()) == NoSuchSeat()


async def test_the_house_alone_keeps_no_table_open(house: House):
    table = await house.gathered([ADA, BEA])
    await house.do(table, house.act(ADA), lobby.seat_house("even"))
    await house.do(table, house.act(ADA), lobby.leave())
    loaded = await house.loaded(table)
    assert (loaded.table.status, loaded.table.creator) == (LOBBY, BEA)
    await house.do(table, house.act(BEA), lobby.leave())
    assert (await house.loaded(table)).table.status == CLOSED


async def test_the_card_says_who_is_of_the_house_in_the_tables_language(house: House):
    for lang, name in HOUSE_NAMES.items():
        made: Any = await lobby.create(house.transactions, house.act(ADA), NewTable(7, 70, "cafe", "Ada", lang))
        await house.do(made.table, house.act(ADA), lobby.seat_house("gentle"))
        await house.quiet()
        card = house.ear.heard((await house.loaded(made.table)).table.channel)[-1]
        assert name in card.text
        assert card.house
        await house.do(made.table, house.act(ADA), lobby.close())


async def test_without_workers_none_are_offered(house: House):
    house.env.thinker = None
    table = await house.gathered([ADA])
    assert await house.do(table, house.act(ADA), lobby.seat_house("even")) == NoHouse()
    await house.quiet()
    assert not house.ear.heard((await house.loaded(table)).table.channel)[-1].house
    wanted = NewTable(7, 70, "guatemala", "Ada", house=("even",))
    assert await lobby.create(house.transactions, house.act(ADA), wanted) == NoHouse()


async def test_the_screen_of_a_lobby_seats_them_by_presses(house: House):
    table = await house.gathered([ADA])
    gallery = Sketches(1000)
    try:
        responses = house.responses(gallery)
        shown = await seating_screen.seated(responses, house.press(ADA), table, "house")
        labels = [press.label for row in shown.rows if isinstance(row, tuple) for press in row]
        assert labels == ["Seat one: gentle", "Seat one: even", "Seat one: strong", "Take one away", "Start"]
        shown = await seating_screen.seated(responses, house.press(ADA), table, "seat-strong")
        assert "Flora of the house sits at the table." in shown.text
        shown = await seating_screen.seated(responses, house.press(BEA), table, "away")
        assert "You have not joined this table." in shown.text
        assert shown.rows == ()
    finally:
        gallery.close()


async def test_again_brings_the_same_house_players(house: House):
    table = await opened(house, levels=("gentle", "even"))
    await house.do(table, house.act(ADA), leaving.vote(for_end=True))
    answer = await lobby.again(house.transactions, table, house.act(ADA), "Ada", 70)
    assert isinstance(answer, Created)
    assert await seats(house, answer.table) == [(ADA, ""), (0, "gentle"), (0, "even")]


@pytest.mark.parametrize(("people", "said"), [([ADA], "The game begins."), ([ADA, BEA], "The table is open.")])
async def test_again_against_the_house_alone_begins_at_once(house: House, people: list[int], said: str):
    gallery, nobody = Sketches(1000), NewTable(7, 70, "guatemala", "Ada", house=("gentle",))
    try:
        responses = house.responses(gallery)
        made: Any = await lobby.create(house.transactions, house.act(ADA), nobody)
        for user in people[1:]:
            await house.do(made.table, house.act(user), lobby.join("Bea"))
        await house.do(made.table, house.act(ADA), lobby.start())
        for user in people:
            await house.do(made.table, house.act(user), leaving.vote(for_end=True))
        over = await responses.load(made.table)
        asked = house.press(ADA)
        interaction: Any = asked.interaction
        vars(interaction).update(vars(asked_in(of(discord.TextChannel))), channel_id=70, locale="en")
        interaction.user.display_name = "Ada"
        shown = await lobby_screen.again(responses, asked, over)
        assert shown.text.startswith(said)
        found = await house.loaded((await lobby.rematch(house.transactions, made.table))[0])
        assert found.table.status == (RUNNING if len(people) == 1 else LOBBY)
    finally:
        gallery.close()


def test_on_a_picture_they_have_a_sign_and_people_never_do():
    for name in HOUSE_NAMES.values():
        assert painted(name) == f"Flora {HOUSE_SIGN}"
    assert painted("Ada (house)") == "Ada (house)"


# ── who may hurry it ──


async def test_go_on_is_offered_where_the_house_waits_and_the_answer_says_why_it_does(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        text = await example(house, table)
        turn = f"{text}; stop" if text.startswith("step") else text
        shown = await house.responses(gallery).typed(house.press(ADA), table, turn)
    finally:
        gallery.close()
    assert [button.label for row in shown.rows if isinstance(row, tuple) for button in row] == ["Take back", "Go on"]
    assert "half a minute" in shown.text


async def test_whoever_asks_for_their_turn_meanwhile_can_hurry_it_there_too_and_loses_nothing_from_view(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    await moved(house, table)
    responses = house.responses(Gallery(PAINTERS))
    shown = await responses.turn(house.press(ADA), table)
    assert shown.text.startswith("Nothing is asked of you now.")
    assert "plays within half a minute" in shown.text
    assert sizing.fits(shown)
    rows = [[button.label for button in row] for row in shown.rows if isinstance(row, tuple)]
    assert rows[0] == ["Go on"]
    assert "Board" in [label for row in rows for label in row]
    await house.do(table, house.act(ADA), house_dues.go_on())
    again = await responses.turn(house.press(ADA), table)
    assert "Go on" not in [button.label for row in again.rows if isinstance(row, tuple) for button in row]


async def test_what_comes_in_some_seconds_anyway_is_not_offered_to_be_hurried(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    await moved(house, table)
    assert house_dues.may_go_on(await house.table(table), house.env)
    await house.do(table, house.act(ADA), house_dues.go_on())
    assert not house_dues.may_go_on(await house.table(table), house.env)


async def test_only_whoever_moved_last_hurries_the_house(house: House):
    wanted = NewTable(7, 70, "guatemala", "Ada", house=("gentle",), random_seats=False)
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    await house.do(made.table, house.act(BEA), lobby.join("Bea"))
    await house.do(made.table, Action(ADA), lobby.start())
    table = made.table
    await house.house_turns.tick()
    last = 0
    for _ in range(20):  # until a person has handed over to the house
        found = await house.table(table)
        if any(row.kind == HOUSE for row in found.dues):
            break
        user, _ = (await house.asked(table))[0]
        seat = found.seat_of(user).seat
        rules = found.rules
        tokens: tuple[str, ...] = ()
        while choices := rules.choices(found.position.state, seat, tokens):
            tokens = (*tokens, choices[0].token)
            if choices[0].whole:
                break
        await house.play(table, " ".join(tokens), user=user, since=-1)
        last = user
    other = BEA if last == ADA else ADA
    assert await house.do(table, house.act(other), house_dues.go_on()) == NothingToGoOn()
    assert type(await house.do(table, house.act(last), house_dues.go_on())).__name__ == "GoesOn"


# ── leaving ──


async def three(house: House, **terms: str) -> str:
    wanted = NewTable(7, 70, "guatemala", "Ada", terms=kept(**terms), random_seats=False)
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    for user in (BEA, CEM):
        await house.do(made.table, house.act(user), lobby.join("Bea" if user == BEA else "Cem"))
    await house.do(made.table, house.act(ADA), lobby.start())
    return made.table


async def test_a_seat_is_left_to_the_house_where_the_table_allows_it(house: House):
    table = await three(house, resigned="house")
    (user, _), *_ = await house.asked(table)
    left = next(row for row in (await house.loaded(table)).seats if row.user == user)
    assert await house.do(table, house.act(user), leaving.to_house()) == LeftToHouse("Flora")
    assert (await seats(house, table))[left.seat] == (0, "even")
    loaded = await house.loaded(table)
    assert [(row.name, row.nth) for row in loaded.occupants if row.seat == left.seat] == [(left.name, 0), ("Flora", 1)]
    assert [row.kind for row in await house.dues(table)] == [HOUSE]
    assert await house.store.count_tables(user=user, status=(RUNNING,)) == 0
    await house.house_turns.tick()
    await house.quiet()
    said = house.ear.heard((await house.loaded(table)).table.channel)
    assert any(f"{left.name} has left the game; Flora" in letter.text for letter in said)
    assert (await house.loaded(table)).table.version > loaded.table.version, "the house has played"
    await house.check(table)


async def test_else_it_is_resigned(house: House):
    table = await three(house)
    assert await house.do(table, house.act(ADA), leaving.to_house()) == NoHouse()
    assert await house.do(table, house.act(ADA), leaving.resign()) == HasResigned()


async def test_the_last_person_leaves_nothing_to_the_house(house: House):
    table = await opened(house, levels=("gentle", "gentle"), terms=kept(resigned="house"))
    assert await house.do(table, house.act(ADA), leaving.to_house()) == NobodyElse()
    assert await house.do(table, house.act(ADA), leaving.resign()) == HasResigned()
    assert (await house.loaded(table)).table.status == ABANDONED


async def test_the_house_has_no_vote(house: House):
    table = await opened(house, levels=("gentle", "gentle", "gentle"))
    assert await house.do(table, house.act(ADA), leaving.vote(for_end=True)) == GivenUp()


async def test_leaving_offers_both_where_both_can_be_done(house: House):
    gallery = Sketches(1000)
    try:
        responses = house.responses(gallery)
        table = await three(house, resigned="house")
        shown = await house_screen.resigning(responses, house.press(ADA), table)
        assert [press.label for row in shown.rows if isinstance(row, tuple) for press in row] == [
            "Leave to the house",
            "Resign",
        ]
        assert (await seats(house, table))[0] == (ADA, ""), "nothing has changed yet"
        other = await three(house)
        shown = await house_screen.resigning(responses, house.press(ADA), other)
        assert "You have resigned" in shown.text
    finally:
        gallery.close()


# ── hints and explanations ──


async def test_a_hint_names_three_ways_with_what_they_are_worth(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        for lang, said in (("en", "chance to win about"), ("de", "Siegchance etwa"), ("it", "probabilità di vittoria")):
            shown = await house_screen.hint(house.responses(gallery), house.press(ADA, lang), table)
            assert 1 <= shown.text.count(said) <= 3, shown.text
            assert "**1.**" in shown.text
    finally:
        gallery.close()


async def test_whoever_has_answered_an_offer_is_not_hinted_to_say_the_opposite(house: House):
    wanted = NewTable(7, 70, "catan", "Ada", random_seats=False, terms=((HINTS, "on"),))
    made: Any = await lobby.create(house.transactions, house.act(ADA), wanted)
    for user in (BEA, CEM):
        await house.do(made.table, house.act(user), lobby.join(str(user)))
    await house.do(made.table, house.act(ADA), lobby.start())
    position = Position(seats=3).settle(0, "B2n").settle(1, "C1n").settle(2, "D1s").hand(0, "wool1").hand(1, "ore1")
    await house.courier.drain()
    await put(house.env, made.table, position.state)
    await say(house, made.table, ADA, "offer wool1 for ore1")
    panel = await house.do(made.table, house.act(BEA), planning.open_panel())
    assert panel.hints
    assert isinstance(await hints.hint(await house.table(made.table), BEA, house.env), hints.Hint)
    await say(house, made.table, BEA, "accept 1")
    panel = await house.do(made.table, house.act(BEA), planning.open_panel())
    assert not panel.hints
    assert await hints.hint(await house.table(made.table), BEA, house.env) == AnswerStands()
    panel = await house.do(made.table, house.act(ADA), planning.open_panel())
    assert panel.hints, "whose turn it is goes on"


def presses(shown: Layout) -> dict[str, str]:
    """The buttons of a screen: label and custom_id."""
    return {press.label: press.custom_id for row in shown.rows if isinstance(row, tuple) for press in row}


@pytest.mark.parametrize("game", ["guatemala", "cafe", "catan"])
async def test_a_way_of_a_hint_is_planned_by_a_press_and_committed_from_the_panel(house: House, game: str):
    table = await opened(house, game, levels=("gentle",) * 2)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        responses = house.responses(gallery)
        shown = await house_screen.hint(responses, house.press(ADA), table)
        (number, said), *_ = [(n, press) for n, press in enumerate(presses(shown).values(), 1) if ":take" in press]
        before = await house.position(table)
        which = said.rpartition(house_screen.TAKE)[2]
        assert len(said) <= LONGEST
        panel = await house_screen.taken(responses, house.press(ADA), table, which)
        kept = (await house.table(table)).draft(SEAT)
        found = await hints.hint(await house.table(table), ADA, house.env)
        assert isinstance(found, hints.Hint)
        assert kept is not None
        assert kept.moves == found.ways[number - 1].moves
        assert await house.position(table) == before, "nothing counts yet"
        assert "Step back" in presses(panel)
        await house.do(table, house.act(ADA), planning.commit(kept.base, kept.rev))
        assert (await house.position(table)).number > before.number
    finally:
        gallery.close()


async def test_a_way_is_planned_by_slash_too_and_replaces_what_was_planned(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    text = await example(house, table)
    await house.do(table, house.act(ADA), planning.submit(ANY, [text], preview=True))
    gallery = Sketches(1000)
    try:
        await house_screen.hinted(house.responses(gallery), house.press(ADA), table, 2)
        found = await hints.hint(await house.table(table), ADA, house.env)
        assert isinstance(found, hints.Hint)
        kept = (await house.table(table)).draft(SEAT)
        assert kept is not None
        assert kept.moves == found.ways[1].moves
        shown = await house_screen.hinted(house.responses(gallery), house.press(ADA), table, 9)
        assert "**1.**" in shown.text, "there is no ninth"
    finally:
        gallery.close()


async def test_a_press_on_an_old_hint_shows_what_is_one_now(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        for which in ("1.00000000", "1", "0.", "x.y", "77.00000000"):
            shown = await house_screen.taken(house.responses(gallery), house.press(ADA), table, which)
            assert "**1.**" in shown.text or which == "1", shown.text
            assert ("gone on since that hint" in shown.text) == (which in {"1.00000000", "77.00000000"})
        assert "is not your turn" not in shown.text
        shown = await house_screen.taken(house.responses(gallery), house.press(BEA), table, "1.00000000")
        assert "**1.**" not in shown.text, "who does not sit there is told nothing"
    finally:
        gallery.close()


async def test_a_hint_stands_while_the_table_stands(house: House):
    """What a press takes up is what was read; asked again, the house says the same."""
    table = await opened(house)
    await house.house_turns.tick()
    first, second = [await hints.hint(await house.table(table), ADA, house.env) for _ in range(2)]
    assert isinstance(first, hints.Hint)
    assert isinstance(second, hints.Hint)
    assert first.mark == second.mark
    await moved(house, table)
    assert not isinstance(await hints.hint(await house.table(table), ADA, house.env), hints.Hint)


@pytest.mark.parametrize(("hinting", "people"), [("", 1), ("on", 2), ("", 2)])
async def test_the_planning_panel_has_a_hint_where_hints_are_given(house: House, hinting: str, people: int):
    table = await (opened(house) if people == 1 else three(house, hints=hinting))
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        (user, _), *_ = [(ADA, 0)] if people == 1 else await house.asked(table)
        shown = await house.responses(gallery).turn(house.press(user), table)
        assert ("Hint" in presses(shown)) == (people == 1 or hinting == "on")
    finally:
        gallery.close()


async def test_the_board_offers_a_hint_to_whoever_plays_alone(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        shown = await house.responses(gallery).board(house.press(ADA), table)
    finally:
        gallery.close()
    assert "Hint" in [button.label for row in shown.rows if isinstance(row, tuple) for button in row]


async def test_before_its_first_move_there_is_nothing_to_explain_and_nobody_is_told_to_invite_somebody(house: House):
    table = await opened(house)
    gallery = Sketches(1000)
    try:
        shown = await house_screen.explained(house.responses(gallery), house.press(ADA), table)
    finally:
        gallery.close()
    assert "has not moved yet" in shown.text


async def test_a_hint_of_which_nothing_comes_can_be_asked_for_again(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    thinker: Any = house.thinker
    thinker.fails = 1
    gallery = Sketches(1000)
    try:
        shown = await house_screen.hint(house.responses(gallery), house.press(ADA), table)
    finally:
        gallery.close()
    assert "try again in a moment" in shown.text


async def test_the_last_choice_is_explained_by_what_all_were_told_until_the_game_is_over(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    await moved(house, table)
    house.clock.now += limits.HOUSE_MS
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        responses = house.responses(gallery)
        running = (await house_screen.explained(responses, house.press(ADA), table)).text
        assert "The last turn of Flora" in running
        assert "told once the game is over" in running
        assert "%" not in running
        await house.do(table, house.act(ADA), leaving.vote(for_end=True))
        over = (await house_screen.explained(responses, house.press(ADA), table)).text
        assert "What it weighed:" in over
        assert "this it chose" in over
    finally:
        gallery.close()


async def last_turn(house: House, table: str) -> tuple[Fact, ...]:
    """Plays until a house player has had a turn of at least two commits; what was told of it."""
    for _ in range(12):
        await house.house_turns.tick()
        found = await house.table(table)
        log = [entry for entry in await queries.log_of(found, None, house.env) if not entry.undone]
        newest = max((at for at, entry in enumerate(log) if entry.seat in found.house), default=-1)
        first = newest
        while first > 0 and log[first - 1].seat == log[newest].seat:
            first -= 1
        if newest > first:
            return tuple(fact for entry in log[first : newest + 1] for fact in entry.facts)
        await moved(house, table)
        house.clock.now += limits.HOUSE_MS
    raise AssertionError("no turn of the house is of two commits")


async def test_whose_turn_began_by_itself_in_a_run_of_the_house_plays_it_themselves(house: House):
    """The roll after the house is part of its run; Ada's seat is hers as before."""
    table = await opened(house, "catan", levels=("gentle",) * 2)
    rolled = False
    for _ in range(6):
        await house.house_turns.tick()
        assert (await seats(house, table))[SEAT] == (ADA, "")
        records = await house.store.records(table)
        rolled = records[-1].seat == SEAT and records[-1].text == "roll"
        if rolled:
            break
        await moved(house, table)
        house.clock.now += limits.HOUSE_MS
    assert rolled


async def test_what_is_explained_is_the_whole_last_turn_of_the_house(house: House):
    """Not its last commit alone: a settlement is founded in one, and its sites placed in another."""
    table = await opened(house, "catan", levels=("gentle",) * 2)
    facts = await last_turn(house, table)
    gallery = Sketches(1000)
    try:
        responses = house.responses(gallery)
        shown = await house_screen.explained(responses, house.press(ADA), table)
    finally:
        gallery.close()
    english = words_for("en")
    told = " ".join(game_text.tell(english, facts, game_text.names(english, await house.table(table))))
    assert "founds a settlement" in told
    assert "production sites" in told
    assert told in shown.text


async def test_the_names_of_the_house_are_in_the_readers_language(house: House):
    table = await opened(house)
    await house.house_turns.tick()
    gallery = Sketches(1000)
    try:
        for lang, name in HOUSE_NAMES.items():
            shown = await house.responses(gallery).text_board(house.press(ADA, lang), table)
            assert name in shown.text, words_for(lang).lang
    finally:
        gallery.close()
    assert await example(house, table)

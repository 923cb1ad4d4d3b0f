"""Turns of Café International at the desk: the best are suggested, all are in the menus, a grave one is shown first."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.layout import Layout, Menu
from bot.discord.screens.plan_screen import PAGE, PlanScreen
from bot.games import GAMES, game_text
from bot.play import Action, Panel
from bot.play.answers import Created, Played, UnknownOption
from bot.play.plans import menu, planning
from bot.play.plans.ranking import KEPT, Ranking, fits
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from bot.wording import options
from bot.wording.words import words_in
from rules import engine
from rules.cafe.guests import KIND_OF
from rules.chance import Seeded
from rules.contract import Position, Setup
from tests.bot.house import House, name
from tests.painted import PAINTERS

ADA, BEA, CEM = range(1, 4)
RULES: Any = GAMES["cafe"].rules
WORDS = words_in("en")


async def started(house: House, users: list[int], *chosen: tuple[str, str]) -> str:
    wanted = NewTable(7, 70, "cafe", name(users[0]), options=chosen, random_seats=False)
    created = await lobby.create(house.transactions, house.act(users[0]), wanted)
    assert isinstance(created, Created)
    for user in users[1:]:
        await house.do(created.table, house.act(user), lobby.join(name(user)))
    await house.do(created.table, house.act(users[0]), lobby.start())
    return created.table


async def opened(house: House, table: str) -> tuple[int, Panel]:
    ((user, _),) = await house.asked(table)
    panel = await house.do(table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    return user, panel


# ── the best turns ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_best_turns_are_offered_from_the_best_on_and_to_him_alone(house: House):
    table = await started(house, [ADA, BEA, CEM])
    for _ in range(9):
        ((user, _),) = await house.asked(table)
        best = planning.best(await house.table(table), user, "", house.env)
        assert best is not None
        worths = [turn.worth for turn in best.turns]
        assert worths == sorted(worths, reverse=True)
        ranked = RULES.best((await house.position(table)).state, best.public.active, 10_000)  # type: ignore[attr-defined]
        assert [turn.text for turn in best.turns] == [RULES.write(move) for move, _ in ranked]
        for other in {ADA, BEA, CEM, 99} - {user}:
            assert planning.best(await house.table(table), other, "", house.env) is None
        assert await house.play(table, best.turns[0].text)
    await house.check(table)


async def test_what_is_typed_begins_words_of_the_turn(house: House):
    table = await started(house, [ADA, BEA])
    ((user, _),) = await house.asked(table)
    every = planning.best(await house.table(table), user, "", house.env)
    bars = planning.best(await house.table(table), user, "bar", house.env)
    assert every is not None
    assert bars is not None
    assert {turn.text.split()[0] for turn in bars.turns} == {"bar"}
    chair = next(turn.text.split()[2] for turn in every.turns if turn.text.startswith("seat"))
    found = planning.best(await house.table(table), user, f"seat {chair.lower()}", house.env)
    assert found is not None
    assert [turn for turn in every.turns if chair in turn.text.split()] == list(found.turns)
    assert fits("seat USm C53 Jf C61 IN", "c61 us")
    assert not fits("seat USm C53", "m")


class Counted:
    """Rules that count how often they rank."""

    def __init__(self) -> None:
        self.ranked: Counter[int] = Counter()

    def best(self, state: Any, seat: int, n: int) -> Any:
        self.ranked[seat] += 1
        return RULES.best(state, seat, n)

    def write(self, move: Any) -> str:
        return RULES.write(move)


def test_a_position_is_ranked_once_however_often_somebody_types():
    counted: Any = Counted()
    ranking = Ranking()
    position = engine.begin(RULES, Setup(2), Seeded(1)).position
    seat = position.open[0].seat
    first = ranking.of("t1", counted, position, seat)
    assert all(ranking.of("t1", counted, position, seat) is first for _ in range(5))
    assert counted.ranked == {seat: 1}
    later: Position[Any] = engine.play(RULES, position, seat, (RULES.parse(first[0].text),), Seeded(2)).position
    assert ranking.of("t1", counted, later, later.open[0].seat) != first
    assert ranking.of("t1", counted, later, seat) == ()
    for number in range(KEPT):
        ranking.of(f"other{number}", counted, position, seat)
    again = ranking.of("t1", counted, position, seat)
    assert again == first
    assert again is not first


async def test_a_game_that_ranks_nothing_offers_nothing(house: House):
    table = await house.started([ADA, BEA])
    ((user, _),) = await house.asked(table)
    best = planning.best(await house.table(table), user, "", house.env)
    assert best is not None
    assert best.turns == ()
    assert (await opened(house, table))[1].best == ()


# ── menus ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def crowded() -> int:
    """A seed whose first player has jokers of both sexes."""
    both = {KIND_OF["JF"], KIND_OF["JM"]}
    for seed in range(100_000):
        state = engine.begin(RULES, Setup(3), Seeded(seed)).position.state
        if both <= set(RULES.private(state, state.phase.seat).hand):
            return seed
    raise AssertionError


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "crowd", seed=crowded()).open()
    yield house
    await house.close()


async def laid_out(house: House, table: str, panel: Panel) -> Layout:
    gallery = Gallery(PAINTERS)
    names = [row.name for row in (await house.loaded(table)).seats]
    try:
        return await PlanScreen(WORDS, "cafe", names, gallery).form(panel)
    finally:
        gallery.close()


def offered(form: Layout) -> set[str]:
    return {line.value for row in form.rows if isinstance(row, Menu) for line in row.lines}


async def test_the_fullest_panel_fits_and_leaves_nothing_out(crowd: House):
    table = await started(crowd, [ADA, BEA, CEM])
    _, panel = await opened(crowd, table)
    form = await laid_out(crowd, table, panel)
    menus = [row for row in form.rows if isinstance(row, Menu)]
    assert all(len(row.lines) <= PAGE for row in menus)
    assert len(menus) > 9
    components = 2 + len(form.pictures) + sum(2 if isinstance(row, Menu) else 1 + len(row) for row in form.rows)
    assert components <= 40
    assert {" ".join(entry.words) for entry in panel.next.entries} <= offered(form)
    assert {turn.text for turn in panel.best} <= offered(form)


async def test_two_guests_are_four_interactions_the_best_turn_is_three(crowd: House):
    table = await started(crowd, [ADA, BEA, CEM])
    user, panel = await opened(crowd, table)
    seats = [entry for entry in panel.next.entries if entry.words[0] == "seat"]
    assert {len(entry.words) for entry in seats} == {3, 4}, "a joker between two nations with the one it stands for"
    first = await crowd.do(table, Action(user), planning.add(panel.since, panel.rev, seats[0].words))
    assert isinstance(first, Panel)
    assert first.next.tokens == seats[0].words
    second = next(entry for entry in first.next.entries if entry.choice.whole)
    both = await crowd.do(table, Action(user), planning.add(first.since, first.rev, second.words))
    assert isinstance(both, Panel)
    assert both.ready
    assert both.worth == second.choice.worth
    form = await laid_out(crowd, table, both)
    assert f"· {WORDS.signed(both.worth or 0)}" in form.text
    over = await crowd.do(table, Action(user), planning.start_over(both.since, both.rev))
    assert isinstance(over, Panel)
    best = await crowd.do(
        table, Action(user), planning.add(over.since, over.rev, panel.best[0].text.split(), finish=True)
    )
    assert isinstance(best, Panel)
    assert best.then == panel.best[0].text
    assert best.worth == panel.best[0].worth
    assert await crowd.do(table, crowd.act(user), planning.commit(best.since, best.rev)) == Played(1)


async def test_whatever_can_follow_stands_on_the_panel(house: House):
    table = await started(house, [ADA, BEA, CEM], ("regulars", "on"))
    luck = Seeded(8)
    for _ in range(16):
        user, panel = await opened(house, table)
        seats = [entry for entry in panel.next.entries if entry.words[0] == "seat"]
        if seats:
            words = seats[luck.below(len(seats))].words
            after = await house.do(table, Action(user), planning.add(panel.since, panel.rev, words))
            assert isinstance(after, Panel)
            if after.next.tokens:
                form = await laid_out(house, table, after)
                plain = " ".join(after.next.tokens)
                assert {" ".join(entry.words) for entry in after.next.entries} <= offered(form) | committed(form, plain)
        await house.play(table, panel.best[luck.below(len(panel.best))].text)


def committed(form: Layout, plain: str) -> set[str]:
    """What its green buttons add to these words."""
    said = [custom_ids.read(press.custom_id) for row in form.rows if not isinstance(row, Menu) for press in row]
    return {found.rest.removeprefix(plain).strip() for found in said if found is not None and found.verb == "commit"}


def reached(state: Any, seat: int, tokens: tuple[str, ...] = ()) -> Iterator[str]:
    """Every turn that the menus lead to."""
    for entry in menu.entries(GAMES["cafe"], state, seat, tokens):
        words = (*tokens, *entry.words)
        if entry.choice.whole:
            yield RULES.write(RULES.parse(" ".join(words)))
        yield from reached(state, seat, words)


@pytest.mark.parametrize("regulars", ["off", "on"])
def test_every_legal_turn_can_be_pressed(regulars: str):
    luck = Seeded(4)
    position = engine.begin(RULES, Setup(3, (("regulars", regulars),)), luck).position
    for ply in range(24):
        seat = position.open[0].seat
        ranked = RULES.best(position.state, seat, 10_000)
        if ply % 3 == 0:
            assert set(reached(position.state, seat)) == {RULES.write(move) for move, _ in ranked}
        move = ranked[luck.below(len(ranked))][0]
        position = engine.play(RULES, position, seat, (move,), luck).position


# ── the bar ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_typed_guest_for_the_bar_is_seen_before_it_counts_and_so_is_dropping_out(house: House):
    table = await started(house, [ADA, BEA])
    for _ in range(20):
        ((user, _),) = await house.asked(table)
        bars = planning.best(await house.table(table), user, "bar", house.env)
        assert bars is not None
        text = bars.turns[0].text
        answer = await house.do(table, house.act(user), planning.submit(-1, [text]))
        assert isinstance(answer, Panel), "typed or suggested, it is seen before it counts"
        form = await laid_out(house, table, answer)
        if "drop out" in form.text:
            break
        assert isinstance(await house.do(table, house.act(user), planning.commit(answer.since, answer.rev)), Played)
    else:
        raise AssertionError("nobody runs out of points")
    assert answer.then == text
    assert "if you go there you drop out of the game" in form.text
    before = (await house.position(table)).number
    assert await house.do(table, house.act(user), planning.commit(answer.since, answer.rev)) == Played(before + 1)
    loaded = await house.loaded(table)
    assert loaded.table.status == "over"
    await house.courier.drain()
    winner = name(next(other for other in (ADA, BEA) if other != user))
    told = house.ear.heard((await house.loaded(table)).table.channel)[-1].text
    assert f"\n**{winner} wins!**\n1) {winner}: " in told


# ── options ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def said(key: str, value: str) -> str:
    return f"<{key}> {value}"


def test_every_combination_of_options_is_offered_the_usual_one_first():
    found = options.offered(RULES.options, said, "")
    assert len(found) == 22
    assert found[0] == ("<birthday> off · <regulars> off", "birthday=off regulars=off")
    assert options.read(found[-1][1]) == (("birthday", "100"), ("regulars", "on"))
    assert [text for _, text in options.offered(RULES.options, said, "on 30")] == ["birthday=30 regulars=on"]
    assert options.offered(RULES.options, said, "chess") == []
    assert options.offered((), said, "") == []


async def test_options_are_taken_in_any_order_and_each_once(house: House):
    for text, answer in (
        ("regulars=on, birthday=30", Created),
        ("birthday=30 birthday=40", UnknownOption),
        ("birthday=31", UnknownOption),
        ("regulars", UnknownOption),
    ):
        wanted = NewTable(7, 70, "cafe", "Ada", options=options.read(text))
        assert isinstance(await lobby.create(house.transactions, house.act(ADA), wanted), answer), text


async def test_the_card_of_a_lobby_says_how_it_will_be_played(house: House):
    from bot.wording import table_text

    wanted = NewTable(7, 70, "cafe", "Ada", options=(("birthday", "40"),))
    created = await lobby.create(house.transactions, house.act(ADA), wanted)
    assert isinstance(created, Created)
    table = await house.loaded(created.table)
    settings = game_text.settings(words_in("de"), "cafe", Setup(len(table.seats), table.table.options))
    text = table_text.lobby(words_in("de"), table, settings)
    assert text.split("\n")[2:-1] == ["Geburtstagstisch – ab 40 Punkten", "Stammtisch, Kaffeekränzchen – nicht erlaubt"]


# ── the birthday ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_name_of_the_birthday_is_a_question_to_who_reached_it(house: House):
    table = await started(house, [ADA, BEA], ("birthday", "10"))
    for _ in range(40):
        ((user, _),) = await house.asked(table)
        panel = await house.do(table, Action(user), planning.open_panel())
        assert isinstance(panel, Panel)
        if panel.topic == "birthday":
            break
        await house.play(table, panel.best[0].text)
    else:
        raise AssertionError("nobody reaches ten points")
    assert panel.best == ()
    assert len(panel.next.entries) == 12
    form = await laid_out(house, table, panel)
    assert [row.prompt for row in form.rows if isinstance(row, Menu)] == ["Birthday nation"]
    chosen = await house.do(table, Action(user), planning.add(panel.since, panel.rev, ["name", "IN"]))
    assert isinstance(chosen, Panel)
    assert chosen.ready
    assert isinstance(await house.do(table, house.act(user), planning.commit(chosen.since, chosen.rev)), Played)
    await house.check(table)

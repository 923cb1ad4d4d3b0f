"""Boards and careers as they are shown: who is not to be seen is not, and only oneself sees how long one takes."""

import pytest
from msgspec.structs import replace

from bot.discord.interactions import custom_ids
from bot.games import GAMES
from bot.play.people.preferences import EVERYWHERE
from bot.play.standings import ratings, statistics
from bot.wording import standings_text
from bot.wording.words import LANGUAGES, words_in
from storage.rows import OVER, Change, Person, ResultRow
from tests.bot.house import MINUTE, House, name
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands, Sent, Sketches
from tests.contract.cases import Case

ADA, BEA, CEM, EVA = (1, 2, 3, 5)
GUILD = 7
CAFE = next(case for case in PLAYED if case.name == "cafe")


async def finished(house: House, count: int = 3) -> list[str]:
    """Some games of three, all of which are over."""
    tables: list[str] = []
    for seed in range(count):
        tables.append(await put(house, game_of(CAFE, 3, seed), (ADA, BEA, CEM)))
        house.clock.now += 24 * 60 * MINUTE
    return tables


async def pressed(house: House, user: int, custom_id: str, *values: str) -> Sent:
    return await Hands(house, Sketches(1)).press(user, custom_id, values)


def ids(sent: Sent) -> set[str]:
    return {press.custom_id for row in sent.rows for press in row}


async def test_the_board_names_everybody_who_has_finished_a_game_and_marks_who_looks(house: House):
    tables = await finished(house)
    sent = await pressed(house, BEA, custom_ids.board(tables[0], "ratings"))
    assert f"**{name(BEA)}**" in sent.text
    assert all(name(user) in sent.text for user in (ADA, CEM))
    assert GAMES["cafe"].title in sent.text, "from a table one comes to the board of its game"
    assert "Fewer than 10 games" in sent.text
    assert sent.pictures == 1
    everything = await pressed(house, EVA, custom_ids.board("all", "ratings"))
    assert "all games" in everything.text
    assert f"**{name(EVA)}**" not in everything.text


async def test_menus_and_buttons_lead_to_other_games_and_people_and_back(house: House):
    await finished(house)
    board = await pressed(house, ADA, custom_ids.board("all", "ratings"))
    assert ids(board) == {"b:me:ratings", "b:all:career", "b:all:everywhere"}
    chosen = await pressed(house, ADA, "b:me:ratings", "catan")
    assert GAMES["catan"].title in chosen.text
    assert "Nobody is rated here yet" in chosen.text
    own = await pressed(house, ADA, "b:all:career")
    assert "**You**" in own.text
    assert "3 games" in own.text
    assert own.pictures == 1
    assert ids(own) == {"b:me:career", "b:all:whose", "b:all:ratings"}
    theirs = await pressed(house, ADA, "b:cafe:whose", str(BEA))
    assert "**You**" not in theirs.text
    assert "3 games" in theirs.text


async def test_from_a_table_one_comes_to_ratings_and_people_and_back_to_its_board(house: House):
    """In the one message that a board was shown in; who chooses another game has left the table."""
    (table,) = await finished(house, 1)
    ways = {f"b:{table}:{verb}" for verb in ("career", "everywhere", "board")}
    board = await pressed(house, ADA, custom_ids.board(table, "ratings"))
    assert ids(board) == {"b:me:ratings", *ways}
    own = await pressed(house, ADA, f"b:{table}:career")
    theirs = await pressed(house, ADA, f"b:{table}:whose", str(BEA))
    back = {f"b:{table}:{verb}" for verb in ("whose", "ratings", "board")}
    assert ids(own) == ids(theirs) == {"b:me:career", *back}
    assert all(GAMES["cafe"].title in sent.text for sent in (board, own, theirs))
    assert not any(table in one for one in ids(await pressed(house, ADA, "b:me:ratings", "catan")))


@pytest.mark.parametrize("custom_id", ["b:nowhere:ratings", "b:me:career", "b:all:whose"])
@pytest.mark.parametrize("value", ["", "x", "-1", "99999999999999999999", "guatemala"])
async def test_a_forged_press_is_answered_with_a_sentence(house: House, custom_id: str, value: str):
    sent = await pressed(house, EVA, custom_id, *([value] if value else []))
    assert sent.text


async def test_how_long_somebody_takes_is_shown_to_them_alone(house: House):
    await finished(house)
    mine = await statistics.career(house.env, ADA, ADA, GUILD, "")
    theirs = await statistics.career(house.env, ADA, BEA, GUILD, "")
    assert mine is not None
    assert theirs is not None
    assert theirs.answers is None
    assert theirs == replace(mine, answers=None)
    assert "only you see this" not in (await pressed(house, BEA, "b:all:whose", str(ADA))).text


async def test_how_long_somebody_takes_is_from_the_others_move_to_theirs(house: House):
    table = await house.started((ADA, BEA), side="fixed")
    users = await house.users(table)
    waits: dict[int, list[int]] = {ADA: [], BEA: []}
    before = -1
    for number, texts in enumerate((("buyer 1",), ("step 1", "done"), ("step 1", "done"), ("step 1", "done"))):
        house.clock.now += (number + 1) * 7 * MINUTE
        user, _ = (await house.asked(table))[0]
        seat = next(seat for seat, who in users.items() if who == user)
        if seat != before:
            waits[user].append((number + 1) * 7 * MINUTE)
        before = seat
        await house.play(table, *texts)
    held = await house.table(table)
    results = [replace(row, ended_at=house.clock.now) for row in _results(users)]
    row = replace(held.row, status=OVER)
    await house.store.write(Change(row, held.row.rev, house.clock.now, results=tuple(results)))
    for user, wanted in waits.items():
        assert sorted(await house.store.annals.answered_in(user, GUILD, "")) == sorted(wanted)
    assert await house.store.annals.answered_in(ADA, GUILD, "catan") == ()


def _results(users: dict[int, int]) -> list[ResultRow]:
    return [ResultRow(seat, user, seat + 1, 0) for seat, user in users.items()]


async def test_whoever_keeps_it_to_themselves_is_seen_by_nobody_else(house: House):
    tables = await finished(house)
    await house.store.save_person(Person(BEA, settings=(("stats", "off"),)))
    board = await pressed(house, ADA, custom_ids.board("all", "ratings"))
    assert name(BEA) not in board.text
    theirs = await pressed(house, ADA, "b:all:whose", str(BEA))
    nobody = await pressed(house, ADA, "b:all:whose", "777")
    assert theirs.text == nobody.text, "as if they had finished no game"
    assert not theirs.pictures
    assert "3 games" in (await pressed(house, BEA, "b:all:career")).text
    held = await house.table(tables[0])
    assert {seat for seat, _, _ in await ratings.changes(house.env, held)} == {0, 2}


async def test_on_another_server_nothing_of_it_is_seen(house: House):
    await finished(house)
    assert await statistics.career(house.env, ADA, BEA, GUILD + 1, "") is None
    assert (await statistics.board(house.env, GUILD + 1, "")).new == ()
    assert await statistics.career(house.env, ADA, BEA, 0, "") is None, "outside of servers nobody else is shown"
    own = await statistics.career(house.env, ADA, ADA, 0, "")
    assert own is not None
    assert (own.games, own.curve) == (3, ())


async def test_a_running_game_is_in_no_statistic(house: House):
    """Nothing of it tells what its people may not know: neither board nor career has it before it is over."""
    await finished(house)
    before = await statistics.board(house.env, GUILD, ""), await statistics.career(house.env, ADA, ADA, GUILD, "")
    game = game_of(CAFE, 3, 9)
    await put(house, game, (ADA, BEA, CEM), most=len(game.plies) - 1)
    after = await statistics.board(house.env, GUILD, ""), await statistics.career(house.env, ADA, ADA, GUILD, "")
    assert after == before


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_all_of_it_fits_a_message_in_every_language(house: House, lang: str):
    await finished(house, 12)
    words = words_in(lang)
    board = await statistics.board(house.env, GUILD, "")
    assert board.known
    lines = standings_text.board(words, board, "", ADA)
    career = await statistics.career(house.env, ADA, ADA, GUILD, "cafe")
    assert career is not None
    assert career.points is not None
    lines += standings_text.career(words, career, "", "Café International")
    assert len("\n".join(lines)) < 3900
    assert all(len(line) < 220 for line in lines)


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_where_points_came_from_is_noted_once_and_adds_up_to_their_mean(house: House, case: Case):
    for seed in (1, 4):
        await put(house, game_of(case, 3, seed), (ADA, BEA, CEM))
    for user in (ADA, BEA, CEM):
        found = await statistics.career(house.env, user, user, GUILD, case.rules.key)
        assert found is not None
        assert found.points is not None
        assert (found.games, bool(found.kinds)) == (2, True)
        assert sum(mean for _, mean in found.kinds) == pytest.approx(found.points)
        assert await house.store.annals.unsourced(user, GUILD, case.rules.key, 9) == ()
        named = standings_text.career(words_in("de"), found, "", "", lambda key: f"<{key}>")
        assert all(f"<{key}> " in "".join(named) for key, _ in found.kinds)
    everything = await statistics.career(house.env, ADA, ADA, GUILD, "")
    assert everything is not None
    assert everything.kinds == (), "games count otherwise"


async def test_what_no_rules_can_tell_any_more_is_noted_as_such(house: House):
    tables = await finished(house, 2)
    held = await house.table(tables[0])
    await house.store.write(Change(replace(held.row, rules_version=0), held.row.rev, house.clock.now))
    found = await statistics.career(house.env, ADA, ADA, GUILD, "cafe")
    assert found is not None
    assert found.kinds
    assert await house.store.annals.unsourced(ADA, GUILD, "cafe", 9) == ()


# ── over all servers ──


async def elsewhere(house: House, table: str, guild: int) -> None:
    held = await house.table(table)
    await house.store.write(Change(replace(held.row, guild=guild), held.row.rev, house.clock.now))


async def test_over_all_servers_stands_only_who_wishes_so_with_games_of_all_of_them(house: House):
    tables = await finished(house, 4)
    for table in tables[2:]:
        await elsewhere(house, table, GUILD + 1)
    assert (await statistics.board(house.env, statistics.EVERY, "")).new == ()
    nobody = await pressed(house, ADA, custom_ids.board("all", "everywhere"))
    assert "only who wishes so" in nobody.text
    await house.store.save_person(Person(BEA, settings=(EVERYWHERE,)))
    board = await statistics.board(house.env, statistics.EVERY, "")
    assert [(one.user, one.name, one.games) for one in board.new] == [(BEA, name(BEA), 4)]
    assert {one.games for one in (await statistics.board(house.env, GUILD, "")).new} == {2}
    shown = await pressed(house, ADA, custom_ids.board("cafe", "everywhere"))
    assert (name(BEA) in shown.text, name(CEM) in shown.text, shown.pictures) == (True, False, 1)
    assert ids(shown) == {"b:me:everywhere", "b:cafe:career", "b:cafe:ratings"}
    own, other = [await statistics.career(house.env, user, user, 0, "") for user in (BEA, ADA)]
    assert own is not None
    assert other is not None
    assert (len(own.curve), other.curve) == (5, ())
    await house.store.save_person(Person(BEA, settings=(EVERYWHERE, ("stats", "off"))))
    assert (await statistics.board(house.env, statistics.EVERY, "")).new == (), "nowhere means nowhere"


async def test_ratings_over_all_servers_leave_those_of_each_as_they_are(house: House):
    tables = await finished(house, 3)
    before = await statistics.board(house.env, GUILD, "")
    changes = await ratings.changes(house.env, await house.table(tables[0]))
    await ratings.brought_up(house.env, statistics.EVERY)
    assert await statistics.board(house.env, GUILD, "") == before
    assert await ratings.changes(house.env, await house.table(tables[0])) == changes
    assert len(changes) == 3

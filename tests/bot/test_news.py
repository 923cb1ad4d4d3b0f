"""What has happened since one's last turn: who is told what, in which order, and that it finds room in the panel."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord.gallery import Gallery
from bot.discord.interactions.custom_ids import Said
from bot.discord.layout import Layout
from bot.discord.screens import sizing
from bot.games import news_text
from bot.play import Panel, turns
from bot.play.answers import NoSuchMove, NotBegun, Played
from bot.play.history import news
from bot.play.history.news import News
from bot.play.plans import planning
from tests.bot.catan_tables import placed, say
from tests.bot.house import House
from tests.bot.presser import Hands, Sketches
from tests.bot.test_catan_trade import ADA, BEA, CEM, DAG, PEOPLE, market
from tests.bot.test_order_screen import Presses
from tests.painted import PAINTERS

EVA = 4
LABELS = ("Just the last move", "Since your last turn")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = await House(tmp_path / "data").open()
    yield house
    await house.close()


def labels(shown: Layout) -> list[str]:
    return [press.label for row in shown.rows if isinstance(row, tuple) for press in row]


def told(shown: Layout) -> list[str]:
    """The lines before the question."""
    lines = shown.text.split("\n")
    asked = (place for place, line in enumerate(lines) if line.startswith(("Your turn", "You may")))
    return lines[: next(asked, 0)]


async def own(house: House, table: str, user: int) -> News:
    found = await news.since(await house.table(table), user, None, house.env)
    assert isinstance(found, News)
    return found


async def opened(house: House, table: str, user: int) -> Layout:
    return await house.responses(Gallery(PAINTERS)).turn(house.press(user), table)


async def one_round(house: House) -> tuple[str, int]:
    """A table of Guatemala at which two others have moved since the third did: the table, and whose turn it is."""
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    for step in ("step 2", "step 1", "step 2"):
        ((user, _),) = await house.asked(table)
        await house.do(table, house.act(user), planning.submit(-1, [step]))
        piece = planning.suggest(await house.table(table), user, "take ")[0]
        built = planning.suggest(await house.table(table), user, f"{piece} ")[0]
        assert isinstance(await house.do(table, house.act(user), planning.submit(-1, [built, "done"])), Played), built
    ((user, _),) = await house.asked(table)
    return table, user


async def test_a_panel_begins_with_what_the_others_have_done_since_numbered_in_its_order(house: House):
    table, user = await one_round(house)
    shown = await opened(house, table, user)
    first, *lines = told(shown)
    assert first.startswith("**Since your last turn (<t:")
    assert [line[:1] for line in lines] == ["①", "②"]
    names = [row.name for row in (await house.loaded(table)).seats if row.user != user]
    assert all(any(name in line for name in names) for line in lines)
    assert sizing.fits(shown)
    await house.play(table, "step 1")
    assert told(await opened(house, table, user)) == [], "of one's own move one is not told"


async def test_in_the_first_turn_there_is_nothing_to_tell_but_what_others_have_played(house: House):
    table = await house.started([ADA, BEA], side="fixed")
    ((first, _),) = await house.asked(table)
    assert "Since" not in (await opened(house, table, first)).text
    await house.play(table, "buyer 1")
    ((second, _),) = await house.asked(table)
    assert told(await opened(house, table, second))[0] == "**Since the game began:**"


async def test_what_was_taken_back_has_not_happened(house: House):
    table, user = await one_round(house)
    before = await own(house, table, user)
    await house.play(table, "step 1", "done")
    assert isinstance(await house.do(table, house.act(user), turns.take_back()), turns.TookBack)
    ((again, _),) = await house.asked(table)
    assert again == user
    for other in {ADA, BEA, CEM} - {user}:
        seen = await own(house, table, other)
        assert not [entry for run in seen.runs for entry in run.entries if entry.undone or entry.kind == "undo"]
    assert before.moves == 2


async def test_the_board_is_shown_with_the_lines_and_leads_to_the_last_move_alone_and_back(house: House):
    table, user = await one_round(house)
    responses = house.responses(Gallery(PAINTERS))
    panel = await house.do(table, house.act(user), planning.open_panel())
    assert isinstance(panel, Panel)

    async def shown(verb: str) -> Layout:
        found = await responses.plan(house.press(user), Said("p", table, panel.since, panel.rev, verb), ())
        assert found is not None
        return found

    every, last = await shown("see"), await shown("last")
    assert labels(every) == ["My turn", LABELS[0]]
    assert labels(last) == ["My turn", LABELS[1]]
    assert every.text.startswith("**Since your last turn")
    assert last.text.startswith("**The last move:**")
    assert every.pictures[0].data != last.pictures[0].data
    assert "①" in every.pictures[0].alt, "who sees no picture reads the same"
    assert "①" not in last.pictures[0].alt
    assert "Last move" not in every.pictures[0].alt
    assert "<t:" not in every.pictures[0].alt, "nothing shows a moment there"


async def test_once_something_is_planned_the_panel_is_about_the_plan(house: House):
    table, user = await one_round(house)
    panel = await house.do(table, house.act(user), planning.open_panel())
    await house.do(table, house.act(user), planning.add(panel.since, panel.rev, ("step", "1")))
    assert "Since your last turn" not in (await opened(house, table, user)).text


async def test_a_sealed_answer_is_not_told_before_it_is_settled_and_never_by_whom(house: House):
    table = await house.started([ADA, BEA, CEM, DAG], side="fixed")
    await house.play(table, "buyer 1")
    await house.play(table, "step 2", "score s1")
    asked = [user for user, _ in await house.asked(table)]
    before = await own(house, table, asked[0])
    await house.play(table, "pass", user=asked[1], since=-1)
    assert await own(house, table, asked[0]) == before
    panel = await opened(house, table, asked[0])
    assert "score" in panel.text.lower()
    assert sizing.fits(panel)
    await house.play(table, "pass", user=asked[2], since=-1)
    await house.play(table, "pass", user=asked[0], since=-1)
    runs = (await own(house, table, asked[1])).runs
    assert runs[-1].seat == -1


async def test_what_only_one_was_told_only_they_are_told_again(house: House):
    table = await placed(house, market("wool2", "ore1", "grain1", "ore2"), PEOPLE)
    await say(house, table, ADA, "knight")
    await say(house, table, ADA, "robber B2")
    await say(house, table, ADA, "end")
    texts = {}
    for user in (BEA, CEM, EVA + 70):
        found = await news.since(await house.table(table), user, 0, house.env)
        assert isinstance(found, News)
        texts[user] = [entry.facts for run in found.runs for entry in run.entries]
    assert texts[CEM] == texts[EVA + 70], "those who were not robbed know what everybody knows"


async def test_a_turn_that_begins_by_itself_is_no_turn_of_ones_own(house: House):
    table = await placed(house, market("wool2", "ore1", "grain1", "ore2"), PEOPLE)
    for _ in range(4):
        user = (await house.asked(table))[0][0]
        panel = (await house.responses(Sketches(1000)).turn(house.press(user), table)).text
        assert panel
        await say(house, table, user, "end")
    ((user, _),) = await house.asked(table)
    rolled = await house.responses(Sketches(1000)).turn(house.press(user), table)
    assert "rolls" in rolled.text
    found = await own(house, table, user)
    seats = [run.seat for run in found.runs]
    assert seats[-1] == (await house.table(table)).seat_of(user).seat
    assert len(set(seats)) == 3


async def test_who_only_watches_is_told_since_a_move_and_no_more_than_all_know(house: House):
    table, user = await one_round(house)
    responses = house.responses(Gallery(PAINTERS))
    late = await responses.since(house.press(EVA), table)
    assert late.text.startswith("**Since move 0:**")
    some = await responses.since(house.press(EVA), table, 3)
    assert some.text.startswith("**Since move 3:**")
    assert len(some.text.split("\n")) < len(late.text.split("\n"))
    assert "My turn" not in labels(some)
    assert "My turn" in labels(await responses.since(house.press(user), table))
    assert "Nothing has happened since move 4." in (await responses.since(house.press(EVA), table, 4)).text
    assert await news.since(await house.table(table), EVA, 5, house.env) == NoSuchMove(5, 4)
    gathering = await house.gathered([DAG])
    assert await news.since(await house.table(gathering), DAG, None, house.env) == NotBegun()


async def test_buttons_of_the_board_lead_there_and_back(house: House):
    table, user = await one_round(house)
    gallery = Sketches(1000)
    try:
        own, guest = (Presses(Hands(house, gallery), table, one) for one in (user, EVA))
        await own.board("board")
        assert (await own.press("Since your last turn")).text.startswith("**Since your last turn")
        await own.press("Just the last move")
        assert "Since your last turn" in (await own.press("Since your last turn")).text
        await guest.board("board")
        assert "Since your last turn" not in guest.sent.labels
        await guest.press("◀", "◀")
        assert (await guest.press("Since this move")).text.startswith("**Since move 2:**")
    finally:
        gallery.close()


async def test_who_reads_the_board_is_told_what_a_picture_would_mark(house: House):
    table, user = await one_round(house)
    responses = house.responses(Gallery(PAINTERS))
    words = (await responses.text_board(house.press(user), table)).text
    assert words.startswith("**Since your last turn")
    assert "① " in words
    older = (await responses.text_board(house.press(user), table, 2)).text
    assert " · 2 · " in older.split("\n")[0]
    assert "Since your last turn" not in (await responses.text_board(house.press(EVA), table)).text
    assert "Since your last turn" not in (await responses.text_board(house.press(user), table, None, 1)).text


async def test_however_long_somebody_was_away_eight_lines_at_most_are_told_and_the_newest_have_the_numbers(
    house: House,
):
    table = await house.started([ADA, BEA, CEM], side="fixed")
    await house.play(table, "buyer 1")
    ((second, _),) = await house.asked(table)
    for _ in range(11):
        assert isinstance(await house.play(table, "step 1", "done"), Played)
    found = await news.since(await house.table(table), second, 0, house.env)
    assert isinstance(found, News)
    assert len(found.runs) > 9
    text = (await house.responses(Gallery(PAINTERS)).since(house.press(EVA), table, 0)).text.split("\n")
    numbers = [line[0] for line in text if line[:1] in "①②③④⑤⑥⑦⑧⑨"]
    assert "".join(numbers) in "①②③④⑤⑥⑦⑧"
    assert numbers[-1] == "⑧"
    assert "lines before: /table log" in text[1]


async def test_reading_the_news_is_one_trip_and_walks_no_record(house: House, monkeypatch: pytest.MonkeyPatch):
    table, user = await one_round(house)
    trips: list[str] = []
    read = house.store.writer.read

    async def counted(work):
        trips.append(getattr(work, "__qualname__", "?"))
        return await read(work)

    held = await house.table(table)
    monkeypatch.setattr(house.store.writer, "read", counted)
    found = await news.since_own(held, held.seat_of(user).seat, house.env)
    assert found.moves == 2
    assert len(trips) == 1


async def test_offers_are_news_once_they_are_taken_and_not_before(house: House):
    table = await placed(house, market("wool2", "ore1", "grain1", "ore2"), PEOPLE)
    await say(house, table, ADA, "offer wool1 for ore1")
    await say(house, table, CEM, "decline 1")
    assert (await own(house, table, DAG)).runs == ()
    await say(house, table, BEA, "accept 1")
    await say(house, table, ADA, "deal 1 2")
    (run,) = (await own(house, table, DAG)).runs
    assert [type(fact).__name__ for fact in run.facts] == ["OfferClosed"]


def test_of_what_a_line_explains_in_brackets_all_or_nothing_is_told():
    line = "Cem seats a Frenchman on C46: 8 points (France +2, Germany +6)."
    assert news_text._cut(line, 50) == "Cem seats a Frenchman on C46: 8 points …"
    assert news_text._cut(line, 30) == "Cem seats a Frenchman on C46…"
    assert news_text._cut(line, 200) == line

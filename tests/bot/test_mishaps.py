"""What fails while a panel is made keeps nobody from playing on: failures are planted wherever something is shown."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.responses import Responses
from bot.discord.screens.panel_screen import PanelScreen
from bot.discord.screens.plan_screen import PlanScreen
from bot.discord.screens.plan_text import PlanText
from bot.discord.screens.screens import Screens
from bot.games import GAMES as REGISTRY
from bot.games import game_text
from bot.play import Action, Panel
from bot.play.plans import planning
from bot.wording import mishaps
from renderer import Painters
from rules.chance import Seeded
from rules.contract import Seat, Setup
from tests.bot.catan_tables import put, started
from tests.bot.house import House
from tests.bot.presser import BUTTON, Hands, Sent, Sketches, Walk, parts
from tests.bot.test_standing import asked_about
from tests.contract.cases import Case
from tests.contract.player import play_one
from tests.contract.registry import CASES
from tests.painted import PAINTERS

GAMES = {case.name: case for case in CASES if case.name != "toy"}
UNSEEN = ("The picture could not be drawn.", "Das Bild ließ sich nicht zeichnen.", "Non è stato possibile disegnare")
"""In the languages of the locales of presser.py."""
WORDS = (
    "alt", "label", "ask", "status", "hand", "planned", "detail", "group", "tell", "turn", "standing", "person",
    "press", "heading", "alts", "plan", "beside", "result", "order", "text_board", "explain",
)  # fmt: skip
"""What a game can say."""
Plant = Callable[[pytest.MonkeyPatch, Case], None]


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError("planted")


def no_paint(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(Painters, "paint", broken)


def no_marks(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(Painters, "planned", broken)
    patch.setattr(Painters, "happened", broken)


def no_close_ups(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(Painters, "zoom", broken)


def no_parts(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(Painters, "regions", broken)


def no_menus(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(PlanScreen, "_menus", broken)


def no_text(patch: pytest.MonkeyPatch, case: Case) -> None:
    patch.setattr(PlanText, "_told", broken)


def speechless(patch: pytest.MonkeyPatch, case: Case, *fields: str) -> None:
    game = REGISTRY[case.rules.key]
    said = {field: getattr(game.wording, field) for field in fields}
    mute = {
        field: MappingProxyType(dict.fromkeys(was, broken)) if field == "alts" else broken
        for field, was in said.items()
        if was
    }
    dumb = replace(game, wording=replace(game.wording, **mute))
    patch.setitem(game_text.__dict__["_by_key"], case.rules.key, dumb)
    patch.setitem(game_text.__dict__["_by_package"], game.package, dumb)


def no_labels(patch: pytest.MonkeyPatch, case: Case) -> None:
    speechless(patch, case, "label", "detail", "group", "heading", "press", "person", "turn")


def no_words(patch: pytest.MonkeyPatch, case: Case) -> None:
    speechless(patch, case, *WORDS)


def nothing(patch: pytest.MonkeyPatch, case: Case) -> None:
    for plant in PLANTS.values():
        plant(patch, case)


PLANTS: dict[str, Plant] = {
    "pictures": no_paint,
    "marks": no_marks,
    "close-ups": no_close_ups,
    "parts": no_parts,
    "menus": no_menus,
    "text": no_text,
    "labels": no_labels,
    "words": no_words,
}
ALL: dict[str, Plant] = {**PLANTS, "everything": nothing}


@pytest.fixture
async def walks(house: House) -> AsyncIterator[Callable[[Case, int], Walk]]:
    gallery = Sketches(1000)

    def walk(case: Case, seed: int) -> Walk:
        made = Walk(house, gallery, case, seed)
        made.hands.gives_way = True
        return made

    yield walk
    gallery.close()
    mishaps.forget()


# ── played on ──


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", ALL)
async def test_whatever_fails_is_logged_once_and_the_game_is_played_on(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str, place: str
):
    walk = walks(GAMES[game], 5)
    await walk.go(1)
    view = GAMES[game].rules.public((await house.position(walk.table)).state)
    picture = PAINTERS.pictures(view)[0]
    close_up = f"{picture} {PAINTERS.regions(view, picture)[0]}"
    ALL[place](monkeypatch, GAMES[game])
    before = (await house.loaded(walk.table)).table.version
    await walk.go(60)
    for _ in range(2):
        await walk.hands.press(1, custom_ids.board(walk.table, "zoom"), [close_up])
    assert (await house.loaded(walk.table)).table.version > before, "moves count"
    assert max(Counter(mishaps.causes()).values(), default=0) <= 1
    assert len(walk.hands.gave_way) == len(mishaps.causes()) >= 1
    assert set(walk.gave_way()) <= {"KeyError 'planted'"}


# ── what counts, counts ──


def no_panel(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(PanelScreen, "shown", broken)


def no_reopening(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Responses, "_reopened", broken)


async def least(house: House, table: str) -> str:
    """What whoever is asked can do at least."""
    rules, position = (await house.table(table)).rules, await house.position(table)
    return rules.write(rules.idle(position.state, position.open[0].seat))


@pytest.mark.parametrize("plant", [no_panel, no_reopening])
async def test_who_moves_again_reads_that_the_move_counts_though_the_next_panel_fails(
    house: House, monkeypatch: pytest.MonkeyPatch, plant: Any
):
    mishaps.forget()
    table = await started(house, [1, 2, 3])
    while (move := await least(house, table)) != "roll":
        await house.play(table, move)
    position = await house.position(table)
    ((user, since),) = await house.asked(table)
    plant(monkeypatch)
    responses = house.responses(Sketches(1000))
    layout = await responses.typed(house.press(user), table, move, since=since)
    assert (await house.position(table)).version == position.version + 1
    assert layout.text.startswith(f"Move {position.number + 1} played")
    assert "try again" not in layout.text
    assert [cause[0] for cause in mishaps.causes()] == ["KeyError"]
    mishaps.forget()


@pytest.mark.parametrize("game", GAMES)
async def test_without_a_panel_the_turn_is_played_by_a_plain_panel(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str
):
    walk = walks(GAMES[game], 1)
    user = await planner(walk)
    whole = await opened(walk, user)
    no_panel(monkeypatch)
    plain = await opened(walk, user)
    assert values_of(plain) == values_of(whole)
    before = (await house.loaded(walk.table)).table.version
    for _ in range(60):
        plain = await pressed_on(walk, user, plain)
        if (await house.loaded(walk.table)).table.version > before:
            assert {cause[0] for cause in mishaps.causes()} == {"KeyError"}
            return
    raise AssertionError("nothing can be committed")


async def test_whatever_fails_as_a_whole_shows_a_way_on(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch
):
    walk = walks(GAMES["cafe"], 1)
    await walk.go(1)
    walk.hands.may_log.add("error")
    monkeypatch.setattr(Screens, "board", broken)
    sent = await walk.hands.press(1, custom_ids.board(walk.table, "board"))
    assert "Something went wrong" in sent.text or walk.hands.locale != "en-GB"
    (row,) = sent.rows
    assert [pressed.custom_id for pressed in row] == [custom_ids.board(walk.table, "turn")]


@pytest.mark.parametrize("plant", [no_panel, no_reopening])
async def test_what_was_taken_back_ordered_or_answered_in_secret_is_told_though_the_panel_fails(
    house: House, monkeypatch: pytest.MonkeyPatch, plant: Any
):
    responses = house.responses(Sketches(1000))
    back = await house.started([1, 2, 3], side="fixed")
    await house.play(back, "buyer 1")
    ((mover, _),) = await house.asked(back)
    await house.play(back, "step 1", "stop")
    table, asked, _ = await asked_about(house)
    open_ = (await house.loaded(table)).questions
    plant(monkeypatch)
    told = await responses.taken_back(house.press(mover), back)
    assert told.text.startswith("Move 2 is taken back")
    since = open_[0].since
    told = await responses.sealed(house.press(asked[0]), table, since, "pass")
    assert told.text.startswith("Your answer")
    told = await responses.order(house.press(asked[1]), table, "pass")
    assert told.text.startswith("Whenever asked: pass")
    mishaps.forget()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3), ids=["en", "de", "it"])
async def test_a_panel_without_its_picture_says_so_and_has_the_same_buttons(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str, seed: int
):
    walk = walks(GAMES[game], seed)
    user = await planner(walk)
    whole = await opened(walk, user)
    assert whole.pictures
    no_paint(monkeypatch, GAMES[game])
    bare = await opened(walk, user)
    assert (bare.labels, bare.rows) == (whole.labels, whole.rows)
    assert bare.text.startswith(whole.text)
    assert bare.text.removeprefix(whole.text).strip().removeprefix("⚠️ ").startswith(UNSEEN[seed])
    assert "/table board text:True" in bare.text
    assert bare.pictures == 0
    for verb in ("board", "hand"):
        sent = await walk.hands.press(user, custom_ids.board(walk.table, verb))
        assert UNSEEN[seed] in sent.text, verb


@pytest.mark.parametrize("game", GAMES)
async def test_without_labels_the_same_can_be_pressed_by_the_words_of_the_notation(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str
):
    walk = walks(GAMES[game], 3)
    user = await planner(walk)
    whole = await opened(walk, user)
    no_labels(monkeypatch, GAMES[game])
    bare = await opened(walk, user)
    assert values_of(bare) == values_of(whole)
    assert bare.pictures == whole.pictures
    panel = await house.do(walk.table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    tokens = {entry.choice.token for entry in panel.next.entries}
    assert [token for token in tokens if not any(token in label.split() for label in bare.labels)] == []
    assert len(tokens) > 1


@pytest.mark.parametrize("game", GAMES)
async def test_without_menus_everything_that_can_follow_can_be_pressed_and_committed(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str
):
    walk = walks(GAMES[game], 1)
    user = await planner(walk)
    monkeypatch.setattr(PlanScreen, "_going_on", broken)
    monkeypatch.setattr(PlanScreen, "_finishing", broken)
    panel = await house.do(walk.table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    sent = await opened(walk, user)
    assert values_of(sent) == [" ".join(entry.words) for entry in panel.next.entries]
    before = (await house.loaded(walk.table)).table.version
    for _ in range(60):
        sent = await pressed_on(walk, user, sent)
        if (await house.loaded(walk.table)).table.version > before:
            return
    raise AssertionError("nothing can be committed")


async def pressed_on(walk: Walk, user: int, sent: Sent) -> Sent:
    """Commits where that is possible; else says more, or begins anew where nothing more can be said."""
    buttons = [part for part in parts(sent.components) if part["type"] == BUTTON]
    options = [pressed for row in sent.rows for pressed in row if pressed.values]
    commits = [part for part in buttons if ":commit:" in part["custom_id"]]
    over = [part for part in buttons if ":over:" in part["custom_id"]]
    if commits or not options:
        return await walk.hands.press(user, (commits or over)[0]["custom_id"])
    pressed = options[walk.luck.below(len(options))]
    return await walk.hands.press(user, pressed.custom_id, pressed.values)


@pytest.mark.parametrize("game", GAMES)
async def test_no_sentence_that_fails_takes_the_buttons_away(
    walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str
):
    walk = walks(GAMES[game], 1)
    user = await planner(walk)
    whole = await opened(walk, user)
    for field in WORDS:
        with monkeypatch.context() as patch:
            speechless(patch, GAMES[game], field)
            bare = await opened(walk, user)
            assert values_of(bare) == values_of(whole), field
            for verb in ("board", "hand", "text0.0"):
                assert (await walk.hands.press(user, custom_ids.board(walk.table, verb))).text, (field, verb)
    assert len(walk.hands.gave_way) == len(mishaps.causes()) >= 7


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_that_cannot_be_drawn_is_posted_in_words(
    house: House, walks: Callable[[Case, int], Walk], monkeypatch: pytest.MonkeyPatch, game: str
):
    walk = walks(GAMES[game], 5)
    nothing(monkeypatch, GAMES[game])
    await walk.go(100)
    await house.courier.drain()
    boards = [form for form in walk.post.forms if any(f"b:{walk.table}:turn" in repr(row) for row in form.rows)]
    assert len(boards) > 1
    assert all(form.text and not form.pictures for form in boards)
    assert not await house.store.parked(walk.table)


async def test_a_gallery_that_is_closed_shows_nothing_rather_than_less():
    rules = GAMES["guatemala"].rules
    view = rules.public(rules.setup(Setup(2), Seeded(1)).state)
    gallery = Gallery(PAINTERS)
    gallery.close()
    with pytest.raises(asyncio.CancelledError):
        await gallery.board(view, (), "")
    assert mishaps.causes() == []


# ── back ──


async def test_a_verb_that_was_left_alone_in_a_plan_is_drawn_and_stepped_back_from(house: House):
    table = await house.started([1, 2, 3], side="fixed")
    await house.play(table, "buyer 1")
    ((user, _),) = await house.asked(table)
    await said_and_stepped_back(house, table, user, "step", "2", "take")


async def test_a_guest_who_was_left_without_a_chair_in_a_plan_is_drawn_and_stepped_back_from(house: House):
    case = GAMES["cafe"]
    walk = Walk(house, Sketches(1000), case, 1)
    await walk.go(1)
    await put(house.env, walk.table, play_one(case, 1000).positions[0].state)
    ((user, _),) = await house.asked(walk.table)
    users = await house.users(walk.table)
    seat = Seat(next(seat for seat, one in users.items() if one == user))
    state = (await house.position(walk.table)).state
    guests = case.rules.choices(state, seat, ("seat",))
    assert len(guests) > 2
    for guest in guests:
        await said_and_stepped_back(house, walk.table, user, "seat", guest.token)


async def said_and_stepped_back(house: House, table: str, user: int, *said: str) -> None:
    """Words that no press says alone, as plans of before may hold them."""
    hands = Hands(house, Sketches(1000))
    panel = await house.do(table, Action(user), planning.open_panel())
    for word in said:
        assert isinstance(panel, Panel)
        panel = await house.do(table, Action(user), planning.add(panel.since, panel.rev, [word]))
    assert isinstance(panel, Panel)
    assert panel.next.tokens
    sent = await hands.press(user, custom_ids.board(table, "turn"))
    assert sent.pictures
    assert values_of(sent) != []
    sent = await hands.press(user, custom_ids.plan(table, panel.since, panel.rev, "back"))
    assert sent.pictures
    panel = await house.do(table, Action(user), planning.open_panel())
    assert isinstance(panel, Panel)
    assert panel.next.tokens == ()


# ── what all use ──


async def planner(walk: Walk) -> int:
    """Somebody with a turn to plan, at a table where nothing is planned yet."""
    for _ in range(40):
        await walk.go(walk.hands.presses + 1)
        users = await walk.house.users(walk.table)
        for question in (await walk.house.position(walk.table)).open:
            panel = await walk.house.do(walk.table, Action(users[question.seat]), planning.open_panel())
            if isinstance(panel, Panel) and question.required and not question.sealed:
                await walk.house.do(
                    walk.table, Action(users[question.seat]), planning.start_over(panel.since, panel.rev)
                )
                return users[question.seat]
    raise AssertionError("nobody has the turn")


def values_of(sent: Sent) -> list[str]:
    """What its menus say, in the notation."""
    return [pressed.values[0] for row in sent.rows for pressed in row if pressed.values]


async def opened(walk: Walk, user: int) -> Sent:
    return await walk.hands.press(user, custom_ids.board(walk.table, "turn"))


def test_one_failing_line_is_a_cause_of_its_own_for_each_place_that_gave_way_to_something_plainer() -> None:
    mishaps.forget()
    found = [mishaps.or_else(lambda: broken("here"), "plain")]
    found.append(mishaps.or_else(lambda: broken("there"), "plainer"))
    assert found == ["plain", "plainer"]
    causes = mishaps.causes()
    mishaps.forget()
    assert len(causes) == 2

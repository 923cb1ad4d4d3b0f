"""An analysis is made once, beside the bot, and kept with its game; of closed hands nothing leaves, nothing is told."""

import asyncio
import os
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.layout import Layout
from bot.discord.screens import analysis_screen
from bot.games import analysis_text
from bot.operation import analysers
from bot.operation.analyser import analysed
from bot.operation.analysers import Analysers
from bot.play.history import analysing
from bot.play.history.analysing import Analysed, shown
from bot.play.history.analysis_answers import ManyAnalyses, NotYetAnalysed, Unanalysed
from bot.play.history.analyst import MOST, Making, NoAnalysisError, Wanted
from bot.play.history.reel import wound
from bot.wording.words import LANGUAGES, words_in
from players.analysis import closed, whole
from players.analysis.form import Analysis
from rules.facts import Whispered
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands, Sketches
from tests.bot.test_replay_worlds import otherwise
from tests.contract.cases import Case
from tests.painted import PAINTERS

ADA, BEA = PEOPLE = (1, 2)
FOUR = (1, 2, 3, 4)
CAFE, GUATEMALA, CATAN = (next(case for case in PLAYED if case.name == name) for name in ("cafe", "guatemala", "catan"))


class Here:
    """Analyses in this process, once it may."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []
        self.may = asyncio.Event()
        self.may.set()
        self.fails = False

    async def analysed(self, wanted: Wanted, says: Callable[[int], None]) -> Analysis:
        self.wanted.append(wanted)
        says(40)
        await self.may.wait()
        if self.fails:
            raise NoAnalysisError("died")
        return analysed(wanted, says)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little thinking is enough."""
    for name, value in {"FIRST_LOOKS": 1_000, "FIRST_LOOK": (20, 30), "SECOND_LOOKS": 1, "SECOND_STEPS": 60}.items():
        monkeypatch.setattr(whole, name, value)
    monkeypatch.setattr(closed, "WORLDS", 2)


@pytest.fixture
def here(house: House) -> Here:
    made = Here()
    house.env.analyst = made
    return made


@pytest.fixture
async def gallery() -> Any:
    made = Gallery(PAINTERS)
    yield made
    made.close()
    await made.ended()


async def found(house: House, table: str) -> Any:
    """What is answered; once an analysis is made, that."""
    answer = await analysing.asked(await house.table(table), house.env)
    if isinstance(answer, Making):
        await answer.made
        answer = await analysing.asked(await house.table(table), house.env)
    return answer


async def test_it_is_made_once_told_of_and_shown_in_the_same_message_and_kept(
    house: House, here: Here, gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two ask at once; a third who comes after a restart has it at once, from the store."""

    async def stands(interaction: Any, form: Layout) -> None:
        await interaction.edit_original_response(view=form.view(), attachments=form.files())

    monkeypatch.setattr("bot.discord.interactions.progress.put_instead", stands)
    monkeypatch.setattr("bot.discord.interactions.progress.PAUSE", 0.05)
    monkeypatch.setattr("bot.discord.interactions.progress.SOON", 0.01)
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    here.may.clear()
    hands = [Hands(house, gallery), Hands(house, gallery)]
    sents = [
        await hand.press(user, custom_ids.board(table, "analysis")) for hand, user in zip(hands, PEOPLE, strict=True)
    ]
    await asyncio.sleep(0.2)
    assert all("being analysed: 40 %" in sent.text for sent in sents)
    here.may.set()
    await asyncio.gather(*house.env.analyses._tasks)
    assert [sent.pictures for sent in sents] == [1, 1]
    assert all("Chances of winning" in sent.text and "An estimate" in sent.text for sent in sents)
    assert house.env.analyses.begun == len(here.wanted) == 1
    await house.restart()
    house.env.analyst = None
    again = await Hands(house, gallery).press(BEA, custom_ids.board(table, "analysis"))
    assert again.text == sents[0].text
    worded = await Hands(house, gallery).press(BEA, custom_ids.board(table, "worded"))
    assert not worded.pictures
    assert "After move 0" in worded.text


async def test_what_estimated_otherwise_is_asked_anew(house: House, here: Here) -> None:
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    assert isinstance(await found(house, table), Analysed)
    kept = await house.store.annals.analysis(table)
    assert kept is not None
    await house.store.annals.keep_analysis(replace(kept, version=kept.version - 1))
    assert isinstance(await found(house, table), Analysed)
    assert len(here.wanted) == 2
    newest = await house.store.annals.analysis(table)
    assert newest is not None
    assert newest.version == kept.version


async def test_a_running_game_is_not_analysed(house: House, here: Here, gallery: Gallery) -> None:
    table = await put(house, game_of(CATAN, 3, 3), FOUR[:3], most=40)
    assert await found(house, table) == NotYetAnalysed()
    sent = await Hands(house, gallery).press(ADA, custom_ids.board(table, "analysis"))
    assert "still on" in sent.text
    assert not here.wanted
    assert not [row for row in [await house.store.annals.analysis(table)] if row]


async def test_without_processes_of_the_house_nothing_is_analysed_and_too_many_wait(house: House) -> None:
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    assert await found(house, table) == Unanalysed()
    here = house.env.analyst = Here()
    here.may.clear()

    async def wanted() -> Wanted:
        return Wanted("cafe")

    async def keep(_found: Analysis) -> None: ...

    for number in range(MOST):
        assert house.env.analyses.begin(str(number), here, wanted, keep)
    assert await analysing.asked(await house.table(table), house.env) == ManyAnalyses()
    sent = await Hands(house, Sketches(1)).press(ADA, custom_ids.board(table, "analysis"))
    assert sent.labels == ["Try again", "Board"], "it may have taken the place of a replay"
    await house.env.analyses.closed()


async def test_a_game_in_which_a_move_was_resigned_or_taken_back_is_told_in_every_language(
    house: House, here: Here
) -> None:
    for case in PLAYED:
        seats = max(case.rules.seats)
        table = await put(house, game_of(case, seats, 8), FOUR[:seats], most=60)
        held = await house.table(table)
        made = analysed(Wanted(case.name, await house.store.records(table)), lambda _: None)
        told = await analysing.told(held, made, house.env)
        for lang in LANGUAGES:
            lines = analysis_text.lines(words_in(lang), told, held.names)
            assert len("\n".join(lines)) < 3900
            assert len([line for line in lines if line.startswith("-# ")]) == 2
            for place, _ in enumerate(told.turning, 1):
                assert any(line.startswith(f"**{place}** ") for line in lines)
    assert not here.wanted


async def test_what_is_said_of_a_seat_adds_up(house: House, here: Here) -> None:
    table = await put(house, game_of(CAFE, 4, 8), FOUR)
    told = await found(house, table)
    words, names = words_in("en"), (await house.table(table)).names
    for seat, line in enumerate(analysis_text.shares(words, told, names)[: len(names)]):
        numbers = [int(one.rstrip(",.").replace("−", "-")) for one in line.split() if one.strip("+−,.").isdigit()]
        start, luck, choice, end = numbers
        assert start + luck + choice == end, line
        assert abs(choice - told.choice[seat] / 10) <= 1.5


# ── closed hands ──


@pytest.mark.parametrize("case", [GUATEMALA, CATAN], ids=["guatemala", "catan"])
async def test_where_hands_stay_closed_nothing_hidden_leaves_and_nothing_hidden_moves_it(
    house: House, here: Here, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that an onlooker cannot tell apart give the same analysis, byte by byte; so does what it is made of."""
    seats = max(case.rules.seats)
    table = await put(house, game_of(case, seats, 8), FOUR[:seats], hands="closed")
    held = await house.table(table)
    reel = wound(case.rules, await house.store.records(table))
    other, changed = otherwise(case, reel, None, 3)
    assert changed > 5
    most = 60
    one, two = (Wanted(case.name, shown=shown(case.rules, world)[:most]) for world in (reel, other))
    assert pickle.dumps(one) == pickle.dumps(two)
    assert analysed(one, lambda _: None) == analysed(two, lambda _: None)
    assert b"Whispered" not in pickle.dumps(one)
    wanted = await analysing._wanted(held, house.env)
    assert wanted.records == ()
    assert wanted.shown == shown(case.rules, reel)
    told = [told for commit in (ply.commit for ply in game_of(case, seats, 8).plies) for told in commit.told]
    secrets = [item.fact for item in told if isinstance(item, Whispered)]
    assert secrets
    assert not [fact for one in wanted.shown for fact in one.facts if fact in secrets]

    def leaky(_: Any, reel: Any) -> tuple[Any, ...]:  # the planted fault: what is imagined is what is true
        return tuple(frame.state for frame in reel.frames)

    monkeypatch.setattr(analysing, "shown", leaky)
    assert analysing.shown(case.rules, reel) != analysing.shown(case.rules, other), "the worlds do differ"


async def test_a_table_with_closed_hands_is_analysed_as_everybody_saw_it(house: House, here: Here) -> None:
    table = await put(house, game_of(GUATEMALA, 2, 8), PEOPLE, hands="closed")
    told = await found(house, table)
    assert isinstance(told, Analysed)
    assert not told.whole
    assert here.wanted[0].records == ()
    text = "\n".join(analysis_text.lines(words_in("en"), told, (await house.table(table)).names))
    assert "Hands stay closed" in text
    assert "better:" not in text
    assert "luck +" not in text


async def test_a_game_that_hides_nothing_is_analysed_whole(house: House, here: Here) -> None:
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE, hands="closed")
    told = await found(house, table)
    assert told.whole
    assert here.wanted[0].records


# ── the screen ──


async def test_a_turning_point_leads_to_the_replay(house: House, here: Here) -> None:
    gallery = Sketches(10_000)
    table = await put(house, game_of(GUATEMALA, 2, 8), PEOPLE, hands="closed")
    told = await found(house, table)
    assert told.turning
    form = await analysis_screen.shown(gallery, words_in("en"), told)
    menu = form.rows[0]
    values = [line.value for line in menu.lines]  # type: ignore[union-attr]
    assert values == [str(one.last) for one in told.turning]
    sent = await Hands(house, gallery).press(ADA, menu.custom_id, (values[0],))  # type: ignore[union-attr]
    gallery.close()
    assert f"Move {values[0]} of" in sent.text


# ── the process ──


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


async def test_a_process_that_dies_or_fails_is_told_of_and_asked_again_it_works(
    house: House, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysers, "LATE", 60.0)
    house.env.analyst = Analysers(program="tests.bot.analyser_process")
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE)
    for what in ("die", "raise"):
        (folder / what).touch()
        making = await analysing.asked(await house.table(table), house.env)
        assert isinstance(making, Making)
        assert await making.made is None
        assert making.percent == 7
        assert await house.store.annals.analysis(table) is None
        form = analysis_screen.failed(words_in("en"), await house.table(table))
        assert "could not be made" in form.text
        assert [press.label for press in form.rows[0]] == ["Try again", "Replay"]  # type: ignore[union-attr]
    assert isinstance(await found(house, table), Analysed)
    assert await house.store.annals.analysis(table) is not None


async def test_it_stands_still_while_the_event_loop_is_late(
    house: House, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody keeps the loop for a third of a second: the process is stopped, goes on later, and is done."""
    monkeypatch.setattr(analysers, "LOOKS", 0.05)
    signals: list[str] = []
    real = analysers._signalled
    monkeypatch.setattr(analysers, "_signalled", lambda process, name: (signals.append(name), real(process, name)))
    (folder / "linger").touch()
    made, begun = Analysers(program="tests.bot.analyser_process"), asyncio.Event()
    table = await put(house, game_of(CAFE, 2, 3), PEOPLE, most=6)
    wanted = Wanted("cafe", await house.store.records(table))
    working = asyncio.create_task(made.analysed(wanted, lambda _: begun.set()))
    await begun.wait()
    signals.clear()
    time.sleep(0.4)  # noqa: ASYNC251 (the fault)
    assert isinstance(await working, Analysis)
    assert "SIGSTOP" in signals
    assert "SIGCONT" in signals[signals.index("SIGSTOP") :]
    assert made.paused >= 1

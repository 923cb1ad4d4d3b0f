"""Nobody learns by the file of a game, its page or the hash of its record what they may not know.

In worlds that nobody can tell apart the file is the same letter by letter, before the end, at tables whose hands stay
closed, and of games that were given up; and nothing that the store holds besides, plans and orders and seeds, is in it.
"""

import asyncio
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from bot.discord.films import Films
from bot.discord.interactions.board_verbs import PLAIN, does
from bot.discord.messages.whole import whole_of
from bot.games import GAMES
from bot.games.page.made import page
from bot.play.gamefile import chain, written
from bot.play.gamefile.form import GameFile, Read, write
from bot.play.gamefile.verified import verified
from bot.play.history.analyst import NoAnalysisError, Wanted
from bot.play.history.reel import wound
from bot.play.history.replay import steps
from bot.play.history.tally import tally
from bot.play.people import privacy
from bot.play.seating import lobby
from bot.play.standings import statistics
from bot.play.transactions import change_of
from bot.wording.words import words_in
from players.analysis.form import Analysis, Lucky, Point, Turning
from players.chances import VERSION
from renderer import film
from rules.chance import Seeded
from rules.contract import Record
from rules.engine import Commit, Line
from rules.engine.commits import MOVE
from rules.facts import Announced
from storage.annals import AnalysisRow
from storage.rows import ABANDONED, OVER, DraftRow, OrderRow, ThoughtRow
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.test_replay_worlds import STRANGER, Told, shown
from tests.contract.cases import Case
from tests.contract.player import Game, Ply
from tests.report import say

PEOPLE = (1, 2, 3, 4)
SEED = "5eed" * 16
GUILD = 7
CANARY = "canary"
WORDS = words_in("en")
TELLS = {"board", "film", "ratings", "everywhere", "career", "whose", "tally", "file", "page", "analysis", "worded"}
"""The presses that show something of a whole game or of people; its replay besides."""
ACTS = {"turn", "answer", "hand", "help", "undo", "back", "go", "hint", "explain", "resign", "to-house", "letall"}
SEATS = {"seats", "give", "seek", "keep", "leave"}


@pytest.fixture(autouse=True)
def same_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of both worlds have one id."""
    monkeypatch.setattr(lobby, "new_id", lambda: "0123456789A")


def otherwise(case: Case, game: Game, luck: Seeded) -> tuple[Game, dict[int, Raw]]:
    """The same game in another world: positions, draws, sealed moves and what was whispered are others.

    With what everybody saw after each commit: such records lead nowhere, so nobody can walk through them.
    """
    sealed, views = _sealed(game), dict[int, Raw]()

    def changed(commit: Commit[Any]) -> Commit[Any]:
        state = case.world.reshuffle(commit.position.state, None, luck)
        views[commit.position.version] = written.view_of(case.rules, state)
        records = tuple(_otherwise(record, luck, secret=commit.position.version in sealed) for record in commit.records)
        told = tuple(one for one in commit.told if isinstance(one, Announced))
        return replace(commit, position=replace(commit.position, state=state), records=records, told=told)

    plies = [Ply(p.kind, p.seat, p.moves, p.before, changed(p.commit), p.text, p.unchanged) for p in game.plies]
    return Game(case, game.setup, game.seed, changed(game.beginning), game.text, plies), views


def _sealed(game: Game) -> set[int]:
    return {
        ply.commit.position.version
        for ply in game.plies
        if ply.kind == MOVE and any(one.sealed and one.seat == ply.seat for one in ply.before.open)
    }


def _otherwise(record: Record, luck: Seeded, *, secret: bool) -> Record:
    drawn = tuple(luck.below(1 << 30) for _ in record.luck)
    return replace(record, luck=drawn, text=f"{CANARY} {luck.below(1 << 30)}" if secret else record.text)


async def kept(house: House, game: Game, seats: int, status: str, hands: str, secret: int) -> str:
    """A table at which this was played, with whatever else the store holds of it."""
    table = await put(house, game, PEOPLE[:seats], hands=hands)
    held = await house.table(table)
    rules = held.rules
    more = {
        "table": replace(held.row, status=status, rev=held.row.rev + 1) if status else held.row,
        "orders": (
            OrderRow(
                0,
                "keep ore grain"
                if rules.key == "catan" and secret == 1
                else "keep grain"
                if rules.key == "catan"
                else f"{CANARY}-order-{secret}",
            ),
        ),
        "drafts": (DraftRow(1, 1, 1, (f"{CANARY}-plan-{secret}",), (f"{CANARY}-word-{secret}",)),),
        "thoughts": (ThoughtRow(0, 1, f'"{CANARY}-thought-{secret}"'),),
        "seed": SEED,
    }
    await house.store.write(replace(change_of(held, house.env), **more))
    return table


class Analyst:
    """Remembers of what it was to make an analysis, and makes none."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []

    async def analysed(self, wanted: Wanted, says: Callable[[int], None]) -> Analysis:
        del says
        self.wanted.append(wanted)
        raise NoAnalysisError("nobody makes it")


def analysis_of(table: Any, seat: int, last: int) -> AnalysisRow:
    """One in which a seat has its turning point."""
    even = (1000 // len(table.seats),) * len(table.seats)
    made = Analysis(VERSION, True, (Point(0, even), Point(last, even)), (Turning(1, 1, seat, 100),), even, even,
                    (Lucky(-1, 0),) * len(even))  # fmt: skip
    return AnalysisRow(table.id, VERSION, True, 0, msgspec.json.encode(made).decode())


async def pressed(house: House, key: str, user: int) -> dict[str, Any]:
    """What somebody is shown by all presses that show something of a game or of people; with what is painted."""
    gallery, seen = Told(), dict[str, Any]()
    responses = house.responses(gallery)
    for verb in sorted(TELLS):
        press, asked = does(verb), house.press(user)
        assert press is not None
        vars(asked.interaction)["data"] = {"values": ["2"]} if verb == "whose" else None
        seen[verb] = await press(responses, asked, key)
    gallery.close()
    await gallery.ended()
    return {**seen, "": gallery.seen}


def until(game: Game, most: int) -> Game:
    return Game(game.case, game.setup, game.seed, game.beginning, game.text, game.plies[:most])


SHORT = {"cafe": (3, 3), "guatemala": (3, 8), "catan": (3, 4)}
WHEN = {"running": ("", ""), "closed": (OVER, "closed"), "given up": (ABANDONED, "")}


class Worlds:
    """Both worlds, and what comes of their files."""

    def __init__(self, case: Case, when: str, folder: Path) -> None:
        self.case, self.folder = case, folder
        self.status, self.hands = WHEN[when]
        seats, seed = SHORT[case.name]
        game = game_of(case, seats, seed)
        self.seats, whole = seats, when == "closed"
        self.game = game if whole else until(game, len(game.plies) * 3 // 4)
        self.secrets = 0
        self.counted: list[object] = []

    async def files(self, monkeypatch: pytest.MonkeyPatch) -> tuple[GameFile, GameFile]:
        here = await self._file("here", self.game, 1)
        other, views = otherwise(self.case, self.game, Seeded(5))
        pairs = zip(self.game.plies, other.plies, strict=True)
        self.secrets = sum(a.commit.position.state != b.commit.position.state for a, b in pairs)
        monkeypatch.setattr(written, "views_of", lambda _rules, _records: views)
        return here, await self._file("there", other, 2)

    async def _file(self, where: str, game: Game, secret: int) -> GameFile:
        house = await House(self.folder / where).open()
        try:
            table = await house.table(await kept(house, game, self.seats, self.status, self.hands, secret))
            file = await written.written(table, house.env)
            self.counted.append(await tally(table, house.env))
            assert file.record == (await written.record_of(table, house.env) if file.status == OVER else "")
            return file
        finally:
            await house.close()


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_in_worlds_that_nobody_can_tell_apart_the_file_is_the_same(
    case: Case, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = Worlds(case, when, tmp_path)
    here, there = await worlds.files(monkeypatch)
    assert write(here) == write(there)
    assert worlds.counted[0] == worlds.counted[1]
    assert worlds.secrets > 5, "other secrets"
    assert (here.open, bool(here.record)) == (False, when == "closed")
    text = write(here).decode()
    assert [secret for secret in (CANARY, SEED, '"seed":"5') if secret in text] == []
    made = page(here, GAMES[case.name], WORDS, verified(Read(here, whole=True), case.rules), steps=6).decode()
    assert [secret for secret in (CANARY, SEED) if secret in made] == []
    say(f"file of {case.name}, {when}: {worlds.secrets} positions with other secrets, {len(text)} letters, the same")


def test_every_press_on_a_board_either_acts_or_is_looked_through_here() -> None:
    assert set(PLAIN) == TELLS | ACTS | SEATS


@pytest.mark.parametrize("when", ["running", "closed"])
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_nothing_else_that_the_store_holds_is_in_anything_that_tells_of_a_game(
    house: House, case: Case, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeds, plans, orders, thoughts: in no picture's words, no alt text, no line, for players and strangers alike."""
    seats, seed = SHORT[case.name]
    game = game_of(case, seats, seed)
    status, hands = WHEN[when]
    key = await kept(house, game if status else until(game, len(game.plies) // 2), seats, status, hands, 1)
    house.env.analyst = analyst = Analyst()
    monkeypatch.setattr(Films, "wanted", lambda _films, _known, wanted: seen.append(wanted()))
    table, records = await house.table(key), await house.store.records(key)
    made = wound(case.rules, records)
    seen: list[Any] = [steps(table, made, film.cut), await whole_of(table, house.env)]
    for user in (1, STRANGER):
        for frame in (*made.frames[:: max(1, len(made.frames) // 5)], made.frames[-1]):
            seen += await shown(table, made, user, frame.number)
        seen += await pressed(house, key, user)
    await asyncio.gather(*house.env.analyses._tasks)
    assert bool(analyst.wanted) == bool(status), "a running game is not analysed"
    told = repr([*seen, *map(pickle.dumps, analyst.wanted)])
    assert [secret for secret in (CANARY, SEED) if secret in told] == []
    assert len(told) > 2000


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_who_is_forgotten_is_in_no_file_page_film_board_or_statistic_and_the_others_numbers_stand(
    house: House, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary, gone = "Zebedaeus", 2
    monkeypatch.setattr("tests.bot.played.name", lambda user: canary if user == gone else f"Person {user}")
    seats, seed = SHORT[case.name]
    key = await put(house, game_of(case, seats, seed), PEOPLE[:seats])
    before = await written.written(await house.table(key), house.env)
    boards = [await statistics.board(house.env, GUILD, title) for title in ("", case.rules.key)]
    careers = [await statistics.career(house.env, user, user, GUILD, case.rules.key) for user in (1, 3)]
    films: list[Any] = []
    monkeypatch.setattr(Films, "wanted", lambda _films, _known, wanted: films.append(wanted()))

    async def told() -> str:
        table = await house.table(key)
        file = await written.written(table, house.env)
        seen: list[Any] = [file.sitters, write(file), page(file, GAMES[case.name], WORDS, (), steps=4)]
        seen += [await statistics.board(house.env, GUILD, title) for title in ("", case.rules.key)]
        shown = await pressed(house, key, STRANGER)
        assert (canary in repr(shown["analysis"]), canary in repr(shown["worded"])) == (
            canary in repr(file.sitters),
        ) * 2
        return repr([*seen, shown, films])

    await house.store.annals.keep_analysis(analysis_of(await house.table(key), gone - 1, before.moves[-1].number))
    assert canary in await told()
    assert [canary in repr(one) for one in films] == [True] * 2, "a film and a page"
    films.clear()
    await privacy.forget(house.transactions, gone, lambda _lang, number: f"Player {number}")
    assert canary not in await told()
    assert films[0].names[:2] == ("Person 1", "Player 2")
    after = await written.written(await house.table(key), house.env)
    assert replace(after, sitters=before.sitters) == before, "record, moves and result are what they were"
    for board, title in zip(boards, ("", case.rules.key), strict=True):
        now = await statistics.board(house.env, GUILD, title)
        assert now.new == tuple(one for one in board.new if one.user != gone)
    assert [await statistics.career(house.env, user, user, GUILD, case.rules.key) for user in (1, 3)] == careers


# ── the law has teeth ──


def _open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands count as open before the end."""
    monkeypatch.setattr(written, "hands_open", lambda _table: True)


def _lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move keeps the line of the log, with what was whispered in it."""
    plain = written._move

    def leaking(line: Line, *given: Any, **named: Any) -> Any:
        return replace(plain(line, *given, **named), line=Raw(msgspec.json.encode(line)))

    monkeypatch.setattr(written, "_move", leaking)


def _hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hands stay closed the hash of the record is made of all that there is: who guesses a hand can try it."""
    plain, whole = written.moves_of, list[Any]()

    def noting(*given: Any, is_open: bool) -> Any:
        whole[:] = plain(*given, is_open=True)
        return plain(*given, is_open=is_open)

    def record(table: str, luck: Any, _moves: Any, **_: Any) -> str:
        return HONEST(table, luck, whole, whole=True)

    monkeypatch.setattr(written, "moves_of", noting)
    monkeypatch.setattr(chain, "record", record)


def _heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts of a line are taken whoever they were told to."""
    plain = written._move

    def leaking(line: Line, *given: Any, **named: Any) -> Any:
        facts = Raw(msgspec.json.encode([one["fact"] for one in line.told]))
        return replace(plain(line, *given, **named), facts=facts)

    monkeypatch.setattr(written, "_move", leaking)


def _seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is told before the end."""
    plain = written._luck

    async def leaking(table: Any, env: Any, *, told: bool) -> Any:
        return await plain(table, env, told=not told)

    monkeypatch.setattr(written, "_luck", leaking)


HONEST = chain.record


@pytest.mark.parametrize("fault", [_open, _lines, _hashed, _heard, _seeded], ids=lambda one: one.__name__)
async def test_a_planted_leak_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = next(case for case in PLAYED if case.name == "catan")
    fault(monkeypatch)
    worlds = Worlds(case, "closed" if fault is _hashed else "running", tmp_path)
    here, there = await worlds.files(monkeypatch)
    text = write(here).decode()
    assert write(here) != write(there) or SEED in text or CANARY in text
    if fault is _heard:
        one, other = (page(file, GAMES[case.name], WORDS, (), steps=4) for file in (here, there))
        assert one != other, "a page shows views and facts, as its file has them"

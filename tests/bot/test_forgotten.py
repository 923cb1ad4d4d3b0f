"""Whoever is forgotten is named nowhere: in no file, page, film, replay, analysis, count or board, whether the game
goes on without them or is over; and no number of theirs, or of what they pressed, ever stood in a file.
"""

from pathlib import Path
from typing import Any

import pytest

from bot.discord.films import Films
from bot.games import GAMES
from bot.games.page.made import page
from bot.play.answers import Forgotten
from bot.play.gamefile import written
from bot.play.gamefile.form import write
from bot.play.history.reel import wound
from bot.play.people import privacy
from bot.play.seating import leaving
from bot.play.standings import statistics
from bot.wording.words import words_in
from storage.rows import OVER, RUNNING
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.sealed import Players, Sealed
from tests.bot.test_file_worlds import GUILD, PEOPLE, SHORT, analysis_of, pressed
from tests.bot.test_replay_worlds import STRANGER, shown
from tests.contract.cases import Case
from tests.report import say

CANARY, GONE, EVERY = "Zebedaeus", 2, 9
FIRST_PRESS = 1_400_000_000_000_000_000


class Told:
    """All that is told of a table, each by the name of what tells it."""

    def __init__(self, house: House, key: str, films: list[Any]) -> None:
        self.house, self.key, self.films = house, key, films

    async def all(self) -> dict[str, str]:
        house, env = self.house, self.house.env
        table = await house.table(self.key)
        made = wound(table.rules, await house.store.records(self.key))
        frames = (*made.frames[::EVERY], made.frames[-1])
        self.films.clear()
        file = await written.written(table, env)
        found: dict[str, Any] = {
            "file": write(file),
            "page": page(file, GAMES[table.row.game], words_in("en"), (), steps=4),
            "replay": [await shown(table, made, user, one.number) for user in (1, STRANGER) for one in frames],
            "boards": [await self._board(title) for title in ("", table.rules.key)],
            **{f"press {verb}": seen for verb, seen in (await pressed(house, self.key, STRANGER)).items()},
        }
        return {what: repr(one) for what, one in (found | {"film": [*self.films]}).items()}

    async def _board(self, title: str) -> tuple[object, ...]:
        found = await statistics.board(self.house.env, GUILD, title)
        return found.known, found.new


@pytest.mark.parametrize("status", [RUNNING, OVER])
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_a_forgotten_person_is_named_by_nothing_that_tells_of_a_game(
    house: House, case: Case, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    films: list[Any] = []
    monkeypatch.setattr("tests.bot.played.name", lambda user: CANARY if user == GONE else f"Person {user}")
    monkeypatch.setattr(Films, "wanted", lambda _films, _known, wanted: films.append(wanted()))
    seats, seed = SHORT[case.name]
    game = game_of(case, seats, seed)
    key = await put(house, game, PEOPLE[:seats], most=None if status == OVER else len(game.plies) // 2)
    if status == OVER:
        row = analysis_of(await house.table(key), GONE - 1, game.last.number)
        await house.store.annals.keep_analysis(row)
    else:
        await house.do(key, house.act(GONE), leaving.resign())
    assert (await house.table(key)).status == status
    told = Told(house, key, films)
    before = await told.all()
    naming = {what for what, one in before.items() if CANARY in one}
    wanted = {"file", "page", "replay", "film", "press board", "press tally"}
    assert naming >= wanted | ({"boards", "press ratings", "press analysis"} if status == OVER else set())
    assert await privacy.forget(house.transactions, GONE, lambda _lang, number: f"Player {number}") == Forgotten()
    after = await told.all()
    assert [what for what, one in after.items() if CANARY in one] == []
    assert {what for what in naming if "Player 2" in after[what]} >= wanted
    say(f"forgotten in {case.name}, {status}: named by {len(naming)} of {len(before)} before, by none after")


@pytest.mark.parametrize(("game", "presses"), [("catan", 40), ("cafe", 1000)], ids=["running", "over"])
async def test_a_file_holds_no_number_of_a_person_or_of_a_press(
    tmp_path: Path, game: str, presses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No draw depends on a press, so its number proves nothing; the only numbers of Discord's are those of posts."""
    house = await Sealed(tmp_path / "data").open()
    house._interactions = FIRST_PRESS
    users: Any = tuple(1_300_000_000_000_000_000 + number for number in range(3))
    table = await house.begun(users, game)
    await Players(house, table, 1).play(presses)
    actions = await house.store.writer.read(lambda c: str(c.execute("SELECT * FROM actions").fetchall()))
    numbers = {*map(str, users), *map(str, range(FIRST_PRESS, house._interactions + 1))}
    assert len([number for number in numbers if number in actions]) > 20, "what people pressed is kept, by its number"
    held = await house.table(table)
    file = await written.written(held, house.env)
    assert (file.status, len(file.moves) > 20) == (RUNNING if game == "catan" else OVER, True)
    assert [number for number in numbers if number in write(file).decode()] == []
    plain = written._sitter
    monkeypatch.setattr(written, "_sitter", lambda row, _name, **how: plain(row, str(row.user), **how))
    leaking = write(await written.written(held, house.env)).decode()
    assert {number for number in numbers if number in leaking} == {*map(str, users)}, "the planted fault"
    await house.close()

"""A line that is typed again after an answer that nobody may have read is asked about before it counts again."""

from collections import Counter
from typing import Any

import pytest

from bot.discord.interactions import custom_ids
from bot.discord.layout import Menu
from bot.play import Panel, limits, turns
from bot.play.answers import AlreadyPlayed, AnswerKept, Played, Refusal, Repeated
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from bot.wording.words import words_for
from rules.chance import Seeded, pick
from tests.bot.catan_tables import placed, put
from tests.bot.house import House, name
from tests.bot.presser import Sketches
from tests.bot.test_standing import asked_about
from tests.contract.cases import Case
from tests.contract.player import play_one
from tests.contract.registry import CASES
from tests.report import say
from tests.rules.catan.position import Position as Made

ADA, BEA, CEM = 1, 2, 3
PLAYED = [case for case in CASES if case.name != "toy"]
LINES = 24
"""Of each game in the ordinary run."""


class Typist:
    """Types lines at a table; the test says whether an answer arrives."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.table = table

    async def line(self, user: int, text: str, *, arrives: bool = True) -> Any:
        return await self.does(planning.submit(-1, text.split(";")), user, arrives=arrives)

    async def does(self, use_case: Any, user: int, *, arrives: bool = True) -> Any:
        action = self.house.act(user)
        answer = (await self.house.transactions.run(self.table, action, use_case)).answer
        if arrives:
            self.house.env.delivered.note(action.interaction)
        return answer

    async def number(self) -> int:
        return (await self.house.position(self.table)).number

    async def press(self, user: int, asked: Repeated) -> Any:
        return await self.does(planning.again(asked.since, asked.rev, asked.which), user)


async def trader(house: House) -> Typist:
    """A table at which Ada has the turn and can change with the bank more than once."""
    made = Made(seats=3)
    made.hand(0, "grain9")
    return Typist(house, await placed(house, made, [ADA, BEA, CEM]))


BANK = "bank grain ore"


async def test_a_line_whose_answer_was_lost_asks_and_counts_when_it_is_pressed(house: House):
    typist = await trader(house)
    first = await typist.line(ADA, BANK, arrives=False)
    assert isinstance(first, Played), first
    number = await typist.number()
    asked = await typist.line(ADA, BANK)
    assert isinstance(asked, Repeated)
    assert asked.number == number == await typist.number()
    assert isinstance(await typist.press(ADA, asked), Played)
    assert await typist.number() == number + 1
    assert isinstance(await typist.press(ADA, asked), AlreadyPlayed), "the same button counts once"
    assert await typist.number() == number + 1


async def test_an_offer_that_nobody_asked_for_counts_once_by_one_button(house: House):
    """Its question has no beginning of its own by which an old button would be known."""
    made = Made(seats=3)
    made.hand(0, "ore4").hand(1, "wool4")
    typist = Typist(house, await placed(house, made, [ADA, BEA, CEM]))
    offer, lost = "offer wool1 for ore1", await typist.line(BEA, "offer wool1 for ore1", arrives=False)
    assert isinstance(lost, Played)
    assert isinstance(await typist.line(BEA, "withdraw 1"), Played)
    asked = await typist.line(BEA, offer)
    assert isinstance(asked, Repeated)
    assert isinstance(await typist.press(BEA, asked), Played)
    assert isinstance(await typist.line(BEA, "withdraw 2"), Played)
    number = await typist.number()
    assert isinstance(await typist.press(BEA, asked), AlreadyPlayed)
    assert await typist.number() == number


async def test_a_line_that_was_asked_about_counts_when_it_is_typed_again(house: House):
    typist = await trader(house)
    await typist.line(ADA, BANK, arrives=False)
    number = await typist.number()
    assert isinstance(await typist.line(ADA, BANK, arrives=False), Repeated)
    assert isinstance(await typist.line(ADA, BANK), Repeated), "the question was lost, too"
    assert isinstance(await typist.line(ADA, BANK, arrives=False), Played)
    assert await typist.number() == number + 1


async def test_a_line_whose_answer_was_read_counts_again_at_once(house: House):
    typist = await trader(house)
    number = await typist.number()
    for _ in range(2):
        assert isinstance(await typist.line(ADA, BANK), Played)
    assert await typist.number() == number + 2


async def test_after_a_minute_and_after_taking_back_nothing_is_asked(house: House):
    typist = await trader(house)
    await typist.line(ADA, BANK, arrives=False)
    house.clock.now += limits.RETYPED_MS
    assert isinstance(await typist.line(ADA, BANK, arrives=False), Played)
    await typist.does(turns.take_back(), ADA)
    assert not isinstance(await typist.line(ADA, BANK, arrives=False), Repeated)


async def test_what_was_played_before_a_restart_is_asked_about(house: House):
    typist = await trader(house)
    await typist.line(ADA, BANK)
    number = await typist.number()
    await house.restart()
    asked = await typist.line(ADA, BANK)
    assert isinstance(asked, Repeated)
    await house.restart()
    assert isinstance(await typist.press(ADA, asked), Played), "the button needs nothing that was in memory"
    assert await typist.number() == number + 1


async def test_a_plan_is_not_made_longer_unread(house: House):
    typist = await trader(house)
    planned = await typist.does(planning.submit(-1, [BANK], preview=True), ADA, arrives=False)
    assert isinstance(planned, Panel)
    asked = await typist.does(planning.submit(-1, [BANK], preview=True), ADA)
    assert isinstance(asked, Repeated)
    assert asked.planned
    longer = await typist.press(ADA, asked)
    assert not isinstance(longer, Refusal), longer


async def test_the_same_answer_to_the_same_sealed_question_is_given_again_and_changes_nothing(house: House):
    table, asked, _ = await asked_about(house)
    typist = Typist(house, table)
    for _ in range(2):
        assert await typist.line(asked[0], "pass", arrives=False) == AnswerKept("pass")


# ── as it is shown ──


@pytest.mark.parametrize("lang", ["en", "de", "it"])
async def test_it_is_asked_in_words_with_a_button_that_plays_it(house: House, lang: str):
    typist = await trader(house)
    await typist.line(ADA, BANK, arrives=False)
    responses, words = house.responses(Sketches(1000)), words_for(lang)
    shown = await responses.typed(house.press(ADA, lang), typist.table, BANK)
    label = {"en": "Play it again", "de": "Nochmals spielen", "it": "Gioca di nuovo"}[lang]
    again, mine = (press for row in shown.rows if not isinstance(row, Menu) for press in row)
    assert (again.label, mine.label) == (label, words.say("My turn"))
    assert label in shown.text
    number = await typist.number()
    said = custom_ids.read(again.custom_id)
    assert said is not None
    assert await responses.plan(house.press(ADA, lang), said, ()) is not None
    assert await typist.number() == number + 1


# ── all games ──


async def sat(house: House, case: Case, game: Any) -> Typist:
    wanted = NewTable(7, 70, case.rules.key, name(1), options=game.setup.options, random_seats=False)
    created: Any = await lobby.create(house.transactions, house.act(1), wanted)
    for user in range(2, 1 + game.setup.seats):
        await house.do(created.table, house.act(user), lobby.join(name(user)))
    await house.do(created.table, house.act(1), lobby.start())
    return Typist(house, created.table)


async def retyped(house: House, case: Case, seed: int, lines: int, told: Counter[str]) -> None:
    """Lines of random games, typed twice at a position of theirs while the first answer is lost, then confirmed."""
    luck, game = Seeded(seed), play_one(case, seed)
    typist = await sat(house, case, game)
    moved = [ply for ply in game.plies if ply.kind == "move"]
    for _ in range(lines):
        ply = pick(luck, moved)
        await put(house.env, typist.table, ply.before.state)
        user, text = 1 + ply.seat, "; ".join(case.rules.write(move) for move in ply.moves)
        first = await typist.line(user, text, arrives=False)
        before = (await house.loaded(typist.table)).table.version
        second = await typist.line(user, text)
        told[f"{case.name}: {type(second).__name__}"] += 1
        same = isinstance(first, AnswerKept) and isinstance(second, AnswerKept)
        assert isinstance(second, Refusal) or same or not isinstance(first, Played | AnswerKept), (text, first, second)
        if not same:
            assert (await house.loaded(typist.table)).table.version == before, text
        if isinstance(second, Repeated) and not second.planned:
            third = await (typist.press(user, second) if luck.below(2) else typist.line(user, text, arrives=False))
            assert not isinstance(third, Repeated), "who says that it is meant is not asked again"
            told[f"{case.name}: then {type(third).__name__}"] += 1


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name)
async def test_no_retyped_line_counts_unasked(house: House, case: Case):
    told: Counter[str] = Counter()
    await retyped(house, case, 7, LINES, told)
    say(f"lines typed twice, the first answer lost: {dict(told)}")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name)
async def test_of_many_retyped_lines_none_counts_unasked(house: House, case: Case, seed: int):
    told: Counter[str] = Counter()
    await retyped(house, case, 100 + seed, 200, told)
    say(f"lines typed twice, the first answer lost, seed {seed}: {dict(told)}")

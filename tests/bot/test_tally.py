"""What can be counted of a game: by everybody the same, nothing of it secret; dice beside what was to be expected."""

import pytest

from bot.discord.interactions import custom_ids
from bot.play import queries
from bot.play.history.tally import SUMS, Tally, tally, ways
from bot.wording import tally_text
from bot.wording.words import LANGUAGES, words_in
from rules.catan.facts import Rolled
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands, Sketches
from tests.contract.cases import Case

PEOPLE = (1, 2, 3)
STRANGER = 9


def test_two_dice_have_thirty_six_ways() -> None:
    assert sum(map(ways, SUMS)) == 36
    assert [ways(one) for one in (2, 7, 12)] == [1, 6, 1]


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_moves_and_dice_are_those_that_everybody_was_told(house: House, case: Case) -> None:
    game = game_of(case, 3, 4)
    table = await house.table(await put(house, game, PEOPLE, most=len(game.plies) * 3 // 4))
    found = await tally(table, house.env)
    assert isinstance(found, Tally)
    log = await queries.log(table, STRANGER, house.env)
    assert isinstance(log, tuple)
    standing = [entry for entry in log if not entry.undone]
    assert sum(found.moves) == len([one for one in standing if one.kind in ("move", "resign") and one.seat >= 0])
    assert found.has_dice == (case.name == "catan")
    if found.has_dice:
        rolled = [fact for entry in standing for fact in entry.facts if isinstance(fact, Rolled)]
        assert sum(one.times for one in found.rolls) == len(rolled) > 20
        assert sum(one.expected for one in found.rolls) == pytest.approx(len(rolled))
        by_sum = {one.sum: one.times for one in found.rolls}
        assert all(by_sum[n] == sum(fact.first + fact.second == n for fact in rolled) for n in SUMS)
    for lang in LANGUAGES:
        lines = tally_text.lines(words_in(lang), found, ("Ada", "Bea", "Cem"))
        assert len("\n".join(lines)) < 1500


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_it_is_pressed_at_by_anybody_and_tells_all_the_same(house: House, case: Case) -> None:
    game = game_of(case, 3, 4)
    table = await put(house, game, PEOPLE, most=len(game.plies) // 2)
    seen = [await Hands(house, Sketches(1)).press(user, custom_ids.board(table, "tally")) for user in (1, STRANGER)]
    assert seen[0].text == seen[1].text
    assert [one.pictures for one in seen] == [int(case.name == "catan")] * 2
    ((back,),) = seen[0].rows
    assert back.custom_id == custom_ids.board(table, "board"), "it may have taken the place of a board"


async def test_before_the_deal_there_is_nothing_to_count(house: House) -> None:
    table = await house.gathered([1, 2])
    sent = await Hands(house, Sketches(1)).press(1, custom_ids.board(table, "tally"))
    assert "begun" in sent.text


async def test_after_the_end_it_leads_to_the_file_that_proves_what_was_drawn(house: House) -> None:
    case = next(case for case in PLAYED if case.name == "cafe")
    table = await put(house, game_of(case, 3, 4), PEOPLE)
    sent = await Hands(house, Sketches(1)).press(STRANGER, custom_ids.board(table, "tally"))
    assert [[press.custom_id for press in row] for row in sent.rows] == [
        [custom_ids.board(table, verb) for verb in ("board", "file")]
    ]

"""The laws over every game: whole random games, positions seen from every seat, texts (how many: registry.py)."""

from collections import Counter

import pytest

from rules.chance import Seeded, pick
from tests.contract import catan_reached, census
from tests.contract.cases import Case
from tests.contract.laws import WHOLE_GAMES, sealed_questions
from tests.contract.player import Game, attempt, games, near_miss, walk, write_state
from tests.contract.registry import CASES, CATAN
from tests.contract.worlds import Sample
from tests.report import say

FEW = 40
"""Games enough to take positions from."""
LEAST = 3
VARIED = 50

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
pytestmark = pytest.mark.no_cover  # the rule tests cover every branch; counting lines would double the time here


@every_case
def test_whole_random_games_keep_the_laws_and_reach_everything(case: Case) -> None:
    """L1–L4, L7–L9, L11, L13, and at least three of each kind of move, phase, ending and refusal."""
    played = games(case, case.games)
    say(census.table(case, played))
    asked = sum(len(sealed_questions(game)) for game in played)
    say(
        f"{case.name}: {len(played)} games replayed by another process with another hash seed; "
        f"{asked} sealed questions answered in up to six orders, twice, with and without changed answers"
    )
    broken = {law: list(check(case, played)) for law, check in WHOLE_GAMES.items()}
    assert {law: found[:5] for law, found in broken.items() if found} == {}
    assert census.missing(census.reached(case, played), case, LEAST) == []


def test_random_games_of_catan_come_across_everything_that_a_person_would_ask_for() -> None:
    found = Counter(what for game in games(CATAN, CATAN.games) for what in catan_reached.noted(game))
    say(f"catan, {CATAN.games} games: " + " · ".join(f"{what} {number}" for what, number in sorted(found.items())))
    assert {what: found[what] for what in catan_reached.WANTED if not found[what]} == {}


@every_case
def test_a_seat_sees_the_same_in_all_worlds_that_it_cannot_tell_apart(case: Case) -> None:
    sample = Sample(case, games(case, FEW), case.positions)
    pairs = sample.pairs
    say(
        f"{case.name}: {pairs.positions} positions, {pairs.observers} observers; another world existed "
        f"{pairs.possible} times and was found {pairs.found} times; varied: {dict(pairs.varied)}\n"
        f"  compared: {sum(pairs.compared.values())} times, {pairs.by_law()}"
    )
    assert sample.broken == {"L5": [], "L6": [], "L12": []}
    assert pairs.positions == case.positions
    assert pairs.found >= 0.9 * pairs.possible
    assert min(pairs.varied.values()) >= VARIED


@every_case
def test_no_text_does_more_than_be_refused(case: Case) -> None:
    """Notation fuzz: only NotationError and IllegalMove, and no state changes."""
    came = fuzz(case, games(case, FEW), case.texts)
    refused = came.total() - came["unreadable"] - came["legal"] - came["near"]
    say(
        f"{case.name}: {came.total() - came['near']} texts, {came['near']} of them one edit away from a legal move; "
        f"parsed {came.total() - came['near'] - came['unreadable']}, legal {came['legal']}, refused {refused}, "
        f"unreadable {came['unreadable']}"
    )
    assert came["near"] * 2 >= came.total() - came["near"]
    assert came["legal"] >= LEAST


def fuzz(case: Case, played: tuple[Game, ...], count: int) -> Counter[str]:
    luck = Seeded(count)
    came: Counter[str] = Counter()
    policy = case.policies[0]
    while came.total() - came["near"] < count:
        position = pick(luck, pick(luck, played).positions)
        before = write_state(position.state)
        seats = [question.seat for question in position.open] or [0]
        for _ in range(50):
            seat = pick(luck, seats)
            tokens = walk(case, position.state, seat, luck, policy)
            text, near = some_text(case, tokens, luck)
            came[attempt(case, position, seat, text)[0]] += 1
            came["near"] += near
        assert write_state(position.state) == before
    return came


def some_text(case: Case, tokens: tuple[str, ...], luck: Seeded) -> tuple[str, bool]:
    """A text, and whether it is one edit away from a legal move."""
    match luck.below(8) if tokens else 7:
        case 7:
            return noise(case, luck), False
        case 5 | 6:
            return near_miss(case, tokens, luck), False
        case _:
            return one_edit(tokens, luck), True


def one_edit(tokens: tuple[str, ...], luck: Seeded) -> str:
    """One letter more, less or other."""
    text = " ".join(tokens)
    at, letter = luck.below(len(text)), pick(luck, ALPHABET)
    return text[:at] + (letter, "", letter)[luck.below(3)] + text[at + luck.below(2) :]


def noise(case: Case, luck: Seeded) -> str:
    """Words of the game in any order, or letters."""
    if luck.below(2):
        words = [pick(luck, pick(luck, case.vocabulary)) for _ in range(1 + luck.below(6))]
        return near_miss(case, words, luck)
    return "".join(pick(luck, ALPHABET) for _ in range(luck.below(30)))


ALPHABET = [chr(code) for code in range(32, 127)] + list("äßéıſ→–\u200b\u0000\n\t²٣Ⅷ🂡") + list("ABCKWBRN123456789 ")

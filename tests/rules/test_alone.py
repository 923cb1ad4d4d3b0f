"""A commit of a single move is made at once: it is the one that a fold makes of it, and replay makes it again."""

from typing import Any

import pytest

from rules import engine
from rules.catan.game import RULES as CATAN
from rules.chance import Seeded, pick
from rules.contract import AnyRules, Position, Setup
from rules.engine.commits import MOVE, Fold
from rules.engine.replay import again
from tests.contract.toy import Toy

MOVES = 800
SOME = 10
"""After so many of them a seat resigns."""


def composed(rules: AnyRules, position: Position[Any], luck: Seeded) -> tuple[int, str]:
    """A seat that is asked, required or not, or now and then any seat, and a random move of it; none if it has none."""
    seat, words = pick(luck, position.open).seat, ()
    if not luck.below(4):
        seat = luck.below(rules.seats[-1])
    while choices := rules.choices(position.state, seat, words):
        choice = pick(luck, choices)
        words = (*words, choice.token)
        if choice.whole and luck.below(2):
            break
    return seat, " ".join(words)


@pytest.mark.parametrize("rules", [Toy(), CATAN], ids=["toy", "catan"])
@pytest.mark.parametrize("resigns", [False, True], ids=["all", "without one"])
@pytest.mark.parametrize("seed", range(6))
def test_a_move_alone_makes_the_commit_that_a_fold_makes(rules: AnyRules, seed: int, *, resigns: bool) -> None:
    luck = Seeded(seed)
    position = engine.begin(rules, Setup(rules.seats[-1]), luck).position
    sealed = secret = answered = unasked = 0
    for number in range(MOVES):
        if resigns and number == SOME:
            position = engine.resign(rules, position, 1, luck).position
        if not position.open:
            break
        seat, text = composed(rules, position, luck)
        if not text or seat in rules.resigned(position.state):
            continue
        move = rules.parse(text)
        fold, chance = Fold(rules, position), Seeded(number)
        fold.move(seat, move, chance)
        begun = fold.commit()
        fold.answer_for_the_resigned(chance)
        whole = fold.commit()
        assert engine.play(rules, position, seat, (move,), Seeded(number)) == whole
        assert again(rules, position, whole.records) == whole
        assert again(rules, position, whole.records[:1]) == begun, "an analysis looks at parts of a commit, too"
        assert {record.kind for record in whole.records} == {MOVE}
        sealed += any(question.sealed for question in position.open)
        secret += whole.position.number == position.number
        answered += len(whole.records) > 1
        unasked += seat not in {question.seat for question in position.open}
        position = whole.position
    assert position.version > 20
    assert sealed
    assert secret
    assert bool(unasked) == (rules is CATAN)
    assert bool(answered) == resigns

"""A commit of a single step is made at once: it is the one that a fold of that step makes."""

from typing import Any

import pytest

from rules import engine
from rules.catan.game import RULES as CATAN
from rules.chance import Seeded, pick
from rules.contract import AnyRules, Position, Setup
from rules.engine.commits import MOVE, Fold, alone
from tests.contract.toy import Toy

MOVES = 800


def composed(rules: AnyRules, position: Position[Any], luck: Seeded) -> tuple[int, str]:
    """A random seat that is asked, required or not, and a random move of it; none where it has none."""
    seat, words = pick(luck, position.open).seat, ()
    while choices := rules.choices(position.state, seat, words):
        choice = pick(luck, choices)
        words = (*words, choice.token)
        if choice.whole and luck.below(2):
            break
    return seat, " ".join(words)


@pytest.mark.parametrize("rules", [Toy(), CATAN], ids=["toy", "catan"])
@pytest.mark.parametrize("seed", range(6))
def test_a_step_alone_makes_the_commit_that_a_fold_makes(rules: AnyRules, seed: int) -> None:
    luck = Seeded(seed)
    position = engine.begin(rules, Setup(rules.seats[-1]), luck).position
    sealed = secret = 0
    for number in range(MOVES):
        if not position.open:
            break
        seat, text = composed(rules, position, luck)
        if not text:
            continue
        move = rules.parse(text)
        fold = Fold(rules, position)
        fold.move(seat, move, Seeded(number))
        whole = fold.commit()
        commit = engine.play(rules, position, seat, (move,), Seeded(number))
        assert commit == whole
        step = rules.apply(position.state, seat, move, Seeded(number))
        assert alone(rules, position, step, whole.records[0]) == whole
        assert [record.kind for record in whole.records] == [MOVE]
        sealed += any(question.sealed for question in position.open)
        secret += whole.position.number == position.number
        position = whole.position
    assert position.version > 20
    assert sealed
    assert secret

"""Matches: who sits where, and that only the player that peeks is given the truth."""

import pytest

from players.player import Sight, Trained
from rules.chance import Chance
from rules.contract import Move, Prompt, Setup
from tests.strength.lines import LINES, Line
from tests.strength.match import Match
from tests.strength.yardsticks import BEST, PEEKS, POINTS, RANDOM


class Asked(Match):
    """Says at each thought whether what is imagined is the truth."""

    def think(self, sight: Sight, question: Prompt, who: Trained, chance: Chance) -> tuple[Move, ...]:
        state = self.position.state
        self.saw[self.kinds[sight.seat]].append(
            self.rules.imagine(sight.public, sight.private, sight.memory, chance) == state
        )
        return (self.rules.moves(state, sight.seat)[0],)

    def run_some(self, questions: int) -> dict[str, list[bool]]:
        self.saw: dict[str, list[bool]] = {kind: [] for kind in self.kinds}
        for _ in range(questions):
            question = self.next_question()
            self.play(question.seat, self.answer(question))
        return self.saw


def test_only_who_peeks_sees_the_truth() -> None:
    line = next(line for line in LINES if line.name == "guatemala peeks strong")
    saw = Asked(line.rules, line.setup, (PEEKS, "strong"), frozenset({0}), 1).run_some(24)
    assert saw[PEEKS]
    assert all(saw[PEEKS])
    assert not all(saw["strong"])


def test_every_board_is_played_from_every_seat() -> None:
    one = Line("catan", "strong", "even", Setup(4), 0.5, 0.5)
    assert [one.side(number) for number in range(5)] == [
        (1, frozenset({0})),
        (1, frozenset({1})),
        (1, frozenset({2})),
        (1, frozenset({3})),
        (2, frozenset({0})),
    ]
    two = Line("catan", "strong", "even", Setup(4), 0.5, 0.5, seats=2)
    assert two.side(1) == (1, frozenset({1, 3}))
    assert two.fair == 0.5


@pytest.mark.parametrize(("game", "kind"), [("guatemala", POINTS), ("cafe", BEST), ("catan", RANDOM)])
def test_yardsticks_play_a_game(game: str, kind: str) -> None:
    setup = Setup(3 if game == "catan" else 2)
    line = next(line for line in LINES if line.game == game)
    match = Match(line.rules, setup, (kind,) * setup.seats, frozenset({0}), 1)
    for _ in range(40):
        question = match.next_question()
        match.play(question.seat, match.answer(question))
    assert match.played.commits == 40

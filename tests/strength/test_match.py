"""Matches: who sits where, and that only the player that peeks is given the truth."""

import pytest

from players.player import Sight, Trained
from rules.chance import Chance, Seeded
from rules.contract import Memory, Move, Prompt, Setup
from tests.contract.catan_world import CatanWorld
from tests.contract.guatemala_world import GuatemalaWorld
from tests.strength.balance import QUICK, first_to_move, played, whose
from tests.strength.experts import expert
from tests.strength.lines import LINES, Line
from tests.strength.match import Match, player
from tests.strength.shown import game
from tests.strength.yardsticks import BEST, EXPERT, PEEKS, POINTS, RANDOM
from tests.tune.played import positions


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


def test_there_is_nothing_to_peek_at_in_cafe_international() -> None:
    """Hands lie open and the bag has no order yet: a strong player that peeks plays the same game, move by move."""
    line = next(line for line in LINES if line.name == "cafe strong even")
    honest, peeking = [
        Match(line.rules, line.setup, (kind, "strong/60"), frozenset({0}), 1) for kind in ("strong/60", "peeks/60")
    ]
    one, other = honest.run(), peeking.run()
    assert one.commits > 20
    assert (other.points, other.steps) == (one.points, one.steps)
    assert peeking.records == honest.records


def test_a_part_of_the_budget_is_so_many_steps_fewer() -> None:
    line = next(line for line in LINES if line.name == "guatemala strong even")
    assert player("strong/8") == ("strong", 8)
    assert player("even") == ("even", 1)
    steps: dict[str, int] = {}
    for kind in ("strong/200", "strong/50"):
        match = Match(line.rules, line.setup, (kind, RANDOM), frozenset({0}), 1)
        while not match.played.steps:
            question = match.next_question()
            match.play(question.seat, match.answer(question))
        steps[kind] = match.played.steps[0]
    assert steps["strong/200"] < steps["strong/50"]


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


def test_the_expert_of_guatemala_cafe_asks_for_no_hidden_sack() -> None:
    """They are given the state, and answer alike in every world that their seat cannot tell from it."""
    line = next(line for line in LINES if line.name == "guatemala strong expert")
    match, luck, other_worlds = Match(line.rules, line.setup, (EXPERT, EXPERT), frozenset({0}), 2), Seeded(1), 0
    while match.rules.outcome(match.position.state) is None:
        question = match.next_question()
        moves, state = match.answer(question), match.position.state
        prompt = Prompt(question.seat, question.topic, question.subject, question.required)
        for _ in range(4):
            other = GuatemalaWorld().reshuffle(state, question.seat, luck, Memory())
            other_worlds += other != state
            assert expert(other, prompt) == moves
        match.play(question.seat, moves)
    assert other_worlds > 100


@pytest.mark.parametrize("name", ["catan strong expert in fours base", "catan strong expert in fours Market"])
def test_the_expert_of_catan_asks_for_no_hidden_card(name: str) -> None:
    line = next(line for line in LINES if line.name == name)
    match, luck, other_worlds = Match(line.rules, line.setup, (EXPERT,) * 4, frozenset({0}), 2), Seeded(1), 0
    while match.rules.outcome(match.position.state) is None:
        question = match.next_question()
        moves, state = match.answer(question), match.position.state
        prompt = Prompt(question.seat, question.topic, question.subject, question.required)
        for _ in range(2):
            other = CatanWorld().reshuffle(state, question.seat, luck)
            other_worlds += other != state
            assert expert(other, prompt) == moves
        match.play(question.seat, moves)
    assert other_worlds > 100


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("guatemala", POINTS),
        ("guatemala", EXPERT),
        ("cafe", BEST),
        ("cafe", EXPERT),
        ("catan", RANDOM),
        ("catan", EXPERT),
    ],
)
def test_yardsticks_play_a_game(game: str, kind: str) -> None:
    setup = Setup(3 if game == "catan" else 2)
    line = next(line for line in LINES if line.game == game)
    match = Match(line.rules, setup, (kind,) * setup.seats, frozenset({0}), 1)
    for _ in range(40):
        question = match.next_question()
        match.play(question.seat, match.answer(question))
    assert match.played.commits == 40


@pytest.mark.parametrize(("game", "seats"), [("guatemala", 2), ("guatemala", 4), ("cafe", 3)])
def test_seats_are_counted_from_whoever_has_the_first_turn(game: str, seats: int) -> None:
    line = next(line for line in LINES if line.game == game)
    match = Match(line.rules, Setup(seats), (RANDOM,) * seats, frozenset(), 3)
    first = first_to_move(match)
    while whose(match.position.state) < 0:
        question = match.next_question()
        match.play(question.seat, match.answer(question))
    assert whose(match.position.state) == first


def test_quick_players_are_those_that_were_learnt_from() -> None:
    line = next(line for line in LINES if line.name == "guatemala strong even")
    for board in range(1, 5):
        begins = first_to_move(Match(line.rules, line.setup, ("even",) * 2, frozenset(), board))
        first = {(begins + place) % 2 for place in played("guatemala", line.setup, QUICK, board)["first"]}
        assert {position.seat for position in positions(2, board) if position.won} == first


def test_a_game_is_shown_move_by_move_with_what_was_thought(capsys: pytest.CaptureFixture[str]) -> None:
    line = next(line for line in LINES if line.name == "cafe gentle random")
    shown = game(line, 1)
    shown.told()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == shown.played.commits + 1
    assert all(("  of " in text) == (f" seat {min(shown.side)}:" in text) for text in lines[:-1])

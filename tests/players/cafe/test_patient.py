"""Playing to the end with luck that is settled beforehand: it is the rules' game, and its luck is fair."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from players.cafe import LEVELS
from players.cafe.mind import CafeMind
from players.cafe.patient import EARLIER, LATE, Patient, PatientMind, share
from players.cafe.quick import Quick
from players.cafe.stacked import Stacked
from players.outcomes import Effort
from players.player import Level, Sight
from rules import counts
from rules.cafe.board import CHAIRS
from rules.cafe.game import RULES
from rules.cafe.moves import Bar, Name, Swap
from rules.cafe.state import Cafe, NameBirthday, Over, Turn
from rules.chance import Seeded
from rules.contract import Memory, Prompt, Setup
from tests.rules.cafe.position import Position
from tests.rules.cafe.random_positions import dealt, played

GAMES = 8
TWO = Setup(2)
MIND = PatientMind(CafeMind(rounds=2, naming=5))


def positions(seed: int) -> list[Cafe]:
    rng = random.Random(seed)
    return [made for _ in range(GAMES) for state in played(rng) for made in (state, dealt(rng, state))]


def late(seats: int = 2) -> Position:
    """A position with fewer free chairs than half, and the guests to go on with."""
    found = next(state for state in positions(4) if free(state) <= LATE and state.seats == seats)
    made = Position(seats)
    made.now = found
    return made


def free(state: Cafe) -> int:
    return CHAIRS - (state.women | state.men).bit_count()


def looks(state: Cafe) -> tuple[object, ...]:
    """What does not depend on the guests that are drawn."""
    costs = state.phase.costs if isinstance(state.phase, Over) else (0,) * state.seats
    scores = [score + cost for score, cost in zip(state.scores, costs, strict=True)]
    cafe = (list(state.nations), state.women, state.men, state.jokers, len(state.bar), state.birthday)
    return (*cafe, scores, list(state.completed), set(state.dropped), isinstance(state.phase, Over))


def test_a_move_leads_where_the_rules_lead() -> None:
    rng, seen = random.Random(5), Counter[str]()
    for state in positions(5):
        phase = state.phase
        assert isinstance(phase, Turn)
        move = rng.choice(RULES.moves(state, phase.seat))
        then = RULES.apply(state, phase.seat, move, Seeded(1)).state
        quick = Stacked(state, Seeded(1))
        quick.play(move, Seeded(1))
        hall = quick.hall
        cafe = (hall.nations, hall.women, hall.men, quick.jokers, quick.bar)
        here = (*cafe, quick.scores, quick.completed, quick.dropped, quick.over)
        if isinstance(then.phase, NameBirthday):
            seen["names"] += 1
            then = RULES.apply(then, then.phase.seat, Name(hall.birthday), Seeded(1)).state
        assert (*cafe, hall.birthday, *here[5:]) == looks(then)
        assert quick.left == counts.total(then.bag.packed)
        seen[type(move).__name__] += 1
        seen["over"] += quick.over
        if isinstance(then.phase, Turn) and then.women | then.men != state.women | state.men:
            assert quick.seat == then.phase.seat
    assert min(seen[what] for what in ("Seating", "Bar", "Swap", "names", "over")) > 0, seen


def test_whoever_is_drawn_first_is_each_guest_of_the_bag_as_often() -> None:
    """A chi-square with 99.9 % beyond it for 94 guests less one."""
    state = RULES.setup(TWO, Seeded(1)).state
    size = counts.total(state.bag.packed)
    drawn = Counter[int]()
    for seed in range(60 * size):
        quick = Stacked(state, Seeded(seed))
        quick.draw(0, Seeded(0))
        drawn[quick.gone.index(1)] += 1
    assert len(drawn) == size
    assert sum((number - 60) ** 2 / 60 for number in drawn.values()) < 140


def test_each_seat_draws_the_same_guests_however_many_the_others_draw() -> None:
    """But where one of them was taken by others meanwhile, which is seldom."""
    state, same = RULES.setup(TWO, Seeded(2)).state, 0
    for seed in range(40):
        one, other = Stacked(state, Seeded(seed)), Stacked(state, Seeded(seed))
        few = [one.draw(1, Seeded(0)) for _ in range(2)]
        many = [other.draw(1, Seeded(0)) for _ in range(4)]
        assert few == many[:2]
        same += [one.draw(0, Seeded(0)) for _ in range(3)] == [other.draw(0, Seeded(0)) for _ in range(3)]
    assert same >= 32


def test_nobody_is_drawn_twice_and_all_add_up_at_the_end() -> None:
    for state in positions(6)[:80:2]:
        quick, chance = Stacked(state, Seeded(3)), Seeded(3)
        before = quick.left
        while not quick.over:
            quick.turn(chance)
        assert sum(quick.gone) == before - quick.left
        if not quick.dropped and not state.left:
            seated = (quick.hall.women | quick.hall.men).bit_count()
            assert seated + quick.bar + quick.left + sum(map(len, quick.hands)) == 100


def test_the_same_luck_gives_the_same_worth() -> None:
    state = late().state
    phase = state.phase
    assert isinstance(phase, Turn)
    moves = RULES.moves(state, phase.seat)

    def worth(seed: int) -> list[float]:
        return [MIND.value(state, phase.seat, (move,), Seeded(seed), Effort(1000)) for move in moves]

    assert worth(1) == worth(1)
    assert worth(1) != worth(2)
    assert all(0 <= each <= 1 for each in worth(1))


def test_before_half_the_chairs_are_taken_it_looks_at_the_next_turns_alone() -> None:
    player = LEVELS[Level.STRONG].player
    assert isinstance(player, Patient)
    seen = Counter[bool]()
    for state in positions(8)[::12]:
        phase = state.phase
        assert isinstance(phase, Turn)
        sight = Sight(phase.seat, RULES.public(state), RULES.private(state, phase.seat), Memory())
        (prompt,) = RULES.prompts(state)
        early = free(state) > LATE
        half, share_of_it = (player.early, EARLIER) if early else (player.late, 1)
        thought = player.think(sight, prompt, 400, Seeded(1))
        assert thought == half.think(sight, prompt, 400 // share_of_it, Seeded(1))
        seen[early] += 1
    assert min(seen[True], seen[False]) > 3


def test_a_lead_at_the_end_is_worth_more_the_greater_it_is_and_who_is_out_has_lost() -> None:
    made = late().scores(50, 40)
    shares = [share(Quick(made.scores(50, other).state), 0) for other in (20, 40, 49)]
    assert shares == sorted(shares, reverse=True)
    even = replace(made.scores(50, 50).state, hands=(0, 0))
    assert share(Quick(even), 0) == pytest.approx(0.5)
    assert share(Quick(replace(made.state, dropped=(0,))), 0) < 0.02
    assert share(Quick(replace(made.state, resigned=1)), 0) < 0.02


def test_a_joker_in_the_hand_at_the_end_costs_it_twice_as_much_as_a_guest() -> None:
    made = late().phase(Over("bar", (0, 0))).scores(50, 50).hand(1, "")
    joker, guest = (share(Quick(made.holds(who).state), 0) for who in ("jf", "USf"))
    assert joker < guest < 0.5


@pytest.mark.parametrize("kind", [Bar, Swap])
def test_strong_looks_at_the_bar_and_at_swaps_too(kind: type) -> None:
    ways = [
        turn
        for state in positions(7)
        if isinstance(state.phase, Turn) and free(state) <= LATE
        for turn in MIND.turns(state, Prompt(state.phase.seat, "turn"), Effort(9))
    ]
    assert any(isinstance(turn[0], kind) for turn in ways)

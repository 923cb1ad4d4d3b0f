"""Random positions: of games played from the ranked turns, with hands, variants and birthdays dealt anew."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from rules import counts
from rules.cafe.game import RULES
from rules.cafe.guests import JOKERS, KINDS
from rules.cafe.state import Cafe, Turn
from rules.chance import Seeded
from rules.contract import Setup


def played(rng: random.Random) -> Iterator[Cafe]:
    """The turns of one game; any of the turns that bring most, or any at all."""
    chance = Seeded(rng.getrandbits(32))
    regulars = ("regulars", rng.choice(("off", "on")))
    state = RULES.setup(Setup(rng.randrange(2, 5), (("birthday", rng.choice(("off", "20"))), regulars)), chance).state
    while RULES.outcome(state) is None:
        seat = RULES.prompts(state)[0].seat
        if isinstance(state.phase, Turn):
            yield state
            turns = RULES.best(state, seat, rng.choice((3, 10_000)))
            move = rng.choice(turns)[0]
        else:
            move = RULES.parse(f"name {rng.choice(('US', 'IT', 'GB'))}")
        state = RULES.apply(state, seat, move, chance).state


def dealt(rng: random.Random, state: Cafe) -> Cafe:
    """The same café for a player with any guests in his hand, jokers among them; nothing is conserved."""
    assert isinstance(state.phase, Turn)
    hand = 0
    sex = rng.choice((0, 1, None, None))
    nations = rng.sample(range(12), rng.choice((1, 2, 12)))
    jokers = rng.choice((0.0, 0.3))
    for _ in range(rng.choice((2, 3, 5, 5))):
        kind = rng.randrange(JOKERS, KINDS) if rng.random() < jokers else 2 * rng.choice(nations) + rng.randrange(2)
        kind = kind if sex is None else kind & ~1 | sex
        hand = counts.plus(hand, kind)
    hands = (*state.hands[: state.phase.seat], hand, *state.hands[state.phase.seat + 1 :])
    return replace(state, hands=hands, birthday=rng.randrange(-1, 12), regulars=rng.random() < 0.5)

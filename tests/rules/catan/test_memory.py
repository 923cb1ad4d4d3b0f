"""What a seat remembers of the others' cards, and what it imagines by that."""

from collections import Counter

import pytest

from players.player import Level
from rules import counts
from rules.catan.game import RULES
from rules.catan.memory import MOST, CatanMemory
from rules.catan.pieces import KINDS, Dev
from rules.catan.state import Catan
from rules.chance import Chance, Seeded
from rules.contract import Memory, Seat, Setup
from rules.facts import heard
from tests.report import say
from tests.rules.catan.position import Position, cards, do, drawn
from tests.strength.match import Match

BASE = Setup(4, (("game", "base"),))


class Listener:
    """What a seat has heard since a position in which it knew all hands."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.seat, self.state = seat, position.state
        self.memory: Memory = knows(position.state)

    def hears(self, *moves: str, seat: Seat = 0, chance: Chance | None = None) -> CatanMemory:
        for move in moves:
            step = do(self.state, move, seat=seat, chance=chance)
            self.state = step.state
            told = heard(step.facts, self.seat)
            self.memory = RULES.remember(self.memory, RULES.public(self.state), self.seat, told)
        assert isinstance(self.memory, CatanMemory)
        return self.memory


def knows(state: Catan) -> CatanMemory:
    return CatanMemory((tuple([hand.packed for hand in state.hands]),), (1,))


def hands(memory: CatanMemory, seat: Seat) -> dict[int, float]:
    """The hands that a seat may have, each with its likelihood."""
    found: dict[int, float] = {}
    for deal, weight in zip(memory.deals, memory.weights, strict=True):
        found[deal[seat]] = found.get(deal[seat], 0.0) + weight / sum(memory.weights)
    return found


def robbed(*, listener: Seat) -> Listener:
    """Seat 0 steals a brick from seat 1, who had two, and a grain."""
    position = Position(market=False, seats=4).settle(1, "D3n").hand(0, "ore").hand(1, "brick2 grain").moves_robber()
    one = Listener(position, listener)
    one.hears("robber D3", chance=drawn(0))
    return one


def test_a_theft_between_two_others_may_have_been_of_any_card() -> None:
    memory = robbed(listener=2).memory
    assert isinstance(memory, CatanMemory)
    assert hands(memory, 1) == pytest.approx({cards("brick grain"): 2 / 3, cards("brick2"): 1 / 3})
    assert hands(memory, 0) == pytest.approx({cards("ore brick"): 2 / 3, cards("ore grain"): 1 / 3})


@pytest.mark.parametrize("seat", [0, 1])
def test_thief_and_victim_know_which_card_it_was(seat: Seat) -> None:
    memory = robbed(listener=seat).memory
    assert isinstance(memory, CatanMemory)
    assert hands(memory, 1) == {cards("brick grain"): 1.0}


def test_what_is_paid_later_tells_which_card_it_was() -> None:
    one = robbed(listener=2)
    one.hears("offer brick for grain")  # nobody offers what they do not hold
    assert isinstance(one.memory, CatanMemory)
    assert hands(one.memory, 1) == {cards("brick grain"): 1.0}


@pytest.mark.parametrize(("stolen", "hand"), [(2, "ore grain brick2"), (0, "ore brick2")])
def test_a_monopoly_tells_how_many_each_had(stolen: int, hand: str) -> None:
    position = Position(market=False, seats=4).settle(1, "D3n").hand(0, "ore").hand(1, "brick2 grain").moves_robber()
    one = Listener(position.devs(0, {Dev.MONOPOLY: 1}), 2)
    one.hears("robber D3", chance=drawn(stolen))
    assert len(hands(one.hears(), 1)) == 2
    assert hands(one.hears("monopoly brick"), 0) == {cards(hand): 1.0}


def test_in_the_market_only_the_pile_is_known() -> None:
    position = Position(seats=4).settle(1, "D3n").hand(1, "brick cocoa2 milk").moves_robber()
    one = Listener(position, 2)
    one.hears("robber D3", "steal 2 ingredients", chance=drawn(0))
    assert hands(one.hears(), 1) == pytest.approx({cards("brick cocoa milk"): 2 / 3, cards("brick cocoa2"): 1 / 3})


def test_what_began_in_the_middle_of_a_game_claims_nothing() -> None:
    position = Position(market=False, seats=4).settle(1, "D3n").hand(1, "brick2 grain")
    memory = RULES.remember(None, RULES.public(position.state), 2, ())
    assert isinstance(memory, CatanMemory)
    assert memory.deals == ()
    imagined = RULES.imagine(RULES.public(position.state), RULES.private(position.state, 2), memory, Seeded(1))
    assert imagined.hands[1].packed == cards("brick2 grain")  # nobody else holds a card


def test_it_knows_how_many_development_cards_are_fresh_and_what_it_has_offered() -> None:
    position = Position(market=False, seats=3).settle(0, "B2n").hand(0, "wool2 grain2 ore2 lumber").hand(1, "brick")
    one = Listener(position.devs(0, {}), 1)
    assert one.hears("buy", "buy", chance=Seeded(1)).fresh == 2
    imagined = RULES.imagine(RULES.public(one.state), RULES.private(one.state, 1), one.memory, Seeded(2))
    assert counts.total(imagined.fresh.packed) == 2
    assert one.hears("end").fresh == 0
    other = Listener(position, 0)
    assert other.hears("offer lumber for brick").offered == ((cards("lumber"), cards("brick")),)
    assert other.hears("end").offered == ()


def test_a_small_ending_is_imagined_as_often_as_it_is_likely() -> None:
    """Two thefts between others: every deal that they may have led to, with its exact likelihood."""
    position = Position(market=False, seats=4).settle(1, "D3n").settle(3, "B2n")
    position = position.hand(1, "brick2 grain").hand(3, "wool ore").moves_robber()
    one = Listener(position, 2)
    one.hears("robber D3", chance=drawn(1))
    one.state = Position.moves_robber(_again(one.state)).state
    one.hears("robber B2", chance=drawn(0))
    wanted = {
        tuple(map(cards, deal)): share
        for deal, share in {
            ("brick wool", "brick grain", "", "ore"): 1 / 3,
            ("brick ore", "brick grain", "", "wool"): 1 / 3,
            ("grain wool", "brick2", "", "ore"): 1 / 6,
            ("grain ore", "brick2", "", "wool"): 1 / 6,
        }.items()
    }
    chance, times, found = Seeded(7), 4000, Counter[tuple[int, ...]]()
    public, private = RULES.public(one.state), RULES.private(one.state, 2)
    for _ in range(times):
        found[tuple([hand.packed for hand in RULES.imagine(public, private, one.memory, chance).hands])] += 1
    assert set(found) == set(wanted)
    square = sum((found[deal] - share * times) ** 2 / (share * times) for deal, share in wanted.items())
    assert square < 16.3  # three degrees of freedom, 0.1 %


def _again(state: Catan) -> Position:
    position = Position(market=False, seats=4)
    position.now = state
    return position


def test_development_cards_are_dealt_evenly_over_what_is_unseen() -> None:
    position = Position(market=False, seats=3).settle(1, "D3n").devs(1, {Dev.KNIGHT: 2}).deck({Dev.PLENTY: 1})
    position = position.devs(0, {Dev.MONOPOLY: 1})
    state, found = position.deck({Dev.PLENTY: 1, Dev.KNIGHT: 9}).state, Counter[int]()
    unseen = state.devs[1].packed + state.deck.packed
    public, private = RULES.public(state), RULES.private(state, 0)
    shown = counts.total(unseen)
    used = 25 - shown - 1
    assert used >= 0
    chance = Seeded(3)
    for _ in range(300):
        imagined = RULES.imagine(public, private, knows(state), chance)
        found[counts.amount(imagined.devs[1].packed, Dev.VICTORY_POINT)] += 1
    assert set(found) == {0, 1, 2}


def test_nobody_is_imagined_to_hold_points_that_would_have_won() -> None:
    position = Position(market=False, seats=3, active=1).city(1, "A1n C4n E2s A3n").settle(1, "D2n")
    state = position.devs(1, {Dev.KNIGHT: 3}).state
    chance = Seeded(3)
    for _ in range(200):
        imagined = RULES.imagine(RULES.public(state), RULES.private(state, 0), knows(state), chance)
        assert counts.amount(imagined.devs[1].packed, Dev.VICTORY_POINT) == 0


def test_what_others_have_answered_in_secret_is_imagined_as_not_answered() -> None:
    position = Position(market=False, seats=4).hand(0, "wool").hand(1, "ore").hand(2, "brick")
    state = do(position, "offer wool for ore").state
    state = do(do(state, "accept 1", seat=1).state, "decline 1", seat=2).state
    for seat, answers in {0: (0, 1, 2, 0), 1: (0, 1, 0, 0), 3: (0, 0, 0, 0)}.items():
        imagined = RULES.imagine(RULES.public(state), RULES.private(state, seat), knows(state), Seeded(1))
        assert imagined.offer is not None
        assert tuple([reply.answer for reply in imagined.offer.replies]) == answers


@pytest.mark.parametrize(
    "position",
    [
        Position(market=False).settle(1, "D3n").hand(1, "ore2").moves_robber(rolled=rolled)
        for rolled in (False, True)
    ]
    + [Position(market=False).settle(0, "B2n").free_roads(rolled=rolled) for rolled in (False, True)]
    + [Position().settle(1, "D3n").settle(2, "D3s").hand(1, "ore").hand(2, "ore").robber("D3").steals(rolled=rolled)
       for rolled in (False, True)],
)  # fmt: skip
def test_the_view_says_whether_the_dice_are_rolled(position: Position) -> None:
    state = position.state
    imagined = RULES.imagine(RULES.public(state), RULES.private(state, 0), knows(state), Seeded(1))
    assert imagined.phase == state.phase
    assert RULES.public(state).rolled == getattr(state.phase, "rolled")  # noqa: B009 (of three phases)


# ── how well it remembers ────────────────────────────────────────────────────────────────────────────────────────────


class Watched(Match):
    """A game of house players in which each seat's memory is held against the true hands at every tenth commit."""

    cards = wrong = sampled = 0.0
    most = 0

    def play(self, seat: int, moves: tuple[object, ...]) -> None:
        super().play(seat, moves)  # pyright: ignore[reportArgumentType]
        if self.played.commits % 10:
            return
        state: Catan = self.position.state
        for observer, memory in enumerate(self.memories):
            assert isinstance(memory, CatanMemory)
            self.most = max(self.most, len(memory.deals))
            for deal, weight in zip(memory.deals, memory.weights, strict=True):
                self.wrong += weight / sum(memory.weights) * mistaken(state, deal, observer)
            self.cards += sum(counts.total(h.packed) for seat, h in enumerate(state.hands) if seat != observer)


def mistaken(state: Catan, deal: tuple[int, ...], observer: Seat) -> int:
    """The cards of the others that are not where the deal has them."""
    return sum(
        max(0, counts.amount(state.hands[seat].packed, kind) - counts.amount(deal[seat], kind))
        for seat in range(state.seats)
        for kind in range(KINDS)
        if seat != observer
    )


def error(setup: Setup, games: int) -> float:
    cards_, wrong, most = 0.0, 0.0, 0
    for board in range(games):
        game = Watched(RULES, setup, (Level.GENTLE,) * setup.seats, frozenset(), board + 1)
        game.run()
        cards_, wrong, most = cards_ + game.cards, wrong + game.wrong, max(most, game.most)
    say(f"memory of {dict(setup.options)}: {wrong / cards_:.1%} of {cards_:.0f} cards wrong, at most {most} deals")
    assert most <= MOST
    return wrong / cards_


def test_of_the_cards_of_the_others_at_most_an_eighth_is_remembered_wrongly() -> None:
    assert error(BASE, 3) <= 0.12


@pytest.mark.long
@pytest.mark.parametrize("setup", [BASE, Setup(4), Setup(3, (("game", "base"),)), Setup(3)])
def test_of_the_cards_of_the_others_at_most_an_eighth_is_remembered_wrongly_in_many_games(setup: Setup) -> None:
    assert error(setup, 24) <= 0.12

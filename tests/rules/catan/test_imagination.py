"""What house players need of Catan's rules, in every branch; the laws of tests/contract/test_houses.py go further."""

from collections import Counter

import pytest

from rules import counts
from rules.catan import facts, imagination, legal_turn, memory
from rules.catan.game import RULES
from rules.catan.memory import CatanMemory
from rules.catan.moves import Plenty
from rules.catan.pieces import RESOURCES, Dev
from rules.catan.state import Catan
from rules.chance import Seeded, pick
from rules.contract import Memory, Seat, Setup
from rules.facts import heard
from tests.contract.houses import imagined_law
from tests.contract.player import games
from tests.contract.registry import CASES
from tests.rules.catan.position import Position, cards

(CATAN,) = (case for case in CASES if case.name == "catan")


def test_what_is_imagined_cannot_be_told_from_the_truth() -> None:
    assert list(imagined_law(CATAN, games(CATAN, 8), 160, Counter())) == []


@pytest.mark.parametrize("setup", [Setup(3), Setup(4, (("game", "base"),))], ids=["market", "base"])
def test_whoever_picks_among_all_moves_is_never_refused(setup: Setup) -> None:
    luck = Seeded(setup.seats)
    begun = RULES.setup(setup, luck)
    state, told = begun.state, begun.facts
    remembered: list[Memory | None] = [None] * setup.seats
    ply = 0
    for ply in range(1200):
        public = RULES.public(state)
        for seat in range(setup.seats):
            remembered[seat] = RULES.remember(remembered[seat], public, Seat(seat), heard(told, seat))
        waits = [prompt for prompt in RULES.prompts(state) if prompt.required]
        if not waits:
            break
        if ply % 25 == 0:
            seen_alike(state, remembered, luck)
        seat = Seat(pick(luck, waits).seat)
        step = RULES.apply(state, seat, pick(luck, RULES.moves(state, seat)), luck)
        state, told = step.state, step.facts
    assert ply > 300
    seen_alike(state, remembered, luck)


def test_at_the_end_all_cards_lie_open() -> None:
    (over,) = [game.last.state for game in games(CATAN, 8) if game.last.state.phase.__class__.__name__ == "Over"][:1]
    imagined = RULES.imagine(RULES.public(over), RULES.private(over, Seat(1)), CatanMemory((), ()), Seeded(1))
    assert (imagined.hands, imagined.devs, imagined.deck) == (over.hands, over.devs, over.deck)


def test_a_hand_that_was_remembered_wrongly_is_corrected_by_what_its_seat_shows() -> None:
    """The own hand is known for sure, and whoever has nothing to exchange leaves no such deal."""
    thought, holds = (cards("ore"), cards("brick2"), cards("wool grain")), cards("wool")
    (deal,) = [found] if (found := memory._corrected(thought, 1, holds, 0)) else []
    assert deal == (cards("ore"), cards("brick wool"), cards("brick grain"))
    no_other = (cards("wool"), cards("brick"), 0)
    assert memory._corrected(no_other, 1, holds, 0) is None
    state = Position(market=False, seats=3).hand(0, "ore").hand(1, "brick wool").hand(2, "brick grain").state
    heard_ = (facts.OfferMade(1, 1, holds, cards("ore"), (0,), first=False),)
    now = RULES.remember(CatanMemory((thought, no_other), (1, 1)), RULES.public(state), Seat(0), heard_)
    assert isinstance(now, CatanMemory)
    assert now.deals == (deal,)


def seen_alike(state: Catan, remembered: list[Memory | None], luck: Seeded) -> None:
    public = RULES.public(state)
    for seat, known in enumerate(remembered):
        private = RULES.private(state, Seat(seat))
        assert known is not None
        imagined = RULES.imagine(public, private, known, luck)
        assert RULES.public(imagined) == public
        assert RULES.private(imagined, Seat(seat)) == private


def test_where_no_remembered_deal_fits_the_cards_are_dealt_anew() -> None:
    state = Position(market=False, seats=3).hand(0, "ore").hand(1, "brick2 grain").hand(2, "wool").state
    public, private = RULES.public(state), RULES.private(state, Seat(0))
    hands = imagination._hands(public, private, CatanMemory((), ()), Seeded(1))
    assert hands[0] == cards("ore")
    assert [counts.total(hand) for hand in hands] == [1, 3, 1]


def test_who_could_hold_hardly_any_other_cards_holds_no_more_points_than_must_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imagination, "_TRIES", 0)
    state = Position(market=False, seats=3).devs(1, {Dev.KNIGHT: 2}).state
    public, private = RULES.public(state), RULES.private(state, Seat(0))
    held, deck = imagination._devs(public, private, Seeded(1))
    assert [counts.total(devs) for devs in held] == [0, 2, 0]
    assert counts.amount(held[1], Dev.VICTORY_POINT) == 0
    assert counts.amount(deck, Dev.VICTORY_POINT) == 5


def test_an_only_card_of_the_bank_is_all_that_plenty_takes() -> None:
    bank = counts.pack([0, 0, 1, 0, 0])
    assert legal_turn._plenties(bank) == [Plenty(2)]
    assert len(legal_turn._plenties(counts.pack([2] * RESOURCES))) == 15

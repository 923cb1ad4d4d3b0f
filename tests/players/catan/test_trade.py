"""A house player at trade: it takes what helps it more than the other, and hands nobody the game."""

from msgspec.structs import replace

from rules.catan.moves import Accept, Deal, Decline, MakeOffer, Withdraw
from rules.catan.state import Catan
from rules.contract import Memory
from tests.players.catan.seated import sees_all, state_of, thought
from tests.rules.catan.position import Position, after, cards


def village(*, seats: int = 3) -> Position:
    """Two players with two settlements and a road each, and one who is far ahead."""
    position = Position(market=False, seats=seats).settle(0, "B2n D2s").road(0, "B2ne D2se")
    return position.settle(1, "B4n D4s").road(1, "B4nw D4sw").city(2, "A1n E1s A3n")


def rich(position: Position) -> Position:
    """Each lacks one card for a settlement with its road, of which the other has one to spare."""
    return position.hand(0, "lumber2 brick2 grain2").hand(1, "lumber2 brick2 wool2")


def test_it_accepts_what_helps_it_more_than_the_other() -> None:
    made = after(rich(village()), "offer grain2 for wool")
    assert isinstance(thought(made, 1).moves[0], Accept)


def test_it_does_not_give_away_what_completes_its_own_city() -> None:
    made = after(village().hand(0, "lumber2").hand(1, "ore3 grain2"), "offer lumber for ore")
    assert not isinstance(thought(made, 1).moves[0], Accept)


def test_it_hands_nobody_the_card_that_wins() -> None:
    """Nine points and a city but for one ore: not even for everything else."""
    position = Position(market=False, seats=3).city(0, "B2n D2s A3n").settle(0, "C5ne E3s E1s")
    position = position.settle(1, "B4n").road(1, "B4nw").hand(0, "grain2 ore2 wool5 lumber2 brick2")
    made = after(position.hand(1, "ore2"), "offer wool5 lumber2 brick2 for ore")
    for seed in range(4):
        assert isinstance(thought(made, 1, seed=seed).moves[0], Decline)


def test_the_same_bad_offer_is_declined_every_time() -> None:
    made: Catan = state_of(rich(village()))
    for _ in range(5):
        made = after(made, "offer grain for wool2")
        (move,) = thought(made, 1).moves
        assert not isinstance(move, Accept)
        made = after(made, f"withdraw {made.offers}")


def test_what_it_offers_would_help_both() -> None:
    made = state_of(rich(village()))
    moves = thought(made, 0).moves
    assert isinstance(moves[-1], MakeOffer)
    assert moves[-1].gets in {1 << 16, 2 << 16}  # wool
    assert moves[-1].to & 2


def test_it_offers_at_most_twice_a_turn_and_never_the_same() -> None:
    made, others = state_of(rich(village())), ((cards("ore"), cards("grain")), (cards("ore"), cards("brick")))
    (first,) = thought(made, 0, memory=sees_all(made, others[:1])).moves
    assert isinstance(first, MakeOffer)
    (second,) = thought(made, 0, memory=sees_all(made, ((first.gives, first.gets),))).moves
    assert not isinstance(second, MakeOffer) or (second.gives, second.gets) != (first.gives, first.gets)
    assert not any(isinstance(move, MakeOffer) for move in thought(made, 0, memory=sees_all(made, others)).moves)


def test_the_offer_that_nobody_took_is_withdrawn_for_the_next() -> None:
    made = after(rich(village()), "offer grain for brick")
    made = after(after(made, "decline 1", seat=1), "decline 1", seat=2)
    moves = thought(made, 0, memory=sees_all(made, ((cards("grain"), cards("brick")),))).moves
    assert isinstance(moves[0], Withdraw)
    assert isinstance(moves[1], MakeOffer)


def test_who_is_about_to_win_gets_nothing_any_more() -> None:
    """What would be taken from somebody with six points."""
    for cities, wanted in (("B4n D4s A3n", Accept), ("B4n D4s A3n E3s", Decline)):
        position = Position(market=False, seats=3).city(0, "B2n D2s C5ne").city(1, cities).settle(2, "A1n")
        position = position.hand(0, "lumber2 brick2 grain2").hand(1, "wool2 ore2")
        now = replace(position.state, active=1)
        assert isinstance(thought(after(now, "offer wool2 for grain"), 0).moves[0], wanted)


def test_it_closes_the_deal_that_somebody_accepted() -> None:
    made = after(after(rich(village()), "offer grain for wool"), "accept 1", seat=1)
    (move,) = thought(made, 0, memory=sees_all(made, ((1 << 24, 1 << 16),))).moves
    assert move == Deal(1, 1)


def test_it_does_not_close_on_a_counter_offer_that_robs_it() -> None:
    made = after(after(rich(village()), "offer grain for wool"), "counter 1 wool for grain2 brick2", seat=1)
    moves = thought(made, 0, memory=sees_all(made, ((1 << 24, 1 << 16),))).moves
    assert not any(isinstance(move, Deal) for move in moves)


def test_without_a_memory_it_makes_no_offers() -> None:
    """It could not know how many it has made."""
    made = state_of(rich(village()))
    moves = thought(made, 0, memory=Memory()).moves
    assert not any(isinstance(move, MakeOffer) for move in moves)

"""A house player at trade: it takes what helps it more than the other, and hands nobody the game."""

from rules.catan.moves import Accept, Deal, Decline, End, MakeOffer, Withdraw
from rules.catan.state import Catan
from rules.contract import Memory
from tests.players.catan.seated import sees_all, state_of, thought, words
from tests.rules.catan.position import Position, after


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
    made, offered = state_of(rich(village())), list[tuple[int, int]]()
    for _ in range(2):
        moves = thought(made, 0, memory=sees_all(made, tuple(offered))).moves
        offer = moves[-1]
        if not isinstance(offer, MakeOffer):
            break
        assert (offer.gives, offer.gets) not in offered
        offered.append((offer.gives, offer.gets))
        made = after(made, *words(moves))
        made = after(made, f"decline {made.offers}", seat=1)
    assert offered
    full = (*offered, (1, 1 << 8))[:2] if len(offered) < 2 else tuple(offered)
    last = thought(made, 0, memory=sees_all(made, full)).moves
    assert not any(isinstance(move, MakeOffer) for move in last)
    assert isinstance(last[-1], End) or not isinstance(last[-1], Withdraw)


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

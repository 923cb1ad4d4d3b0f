"""CM-27, CM-28: a deal is closed, and checked when it is."""

import pytest

from rules import engine
from rules.catan import reasons
from rules.catan.facts import AcceptanceVoid, CardStolen, MonopolyPlayed, OfferClosed, OfferLapsed
from rules.catan.game import RULES
from rules.catan.pieces import Card, Dev
from rules.catan.state import OPEN, Catan, Main, Reply
from rules.contract import NotAsked, Seat
from rules.contract import Position as Held
from tests.rules.catan.position import (
    Position,
    after,
    cards,
    do,
    drawn,
    offered,
    refused,
    told,
    whispered,
    whole,
)
from tests.rules.catan.test_offers import open_offer, opened, table


def hands(state: Catan) -> list[int]:
    return [hand.packed for hand in state.hands]


def two_accept() -> Catan:
    state = after(opened(), "accept 1", seat=1)
    return after(state, "accept 1", seat=2)


def armed(answer: str = "accept 1") -> Catan:
    """Seat 1, at the hex B1, has answered; seat 0 has a knight and a monopoly."""
    made = table().devs(0, {Dev.KNIGHT: 1, Dev.MONOPOLY: 1}).settle(1, "B1n").hand(1, "brick ore2")
    return after(after(made, "offer wool2 for ore2"), answer, seat=1)


# ── closing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_if_several_accept_the_offerer_picks_one() -> None:
    state = two_accept()
    assert isinstance(state.phase, Main)
    assert not offered(state, "deal")["1"].whole
    assert whole(state, "deal", "1") == set(offered(state, "deal", "1")) == {"2", "3"}
    step = do(state, "deal 1 3")
    assert hands(step.state) == [*map(cards, ("wool ore grain", "ore2 brick", "wool2 lumber", "grain2"))]
    assert told(step) == (OfferClosed(1, 0, 2, cards("wool2"), cards("ore")),)
    assert whispered(step) == {}
    assert step.state.offer is None
    assert step.state.bank == state.bank
    assert step.final


def test_cm_27_only_with_who_has_accepted() -> None:
    state = after(two_accept(), "decline 1", seat=2)
    for player in (1, 3, 4):
        assert refused(state, f"deal 1 {player}") == reasons.NoSuchReply(player - 1)
    assert set(offered(state, "deal", "1")) == {"2"}


def test_cm_27_a_deal_names_the_offer() -> None:
    assert refused(two_accept(), "deal 2 2") == reasons.NoSuchOffer(2)
    assert refused(table(), "deal 1 2") == reasons.NoSuchOffer(1)
    assert offered(two_accept(), "deal", "2") == {}
    assert offered(two_accept(), "deal", "1", "2") == {}
    assert offered(two_accept(), "deal", "1", "2", "counter1") == {}
    assert "deal" not in offered(table())
    assert "deal" not in offered(opened())


def test_cm_27_only_the_offerer_closes_it() -> None:
    assert refused(two_accept(), "deal 1 2", seat=1) == NotAsked()
    assert "deal" not in offered(two_accept(), seat=1)


def test_cm_29_one_who_has_resigned_meanwhile_trades_no_more() -> None:
    state = RULES.resign(two_accept(), Seat(1)).state
    assert refused(state, "deal 1 2") == reasons.NoSuchReply(1)
    assert set(offered(state, "deal", "1")) == {"3"}


# ── a counter-offer ──────────────────────────────────────────────────────────────────────────────────────────────────


def countered() -> Catan:
    return after(opened(), "counter 1 ore2 for wool3", seat=1)


def test_cm_27_a_counter_offer_is_closed_by_its_number() -> None:
    assert not offered(countered(), "deal", "1")["2"].whole
    assert whole(countered(), "deal", "1", "2") == {"counter1"}
    step = do(countered(), "deal 1 2 counter1")
    assert hands(step.state)[:2] == [cards("ore2 grain"), cards("wool3 brick")]
    assert told(step) == (OfferClosed(1, 0, 1, cards("wool3"), cards("ore2")),)


def test_cm_27_of_several_counter_offers_one_is_closed() -> None:
    state = after(countered(), "counter 1 ore1 for wool2", "counter 1 ore1 for wool1", seat=2)
    assert whole(state, "deal", "1", "2") == {"counter1"}
    assert whole(state, "deal", "1", "3") == {"counter2"}
    assert hands(after(state, "deal 1 3 counter2"))[2] == cards("wool lumber")


def test_cm_27_nobody_exchanges_a_counter_offer_while_it_is_being_closed() -> None:
    state = after(countered(), "counter 1 ore1 for wool3", seat=1)
    assert refused(state, "deal 1 2 counter1") == reasons.NoSuchReply(1)
    assert refused(state, "deal 1 2") == reasons.NoSuchReply(1)
    assert whole(state, "deal", "1", "2") == {"counter2"}
    accepted = after(state, "accept 1", seat=1)
    assert refused(accepted, "deal 1 2 counter2") == reasons.NoSuchReply(1)
    assert hands(after(accepted, "deal 1 2"))[0] == cards("wool grain ore")


def test_cm_27_a_counter_offer_that_the_offerer_cannot_pay_is_not_closed() -> None:
    state = after(opened(), "counter 1 ore1 for lumber1", seat=1)
    assert refused(state, "deal 1 2 counter1") == reasons.CannotPay(cards("lumber"))
    assert offered(state, "deal", "1") == {}
    assert "deal" not in offered(state)


def test_cm_27_a_counter_offer_that_its_maker_can_no_longer_pay_is_void() -> None:
    state = after(armed("counter 1 ore2 for wool3"), "knight", "robber B1", chance=drawn(1))
    assert state.hands[1].packed == cards("ore brick")
    step = do(state, "deal 1 2 counter1")
    assert whispered(step) == {0: (AcceptanceVoid(1, 1),), 1: (AcceptanceVoid(1, 1),)}
    assert open_offer(step.state).replies[1] == Reply(OPEN, counters=1)


# ── who can no longer pay ────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_an_acceptor_whose_card_was_stolen_meanwhile() -> None:
    state = after(armed(), "knight", "robber B1", chance=drawn(1))
    assert state.hands[1].packed == cards("brick ore")
    assert whole(state, "deal", "1") == {"2"}
    step = do(state, "deal 1 2")
    assert told(step) == ()
    assert whispered(step) == {0: (AcceptanceVoid(1, 1),), 1: (AcceptanceVoid(1, 1),)}
    assert repr(AcceptanceVoid(1, 1)) == "AcceptanceVoid(…)"
    assert step.final
    assert step.state.hands == state.hands
    assert open_offer(step.state).replies[1] == Reply()
    assert RULES.public(step.state) == RULES.public(state)


def test_cm_28_the_theft_itself_does_not_touch_the_acceptance() -> None:
    """That it were void at once would tell which card was stolen."""
    state = armed()
    for luck, stolen in ((0, Card.BRICK), (1, Card.ORE)):
        step = do(state, "knight", "robber B1", chance=drawn(luck))
        assert whispered(step)[1] == (CardStolen(0, 1, stolen),)
        assert step.state.offer == state.offer


def test_cm_27_an_acceptor_whose_cards_were_taken_by_monopoly_meanwhile() -> None:
    step = do(armed(), "monopoly ore")
    assert MonopolyPlayed(0, Card.ORE, (0, 2, 1, 0)) in told(step)
    assert "deal" in offered(step.state)
    assert "accept" not in offered(step.state, seat=2)
    void = do(step.state, "deal 1 2")
    assert whispered(void)[1] == (AcceptanceVoid(1, 1),)
    assert refused(void.state, "deal 1 2") == reasons.NoSuchReply(1)
    assert refused(void.state, "accept 1", seat=1) == reasons.CannotPay(cards("ore2"))


def test_cm_27_an_offerer_who_has_spent_his_cards_the_offer_lapses() -> None:
    made = Position().hand(0, "lumber brick").settle(0, "B2n").hand(1, "ore").hand(2, "ore")
    state = after(made, "offer lumber1 for ore1")
    state = after(after(state, "accept 1", seat=1), "road B2ne")
    step = do(state, "deal 1 2")
    assert told(step) == (OfferLapsed(1, 0),)
    assert step.state.offer is None
    assert step.state.hands == state.hands
    assert step.final


def test_cm_27_a_deal_is_executed_only_by_the_commit() -> None:
    """Whether it comes about would tell what the acceptor holds."""
    for state in (armed(), after(armed(), "monopoly ore")):
        draft = engine.draft(RULES, Held(state, 0, 0, ()), 0, [RULES.parse("deal 1 2")])
        assert (draft.state, draft.then, draft.ready) == (state, RULES.parse("deal 1 2"), True)


# ── first to accept ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_first_to_accept_has_it() -> None:
    state = opened("offer wool2 for ore1 first")
    step = do(state, "accept 1", seat=2)
    assert told(step) == (OfferClosed(1, 0, 2, cards("wool2"), cards("ore")),)
    assert step.final
    assert hands(step.state)[2] == cards("wool2 lumber")
    assert refused(step.state, "accept 1", seat=1) == reasons.NoSuchOffer(1)


def test_cm_27_first_to_accept_may_still_be_declined_and_countered() -> None:
    state = after(opened("offer wool2 for ore1 first"), "decline 1", seat=1)
    state = after(state, "counter 1 ore1 for wool3", seat=2)
    assert hands(after(state, "deal 1 3 counter1"))[0] == cards("ore grain")


def test_cm_27_first_to_accept_of_an_offerer_who_has_spent_his_cards_lapses() -> None:
    made = Position().hand(0, "lumber brick").settle(0, "B2n").hand(1, "ore").hand(2, "ore")
    state = after(made, "offer lumber1 for ore1 first", "road B2ne")
    assert "accept" in offered(state, seat=1)
    step = do(state, "accept 1", seat=1)
    assert told(step) == (OfferLapsed(1, 0),)
    assert step.final


@pytest.mark.parametrize("mode", ["", " first"])
def test_cm_27_an_answer_is_ready_to_be_committed(mode: str) -> None:
    """The question stays open, so that it can be changed; nobody need close it."""
    state = opened("offer wool2 for ore1" + mode)
    draft = engine.draft(RULES, Held(state, 0, 0, ()), 1, [RULES.parse("accept 1")])
    assert draft.ready
    assert (draft.then is None) == (not mode)

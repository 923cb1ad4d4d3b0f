"""CM-27: offers of others to whose turn it is, and requests without a price."""

import pytest
from msgspec.structs import replace

from rules import engine
from rules.catan import reasons
from rules.catan.facts import AcceptanceVoid, Needed, OfferClosed, OfferLapsed, OfferMade, OfferReplied
from rules.catan.game import RULES
from rules.catan.moves import Need
from rules.catan.pieces import Card
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, MoveRobber, Offer, Reply
from rules.catan.views import ShownAnswer, ShownReply
from rules.chance import Foreseen, Seeded
from rules.contract import IllegalMove, NotAsked, Seat, Setup
from rules.contract import Position as Held
from rules.counts import unpack
from rules.engine import CannotTakeBack
from tests.rules.catan.position import Position, after, cards, do, drawn, offered, refused, told, whispered, whole
from tests.rules.catan.test_deals import hands
from tests.rules.catan.test_offers import opened, table

PROPOSAL = "offer ore2 for wool1"
NOTHING = (0,) * 10


def proposed(text: str = PROPOSAL, *, seat: int = 1) -> Catan:
    """Seat 1 offers two ore for a wool to seat 0, whose turn it is."""
    return after(table(), text, seat=seat)


def proposal(state: Catan, seat: int = 1) -> Offer:
    return next(each for each in state.proposals if each.seat == seat)


# ── made ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_any_other_player_makes_an_offer_to_whose_turn_it_is() -> None:
    step = do(table(), PROPOSAL, seat=1)
    assert told(step) == (OfferMade(1, 1, cards("ore2"), cards("wool"), (0,), first=False),)
    assert step.state.hands == table().state.hands
    assert [p.seat for p in RULES.prompts(step.state)] == [0]
    assert [each.number for each in RULES.public(step.state).proposals] == [1]
    assert RULES.public(step.state).offer is None


def test_cm_27_from_the_roll_on_and_while_nothing_else_is_open() -> None:
    for made in (table().before_the_roll(), table().moves_robber()):
        assert refused(made, PROPOSAL, seat=1) == NotAsked()
        assert offered(made, seat=1) == {}
    resting = replace(proposed(), phase=MoveRobber(rolled=True))
    assert refused(resting, "accept 1") == NotAsked()
    assert after(resting, "robber A1").proposals == proposed().proposals


def test_cm_27_it_goes_to_nobody_else() -> None:
    for more in (" to 1", " to 3", " first"):
        assert refused(table(), PROPOSAL + more, seat=1) == reasons.ToWhoseTurnItIs()
    assert whole(table(), "offer", "ore2", "for", seat=1) >= {"wool1", "wool2", "wool3"}
    assert {"to", "first"}.isdisjoint(offered(table(), "offer", "ore2", "for", "wool1", seat=1))


def test_cm_27_one_open_offer_of_each_player_each_with_a_number() -> None:
    state = after(after(after(table(), "offer wool2 for ore1"), PROPOSAL, seat=1), "offer lumber1 for wool1", seat=2)
    assert state.offer is not None
    assert [state.offer.number, *(each.number for each in state.proposals)] == [1, 2, 3]
    assert refused(state, PROPOSAL, seat=1) == reasons.OfferIsOpen(2)
    assert refused(state, "need wool1", seat=1) == reasons.OfferIsOpen(2)
    assert not {"offer", "need"} & set(offered(state, seat=1))


def test_cm_27_a_proposal_or_a_counter_offer_but_not_both() -> None:
    state = after(opened(), PROPOSAL, seat=1)
    assert refused(state, "counter 1 ore1 for wool3", seat=1) == reasons.OfferIsOpen(2)
    assert "counter" not in offered(state, seat=1)
    assert {"accept", "decline"} <= set(offered(state, seat=1))
    step = do(after(opened(), "counter 1 ore1 for wool3", seat=1), PROPOSAL, seat=1)
    assert step.state.offer is not None
    assert step.state.offer.replies[1] == Reply(counters=1)
    taken_back = OfferReplied(1, 1, OPEN, 0, 0, 1)
    assert whispered(step) == {0: (taken_back,), 1: (taken_back,)}
    assert told(step) == told(do(opened(), PROPOSAL, seat=1))


def test_cm_29_who_has_resigned_proposes_nothing_and_his_proposal_lapses() -> None:
    assert refused(table().resigned(1), PROPOSAL, seat=1) == NotAsked()
    assert offered(table().resigned(1), seat=1) == {}
    step = RULES.resign(proposed(), Seat(1))
    assert OfferLapsed(1, 1) in told(step)
    assert step.state.proposals == ()
    assert RULES.resign(proposed(), Seat(2)).state.proposals == proposed().proposals
    assert RULES.resign(opened(), Seat(0)).state.offer == opened().offer


def test_cm_27_it_lapses_with_the_turn() -> None:
    step = do(after(opened(), PROPOSAL, seat=1), "end")
    assert told(step)[:2] == (OfferLapsed(1, 0), OfferLapsed(2, 1))
    assert step.state.proposals == ()
    assert told(do(proposed(), "end"))[0] == OfferLapsed(1, 1)


def test_cm_27_a_proposal_cannot_be_taken_back_but_is_withdrawn() -> None:
    """That it no longer could would tell of secret answers of others."""
    assert do(table(), PROPOSAL, seat=1).final
    step = do(proposed(), "withdraw 1", seat=1)
    assert told(step) == (OfferLapsed(1, 1),)
    assert step.final
    assert step.state.proposals == ()
    assert refused(proposed(), "withdraw 1", seat=2) == NotAsked()
    assert "withdraw" not in offered(proposed(), seat=2)
    assert whole(proposed(), "withdraw", seat=1) == {"1"}
    assert not do(opened(), "withdraw 1").final


def test_cm_27_withdrawing_tells_an_offer_from_an_answer_to_anothers() -> None:
    answered = after(proposed(), "decline 1")
    both = after(answered, "offer wool1 for ore1")
    assert {token: choice.group for token, choice in offered(both, "withdraw").items()} == {"2": "offer", "1": "answer"}
    assert [choice.group for choice in offered(answered, "withdraw", seat=1).values()] == ["offer"]


def test_cm_27_whether_a_proposal_is_taken_back_tells_nothing_of_others_answers() -> None:
    begun = engine.begin(RULES, Setup(3), Seeded(1))
    state = after(Position(seats=3).hand(0, "wool2").hand(1, "ore2").hand(2, "ore"), "offer wool1 for ore1")
    base = replace(begun.position, state=state)
    made = engine.play(RULES, base, 1, (RULES.parse("offer ore2 for wool1"),), Foreseen())
    assert not engine.can_take_back(RULES, base, made, 1)
    with pytest.raises(CannotTakeBack):
        engine.undo(RULES, begun.records, 1)


# ── answered ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_whose_turn_it_is_accepts_and_the_cards_change_hands() -> None:
    assert whole(proposed(), "accept") == {"1"}
    step = do(proposed(), "accept 1")
    assert told(step) == (OfferClosed(1, 1, 0, cards("ore2"), cards("wool")),)
    assert step.final
    assert hands(step.state)[:2] == [cards("wool2 grain ore2"), cards("brick wool")]
    assert step.state.proposals == ()
    assert refused(proposed(), "accept 1", seat=2) == NotAsked()


def test_cm_27_who_cannot_pay_sees_no_accept_of_a_proposal() -> None:
    state = proposed("offer ore2 for lumber1")
    assert "accept" not in offered(state)
    assert refused(state, "accept 1") == reasons.CannotPay(cards("lumber"))
    assert RULES.private(state, Seat(0)).answers == (ShownAnswer(1, can_pay=False, reply=None),)
    assert RULES.private(proposed(), Seat(0)).answers == (ShownAnswer(1, can_pay=True, reply=None),)
    assert RULES.private(proposed(), Seat(2)).answers == ()


def test_cm_27_he_declines_and_only_its_maker_is_told() -> None:
    step = do(proposed(), "decline 1")
    fact = OfferReplied(1, 0, DECLINED, 0, 0, 0)
    assert (told(step), whispered(step)) == ((), {0: (fact,), 1: (fact,)})
    assert RULES.public(step.state) == RULES.public(proposed())
    assert RULES.private(step.state, Seat(2)) == RULES.private(proposed(), Seat(2))
    assert RULES.private(step.state, Seat(1)).replies == (ShownReply(0, DECLINED, NOTHING, NOTHING, 0),)
    assert refused(step.state, "decline 1") == reasons.AnswerStands(1)
    assert "decline" not in offered(step.state)
    assert after(step.state, "withdraw 1") == proposed()


def test_cm_27_he_counters_and_its_maker_closes_the_deal() -> None:
    step = do(proposed(), "counter 1 wool1 for ore2 brick1")
    fact = OfferReplied(1, 0, COUNTERED, cards("wool"), cards("ore2 brick"), 1)
    assert (told(step), whispered(step)) == ((), {0: (fact,), 1: (fact,)})
    shown = RULES.private(step.state, Seat(0)).answers[0].reply
    assert shown == ShownReply(0, COUNTERED, unpack(cards("wool"), 10), unpack(cards("ore2 brick"), 10), 1)
    assert "deal" not in offered(step.state)
    assert refused(step.state, "deal 1 2 counter1") == NotAsked()
    assert whole(step.state, "deal", "1", "1", seat=1) == {"counter1"}
    closed = do(step.state, "deal 1 1 counter1", seat=1)
    assert told(closed) == (OfferClosed(1, 1, 0, cards("ore2 brick"), cards("wool")),)
    assert hands(closed.state)[:2] == [cards("wool2 grain ore2 brick"), cards("wool")]


def test_cm_27_he_may_counter_besides_an_offer_of_his_own() -> None:
    state = after(opened(), PROPOSAL, seat=1)
    assert set(offered(state, "counter")) == {"2"}
    assert proposal(after(state, "counter 2 wool1 for ore1")).replies[0].answer == COUNTERED


def robbed() -> Catan:
    """Seat 1 has proposed two ore, and seat 0 has taken one of them."""
    made = table().settle(1, "B1n").hand(1, "brick ore2")
    moving = replace(after(made, PROPOSAL, seat=1), phase=MoveRobber(rolled=True))
    return after(moving, "robber B1", chance=drawn(1))


def test_cm_27_of_a_maker_who_can_no_longer_pay_only_the_two_learn() -> None:
    """That it lapsed would tell everybody which card was stolen."""
    state = robbed()
    assert state.hands[1].packed == cards("brick ore")
    assert "accept" in offered(state)
    step = do(state, "accept 1")
    assert (told(step), step.state) == ((), state)
    assert whispered(step) == {0: (AcceptanceVoid(1, 1),), 1: (AcceptanceVoid(1, 1),)}
    assert step.final


def test_cm_27_of_an_answer_to_a_proposal_that_cannot_be_paid_only_the_two_learn() -> None:
    made = Position().hand(0, "lumber brick").settle(0, "B2n").hand(1, "ore2")
    state = after(after(made, "need lumber1", seat=1), "counter 1 lumber1 for ore1", "road B2ne")
    step = do(state, "deal 1 1 counter1", seat=1)
    assert (told(step), whispered(step)) == ((), {0: (AcceptanceVoid(1, 0),), 1: (AcceptanceVoid(1, 0),)})
    assert proposal(step.state).replies[0] == Reply(counters=1)


def test_cm_27_a_counter_offer_that_the_maker_of_a_proposal_cannot_pay_is_not_closed() -> None:
    state = after(proposed(), "counter 1 wool1 for lumber1")
    assert refused(state, "deal 1 1 counter1", seat=1) == reasons.CannotPay(cards("lumber"))
    assert "deal" not in offered(state, seat=1)


# ── requests ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_a_request_without_a_price_is_answered_by_an_offer() -> None:
    step = do(table(), "need ore2 to 2 4")
    assert told(step) == (Needed(1, 0, cards("ore2"), (1, 3)),)
    state = step.state
    assert [p.seat for p in RULES.prompts(state) if p.topic == "offer"] == [1, 3]
    assert set(offered(state, seat=1)) == {"decline", "counter", "offer", "need"}
    assert refused(state, "accept 1", seat=1) == reasons.NoPriceYet(1)
    assert RULES.private(state, Seat(1)).can_pay is True
    countered = after(state, "counter 1 ore2 for wool1", seat=1)
    closed = do(countered, "deal 1 2 counter1")
    assert told(closed) == (OfferClosed(1, 0, 1, cards("wool"), cards("ore2")),)


def test_cm_27_a_request_of_another_player_goes_to_whose_turn_it_is() -> None:
    step = do(table(), "need wool1", seat=3)
    assert told(step) == (Needed(1, 3, cards("wool"), (0,)),)
    assert not step.state.offer
    assert refused(table(), "need wool1 to 1", seat=3) == reasons.ToWhoseTurnItIs()
    closed = after(after(step.state, "counter 1 wool1 for grain2"), "deal 1 1 counter1", seat=3)
    assert hands(closed)[3] == cards("wool")


def test_cm_27_a_request_needs_no_card_of_its_maker() -> None:
    made = Position().hand(1, "ore2 wool")
    assert set(offered(made)) >= {"need"}
    assert "offer" not in offered(made)
    assert whole(made, "need") == {"ore1", "ore2", "wool1"}
    assert set(offered(made, "need", "ore2")) == {"wool1", "to"}
    assert whole(made, "need", "ore2", "to") == {"2", "3", "4"}
    assert whole(made, "need", "ore2", "to", "3") == {"2", "4"}
    for words in ("ore2 ore1", "ore3", "to", "to 2", "ore1 to 2 2", "ore1 to 1"):
        assert offered(made, "need", *words.split()) == {}
    assert set(offered(made, "need", "wool1", seat=2)) == {"ore1", "ore2"}
    assert offered(made, "need", "wool1", "to", seat=2) == {}


def test_cm_9_a_request_asks_for_what_the_others_could_have() -> None:
    assert refused(table(), "need ore4") == reasons.NotAmongOthers(Card.ORE)
    assert refused(table(market=False), "need cocoa1") == reasons.NotInThisGame()
    assert refused(Position(), "need ore1") == reasons.NotAmongOthers(Card.ORE)
    assert "need" not in offered(Position())
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(table().state, Seat(0), Need(0), Foreseen())
    assert caught.value.reason == reasons.NoGifts()


def test_cm_27_an_answer_to_the_open_offer_stays_beside_a_proposal() -> None:
    state = after(after(opened(), "accept 1", seat=1), PROPOSAL, seat=1)
    assert state.offer is not None
    assert state.offer.replies[1].answer == ACCEPTED
    closed = after(state, "accept 2")
    assert closed.offer == state.offer
    assert closed.proposals == ()


def test_cm_27_a_planned_proposal_is_ready_and_made_by_the_commit() -> None:
    draft = engine.draft(RULES, Held(table().state, 0, 0, ()), 1, [RULES.parse(PROPOSAL)])
    assert (draft.then, draft.ready) == (RULES.parse(PROPOSAL), True)

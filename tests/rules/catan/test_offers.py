"""CM-9, CM-21, CM-27, CM-28: offers are made, answered, withdrawn, and lapse."""

import pytest
from msgspec.structs import replace

from rules.catan import reasons
from rules.catan.facts import OfferLapsed, OfferMade, OfferReplied
from rules.catan.game import RULES
from rules.catan.moves import MakeOffer
from rules.catan.pieces import Card
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN, Catan, MoveRobber, Offer, Reply
from rules.chance import Foreseen
from rules.contract import IllegalMove, NotAsked, Seat
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

OFFER = "offer wool2 for ore1"
OWN = ("offer", "need")
"""What nobody needs to be asked for."""


def table(*, market: bool = True) -> Position:
    """Seat 0 has wool, seats 1 and 2 have ore, seat 3 has neither."""
    made = Position(market=market).hand(0, "wool3 grain").hand(1, "ore2 brick")
    return made.hand(2, "ore lumber").hand(3, "grain2")


def opened(text: str = OFFER) -> Catan:
    return after(table(), text)


def open_offer(state: Catan) -> Offer:
    assert state.offer is not None
    return state.offer


def asked(state: Catan) -> list[int]:
    return [prompt.seat for prompt in RULES.prompts(state) if prompt.topic == "offer"]


# ── making one ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_an_offer_goes_to_everyone() -> None:
    step = do(table(), OFFER)
    assert told(step) == (OfferMade(1, 0, cards("wool2"), cards("ore"), (1, 2, 3), first=False),)
    assert asked(step.state) == [1, 2, 3]
    assert step.state.hands == table().state.hands


def test_cm_27_or_to_named_players() -> None:
    step = do(table(), "offer wool2 for ore1 to 2 4 first")
    assert told(step) == (OfferMade(1, 0, cards("wool2"), cards("ore"), (1, 3), first=True),)
    assert asked(step.state) == [1, 3]
    assert refused(step.state, "accept 1", seat=2) == NotAsked()
    assert not {"accept", "decline", "counter"} & set(offered(step.state, seat=2))


def test_cm_27_it_never_stops_the_turn() -> None:
    prompts = RULES.prompts(opened())
    assert [(p.seat, p.required, p.subject) for p in prompts] == [
        (0, True, 0),
        (1, False, 1),
        (2, False, 1),
        (3, False, 1),
    ]
    assert set(offered(opened())) >= {"end", "withdraw"}
    assert after(opened(), "end").offer is None


def test_cm_27_everyone_is_all_but_the_offerer() -> None:
    made = Position(active=2).hand(2, "wool").hand(0, "ore")
    assert asked(after(made, "offer wool1 for ore1")) == [0, 1, 3]


@pytest.mark.parametrize("to", ["to 1", "to 1 2"])
def test_cm_27_nobody_makes_himself_an_offer(to: str) -> None:
    assert refused(table(), f"{OFFER} {to}") == reasons.NobodyToAsk()


def test_cm_27_who_has_resigned_or_is_not_there_is_not_asked() -> None:
    assert asked(after(table().resigned(2), OFFER)) == [1, 3]
    assert refused(table().resigned(2), f"{OFFER} to 3") == reasons.NobodyToAsk()
    three = Position(seats=3).hand(0, "wool2").hand(1, "ore")
    assert refused(three, f"{OFFER} to 4") == reasons.NobodyToAsk()
    assert refused(table().resigned(1, 2, 3), OFFER) == reasons.NobodyToAsk()
    assert "offer" not in offered(table().resigned(1, 2, 3))


def test_cm_27_one_who_resigns_is_not_asked_any_more() -> None:
    state = RULES.resign(opened(), Seat(2)).state
    assert asked(state) == [1, 3]
    assert refused(state, "decline 1", seat=2) == NotAsked()
    assert offered(state, seat=2) == {}


def test_cm_27_one_open_offer_at_a_time_and_each_has_a_number() -> None:
    assert refused(opened(), OFFER) == reasons.OfferIsOpen(1)
    assert "offer" not in offered(opened())
    state = after(opened(), "withdraw 1", OFFER)
    assert open_offer(state).number == 2
    assert refused(state, "decline 1", seat=1) == reasons.NoSuchOffer(1)


@pytest.mark.parametrize(("gives", "gets"), [("", "ore"), ("wool", "")])
def test_cm_9_cards_for_cards_no_gifts(gives: str, gets: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(table().state, Seat(0), MakeOffer(cards(gives), cards(gets)), Foreseen())
    assert caught.value.reason == reasons.NoGifts()


def test_cm_9_never_the_same_kind_on_both_sides() -> None:
    assert refused(table(), "offer wool2 grain1 for ore1 wool1") == reasons.SameKind(Card.WOOL)
    assert set(offered(table(), "offer", "grain1", "for")) == {"lumber1", "brick1", "ore1", "ore2", "ore3"}


def test_cm_9_nobody_offers_what_he_does_not_hold() -> None:
    assert refused(table(), "offer wool4 brick1 for ore1") == reasons.CannotPay(cards("wool brick"))


def test_cm_9_nobody_asks_for_more_than_all_the_others_hold_which_the_bank_tells() -> None:
    assert refused(table(), "offer wool1 for ore4") == reasons.NotAmongOthers(Card.ORE)
    assert open_offer(after(table(), "offer wool1 for ore3")).gets == cards("ore3")


def test_cm_21_ingredients_and_resources_may_be_mixed() -> None:
    made = table().hand(0, "wool2 cocoa").hand(1, "ore sugar2")
    state = after(made, "offer wool1 cocoa1 for ore1 sugar2", "end")
    assert state.offer is None
    state = after(made, "offer wool1 cocoa1 for ore1 sugar2")
    assert "accept" in offered(state, seat=1)


@pytest.mark.parametrize("text", ["offer wool1 for cocoa1", "offer cocoa1 for ore1"])
def test_the_base_game_has_offers_but_no_ingredients(text: str) -> None:
    assert asked(after(table(market=False), OFFER)) == [1, 2, 3]
    assert refused(table(market=False), text) == reasons.NotInThisGame()


def test_cm_9_only_after_the_roll_and_in_one_s_own_turn() -> None:
    assert refused(table().before_the_roll(), OFFER) == reasons.RollFirst()
    assert refused(table().before_the_roll(), "offer ore1 for wool1", seat=1) == NotAsked()


def test_cm_27_no_offers_while_the_robber_or_a_free_road_is_open() -> None:
    made = table().settle(0, "B2n")
    assert refused(made.moves_robber(), OFFER) == reasons.FinishFirst("robber")
    assert refused(made.free_roads(), OFFER) == reasons.FinishFirst("roads")


# ── the words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_offer_is_composed_word_by_word_in_any_order() -> None:
    made = table()
    assert set(offered(made, "offer")) == {"wool1", "wool2", "wool3", "grain1"}
    assert set(offered(made, "offer", "grain1")) == {"wool1", "wool2", "wool3", "for"}
    assert whole(made, "offer") | whole(made, "offer", "grain1") == set()
    assert set(offered(made, "offer", "grain1", "wool2", "for")) == {"lumber1", "brick1", "ore1", "ore2", "ore3"}
    sides = ("offer", "wool2", "for", "ore1")
    assert whole(made, *sides[:3]) == {"lumber1", "brick1", "grain1", "grain2", "ore1", "ore2", "ore3"}
    assert whole(made, *sides) == {"lumber1", "brick1", "grain1", "grain2", "first"}
    assert set(offered(made, *sides)) == whole(made, *sides) | {"to"}
    assert whole(made, *sides, "to") == set(offered(made, *sides, "to")) == {"2", "3", "4"}
    assert whole(made, *sides, "to", "4") == {"2", "3", "first"}
    assert whole(made, *sides, "to", "4", "2", "3") == {"first"}
    assert offered(made, *sides, "to", "4", "first") == {}


@pytest.mark.parametrize(
    "words",
    [
        "wool4",
        "wool1 wool2",
        "wool",
        "for",
        "for ore1",
        "wool1 for wool1",
        "grain1 for grain1",
        "wool1 for ore9",
        "wool1 for ore1 ore2",
        "wool1 to 2",
        "wool1 for to 2",
        "wool1 for ore1 to 1",
        "wool1 for ore1 to 2 2",
        "wool1 for ore1 to 5",
        "wool1 for ore1 first",
    ],
)
def test_words_that_are_no_part_of_an_offer_lead_nowhere(words: str) -> None:
    assert offered(table(), "offer", *words.split()) == {}


def test_a_kind_is_not_offered_if_the_others_hold_nothing_else() -> None:
    made = Position().hand(0, "wool2 ore2").hand(1, "ore3")
    assert set(offered(made, "offer")) == {"wool1", "wool2"}
    assert set(offered(made, "offer", "wool1")) == {"for"}
    assert offered(made, "offer", "ore1") == {}
    assert "offer" not in offered(Position().hand(0, "ore2").hand(1, "ore3"))
    assert "offer" not in offered(Position().hand(1, "ore3"))
    assert "offer" not in offered(Position().hand(0, "ore3 wool"))


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_who_cannot_pay_sees_no_accept_but_is_asked_all_the_same() -> None:
    state = opened()
    assert set(offered(state, seat=1)) == {"accept", "decline", "counter", *OWN}
    assert set(offered(state, seat=3)) == {"decline", "counter", *OWN}
    assert offered(state, "accept", seat=3) == {}
    assert whole(state, "accept", seat=1) == whole(state, "decline", seat=3) == {"1"}
    assert refused(state, "accept 1", seat=3) == reasons.CannotPay(cards("ore"))
    assert asked(state) == [1, 2, 3]


def test_cm_27_accept_decline_and_counter_are_told_to_the_offerer_only() -> None:
    answers = [
        ("accept 1", OfferReplied(1, 1, ACCEPTED, 0, 0, 0)),
        ("decline 1", OfferReplied(1, 1, DECLINED, 0, 0, 0)),
        ("counter 1 ore1 for wool3", OfferReplied(1, 1, COUNTERED, cards("ore"), cards("wool3"), 1)),
    ]
    for text, fact in answers:
        step = do(opened(), text, seat=1)
        assert told(step) == ()
        assert whispered(step) == {0: (fact,), 1: (fact,)}
        assert repr(fact) == "OfferReplied(…)"
        assert not step.final
        assert RULES.public(step.state) == RULES.public(opened())
        for stranger in (2, 3):
            assert RULES.private(step.state, Seat(stranger)) == RULES.private(opened(), Seat(stranger))
            assert RULES.choices(step.state, Seat(stranger), ()) == RULES.choices(opened(), Seat(stranger), ())


def test_cm_27_an_answer_may_be_changed_and_the_last_one_counts() -> None:
    state = after(opened(), "accept 1", "decline 1", "counter 1 ore1 for wool3", "counter 1 ore1 for wool2", seat=1)
    assert open_offer(state).replies[1] == Reply(COUNTERED, cards("ore"), cards("wool2"), 2)
    state = after(state, "accept 1", seat=1)
    assert open_offer(state).replies[1] == Reply(ACCEPTED, counters=2)
    assert asked(state) == [1, 2, 3]


def test_cm_27_what_is_said_already_is_not_said_again() -> None:
    accepted, declined = after(opened(), "accept 1", seat=1), after(opened(), "decline 1", seat=1)
    assert refused(accepted, "accept 1", seat=1) == reasons.AnswerStands(1)
    assert refused(declined, "decline 1", seat=1) == reasons.AnswerStands(1)
    assert set(offered(accepted, seat=1)) == {"decline", "counter", "withdraw", *OWN}
    assert set(offered(declined, seat=1)) == {"accept", "counter", "withdraw", *OWN}


def test_cm_27_an_answer_is_withdrawn_by_who_gave_it() -> None:
    state = after(opened(), "accept 1", seat=1)
    assert refused(state, "withdraw 1", seat=2) == reasons.NoSuchReply(2)
    assert "withdraw" not in offered(state, seat=2)
    step = do(state, "withdraw 1", seat=1)
    assert whispered(step)[0] == (OfferReplied(1, 1, OPEN, 0, 0, 0),)
    assert step.state == opened()


def test_cm_27_an_offer_is_withdrawn_by_who_made_it() -> None:
    step = do(opened(), "withdraw 1")
    assert told(step) == (OfferLapsed(1, 0),)
    assert step.state.offer is None
    assert asked(step.state) == []
    assert refused(step.state, "withdraw 1") == reasons.NoSuchOffer(1)
    assert refused(opened(), "withdraw 7") == reasons.NoSuchOffer(7)
    assert "withdraw" not in offered(step.state)
    assert offered(opened(), "withdraw") == {"1": offered(opened(), "accept", seat=1)["1"]}
    assert offered(opened(), "withdraw", "1") == {}


def test_cm_27_the_offerer_does_not_answer_his_own_offer() -> None:
    for text in ("accept 1", "decline 1", "counter 1 wool1 for ore1"):
        assert refused(opened(), text, seat=0) == NotAsked()
    assert not {"accept", "decline", "counter"} & set(offered(opened(), seat=0))


def test_without_an_offer_nobody_answers() -> None:
    for text in ("accept 1", "decline 1", "counter 1 ore1 for wool1", "withdraw 1"):
        assert refused(table(), text, seat=1) == reasons.NoSuchOffer(1)
    assert set(offered(table(), seat=1)) == {*OWN}


def test_cm_9_a_counter_offer_is_cards_for_cards_too() -> None:
    assert refused(opened(), "counter 1 ore1 for ore1 wool1", seat=1) == reasons.SameKind(Card.ORE)
    assert refused(opened(), "counter 1 grain1 for wool1", seat=1) == reasons.CannotPay(cards("grain"))
    assert refused(opened(), "counter 1 ore1 for wool4", seat=1) == reasons.NotAmongOthers(Card.WOOL)


def test_cm_27_a_counter_offer_is_composed_like_an_offer_but_goes_to_the_offerer() -> None:
    state = opened()
    assert set(offered(state, "counter", seat=1)) == {"1"}
    assert whole(state, "counter", seat=1) | whole(state, "counter", "1", seat=1) == set()
    assert set(offered(state, "counter", "1", seat=1)) == {"brick1", "ore1", "ore2"}
    assert whole(state, "counter", "1", "ore1", "for", seat=1) >= {"wool1", "wool2", "wool3"}
    assert {"to", "first"}.isdisjoint(offered(state, "counter", "1", "ore1", "for", "wool3", seat=1))
    assert offered(state, "counter", "2", seat=1) == {}


def test_who_has_nothing_has_nothing_to_counter_with() -> None:
    state = after(table().hand(3, ""), OFFER)
    assert set(offered(state, seat=3)) == {"decline", "need"}


# ── while it rests, and when it ends ─────────────────────────────────────────────────────────────────────────────────


def test_cm_27_while_the_robber_or_a_free_road_is_open_the_offer_rests() -> None:
    accepted = after(opened(), "accept 1", seat=1)
    state = replace(accepted, phase=MoveRobber(rolled=True))
    assert asked(state) == []
    assert refused(state, "decline 1", seat=1) == NotAsked()
    assert offered(state, seat=1) == {}
    back = after(state, "robber A1")
    assert asked(back) == [1, 2, 3]
    assert open_offer(back).replies[1].answer == ACCEPTED


def test_cm_27_it_lapses_when_the_turn_ends() -> None:
    step = do(opened(), "end")
    assert told(step)[0] == OfferLapsed(1, 0)
    assert step.state.offer is None
    assert refused(after(step.state, "roll", chance=drawn(0)), "accept 1", seat=2) == reasons.NoSuchOffer(1)


def test_a_turn_without_an_offer_ends_without_a_word_of_one() -> None:
    assert OfferLapsed not in {type(fact) for fact in told(do(table(), "end"))}

"""CM-27: wishes, and what to keep on a 7: orders beside the game that answer with moves of their seat."""

import pytest
from msgspec.structs import replace

from rules.catan.facts import OfferClosed
from rules.catan.game import RULES
from rules.catan.moves import Accept
from rules.catan.orders import MOST, Orders, Wish, amended, answer, read, times, with_wish, write
from rules.catan.orders import after as left
from rules.catan.pieces import Card
from rules.catan.state import Catan, MoveRobber
from rules.contract import Seat
from rules.notation import NotationError
from tests.rules.catan.position import Position, after, cards, rolled
from tests.rules.catan.test_offers import opened, table

WOOL_FOR_ORE = "wish wool ore 2"


def said(text: str, state: Catan, seat: int) -> str:
    move = answer(read(text), state, seat)
    return RULES.write(move) if move else ""


# ── the words ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("keep ore grain", "keep ore grain"),
        ("Keep ORE, Getreide, lana", "keep ore grain wool"),
        ("wish wool ore", "wish wool ore 1"),
        ("wish Wolle Erz 2 shown", "wish wool ore 2 shown"),
        ("wish wool to ore shown", "wish wool ore 1 shown"),
        ("wish wool ore 2; keep ore; wish brick ore 1", "keep ore; wish wool ore 2; wish brick ore 1"),
        ("wish wool ore 2; wish wool ore 5 shown", "wish wool ore 5 shown"),
        ("wish Nüsse uva 19", "wish hazelnut grapes 19"),
    ],
)
def test_an_order_is_read_kindly_and_written_in_one_way(text: str, canonical: str) -> None:
    assert write(read(text)) == canonical
    assert read(canonical) == read(text)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("", ""),
        ("keep", "KEEP"),
        ("keep gold", "GOLD"),
        ("keep ore ore", "ORE"),
        ("hoard ore", "HOARD"),
        ("wish", ""),
        ("wish wool", "WOOL"),
        ("wish wool wool", "WOOL"),
        ("wish wool ore 0", "0"),
        ("wish wool ore 20", "20"),
        ("wish wool ore brick 2", "WOOL ORE BRICK 2"),
        ("wish wool gold 2", "GOLD"),
        ("keep ore;", ""),
        ("wish wool2 ore 1", "WOOL2"),
    ],
)
def test_what_is_no_order_is_named(text: str, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.token == token


def test_there_are_at_most_eight_wishes() -> None:
    kinds = [(one, other) for one in ("wool", "ore", "brick") for other in ("grain", "lumber", "cocoa")]
    lines = [f"wish {one} {other} 1" for one, other in kinds]
    assert len(read("; ".join(lines[:MOST])).wishes) == MOST
    with pytest.raises(NotationError):
        read("; ".join(lines))


def test_a_wish_takes_the_place_of_one_of_the_same_kinds_or_takes_it_away() -> None:
    orders = read("keep ore; wish wool ore 2; wish brick ore 1")
    assert write(with_wish(orders, Wish(Card.WOOL, Card.ORE, 5))) == "keep ore; wish brick ore 1; wish wool ore 5"
    assert write(with_wish(orders, Wish(Card.WOOL, Card.ORE, 0))) == "keep ore; wish brick ore 1"
    assert write(Orders()) == ""
    assert repr(orders) == "Orders(…)"


@pytest.mark.parametrize(
    ("rule", "line", "canonical"),
    [
        ("", "keep ore", "keep ore"),
        ("", "wish wool ore 2 shown", "wish wool ore 2 shown"),
        ("keep ore; wish wool ore 2", "keep wool lana", ""),
        ("keep ore; wish wool ore 2", "keep grain", "keep grain; wish wool ore 2"),
        ("keep ore; wish wool ore 2", "keep", "wish wool ore 2"),
        ("keep ore; wish wool ore 2", "wish wool ore 5", "keep ore; wish wool ore 5"),
        ("keep ore; wish wool ore 2", "wish Wolle Erz 0", "keep ore"),
        ("keep ore", "wish wool ore 0 shown", "keep ore"),
    ],
)
def test_one_line_of_an_order_is_changed(rule: str, line: str, canonical: str) -> None:
    before = read(rule) if rule else Orders()
    if canonical:
        assert write(amended(before, line)) == canonical
    else:
        with pytest.raises(NotationError):
            amended(before, line)


# ── wishes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cm_27_a_wish_that_meets_an_offer_accepts_it() -> None:
    for offer in ("ore1 for wool1", "ore2 for wool2", "ore3 for wool2", "ore1 brick1 for wool1"):
        made = Position().hand(0, "ore3 brick").hand(1, "wool2")
        assert said(WOOL_FOR_ORE, after(made, f"offer {offer}"), 1) == "accept 1"


@pytest.mark.parametrize(
    "offer", ["ore1 for wool2", "ore3 for wool3", "brick1 for wool1", "ore1 for wool1 grain1", "ore1 for grain1"]
)
def test_cm_27_a_wish_that_does_not_meet_an_offer_says_nothing(offer: str) -> None:
    made = Position().hand(0, "ore3 brick").hand(1, "wool3 grain")
    assert said(WOOL_FOR_ORE, after(made, f"offer {offer}"), 1) == ""


def test_cm_27_an_unpayable_wish_never_answers() -> None:
    made = Position().hand(0, "ore3").hand(1, "wool").hand(2, "wool5")
    assert said(WOOL_FOR_ORE, after(made, "offer ore2 for wool2"), 1) == ""
    assert said(WOOL_FOR_ORE, after(made, "offer ore1 for wool1"), 1) == "accept 1"


def test_cm_27_a_wish_answers_only_what_its_seat_could_answer() -> None:
    made = Position().hand(0, "ore3").hand(1, "wool2").hand(2, "wool2")
    state = after(made, "offer ore1 for wool1 to 3")
    assert [said(WOOL_FOR_ORE, state, seat) for seat in range(4)] == ["", "", "accept 1", ""]
    assert said(WOOL_FOR_ORE, RULES.resign(state, Seat(2)).state, 2) == ""
    assert said(WOOL_FOR_ORE, replace(state, phase=MoveRobber(rolled=True)), 2) == ""
    accepted = after(state, "accept 1", seat=2)
    assert said(WOOL_FOR_ORE, accepted, 2) == ""
    assert said(WOOL_FOR_ORE, after(state, "decline 1", seat=2), 2) == "accept 1"
    assert said(WOOL_FOR_ORE, made.state, 2) == ""


def test_cm_27_every_answer_of_a_wish_is_legal() -> None:
    state = after(Position().hand(0, "ore3").hand(1, "wool2"), "offer ore2 for wool2")
    move = answer(read(WOOL_FOR_ORE), state, 1)
    assert isinstance(move, Accept)
    assert after(state, RULES.write(move), seat=1) == after(state, "accept 1", seat=1)


def test_cm_27_a_request_is_not_met_by_a_wish() -> None:
    made = Position().hand(0, "ore3").hand(1, "wool2")
    assert said(WOOL_FOR_ORE, after(made, "need wool1"), 1) == ""


def test_cm_27_a_wish_rests_in_ones_own_turn() -> None:
    made = Position().hand(0, "wool2").hand(1, "ore2")
    assert said(WOOL_FOR_ORE, after(made, "offer ore1 for wool1", seat=1), 0) == ""


def test_cm_27_a_wish_is_taken_partly_or_whole() -> None:
    orders = read("wish brick ore 1; wish wool ore 3")
    one = OfferClosed(1, 0, 1, cards("ore"), cards("wool"))
    assert write(left(orders, 0, 1, one)) == "wish brick ore 1; wish wool ore 2"
    three = OfferClosed(1, 0, 1, cards("ore3"), cards("wool3"))
    assert write(left(orders, 0, 1, three)) == "wish brick ore 1"
    own = OfferClosed(2, 1, 0, cards("wool2"), cards("ore2"))
    assert write(left(orders, 0, 1, own)) == "wish brick ore 1; wish wool ore 1"


def test_cm_27_other_deals_leave_a_wish_as_it_is() -> None:
    orders = read("wish wool ore 3")
    assert left(orders, 0, 1, OfferClosed(1, 0, 2, cards("ore"), cards("wool"))) == orders
    assert left(orders, 0, 1, OfferClosed(1, 0, 1, cards("brick"), cards("wool"))) == orders
    assert left(orders, 1, 1, OfferClosed(1, 1, 2, cards("wool"), cards("ore"))) == orders


def test_times_is_how_often_an_offer_takes_a_wish() -> None:
    wish = Wish(Card.WOOL, Card.ORE, 2)
    assert times(wish, cards("ore2"), cards("wool2")) == 2
    assert times(wish, cards("ore2"), cards("grain")) == 0


# ── what to keep ─────────────────────────────────────────────────────────────────────────────────────────────────────


def after_a_seven(hand: str) -> Catan:
    return rolled(table().hand(0, "").hand(1, hand).before_the_roll(), 7).state


@pytest.mark.parametrize(
    ("order", "hand", "given"),
    [
        ("keep ore grain", "ore4 grain2 wool2 lumber", "discard lumber1 wool2 grain1"),
        ("keep wool", "ore4 grain2 wool2 lumber", "discard ore4"),
        ("keep lumber brick wool grain ore", "ore2 lumber6", "discard lumber2 ore2"),
        ("keep cocoa", "cocoa8 sugar3 ore9", "discard ore4 cocoa2 sugar3"),
        ("keep ore cocoa", "cocoa8 ore2", "discard cocoa4"),
    ],
)
def test_cm_27_an_order_of_what_to_keep_gives_away_the_cheapest_of_each_pile(order: str, hand: str, given: str) -> None:
    state = after_a_seven(hand)
    assert RULES.write(RULES.parse(given)) == said(order, state, 1)
    after(state, said(order, state, 1), seat=1)


def test_cm_27_it_answers_only_who_is_asked_and_has_not_answered() -> None:
    state = after_a_seven("ore4 grain5")
    assert said("keep ore", state, 2) == ""
    assert said(WOOL_FOR_ORE, state, 1) == ""
    both = rolled(table().hand(0, "wool9").hand(1, "ore9").before_the_roll(), 7).state
    assert said("keep ore", after(both, "discard ore4", seat=1), 1) == ""
    assert said("keep ore", opened(), 1) == ""

"""CM-26, CM-28: what everybody sees, and what one seat sees besides."""

from msgspec.structs import replace

from rules.catan import board
from rules.catan.game import RULES
from rules.catan.pieces import Dev
from rules.catan.state import (
    ACCEPTED,
    COUNTERED,
    OPEN,
    Catan,
    Discard,
    Found,
    FoundSites,
    MarketRise,
    Offer,
    Reply,
    Steal,
)
from rules.catan.views import ShownOffer, ShownReply
from rules.contract import ORDINARY, Prompt
from rules.counts import Hidden, unpack
from tests.rules.catan.position import Position, after, cards, corner, edge, hexagon

SOME = "wool3 ore1 cocoa2"


def test_cm_28_how_many_cards_are_public_which_are_not() -> None:
    made = Position(seats=3).hand(0, SOME).knights(1, 0, 4).devs(0, {Dev.KNIGHT: 2, Dev.MONOPOLY: 1})
    shown = RULES.public(made.state)
    assert (shown.resources, shown.ingredients, shown.devs) == ((4, 0, 0), (2, 0, 0), (3, 0, 0))
    assert shown.bank == unpack(made.state.bank, 10)
    assert shown.deck == 25 - 5 - 3
    assert shown.used == (5, 0, 0, 0, 0)
    own = RULES.private(made.state, 0)
    assert own.hand == (0, 0, 3, 0, 1, 2, 0, 0, 0, 0)
    assert own.devs == (2, 0, 0, 0, 1)
    assert RULES.private(made.state, 1).hand == (0,) * 10
    assert "3" not in repr(own)


def test_cm_7_what_was_got_this_turn_is_shown_as_fresh_to_its_owner() -> None:
    made = Position().devs(0, {Dev.KNIGHT: 2}, fresh={Dev.KNIGHT: 1})
    assert RULES.private(made.state, 0).fresh == (1, 0, 0, 0, 0)
    assert RULES.private(made.state, 1).fresh == (0, 0, 0, 0, 0)


def test_pieces_are_shown_by_seat() -> None:
    made = (
        Position(seats=3).settle(0, "B2n").city(0, "E1s").road(0, "B2ne").site(0, "B2").settle(1, "A4n").site(1, "A4")
    )
    shown = RULES.public(made.state)
    assert shown.settlements == ((corner("B2n"),), (corner("A4n"),), ())
    assert shown.cities == ((corner("E1s"),), (), ())
    assert shown.roads == ((edge("B2ne"),), (), ())
    assert shown.sites == (((hexagon("B2"), 1),), ((hexagon("A4"), 1),), ())
    assert shown.site_stock == (8, 7, 5, 5, 2)
    assert shown.points == (3, 1, 0)
    assert (shown.chips, shown.chips_left) == ((0, 0, 0), 28)


def test_the_base_game_has_no_market() -> None:
    shown = RULES.public(Position(market=False).state)
    assert (shown.bars, shown.chips_left, shown.site_stock) == ((), 0, (0,) * 5)


def test_cm_9_rates_are_4_or_with_harbours_3_and_2() -> None:
    assert RULES.private(Position().state, 0).rates == (4,) * 10
    for kind in range(6):
        served = RULES.private(replace(Position().state, ports=(1 << kind, 0, 0, 0)), 0)
        common = 3 if kind == board.ANY else 4
        assert served.rates == tuple(2 if card == kind else common for card in range(5)) + (common,) * 5


def test_cm_9_a_harbour_serves_from_the_moment_the_building_stands() -> None:
    made = Position().settle(0, "A1nw")
    assert made.state.ports[0] == 1 << made.state.harbours[0]
    assert RULES.private(made.state, 0).rates == (3,) * 10


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_phase_asks_its_own_question() -> None:
    made = Position()
    assert RULES.prompts(made.state) == (Prompt(0, ORDINARY, rest=True),)
    assert RULES.prompts(made.before_the_roll().state) == (Prompt(0, ORDINARY, rest=True),)
    for phase, topic in (
        (Found(3), ORDINARY),
        (FoundSites(8), "sites"),
        (Steal(rolled=True), "steal"),
        (MarketRise(), "raise"),
    ):
        assert RULES.prompts(made.phase(phase).state) == (Prompt(0, topic),)
    assert RULES.prompts(made.moves_robber().state) == (Prompt(0, "robber"),)
    assert RULES.prompts(made.free_roads().state) == (Prompt(0, "roads"),)
    assert RULES.public(made.free_roads().state).free_roads == 2
    assert RULES.best(made.state, 0, 3) == ()


def discarding() -> Catan:
    made = Position().hand(0, "wool9").hand(2, "ore8 cocoa10")
    return made.phase(Discard((4, 0, 4, 0), (0, 0, 5, 0), (Hidden(0),) * 4)).state


def test_cm_26_all_who_must_discard_are_asked_at_once_and_who_has_answered_is_not_shown() -> None:
    state = discarding()
    assert RULES.prompts(state) == (Prompt(0, "discard", sealed=True), Prompt(2, "discard", sealed=True))
    answered = after(state, "discard ore4 cocoa5", seat=2)
    assert RULES.prompts(answered)[1] == Prompt(2, "discard", required=False, sealed=True)
    assert RULES.public(answered) == RULES.public(state)
    assert RULES.public(state).waiting == (0, 2)
    assert (RULES.public(state).owed_resources, RULES.public(state).owed_ingredients) == ((4, 0, 4, 0), (0, 0, 5, 0))
    own = RULES.private(answered, 2)
    assert (own.owed_resources, own.owed_ingredients) == (4, 5)
    assert own.discarding == unpack(cards("ore4 cocoa5"), 10)
    assert RULES.private(answered, 0) == RULES.private(state, 0)
    assert RULES.private(state, 2).discarding == ()


# ── offers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def offering() -> Catan:
    made = Position(seats=3).hand(0, "wool3").hand(1, "ore1").hand(2, "grain2")
    open_ = Offer(5, 0b110, cards("wool2"), cards("ore1"), False, (Reply(),) * 3, 0)
    return replace(made.state, offer=open_, offers=5)


def replied(state: Catan, seat: int, reply: Reply) -> Catan:
    assert state.offer is not None
    replies = (*state.offer.replies[:seat], reply, *state.offer.replies[seat + 1 :])
    return replace(state, offer=replace(state.offer, replies=replies))


def test_cm_27_an_open_offer_is_public_its_answers_are_not() -> None:
    state = offering()
    wool, ore = unpack(cards("wool2"), 10), unpack(cards("ore1"), 10)
    assert RULES.public(state).offer == ShownOffer(5, 0, wool, ore, (1, 2), first=False)
    answered = replied(replied(state, 1, Reply(ACCEPTED)), 2, Reply(COUNTERED, cards("grain1"), cards("wool1"), 3))
    assert RULES.public(answered) == RULES.public(state)
    assert repr(Reply(COUNTERED, 1, 2, 3)) == "Reply(…)"
    grain = unpack(cards("grain1"), 10)
    accepted = ShownReply(1, ACCEPTED, (0,) * 10, (0,) * 10, 0)
    countered = ShownReply(2, COUNTERED, grain, unpack(cards("wool1"), 10), 3)
    assert RULES.private(answered, 0).replies == (accepted, countered)
    assert RULES.private(answered, 1).reply == accepted
    assert RULES.private(answered, 2).reply == countered
    assert RULES.private(state, 1).reply is None
    assert RULES.private(state, 0).replies[0].answer == OPEN


def test_cm_27_whether_he_can_pay_only_the_addressee_sees() -> None:
    state = offering()
    assert (RULES.private(state, 1).asked, RULES.private(state, 1).can_pay) == (5, True)
    assert (RULES.private(state, 2).asked, RULES.private(state, 2).can_pay) == (5, False)
    assert (RULES.private(state, 0).asked, RULES.private(state, 0).can_pay) == (0, False)
    assert RULES.private(Position().state, 1).asked == 0

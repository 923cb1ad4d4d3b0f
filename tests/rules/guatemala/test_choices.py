"""What is offered at each step of a move: words, prices, zones, lines, points."""

from collections.abc import Iterator

import pytest

from rules.chance import Foreseen
from rules.contract import Choice, Seat
from rules.guatemala.board import BOARDS
from rules.guatemala.game import RULES
from rules.guatemala.moves import Score
from rules.guatemala.state import TRACK, Guatemala, Over
from tests.rules.guatemala.position import Position, after, offered, source


def test_the_buyer_s_place_is_offered_with_what_each_line_holds() -> None:
    made = Position(3, 2).puts_buyer().line("wK", "cW").piece("Q1", "sN")
    assert offered(made) == {"buyer": Choice("buyer", whole=False)}
    spaces = offered(made, "buyer")
    assert list(spaces) == [str(n) for n in range(36)]
    assert spaces["0"] == Choice("0", whole=True, offers=("wK", "cW"))
    assert spaces["26"].offers == ("cW", "wK"), "from below"
    assert spaces["9"].offers == ("sN", "wK"), "from the right"
    assert spaces["27"].offers == ()
    assert offered(made, "buyer", "3") == {}
    assert offered(made, "step") == {}


def test_each_step_of_the_buyer_has_its_price_and_what_its_line_offers() -> None:
    made = Position().turn().buyer(35).line("wK").piece("Q3", "hB").piece("R1", "road")
    assert offered(made) == {"step": Choice("step", whole=False)}
    steps = offered(made, "step")
    assert {token: (choice.worth, choice.offers, choice.whole) for token, choice in steps.items()} == {
        "1": (0, ("wK",), True),
        "2": (0, ("hB",), True),
        "3": (0, ("road",), True),
        "4": (2, (), True),
    }
    assert offered(made, "step", "1") == {}
    assert offered(made, "take") == {}


def test_at_the_line_he_builds_scores_or_stops() -> None:
    assert set(offered(Position().line("wK", "cK"))) == {"take", "score", "done"}
    assert set(offered(Position().line("wK"))) == {"take", "done"}
    assert set(offered(Position().line("cK"))) == {"score", "done"}
    assert offered(Position()) == {"done": Choice("done", whole=True)}


def test_a_piece_is_offered_with_its_kind() -> None:
    pieces = offered(Position().line("wK", "hW", "sB", "road", "cN").shed(0, "B", "G6"), "take")
    assert {token: (choice.group, choice.offers, choice.whole) for token, choice in pieces.items()} == {
        "P1": ("worker", ("wK",), False),
        "P2": ("shed", ("hW",), False),
        "P3": ("ship", ("sB",), False),
        "P4": ("road", ("road",), False),
    }


def test_a_place_is_offered_with_its_zone_and_price() -> None:
    made = Position().anywhere().line("wK", "hW", "sB", "road").ships(2, "K").ships(3, "KKK")
    fields = offered(made, "take", "P1")
    assert [(fields[name].group, fields[name].worth) for name in ("A1", "B4", "C9")] == [
        ("grey", 1),
        ("green", 2),
        ("yellow", 3),
    ]
    sites = offered(made, "take", "P2")
    assert [(sites[name].group, sites[name].worth) for name in ("D1", "D6", "A8")] == [
        ("grey", 2),
        ("green", 4),
        ("yellow", 6),
    ]
    docks = offered(made, "take", "P3")
    assert {name: (choice.group, choice.worth) for name, choice in docks.items()} == {
        "harbour1": ("ship", 2),
        "harbour2": ("ship", 3),
        "harbour4": ("ship", 2),
    }
    borders = offered(made, "take", "P4")
    assert len(borders) == 64
    assert {(choice.group, choice.worth) for choice in borders.values()} == {("road", 0)}
    assert all(choice.whole for choice in (*fields.values(), *sites.values(), *docks.values(), *borders.values()))


def test_what_follows_no_legal_word_is_nothing() -> None:
    made = Position().line("wK", "cK")
    for tokens in (("fly",), ("done",), ("take", "Q1"), ("take", "Z1"), ("take", "P3"), ("take", "P1", "A1")):
        assert offered(made, *tokens) == {}
    for tokens in (("score", "P1"), ("score", "Z1"), ("score", "P2", "keep"), ("score", "P2", "lay", "K", "lay")):
        assert offered(made, *tokens) == {}
    assert offered(made.build("P2"), "score") == {}


def test_a_sack_is_offered_with_the_points_of_each_seat() -> None:
    made = Position(3).line("cW", "cK").shed(0, "W", "G6").worker(0, "W", "G7 F6").path("G6").ships(2, "W")
    made.shed(2, "W", "J6").worker(2, "W", "J7")
    sacks = offered(made, "score")
    assert sacks["P1"] == Choice("P1", whole=True, group="sack", worth=4, offers=("cW", "4", "0", "1"))
    assert sacks["P2"] == Choice("P2", whole=True, group="sack", worth=0, offers=("cK", "0", "0", "0"))


def tied() -> Position:
    made = Position().line("cW").ships(1, "W").ships(2, "W")
    made.shed(0, "W", "D6").worker(0, "W", "E6").path("D6").shed(1, "W", "G6").worker(1, "W", "G7").path("G6")
    return made


def test_with_a_scoring_the_sack_and_the_ship_may_be_said_in_this_order() -> None:
    made = tied().stock(0, "KKB")
    assert list(offered(made, "score", "P1")) == ["lay", "sail"]
    lays = offered(made, "score", "P1", "lay")
    assert {token: (choice.whole, choice.worth) for token, choice in lays.items()} == {"K": (True, 2), "B": (True, 1)}
    assert list(offered(made, "score", "P1", "lay", "K")) == ["sail"]
    sails = offered(made, "score", "P1", "lay", "K", "sail")
    assert sails == offered(made, "score", "P1", "sail")
    assert {token: choice.whole for token, choice in sails.items()} == {"harbour1": True, "harbour2": True}


def test_what_cannot_be_said_is_not_offered() -> None:
    assert list(offered(tied(), "score", "P1")) == ["sail"]
    assert offered(tied(), "score", "P1", "lay") == {}
    alone = Position().line("cW").stock(0, "K")
    assert list(offered(alone, "score", "P1")) == ["lay"]
    assert offered(alone, "score", "P1", "sail") == {}
    assert offered(alone, "score", "P1", "lay", "K") == {}


def test_where_one_ship_sails_there_is_nothing_to_choose() -> None:
    made = tied().ships(2, "KW").stock(0, "K")
    assert list(offered(made, "score", "P1")) == ["lay"]
    assert offered(made, "score", "P1", "sail") == {}
    assert offered(made, "score", "P1", "lay", "K") == {}


def test_after_a_sack_that_he_does_not_hold_nothing_is_offered() -> None:
    made = tied().stock(0, "K")
    assert offered(made, "score", "P1", "lay", "W") == {}
    assert offered(made, "score", "P1", "lay", "W", "sail") == {}


def test_a_refill_offers_what_is_still_to_be_said() -> None:
    both = Position().refill("W", "P1", tied=(0, 2), lays=True).stock(0, "KN")
    assert list(offered(both)) == ["lay", "sail"]
    assert set(offered(both, "lay")) == {"K", "N"}
    assert set(offered(both, "sail")) == {"harbour1", "harbour3"}
    assert offered(both, "done") == {}
    assert list(offered(Position().refill("W", "P1", tied=(0, 2)))) == ["sail"]
    lays = Position().refill("W", "P1", lays=True).stock(0, "K")
    assert list(offered(lays)) == ["lay"]
    assert offered(lays, "sail") == {}
    assert offered(Position().refill("W", "P1", tied=(0, 2)), "lay") == {}


def test_an_answer_is_one_word() -> None:
    made = Position().blockade("W", "P1", 1, 2, 3).stock(2, "W").stock(1, "K")
    assert offered(made, seat=2) == {"block": Choice("block", whole=True), "pass": Choice("pass", whole=True)}
    assert set(offered(made, seat=1)) == {"pass"}
    assert offered(made, "block", seat=2) == {}
    assert offered(made, seat=0) == {}


def test_who_is_not_asked_and_when_it_is_over_nothing_is_offered() -> None:
    assert offered(Position(), seat=1) == {}
    assert offered(Position().phase(Over(TRACK)), seat=0) == {}


def test_during_a_build_there_is_more_to_take_or_the_end() -> None:
    assert set(offered(Position().line("", "wK").build("P1"))) == {"take", "done"}
    assert set(offered(Position().build("P1"))) == {"done"}
    assert set(offered(Position().line("wK").build(blocked=True))) == {"take", "done"}


def test_the_best_scorings_are_ranked_by_what_they_gain_over_the_best_opponent() -> None:
    made = Position().line("cW", "cK", "cB").shed(0, "W", "D6").worker(0, "W", "E6 F6")
    made.shed(1, "B", "G6").worker(1, "B", "G7").shed(0, "B", "J6").worker(0, "B", "J7 J5")
    assert RULES.best(made.state, Seat(0), 2) == ((Score(source("P1")), 2), (Score(source("P3")), 1))
    assert len(RULES.best(made.state, Seat(0), 9)) == 3
    assert RULES.best(made.state, Seat(1), 9) == ()
    assert RULES.best(made.turn().state, Seat(0), 9) == ()


def walks(state: Guatemala, seat: int, tokens: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for choice in RULES.choices(state, seat, tokens):
        if choice.whole:
            yield (*tokens, choice.token)
        yield from walks(state, seat, (*tokens, choice.token))


MOMENTS = {
    "put": Position(2).puts_buyer(),
    "turn": Position(3).turn(),
    "line": tied().line("cW", "wK", "hB", "sN", "road").stock(0, "KB").stock(1, "W"),
    "two": Position(2).line("cW", "wK", "hB", "sN", "road"),
    "build": Position(3).line("", "wK", "hB").build("P1"),
    "refill": Position().refill("W", "P1", tied=(0, 2), lays=True).stock(0, "KN").ships(1, "W").ships(3, "W"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_walk_that_ends_is_a_legal_move(moment: str) -> None:
    state = MOMENTS[moment].state
    found = list(walks(state, 0))
    assert found
    for tokens in found:
        RULES.apply(state, Seat(0), RULES.parse(" ".join(tokens)), Foreseen())
        assert RULES.write(RULES.parse(" ".join(tokens))) == " ".join(tokens), "tokens are those of the notation"


def test_offers_follow_the_board() -> None:
    state = after(Position(2).line("wK"), "take P1 A1", "done")
    assert offered(Position(2, 1).turn().buyer(35).line("road"), "step")["1"].offers == ("road",)
    assert state.board[source("P1")] == 1
    assert len(BOARDS) == 3

"""What everybody sees, and what a seat sees besides, field by field."""

from msgspec.structs import asdict

from rules.guatemala.game import RULES
from rules.guatemala.moves import Plan
from rules.guatemala.pieces import CODE_OF
from rules.guatemala.state import TRACK, Answers, Blockade, Guatemala, Over
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat, Plantation
from tests.rules.guatemala.position import Position, after, coffee, place, source


def known() -> Position:
    made = Position(3, 1).line("cW", "wK").buyer(0).walked(5).money(3, 7, 11).points(4, 5, 6)
    made.stock(0, "KK").stock(1, "W").stock(2, "BRN").bag("KN").track("RN").road_stock(44)
    made.shed(0, "W", "G6").worker(0, "W", "G7 F6").path("G6").ships(2, "WK").ships(4, "B")
    return made.worker(2, "K", "B1 A1")


def public(made: Position) -> GuatemalaPublic:
    return RULES.public(made.state)


def test_every_field_of_the_public_view() -> None:
    made = known()
    path = tuple(place(name) - 1024 for name in "G6w F7n F7w F8w F9w".split())  # noqa: SIM905 (as on the board)
    assert asdict(public(made)) == {
        "seats": 3,
        "phase": "line",
        "waiting": (1,),
        "active": 1,
        "buyer": 0,
        "walked": 5,
        "board": made.state.board,
        "emptied": (),
        "blocked": False,
        "money": (3, 7, 11),
        "points": (4, 5, 6),
        "stocks": (2, 1, 3),
        "bag": 2,
        "track": (coffee("R"), coffee("N")),
        "last_sack": 78,
        "hands": (),
        "plantations": (
            Plantation(
                seat=0,
                coffee=coffee("W"),
                workers=tuple(sorted((place("F6"), place("G7")))),
                shed=place("G6"),
                harbour=1,
                leads=1,
                points=4,
                tile=place("G6"),
            ),
            Plantation(
                seat=2,
                coffee=coffee("K"),
                workers=(place("A1"), place("B1")),
                shed=-1,
                harbour=-1,
                leads=-1,
                points=0,
                tile=place("B1"),
            ),
        ),
        "roads": tuple(sorted(path)),
        "road_stock": 44,
        "harbours": ((), (coffee("W"), coffee("K")), (), (coffee("B"),)),
        "sailed": (0,) * 5,
        "scored": -1,
        "open_field": -1,
        "tied": (),
        "resigned": (),
        "anywhere": False,
        "ending": "",
    }


def test_the_production_board_is_shown_by_codes() -> None:
    board = public(known()).board
    assert board[source("P1")] == CODE_OF["cW"]
    assert board[source("P2")] == CODE_OF["wK"]


def test_the_fields_emptied_in_this_turn_are_shown() -> None:
    shown = public(Position().build("P2 P5"))
    assert shown.emptied == (source("P2"), source("P5"))
    assert shown.phase == "build"


def test_before_a_sack_is_laid_the_last_one_lies_beyond_the_track() -> None:
    assert public(Position()).last_sack == 80


def test_before_the_buyer_is_put_he_stands_nowhere() -> None:
    shown = public(Position(4, 3).puts_buyer())
    assert (shown.buyer, shown.phase, shown.waiting, shown.active) == (-1, "buyer", (3,), 3)
    assert public(Position(4, 3).turn()).phase == "turn"


def test_during_a_blockade_all_who_are_asked_are_waited_for_whoever_has_answered() -> None:
    made = Position(4, 2).blockade("W", "P1", 3, 0, 1)
    open_ = public(made)
    assert (open_.phase, open_.waiting, open_.active) == ("blockade", (0, 1, 3), 2)
    assert (open_.scored, open_.open_field) == (coffee("W"), source("P1"))
    answered = after(made.state, "pass", seat=1)
    assert RULES.public(answered) == open_


def test_a_refill_shows_the_colour_the_open_field_and_the_harbours_that_tie() -> None:
    made = Position().refill("W", "P1", tied=(0, 2), lays=True).stock(0, "K").ships(1, "W").ships(3, "W")
    shown = public(made)
    assert (shown.phase, shown.scored, shown.open_field) == ("refill", coffee("W"), source("P1"))
    assert shown.tied == (place("harbour1"), place("harbour3"))
    laid = RULES.public(after(made, "lay K"))
    assert (laid.open_field, laid.tied) == (-1, shown.tied)
    sailed = RULES.public(after(made, "sail harbour3"))
    assert (sailed.open_field, sailed.tied) == (source("P1"), ())
    assert sailed.sailed[coffee("W")] == 1


def test_the_end_is_shown_with_its_reason() -> None:
    shown = public(Position().phase(Over(TRACK)).resigned(1, 3))
    assert (shown.phase, shown.waiting, shown.active, shown.ending) == ("over", (), -1, TRACK)
    assert shown.resigned == (1, 3)


def test_a_shed_without_workers_carries_the_tile_and_scores_nothing() -> None:
    (shown,) = public(Position().shed(3, "N", "M1").path("M1").ships(4, "N")).plantations
    assert shown == Plantation(3, coffee("N"), (), place("M1"), 3, 3, 0, place("M1"))
    (apart,) = public(Position().shed(3, "N", "M1").worker(3, "N", "M2").ships(4, "N")).plantations
    assert (apart.harbour, apart.leads, apart.points) == (-1, 3, 1)


def test_gc_16_the_worker_that_began_a_plantation_carries_the_tile_until_the_shed_comes() -> None:
    made = Position(4, 1).line("wK", "wK", "hK").worker(1, "W", "A1")
    begun = after(made, "take P1 D5")
    grown = after(begun, "take P2 C5")
    assert place("C5") < place("D5")
    assert tiles(begun) == tiles(grown) == [place("D5"), place("A1")]
    assert tiles(after(grown, "take P3 D6")) == [place("D6"), place("A1")]


def test_gc_16_a_plantation_that_began_with_its_shed_has_the_tile_under_it() -> None:
    assert tiles(after(Position().line("hK", "wK"), "take P1 D6", "take P2 D5")) == [place("D6")]


def tiles(state: Guatemala) -> list[int]:
    return [plantation.tile for plantation in RULES.public(state).plantations]


def test_every_field_of_a_seat_s_view() -> None:
    assert RULES.private(known().state, 2) == GuatemalaSeat(
        seat=2, stock=(0, 0, 1, 1, 1), asked=False, may_block=False, answer="", plan_lay=-1, plan_sail=-1
    )


def test_a_seat_sees_its_own_question_its_answer_and_whether_it_may_block() -> None:
    made = Position(4, 2).blockade("W", "P1", 3, 0, 1, plan=Plan(4, 1)).stock(0, "W").stock(1, "K").stock(3, "W")
    state = made.state
    views = [RULES.private(state, seat) for seat in range(4)]
    assert [view.asked for view in views] == [True, True, False, True]
    assert [view.may_block for view in views] == [True, False, False, True]
    assert [view.answer for view in views] == ["", "", "", ""]
    assert [(view.plan_lay, view.plan_sail) for view in views] == [(-1, -1), (-1, -1), (4, 1), (-1, -1)]
    assert isinstance(state.phase, Blockade)
    made.phase(Blockade(2, 1, 0, (3, 0, 1), Plan(), Answers(block=1, passed=2)))
    assert [RULES.private(made.state, seat).answer for seat in range(4)] == ["block", "pass", "", ""]


def test_who_is_asked_nothing_may_block_nothing() -> None:
    """Though he holds a sack of that colour: the scorer himself."""
    made = Position(4, 2).blockade("W", "P1", 3).stock(2, "W").stock(3, "K")
    assert not RULES.private(made.state, 2).may_block


def test_the_views_of_a_position_do_not_hold_what_others_hold() -> None:
    one, other = known(), known().stock(0, "WN").bag("BB")
    assert public(one) == public(other)
    assert RULES.private(one.state, 1) == RULES.private(other.state, 1)
    assert RULES.private(one.state, 0) != RULES.private(other.state, 0)

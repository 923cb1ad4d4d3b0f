import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.timed.orders import ASK, BLOCK, PASS, About, Line, Order, amended, answer, read, write
from rules.notation import NotationError

LETTERS = "KWBRN"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("pass", "pass"),
        ("ask", "ask"),
        ("Block", "block * ask"),
        ("block k6, *12 pass", "block K6 *12 pass"),
        ("BLOCK W", "block W ask"),
    ],
)
def test_orders_are_read_kindly_and_written_in_one_way(text: str, wanted: str):
    order = read(text, LETTERS)
    assert write(order) == wanted
    assert read(wanted, LETTERS) == order


@pytest.mark.parametrize("text", ["", "   ", "block X", "never", "pass block", "block K6666", "K6", "block K 6"])
def test_what_is_no_order_is_refused(text: str):
    with pytest.raises(NotationError):
        read(text, LETTERS)


@given(st.text(max_size=120))
def test_any_text_is_an_order_or_a_bad_word(text: str):
    try:
        order = read(text, LETTERS)
    except NotationError:
        return
    assert read(write(order), LETTERS) == order


@pytest.mark.parametrize(
    ("about", "wanted"),
    [(About("K", 6), BLOCK), (About("K", 5), PASS), (About("W", 12), BLOCK), (About("W", 11), PASS)],
)
def test_the_first_line_that_fits_decides(about: About, wanted: str):
    assert answer(Order((Line("K", 6), Line("*", 12)), PASS), about) == wanted


def test_the_rest_is_left_to_the_player():
    assert answer(Order((Line("K", 6),), ASK), About("W", 20)) == ASK


@pytest.mark.parametrize(
    ("before", "line", "wanted"),
    [
        ("ask", "block K 6", "block K6 ask"),
        ("block K6 pass", "block K 9", "block K9 pass"),
        ("block K6 pass", "Block * 0", "block K6 * pass"),
        ("block K6 *12 pass", "not *", "block K6 pass"),
        ("block K6 ask", "rest PASS", "block K6 pass"),
        ("block K6 pass", "rest ask", "block K6 ask"),
        ("block K6 ask", "not K", None),
        ("pass", "rest ask", None),
    ],
)
def test_a_line_of_an_order_is_changed_and_the_others_stay(before: str, line: str, wanted: str | None):
    left = amended(read(before, LETTERS), line, LETTERS)
    assert (None if left is None else write(left)) == wanted


@pytest.mark.parametrize(
    "line", ["", "block", "block X 3", "block K", "block K -1", "rest block", "not", "K 6", "block K 6 9"]
)
def test_what_changes_no_line_is_refused(line: str):
    with pytest.raises(NotationError):
        amended(read("pass", LETTERS), line, LETTERS)

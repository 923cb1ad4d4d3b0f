import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.orders import ASK, BLOCK, PASS, About, Line, Order, answer, read, write
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

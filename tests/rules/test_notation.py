"""Reading is kind, writing canonical; and only ASCII letters are letters of ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import notation
from rules.notation import LONGEST, NotationError


def test_capitals_commas_arrows_and_little_words_do_not_matter() -> None:
    assert notation.words("  take P4 -> h7, and then") == ("TAKE", "P4", "H7", "THEN")
    assert notation.words("p4→h7;c3>d4") == ("P4", "H7", "C3", "D4")
    assert notation.words("The And to") == ()


def test_strange_letters_are_refused_and_shown_short() -> None:
    with pytest.raises(NotationError) as refused:
        notation.words("take ſ" + "ı" * 30)
    assert refused.value.token == "ſ" + "ı" * 19
    assert refused.value.wanted == "a move"
    assert "cannot read" in str(refused.value)


def test_what_is_too_long_is_no_move() -> None:
    with pytest.raises(NotationError) as refused:
        notation.words("x" * (LONGEST + 1))
    assert refused.value.token == "x" * 20 + "…"


@pytest.mark.parametrize("word", ["", "x", "1234", "-1", "٣", "1.5", "²"])
def test_a_number_is_up_to_three_digits(word: str) -> None:
    assert notation.number("017") == 17
    with pytest.raises(NotationError):
        notation.number(word)


@pytest.mark.parametrize("word", ["", "4C", "C0", "C123", "c4", "CC4"])
def test_a_cell_is_a_letter_and_a_number(word: str) -> None:
    assert notation.cell("C4") == (2, 3)
    with pytest.raises(NotationError):
        notation.cell(word)


@given(st.integers(0, 25), st.integers(0, 98))
def test_a_cell_s_name_is_read_as_that_cell(column: int, row: int) -> None:
    assert notation.cell(notation.cell_name(column, row)) == (column, row)


@given(st.text(max_size=60))
def test_any_text_gives_words_or_a_notation_error(text: str) -> None:
    try:
        found = notation.words(text)
    except NotationError:
        return
    assert all(word.isascii() and word == word.upper() for word in found)

"""Packed multisets against plain lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import counts
from rules.counts import Hidden

amounts = st.lists(st.integers(0, 255), max_size=20)


@given(amounts)
def test_what_is_packed_is_unpacked(many: list[int]) -> None:
    packed = counts.pack(many)
    assert counts.unpack(packed, len(many)) == tuple(many)
    assert counts.total(packed) == sum(many)
    assert [counts.amount(packed, kind) for kind in range(len(many))] == many


@given(st.lists(st.integers(0, 6), max_size=8))
def test_pieces_stand_in_the_order_of_their_kinds(many: list[int]) -> None:
    packed = counts.pack(many)
    pieces = [kind for kind, amount in enumerate(many) for _ in range(amount)]
    assert list(counts.pieces(packed)) == pieces
    assert [counts.at(packed, index) for index in range(len(pieces))] == pieces


def test_pieces_come_and_go() -> None:
    packed = counts.plus(counts.plus(0, 3), 1, 4)
    assert counts.unpack(packed, 4) == (0, 4, 0, 1)
    assert counts.unpack(counts.without(packed, 1, 3), 4) == (0, 1, 0, 1)


def test_nothing_is_taken_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="0"):
        counts.without(counts.pack((0, 5)), 0)
    with pytest.raises(IndexError):
        counts.at(counts.pack((2, 1)), 3)


def test_a_hidden_multiset_does_not_show_what_it_holds() -> None:
    assert repr(Hidden(258)) == "Hidden(…)"
    assert Hidden(258) == Hidden(258)

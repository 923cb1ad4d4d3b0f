"""Refusals are remembered in a room of so many bytes."""

from bot.play.answers import BadMove, NoSuchTable, Unreadable
from bot.play.memory.remembered import EACH, Remembered
from rules import counts
from rules.catan.pieces import KINDS
from rules.catan.reasons import CannotPay


def test_a_second_delivery_finds_the_same():
    kept = Remembered()
    kept.keep(5, NoSuchTable())
    assert kept.get(5) == NoSuchTable()
    assert kept.get(6) is None


def test_a_refusal_may_hold_numbers_of_any_size():
    """Of every kind of card one too few: packed, that is beyond 64 bits."""
    refused = BadMove("catan", CannotPay(counts.pack([1] * KINDS)))
    kept = Remembered()
    kept.keep(5, refused)
    assert kept.get(5) == refused


def test_long_ones_take_the_room_of_many():
    """2,653 refused moves of 5,900 letters took 46 MB."""
    kept = Remembered(room=100_000)
    for number in range(2_653):
        kept.keep(number, Unreadable("x" * 5_900, ""))
        assert kept.size <= 100_000
    assert kept.get(2_652) is not None
    assert kept.get(2_600) is None
    held = [number for number in range(2_653) if kept.get(number) is not None]
    assert len(held) == 100_000 // (5_900 + EACH + 30)

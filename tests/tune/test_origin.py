"""The numbers that are played with are those that are logged: in Guatemala Café they lie between two fits."""

import re
from math import isclose

from msgspec.structs import asdict

from players.catan import tuned
from players.catan.weights import BY_HAND, Balance, Taste
from players.guatemala.tuned import TUNED
from tests.tune.__main__ import LOG

HAND = 0.005
"""They were set to two digits."""


def logged() -> list[dict[str, float]]:
    """All that the log tells of numbers, in its order: two fits, what was taken, and fits since."""
    lines = [line.split() for line in LOG.read_text(encoding="utf-8").splitlines() if line.startswith("no_shed=")]
    return [{name: float(number) for name, _, number in (word.partition("=") for word in line)} for line in lines]


def test_every_number_lies_between_two_fits() -> None:
    one, other, taken, *_ = logged()
    for name, number in asdict(TUNED).items():
        low, high = sorted((one[name], other[name]))
        assert low - HAND <= number <= high + HAND, name
        assert isclose(taken[name], number), name


def flat(taste: Taste | Balance) -> list[tuple[str, list[float]]]:
    """The numbers of each field, those of the balance by its own."""
    found = list[tuple[str, list[float]]]()
    for name, value in asdict(taste).items():
        if isinstance(value, Balance):
            found += flat(value)
        elif value is not None:
            found.append((name, [*value] if isinstance(value, tuple) else [value]))
    return found


def test_what_catan_is_played_with_is_what_its_log_says() -> None:
    """A field that the log does not name is as it was set by hand."""
    lines = (LOG.parent / "catan.log").read_text(encoding="utf-8").splitlines()
    heads = (
        *((tuned.BASE.playing, "playing: "), (tuned.BASE.founding, "founding: ")),
        *((tuned.MARKET.playing, "market playing: "), (tuned.MARKET.founding, "market founding: ")),
    )
    for taste, head in heads:
        (line,) = [line for line in lines if line.startswith(head)]
        said = {
            name: [float(one) for one in re.findall(r"[\d.]+", text)]
            for name, text in re.findall(r"(\w+)=([\d.,()]+)", line)
        }
        by_hand = dict(flat(BY_HAND))
        assert len(said) > 20
        for name, numbers in flat(taste):
            assert numbers == said.pop(name, by_hand.get(name, [0.0])), name
        assert not said


def test_how_catan_trades_is_what_its_log_says() -> None:
    lines = (LOG.parent / "catan.log").read_text(encoding="utf-8").splitlines()
    for trade, head in ((tuned.BASE_TRADE, "base trade: "), (tuned.MARKET_TRADE, "market trade: ")):
        (line,) = [line.removeprefix(head) for line in lines if line.startswith(head)]
        said = dict(word.split("=") for word in line.split() if "=" in word)
        assert len(said) > 5
        assert "reads" in line.split()
        for name, number in asdict(trade).items():
            if name not in {"amounts", "reads"}:
                assert number == float(said.pop(name)), name
        assert not said

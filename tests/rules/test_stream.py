"""Luck that can be proved: every byte as docs/proof.md says, even, and without a memory of what came before."""

from collections import Counter
from pathlib import Path

import pytest

from bot.play.luck import Drawn, NoSaltYet, Stream, commitment, new_seed, value
from tests.report import say
from tests.rules.test_luck import ALPHA, RANGES, counted, likely

ROOT = Path(__file__).resolve().parents[2]
VECTORS = [line.split() for line in (Path(__file__).parent / "draw_vectors.txt").read_text().splitlines()]
"""Made by openssl, by `draw_vectors.sh`."""
SEED = bytes(range(32))


def stream(seed: int = 0, salt: int = 1_300_000_000_000_000_001, n: int = 0) -> Stream:
    return Stream(seed.to_bytes(32), "0123456789A", salt, n)


@pytest.mark.parametrize("line", [line for line in VECTORS if line[0] == "draw"], ids=" ".join)
def test_a_draw_is_what_openssl_makes_of_the_same_bytes(line: list[str]) -> None:
    _, seed, table, salt, n, bound, _, drawn = line
    assert value(bytes.fromhex(seed), table, int(salt), int(n), int(bound)) == int(drawn)


@pytest.mark.parametrize("line", [line for line in VECTORS if line[0] == "commitment"], ids=" ".join)
def test_a_commitment_is_what_openssl_makes_of_the_same_bytes(line: list[str]) -> None:
    _, seed, table, digest = line
    assert commitment(table, bytes.fromhex(seed)) == digest


def test_the_vectors_hold_blocks_that_are_passed_over() -> None:
    blocks = Counter(int(line[6]) for line in VECTORS if line[0] == "draw")
    assert blocks[1]
    assert max(blocks) > 1


def test_the_page_of_the_proof_shows_the_vectors_as_they_are() -> None:
    page = (ROOT / "docs" / "proof.md").read_text()
    lines = [line.split() for line in page.splitlines() if line.startswith(("draw ", "commitment "))]
    shown = [line for line in lines if len(line[1]) == 64]
    assert len(shown) > 5
    assert [line for line in shown if line not in VECTORS] == []


def test_a_stream_counts_its_draws_and_notes_them() -> None:
    luck = stream(n=7)
    drawn = [luck.below(bound) for bound in (6, 6, 25)]
    assert luck.n == 10
    assert luck.drawn == Drawn(7, 1_300_000_000_000_000_001, (6, 6, 25), tuple(drawn))
    assert [stream(n=8).below(6)] == drawn[1:2]


def test_a_stream_gives_nothing_before_its_salt_is_known() -> None:
    luck = stream(salt=0)
    with pytest.raises(NoSaltYet):
        luck.below(1)
    assert (luck.n, luck.drawn) == (0, None)


@pytest.mark.parametrize("bound", [0, -1, (1 << 256) + 1])
def test_a_bound_that_no_block_can_serve_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=str(bound)):
        value(SEED, "0123456789A", 1, 0, bound)


def test_each_of_seed_table_salt_and_number_changes_what_is_drawn() -> None:
    wide = 1 << 200
    drawn = {
        value(seed, table, salt, n, wide)
        for seed in (SEED, bytes(32))
        for table in ("0123456789A", "0123456789B", "1", "11")
        for salt in (1, 2, 256)
        for n in (0, 1, 256)
    }
    assert len(drawn) == 2 * 4 * 3 * 3


def test_two_texts_that_run_together_are_told_apart() -> None:
    """The length stands before the table: what is moved from its end to what follows makes another hash."""
    assert commitment("ab", b"c" + bytes(31)) != commitment("abc", bytes(31) + b"\0")


def test_nothing_of_a_stream_tells_its_seed() -> None:
    seed = new_seed()
    luck = Stream(seed, "0123456789A", 1, 0)
    luck.below(6)
    told = f"{luck!r} {luck} {luck.drawn!r} {luck.drawn}"
    assert seed.hex() not in told
    assert repr(seed) not in told


@pytest.mark.parametrize("n", RANGES)
def test_the_stream_is_even(n: int) -> None:
    found = counted(stream(n), n, 2000)
    assert set(found) == set(range(n))
    assert likely(found, n) > ALPHA


@pytest.mark.parametrize("n", [2, 5, 6, 12])
def test_each_pair_of_neighbours_is_as_likely(n: int) -> None:
    """The serial test: what is drawn tells nothing of what comes next, nor does the same draw under the next salt."""
    luck, other = stream(n), [stream(n, salt=salt) for salt in range(1, 200 * n * n + 2)]
    row = [luck.below(n) for _ in range(400 * n * n)]
    pairs = Counter(first * n + then for first, then in zip(row[::2], row[1::2], strict=True))
    across = [one.below(n) for one in other]
    salts = Counter(first * n + then for first, then in zip(across[::2], across[1::2], strict=False))
    odds = likely(pairs, n * n), likely(salts, n * n)
    say(f"luck: stream below {n}: pairs as uneven by chance once in {1 / odds[0]:.0f}, across salts {1 / odds[1]:.0f}")
    assert min(odds) > ALPHA


def test_a_planted_neighbour_is_caught() -> None:
    """A stream that gives the same draw twice is as even as a fair one, and fails the serial test."""
    luck = stream()
    row = [drawn for _ in range(7200) for drawn in (luck.below(6),) * 2]
    assert likely(Counter(row), 6) > ALPHA
    assert likely(Counter(first * 6 + then for first, then in zip(row[::2], row[1::2], strict=True)), 36) < ALPHA

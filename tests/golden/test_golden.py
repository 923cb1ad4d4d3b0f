"""One playthrough for each game, seat count and ending: the rules still play it so, and tell it to the same seats.

After a change of the rules that is meant they are written anew under another version (tests/golden/released.py).
"""

import pytest

from rules.contract import Record
from tests.contract.cases import Case
from tests.contract.registry import CASES, TOY
from tests.golden.playthrough import FOLDER, names, path, read, write

ALL = [(case, name, seats, ending) for case in CASES for name, seats, ending in names(case)]


@pytest.mark.parametrize(("case", "name", "seats", "ending"), ALL, ids=[name for _, name, _, _ in ALL])
def test_the_playthrough_goes_as_it_is_written(case: Case, name: str, seats: int, ending: str) -> None:
    text = path(name).read_text()
    records = read(text)
    assert write(case, records) == text
    assert records[0].text.split()[0] == str(seats)
    assert f"ends by {ending}," in text.splitlines()[0]


def test_every_playthrough_belongs_to_a_game_that_is_registered() -> None:
    assert {str(file.relative_to(FOLDER)) for file in FOLDER.glob("*/*.txt")} == {name for _, name, _, _ in ALL}


def test_a_playthrough_says_who_was_told() -> None:
    text = path(f"{TOY.name}/4-bag.txt").read_text()
    assert "    public: drew seat=" in text
    assert "    seat 2: dealt cards=" in text


def test_a_record_is_read_as_it_was_written() -> None:
    assert read("3.1 move seat 0: score S1 lay W | 4 0\n    public move 3\n2.0 resign seat 1: |") == (
        Record(3, 1, "move", 0, "score S1 lay W", (4, 0)),
        Record(2, 0, "resign", 1, ""),
    )

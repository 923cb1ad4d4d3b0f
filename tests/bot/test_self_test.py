"""What is looked at before Discord is: where it is not so the start ends with a sentence that helps."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.operation import self_test
from bot.operation.problem import CannotRun
from storage.problem import EX_IOERR


def test_a_folder_that_is_not_there_yet_is_judged_by_where_it_will_be(tmp_path: Path):
    assert "MB are free" in self_test.room(tmp_path / "not" / "yet")


@pytest.mark.parametrize(("name", "about"), [("room", "200 MB"), ("clock", "clock"), ("pictures", "No picture")])
def test_what_is_not_well_ends_the_start(name: str, about: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise OSError

    self_test.self_test(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=(200 << 20) - 1))
    monkeypatch.setattr(self_test, "milliseconds", lambda: 0)
    monkeypatch.setattr("renderer.compose", broken)
    with pytest.raises(CannotRun, match=about) as wrong:
        self_test.SELF_TESTS[name](tmp_path)
    assert wrong.value.solution
    assert name != "room" or wrong.value.exit_code == EX_IOERR

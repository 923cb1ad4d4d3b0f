"""A bench that misses a gate fails, and says how many it missed."""

import sys
from types import SimpleNamespace

import pytest

from tests.bench import __main__ as bench
from tests.bench import yardstick


@pytest.mark.parametrize(
    ("value", "higher", "code", "said"),
    [(9.0, True, 1, "gates missed: 1"), (10.0, True, 0, "gates missed: 0"), (11.0, False, 1, "gates missed: 1")],
)
def test_a_missed_gate_is_counted_and_fails_the_bench(
    value: float,
    higher: bool,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def run() -> None:
        yardstick.figure("X1", "planted", value, "things", gate=10, goal=20 if higher else 5, higher=higher)

    monkeypatch.setattr(yardstick, "_missed", [])
    monkeypatch.setattr(sys, "argv", ["bench", "planted"])
    monkeypatch.setitem(sys.modules, "tests.bench.planted", SimpleNamespace(run=run))  # pyright: ignore[reportArgumentType]
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == code
    assert capsys.readouterr().out.splitlines()[-1] == said

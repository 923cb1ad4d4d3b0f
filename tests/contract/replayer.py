"""Replays stored games in a process of its own: `python -m tests.contract.replayer <case>`, a game a line."""

import sys

import msgspec

from rules import engine
from rules.contract import Record
from tests.contract.faults import find
from tests.contract.laws import summary


def main() -> None:
    case = find(sys.argv[1])
    for line in sys.stdin.buffer:
        try:
            position = engine.replay(case.rules, msgspec.json.decode(line, type=tuple[Record, ...]))
            sys.stdout.buffer.write(summary(position) + b"\n")
        except Exception as error:  # noqa: BLE001 (a replay that fails is one that differs; the others go on)
            sys.stdout.buffer.write(f"{error!r}\n".encode())


if __name__ == "__main__":
    main()

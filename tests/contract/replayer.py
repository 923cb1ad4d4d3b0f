"""Replays stored games in a process of its own: `python -m tests.contract.replayer`; two lines each, case and game."""

import sys
from functools import cache

import msgspec

from rules import engine
from rules.contract import Record
from tests.contract.faults import find
from tests.contract.laws import summary


def main() -> None:
    found, read = cache(find), sys.stdin.buffer
    for name in read:
        case, line = found(name.decode().strip()), read.readline()
        try:
            position = engine.replay(case.rules, msgspec.json.decode(line, type=tuple[Record, ...]))
            sys.stdout.buffer.write(summary(position) + b"\n")
        except Exception as error:  # noqa: BLE001 (a replay that fails is one that differs; the others go on)
            sys.stdout.buffer.write(f"{error!r}\n".encode())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

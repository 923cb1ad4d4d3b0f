"""`make bench`: every figure beside its gate and goal, measured in one run; it fails where a gate is missed."""

import importlib
import sys

from tests.bench.yardstick import missed

ROOMS = (
    "rules",
    "cafe",
    "catan",
    "storage",
    "renderer",
    "sandbox",
    "bot",
    "house",
    "memory",
    "stored",
    "replay",
    "beside",
)


def main() -> None:
    for room in sys.argv[1:] or ROOMS:
        try:
            module = importlib.import_module(f"tests.bench.{room}")
        except ModuleNotFoundError as missing:
            if missing.name != f"tests.bench.{room}":
                raise
            continue
        module.run()
    print(f"gates missed: {missed()}")
    sys.exit(missed() > 0)


if __name__ == "__main__":
    main()

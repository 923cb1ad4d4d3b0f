"""`make bench`: every figure beside its gate and goal, measured in one run."""

import importlib
import sys

ROOMS = ("rules", "cafe", "catan", "storage", "renderer", "sandbox", "bot")


def main() -> None:
    for room in sys.argv[1:] or ROOMS:
        try:
            module = importlib.import_module(f"tests.bench.{room}")
        except ModuleNotFoundError as missing:
            if missing.name != f"tests.bench.{room}":
                raise
            continue
        module.run()


if __name__ == "__main__":
    main()

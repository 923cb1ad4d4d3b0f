"""The figures of campaigns that are longer than one run: a line of JSON for each seed, in a folder outside the project.

STAMMTISCH_FIGURES names the folder. A seed that stands there already is not played again, so that a campaign goes on
where it was broken off; without the folder every seed is played, and nothing is kept.
"""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest


class Ledger:
    """The seeds of one campaign, and what each has brought."""

    def __init__(self, name: str) -> None:
        folder = os.environ.get("STAMMTISCH_FIGURES", "")
        self._path = Path(folder) / f"{name}.jsonl" if folder else None

    def lines(self) -> list[dict[str, Any]]:
        path = self._path
        found = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ()
        return [json.loads(line) for line in found]

    def skip_what_is_done(self, seed: int) -> None:
        if seed in {line["seed"] for line in self.lines()}:
            pytest.skip("it stands in the figures")

    def note(self, seed: int, **figures: object) -> None:
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps({"seed": seed, **figures}) + "\n")

    def totals(self) -> Counter[str]:
        """The sums of all figures that are numbers."""
        summed = Counter[str](seeds=len(self.lines()))
        for line in self.lines():
            summed.update({key: value for key, value in line.items() if isinstance(value, int) and key != "seed"})
        return summed

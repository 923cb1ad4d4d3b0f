"""The type checker refuses each wrong call, and nothing else: that is why states and views are nominal (ADR)."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "types" / "wrong_calls.py"


def test_the_type_checker_refuses_exactly_the_wrong_calls(tmp_path: Path) -> None:
    settings = tmp_path / "pyrightconfig.json"
    settings.write_text(
        json.dumps(
            {
                "include": [str(FILE)],
                "extraPaths": [str(ROOT)],
                "typeCheckingMode": "standard",
                "pythonVersion": "3.11",
            }
        )
    )
    checker = Path(sys.executable).with_name("basedpyright")
    done = subprocess.run(
        [checker, "--project", settings, "--pythonpath", sys.executable, "--outputjson"],
        capture_output=True,
        check=False,
        text=True,
        timeout=240,
    )
    found: dict[int, list[str]] = {}
    for diagnostic in json.loads(done.stdout)["generalDiagnostics"]:
        assert diagnostic["severity"] == "error", diagnostic
        found.setdefault(diagnostic["range"]["start"]["line"] + 1, []).append(diagnostic["rule"])
    wanted = {
        number: match[1].split()
        for number, line in enumerate(FILE.read_text().splitlines(), 1)
        if (match := re.search(r"# refused: (.*)", line))
    }
    assert found == wanted
    assert len(wanted) > 15

"""Every fault on every route, while the bot goes on and while it is killed or slow: all 319 cells, or a seeded fifth."""

import os, json
import pytest
from tests.e2e.conftest import Stage
from tests.e2e.fault_scenes import ROUTES, Scene, Skies, quick
from tests.e2e.faults_by_route import FAULTS


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("again", [False, True])
async def test_cells(stage: Stage, monkeypatch, route: str, again: bool, caplog):
    quick(monkeypatch)
    scene = Scene(await Skies(stage).begin(), monkeypatch)
    out = {}
    import time

    for name, kind in FAULTS.items():
        scene.again = again
        t = time.time()
        try:
            await scene.goes_on()
            letter = await ROUTES[route](scene, dict(kind))
        except BaseException as error:
            letter = f"!{type(error).__name__} {error}"[:150]
            try:
                stage.sandbox.faults.clear()
                monkeypatch.undo()
                quick(monkeypatch)
                await scene.skies.rest()
            except Exception:
                pass
        errors = [r.getMessage()[:100] for r in caplog.records if r.levelname == "ERROR"]
        caplog.clear()
        out[name] = (letter, round(time.time() - t, 2), errors, scene.thinking())
    with open(f"/tmp/matrix/{route.replace(' ', '_')}-{int(again)}.json", "w") as f:
        json.dump(out, f, indent=0)

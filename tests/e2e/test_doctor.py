"""`stammtisch doctor` from outside: a line for each thing that was looked at, and what helps where it is not well."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.faults import Fault
from sandbox.server import Sandbox
from tests.e2e.shipped import ROOT, TOKEN, WRONG, Shipped, served


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with served() as box:
        yield box


async def doctor(address: str, place: Path, *more: str, **settings: str) -> tuple[int, dict[str, str]]:
    """Its exit code, and what it says of each thing: its mark and its sentences."""
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("STAMMTISCH_", "DISCORD_"))}
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox.attach", address, "-m", "bot", "doctor", *more),
        cwd=place,
        env=keep | {"DISCORD_TOKEN": TOKEN, "STAMMTISCH_DATA": "data", "PYTHONPATH": str(ROOT)} | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await asking.communicate()
    assert TOKEN not in told.decode()
    assert WRONG not in told.decode()
    found: dict[str, str] = {}
    for line in told.decode().splitlines():
        mark, _, rest = line.partition(" ")
        name, _, what = rest.strip().partition(": ")
        found[name] = f"{mark} {what}"
    return asking.returncode or 0, found


async def test_a_bot_that_runs_well_is_found_well(sandbox: Sandbox, tmp_path: Path):
    bot = await Shipped(sandbox, tmp_path / "data").start()
    await sandbox.until(lambda: any((tmp_path / "data" / "backups").glob("*.db")))
    code, found = await doctor(sandbox.address, tmp_path)
    assert code == 0, found
    advised = found.pop("second place")
    assert {line.split(" ")[0] for line in found.values()} == {"well"}
    assert advised == (
        "mind backups lie on the disk of the database alone, and are lost with it."
        " Name a folder on another disk in STAMMTISCH_BACKUPS."
    )
    assert {"settings", "pictures", "room", "clock", "database", "backups", "Discord"} <= found.keys()
    assert found["Discord"] == "well it accepts the token"
    assert await bot.stop() == 0


async def test_offline_it_asks_discord_nothing(sandbox: Sandbox, tmp_path: Path):
    _, found = await doctor(sandbox.address, tmp_path, "--offline")
    assert found["Discord"] == "well not asked; the token has the right shape"
    assert not sandbox.rest.log


async def test_before_the_first_start_it_looks_at_all_the_rest(sandbox: Sandbox, tmp_path: Path):
    code, found = await doctor(sandbox.address, tmp_path)
    assert code == 78
    assert (
        found["database"]
        == "bad There is no database in data. Start the bot once, or name its folder in STAMMTISCH_DATA."
    )
    assert found["Discord"] == "well it accepts the token"
    assert "MB are free" in found["room"]


async def test_a_token_that_discord_does_not_know_is_told(sandbox: Sandbox, tmp_path: Path):
    code, found = await doctor(sandbox.address, tmp_path, DISCORD_TOKEN=WRONG)
    assert code != 0
    assert "does not accept this token. Reset it in the developer portal" in found["Discord"]


async def test_a_discord_out_of_reach_is_told_from_a_wrong_token(sandbox: Sandbox, tmp_path: Path):
    sandbox.faults.plan(Fault("GET /users/@me", status=503))
    code, found = await doctor(sandbox.address, tmp_path)
    assert code != 0
    assert "it is out of reach (it answered 503). Look at the network" in found["Discord"]
    _, found = await doctor("http://127.0.0.1:9", tmp_path)
    assert "it is out of reach (ClientConnectorError" in found["Discord"]


async def test_settings_that_others_can_read_are_a_warning(sandbox: Sandbox, tmp_path: Path):
    path = tmp_path / ".env"
    path.write_text("STAMMTISCH_LANG=de\n")
    path.chmod(0o644)
    _, found = await doctor(sandbox.address, tmp_path, "--offline")
    assert found["settings"] == f"mind other users of this machine can read {path}. chmod 600 {path}"
    path.chmod(0o600)
    _, found = await doctor(sandbox.address, tmp_path, "--offline")
    assert found["settings"].startswith("well")


async def test_without_a_token_it_says_what_runs_all_the_same(sandbox: Sandbox, tmp_path: Path):
    _, found = await doctor(sandbox.address, tmp_path, DISCORD_TOKEN="")
    assert found["Discord"] == "well no token: `make run` starts the sandbox"

"""What operators copy: the unit, the container file, the example of settings."""

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import click.testing
import pytest

from bot.__main__ import main
from bot.discord.permissions import INVITE, invite
from bot.operation import version
from bot.operation.metrics import STORED
from bot.operation.settings import Settings
from storage.folder.known import Known
from storage.shards import Shards, shards_of
from tests.bench.memory import CHECK, FLOOD, MEASURED

ROOT = Path(__file__).parents[2]


def test_the_example_names_every_setting_and_no_other():
    text = (ROOT / ".env.example").read_text()
    named = set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE))
    known = {f"STAMMTISCH_{name.upper()}" for name in Settings.model_fields if name not in ("token", "token_file")}
    assert named == known | {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"}


def test_the_example_shows_the_defaults(tmp_path: Path):
    shown = tmp_path / ".env"
    text = (ROOT / ".env.example").read_text()
    shown.write_text(re.sub(r"^#([A-Z_]+=.)", r"\1", text, flags=re.MULTILINE))
    written = Settings(_env_file=shown)  # pyright: ignore[reportCallIssue]
    default = Settings(_env_file=None)  # pyright: ignore[reportCallIssue]
    assert written.model_dump(exclude={"token_file"}) == default.model_dump(exclude={"token_file"})


def test_a_restart_is_not_tried_where_it_cannot_help():
    unit = (ROOT / "deploy" / "stammtisch.service").read_text()
    assert "RestartPreventExitStatus=2 74 75 78" in unit
    assert {"NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes"} <= set(unit.splitlines())


def test_a_container_that_cannot_run_is_not_started_for_ever():
    text = (ROOT / "deploy" / "Containerfile").read_text()
    assert re.findall(r"--restart (\S+)", text) == ["on-failure:5"]


def test_the_container_runs_as_nobody_in_particular_with_two_volumes():
    lines = (ROOT / "deploy" / "Containerfile").read_text().splitlines()
    assert "USER stammtisch" in lines
    assert [line for line in lines if line.startswith("VOLUME")] == ["VOLUME /data /data.known"]
    copied = {line.split()[1] for line in lines if line.startswith("COPY ") and "--from" not in line}
    requirements = {"requirements/run.txt", "requirements/postgres.txt"}
    assert copied == requirements | {"pyproject.toml", "rules", "players", "renderer", "storage", "bot"}


def test_the_bot_beside_a_database_is_set_as_it_can_be_and_limited_as_alone():
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    named = set(re.findall(r"^ +(STAMMTISCH_[A-Z_]+):", text, re.MULTILINE))
    assert named == {"STAMMTISCH_DATABASE", "STAMMTISCH_SHARDS"}
    assert {name.removeprefix("STAMMTISCH_").lower() for name in named} <= set(Settings.model_fields)
    (requirements,) = re.findall(r"REQUIREMENTS: (\w+)", text)
    assert (ROOT / "requirements" / f"{requirements}.txt").exists()
    assert set(re.findall(r"command: \[(\w+)\]", text)) <= set(main.commands)
    container = (ROOT / "deploy" / "Containerfile").read_text()
    assert re.findall(r"mem_limit: (\d+)m", text) == re.findall(r"--memory (\d+)m", container)
    assert re.findall(r"restart: (on-failure\S+)", text) == re.findall(r"--restart (\S+)", container)


def test_the_build_is_given_what_is_copied_and_no_secret():
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    text = (ROOT / "deploy" / "Containerfile").read_text().splitlines()
    copied = {line.split()[1] for line in text if line.startswith("COPY ") and "--from" not in line}
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    assert all((ROOT / name).exists() for name in copied)


def test_the_base_image_is_pinned_by_its_digest_and_modules_are_compiled_in_it():
    text = (ROOT / "deploy" / "Containerfile").read_text()
    (first, second) = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert first == second
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", first)
    assert "PYTHONDONTWRITEBYTECODE" not in text
    assert re.findall(r"compileall -q (\S+)", text) == ["/venv/lib", "/app"]


def test_the_unit_says_whom_it_may_call():
    unit = (ROOT / "deploy" / "stammtisch.service").read_text()
    assert re.findall(r"^#?(IPAddress\w+)=", unit, re.MULTILINE) == ["IPAddressDeny", "IPAddressAllow"]


def test_the_container_is_well_while_the_bot_says_so():
    text = (ROOT / "deploy" / "Containerfile").read_text()
    (asked,) = re.findall(r'^HEALTHCHECK .* CMD \["/venv/bin/python", "-m", "bot", "(\w+)"\]$', text, re.MULTILINE)
    assert asked in main.commands
    assert asked == "health"


def test_the_limits_of_memory_leave_room_over_what_24_tables_take():
    unit = (ROOT / "deploy" / "stammtisch.service").read_text()
    container = (ROOT / "deploy" / "Containerfile").read_text()
    (of_unit,) = re.findall(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)
    (of_container,) = re.findall(r"--memory (\d+)m", container)
    assert of_container == of_unit
    assert int(of_unit) << 20 >= MEASURED + FLOOD + CHECK


def test_what_tells_of_an_emptied_data_folder_has_a_place():
    unit = (ROOT / "deploy" / "stammtisch.service").read_text()
    container = (ROOT / "deploy" / "Containerfile").read_text()
    (data,) = re.findall(r"STAMMTISCH_DATA=/var/lib/(\S+)", unit)
    assert f"StateDirectory={data} {data}.known" in unit.splitlines()
    (data,) = re.findall(r"STAMMTISCH_DATA=(\S+)", container)
    note = Known(Path(data)).path
    assert note is not None
    assert f"VOLUME {data} {note.parent}" in container
    assert set(re.findall(r"-v \S+:(\S+)", container)) == {data, str(note.parent)}


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another library manages the memory")
def test_large_blocks_are_given_back():
    """In a process of its own, which is asked how much of the system's it holds once everything is freed."""
    script = (
        "import re, sys\n"
        "from bot.operation.heap import keep_large_blocks_apart\n"
        "kept = sys.argv[1] == 'apart' and keep_large_blocks_apart()\n"
        "for round in range(8):\n"
        "    held = []\n"
        "    for n in range(200):\n"
        "        held += [bytearray(1 << 20), bytes(600 + n)]\n"
        "    held = held[1::2] if round % 2 else held[1::20]\n"
        "    globals()[f'small{round}'] = held\n"
        "    del held\n"
        "print(kept, *re.findall(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read()))\n"
    )
    found: dict[str, int] = {}
    for how in ("apart", "as it is"):
        said = subprocess.run([sys.executable, "-c", script, how], cwd=ROOT, capture_output=True, text=True, check=True)
        kept, held = said.stdout.split()
        assert kept == str(how == "apart")
        found[how] = int(held)
    assert found["apart"] < 60_000, found


def test_the_version_stands_in_one_place():
    (stated,) = re.findall(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    result = click.testing.CliRunner().invoke(main, ["--version"])
    assert result.output == f"stammtisch, version {stated}\n"
    assert not [path for path in (ROOT / "bot").rglob("*.py") if stated in path.read_text()]


def test_a_project_beside_an_installed_package_may_be_somebody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    other = tmp_path / "pyproject.toml"
    monkeypatch.setattr(version, "PROJECT", other)
    monkeypatch.setattr(version.metadata, "version", "installed {}".format)
    for text in ('[project]\nname = "other"\nversion = "9"\n', "[tool.ruff]\n"):
        other.write_text(text)
        assert version.version.__wrapped__() == "installed stammtisch"


def test_the_invite_asks_for_exactly_the_rights_that_are_needed():
    assert INVITE.value == 309237763072
    assert invite(7).endswith("client_id=7&scope=bot+applications.commands&permissions=309237763072")


def test_each_pod_of_the_example_has_shards_of_its_own_and_all_of_them_have_all():
    """The command of the container is run by a shell as Kubernetes does, with `env` in the bot's place."""
    text = (ROOT / "deploy" / "statefulset.yaml").read_text()
    (script,) = re.findall(r"args: \['(.*)'\]", text)
    pods, per = (int(re.findall(rf"name: {name}, value: \"(\d+)\"", text)[0]) for name in ("PODS", "PER"))
    assert re.findall(r"replicas: (\d+)", text) == [str(pods)]
    found: list[Shards] = []
    for pod in range(pods):
        given = {"POD": f"stammtisch-{pod}", "PODS": str(pods), "PER": str(per), "PATH": os.environ["PATH"]}
        said = subprocess.run(
            ["sh", "-c", script.replace("/venv/bin/python -m bot run", "env")],
            env=given,
            capture_output=True,
            check=True,
        )
        found.append(shards_of(re.findall(r"STAMMTISCH_SHARDS=(.*)", said.stdout.decode())[0]))
    assert [shards.total for shards in found] == [pods * per] * pods
    assert sorted(number for shards in found for number in shards.numbers) == list(range(pods * per))
    settings = set(re.findall(r"name: (STAMMTISCH_[A-Z_]+)", text))
    assert settings <= {f"STAMMTISCH_{name.upper()}" for name in Settings.model_fields}


def test_the_two_bots_of_the_example_share_all_shards():
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    found = [shards_of(written) for written in re.findall(r"STAMMTISCH_SHARDS: (\S+)", text)]
    assert [shards.total for shards in found] == [found[0].total] * 2
    assert sorted(number for shards in found for number in shards.numbers) == list(range(found[0].total))


def test_the_dashboard_shows_figures_that_are_given_out():
    panels = json.loads((ROOT / "deploy" / "grafana.json").read_text())["panels"]
    shown = {
        name for panel in panels for one in panel["targets"] for name in re.findall(r"stammtisch_\w+", one["expr"])
    }
    source = (ROOT / "bot" / "operation" / "metrics.py").read_text()
    given = {*re.findall(r'"(\w+)",\s+"(?:counter|gauge)"', source), "tables", *(name for _, name, _ in STORED)}
    given |= {f"stage_seconds_{part}" for part in ("bucket", "count")}
    assert shown - {f"stammtisch_{name}" for name in given} == set()
    assert len(panels) == len({panel["id"] for panel in panels}) == 10

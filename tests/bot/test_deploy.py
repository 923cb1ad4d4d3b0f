"""What operators copy: the unit, the container file, the example of settings."""

import re
from pathlib import Path

import click.testing
import pytest

from bot.__main__ import main
from bot.discord.permissions import INVITE, invite
from bot.operation import version
from bot.operation.settings import Settings

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


def test_the_container_runs_as_nobody_in_particular_with_one_volume():
    lines = (ROOT / "deploy" / "Containerfile").read_text().splitlines()
    assert "USER stammtisch" in lines
    assert [line for line in lines if line.startswith("VOLUME")] == ["VOLUME /data"]
    copied = {line.split()[1] for line in lines if line.startswith("COPY ") and "--from" not in line}
    assert copied == {"requirements/run.txt", "pyproject.toml", "rules", "renderer", "storage", "bot"}


def test_the_container_is_well_while_the_bot_says_so():
    text = (ROOT / "deploy" / "Containerfile").read_text()
    (asked,) = re.findall(r'^HEALTHCHECK .* CMD \["/venv/bin/python", "-m", "bot", "(\w+)"\]$', text, re.MULTILINE)
    assert asked in main.commands
    assert asked == "health"


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

"""Examples of several processes, read as those who run them read them: compose file, StatefulSet, dashboard."""

import importlib
import importlib.util
import itertools
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from bot.operation.settings import Settings
from tests.postgres.many import DRAINED

ROOT = Path(__file__).parents[2]
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text()
SETTINGS = {f"STAMMTISCH_{name.upper()}" for name in Settings.model_fields}


def documents(name: str) -> list[Any]:
    if importlib.util.find_spec("yaml") is None:
        lacking = "PyYAML is not installed: make .venv anew, it is among requirements/dev.txt"
        if os.environ.get("CI"):
            pytest.fail(lacking)
        pytest.skip(lacking)
    yaml: Any = importlib.import_module("yaml")
    return list(yaml.safe_load_all((ROOT / "deploy" / name).read_text()))


def entry() -> list[str]:
    """How the image begins the bot."""
    (found,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)
    return json.loads(found)


def test_the_compose_file_says_what_it_uses():
    (found,) = documents("compose.yaml")
    services = found["services"]
    used = {volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())}
    assert used == set(found["volumes"])
    for one in services.values():
        assert set(one.get("depends_on", ())) <= set(services)
        for name in one.get("environment", ()):
            assert name in SETTINGS or name.startswith("POSTGRES_")
        if "build" in one:
            context = ROOT / "deploy" / one["build"]["context"]
            assert (context / one["build"]["dockerfile"]).samefile(ROOT / "deploy" / "Containerfile")
    bots = [one for one in services.values() if "env_file" in one]
    assert [one["env_file"] for one in bots] == ["../.env"] * 2
    for one in bots:
        assert int(one["stop_grace_period"].removesuffix("s")) > DRAINED
        assert {volume.split(":")[1] for volume in one["volumes"]} == {"/data", "/data.known"}
    assert not set(bots[0]["volumes"]) & set(bots[1]["volumes"]), "each has a data folder of its own"
    assert "-h" in services["database"]["healthcheck"]["test"], "at its socket it answers before it is made"


def test_secrets_of_the_compose_file_come_from_the_file_that_the_bot_reads_too():
    """Which `.env` is read for what stands in ${…} depends on the version of compose, unless it is named."""
    (found,) = documents("compose.yaml")
    asked = set(re.findall(r"\$\{(\w+)", json.dumps(found)))
    assert asked == {"POSTGRES_PASSWORD"}
    commands = re.findall(r"docker compose .*", (ROOT / "deploy" / "compose.yaml").read_text())
    assert len(commands) == 2
    assert all(command.startswith("docker compose --env-file .env -f deploy/compose.yaml ") for command in commands)


def test_a_pod_is_begun_as_the_image_is_and_by_its_user():
    service, budget, pods = documents("statefulset.yaml")
    spec = pods["spec"]["template"]["spec"]
    (container,) = spec["containers"]
    assert container["args"][0].endswith(f"exec {' '.join(entry())} run")
    asked = container["readinessProbe"]["exec"]["command"]
    assert asked == [*entry(), "health"]
    user = int(re.findall(r"useradd --uid (\d+)", CONTAINER)[0])
    security = spec["securityContext"]
    assert security == {"runAsNonRoot": True, "runAsUser": user, "runAsGroup": user, "fsGroup": user}
    assert spec["terminationGracePeriodSeconds"] > DRAINED
    labels = pods["spec"]["template"]["metadata"]["labels"]
    assert labels == pods["spec"]["selector"]["matchLabels"] == service["spec"]["selector"]
    assert labels == budget["spec"]["selector"]["matchLabels"]
    assert pods["spec"]["serviceName"] == service["metadata"]["name"]
    mounted = {one["name"] for one in container["volumeMounts"]}
    assert mounted == {one["name"] for one in spec["volumes"]}
    paths = {one["mountPath"] for one in container["volumeMounts"]}
    assert paths == {"/data", "/data.known", "/tmp"}  # noqa: S108 (of the container)


def test_a_pod_is_asked_where_it_gives_out_figures_and_kept_while_discord_or_the_database_is_away():
    *_, pods = documents("statefulset.yaml")
    (container,) = pods["spec"]["template"]["spec"]["containers"]
    given = {one["name"]: one.get("value") for one in container["env"]}
    port = int(given["STAMMTISCH_METRICS"].rpartition(":")[2])
    assert container["ports"] == [{"name": "metrics", "containerPort": port}]
    for probe in ("livenessProbe", "startupProbe"):
        assert container[probe]["httpGet"] == {"path": "/metrics", "port": "metrics"}
    annotations = pods["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/port"] == str(port)


def test_a_service_of_the_bots_name_sets_nothing():
    *_, pods = documents("statefulset.yaml")
    assert "STAMMTISCH_PORT" in SETTINGS, "Kubernetes would set it to the address of the service"
    assert pods["spec"]["template"]["spec"]["enableServiceLinks"] is False


def test_panels_of_the_dashboard_have_a_place_each_and_ask_what_is_chosen():
    found = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    (source,) = [one["name"] for one in found["templating"]["list"] if one["type"] == "datasource"]
    places = [one["gridPos"] for one in found["panels"]]
    for one, other in itertools.combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or above
    for panel in found["panels"]:
        assert panel["datasource"]["uid"] == f"${{{source}}}"
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
        for target in panel["targets"]:
            opened = {sign: target["expr"].count(sign) for sign in "()[]{}"}
            assert (opened["("], opened["["], opened["{"]) == (opened[")"], opened["]"], opened["}"])

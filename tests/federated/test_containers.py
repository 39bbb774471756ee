"""The compose files of coordinator and node, read as text: no engine is needed."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

DOCKER = Path(__file__).resolve().parents[2] / "docker"
FILES = {"compose.coordinator.yaml": "coordinator", "compose.node.yaml": "node"}


def service(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DOCKER / file).read_text())["services"][FILES[file]]
    return found


@pytest.mark.parametrize("file", FILES)
def test_its_command_is_one_of_ours_with_known_options(file: str) -> None:
    program, manage, name, *options = service(file)["command"]
    assert (program, manage) == ("python", "manage.py")
    command = load_command_class(get_commands()[name], name)
    command.create_parser("manage.py", name).parse_args(options)


@pytest.mark.parametrize("file", FILES)
def test_it_may_write_its_data_and_nothing_else(file: str) -> None:
    this = service(file)
    assert this["read_only"] is True
    assert this["cap_drop"] == ["ALL"]
    assert this["volumes"] == ["data:/data"]


@pytest.mark.parametrize("file", FILES)
def test_its_image_keeps_the_transport_that_the_plain_one_leaves_out(file: str) -> None:
    left_out = service(file)["build"]["args"]["LEAVE_OUT"].split("|")
    (plain,) = [
        line for line in (DOCKER / "Dockerfile").read_text().splitlines() if "ARG LEAVE_OUT" in line
    ]
    assert "flwr" not in left_out
    assert {*left_out, "flwr"} == set(plain.split('"')[1].split("|"))


def test_the_pages_are_not_open_to_the_network_unless_told() -> None:
    web = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]["web"]
    assert web["ports"] == ["${BIND:-127.0.0.1}:${PORT:-8000}:8000"]


def test_a_node_opens_no_port_and_a_coordinator_one() -> None:
    assert "ports" not in service("compose.node.yaml")
    assert service("compose.coordinator.yaml")["ports"] == [
        "${FLEET_BIND:-0.0.0.0}:${FLEET_PORT:-8443}:8443"
    ]
    assert "--private-port" not in service("compose.coordinator.yaml")["command"]

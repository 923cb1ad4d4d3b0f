"""The rules reach nothing outside: a socket that is opened here is a failure (LAW 2)."""

import pytest


@pytest.fixture(autouse=True)
def nothing_outside(socket_disabled: None) -> None:
    """Of every test here (pytest-socket)."""

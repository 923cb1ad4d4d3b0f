"""The laws play in this process and a replayer over pipes: a socket that is opened here is a failure."""

import pytest


@pytest.fixture(autouse=True)
def nothing_outside(socket_disabled: None) -> None:
    """Of every test here (pytest-socket)."""

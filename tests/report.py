"""Figures that tests show at the end of a run, whatever order and process they ran in."""

_SAID: list[str] = []


def say(text: str) -> None:
    """To be shown in the summary of the run."""
    _SAID.append(text)


def said() -> list[str]:
    """What has been said since the last time."""
    taken, _SAID[:] = list(_SAID), []
    return taken

"""Planted faults: each a wrapper of a whole game that breaks exactly the laws it names."""

from tests.contract.cases import Case
from tests.contract.registry import CASES


def find(name: str) -> Case:
    """A case by its name, with or without a fault."""
    return next(case for case in CASES if case.name == name)

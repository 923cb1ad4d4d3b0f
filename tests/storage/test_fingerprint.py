"""The fingerprint of a state's type changes with its layout and with nothing else."""

import enum
import subprocess
import sys

import pytest
from msgspec import Struct, defstruct

from bot.games import GAMES
from rules.contract import State
from storage.fingerprint import fingerprint, layout


class Inner(Struct, frozen=True, array_like=True, tag="inner"):
    """Words."""

    mask: int


class Renamed(Struct, frozen=True, array_like=True, tag="inner"):
    mask: int


class Other(Struct, frozen=True, array_like=True, tag="other"):
    mask: int


class Card(enum.IntEnum):
    ORE = 0
    WOOL = 1


class Swapped(enum.IntEnum):
    WOOL = 0
    ORE = 1


class Tree(Struct, frozen=True):
    left: "Tree | None"
    depth: int = 0


def made(*fields: tuple[str, object], array_like: bool = True) -> str:
    return fingerprint(defstruct("Made", fields, bases=(State,), frozen=True, array_like=array_like))  # pyright: ignore[reportArgumentType, reportUnknownArgumentType]


BASE = (("seats", int), ("phase", Inner | Other), ("board", tuple[int, ...]), ("card", Card))


@pytest.mark.parametrize(
    "fields",
    [
        (("phase", Inner | Other), ("seats", int), ("board", tuple[int, ...]), ("card", Card)),
        (("turn", int), *BASE[1:]),
        (*BASE, ("more", int)),
        BASE[:-1],
        (BASE[0], ("phase", Inner), *BASE[2:]),
        (*BASE[:2], ("board", tuple[int, int]), BASE[3]),
        (*BASE[:2], ("board", tuple[str, ...]), BASE[3]),
        (*BASE[:2], ("board", tuple[Inner, ...]), BASE[3]),
        (*BASE[:3], ("card", Swapped)),
        (*BASE[:3], ("card", Card | None)),
    ],
)
def test_another_layout_has_another_fingerprint(fields: tuple[tuple[str, object], ...]):
    assert made(*fields) != made(*BASE)


def test_two_fields_of_one_type_that_change_places_are_noticed():
    assert made(("free", int), ("sites", int)) != made(("sites", int), ("free", int))


def test_an_object_is_not_an_array():
    assert made(*BASE, array_like=False) != made(*BASE)


def test_names_of_classes_words_and_the_order_of_a_union_do_not_count():
    assert made(*BASE) == made(BASE[0], ("phase", Other | Inner), *BASE[2:])
    assert made(*BASE) == made(BASE[0], ("phase", Renamed | Other), *BASE[2:])


def test_a_type_may_hold_itself():
    assert layout(Tree) == "object[None=None](left/left: NoneType() | #0, depth/depth?: IntType())"


def test_the_states_of_all_games_have_different_ones_that_every_process_finds():
    ours = {key: fingerprint(game.rules.state_type) for key, game in GAMES.items()}
    assert len(set(ours.values())) == len(ours)
    code = (
        "from bot.games import GAMES; from storage.fingerprint import fingerprint;"
        "print({key: fingerprint(game.rules.state_type) for key, game in GAMES.items()})"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == repr(ours)

"""The newest commit of a seat with the same moves: the one that reading all of them would find."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from rules.contract import Record
from storage.port import Store
from storage.rows import Change, Committed
from tests.postgres import stores
from tests.storage import builders
from tests.storage.builders import NOW, a_table, first
from tests.storage.conftest import Opened

UNDO = "undo"
MOVES = ("step 1", "done", "pass")


class Played(Struct, frozen=True):
    seat: int
    kind: str
    texts: tuple[str, ...]
    later: int
    """How much later than the one before, by a clock that may be set back."""
    pressed: bool


PLAYED = st.builds(
    Played,
    st.integers(0, 1),
    st.sampled_from(("move", "move", "move", UNDO)),
    st.lists(st.sampled_from(MOVES), min_size=1, max_size=3).map(tuple),
    st.integers(-30, 40),
    st.booleans(),
)


async def written(store: Store, games: list[Played]) -> int:
    """Writes a game; returns the time of its end."""
    table, now = await store.write(first(a_table())), NOW
    for version, one in enumerate(games, 1):
        now += one.later
        records = tuple(Record(version, part, one.kind, one.seat, text, (), now) for part, text in enumerate(one.texts))
        played = replace(table, version=version)
        pressed = version if one.pressed else 0
        change = Change(played, table.rev, now, records=records, interaction=pressed, answer=f"{version}")
        table = await store.write(change)
    return now


async def by_reading_all(store: Store, span: tuple[int, int], texts: tuple[str, ...]) -> Committed | None:
    after, until = span
    for commit in reversed(await store.committed("Tq3", 0, after)):
        if commit.kind == UNDO:
            return commit
        if commit.at <= until and commit.texts[-len(texts) :] == texts:
            return commit
    return None


def steady(games: list[Played]) -> list[Played]:
    return [replace(one, later=abs(one.later)) for one in games]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@settings(max_examples=25, deadline=None)
@given(st.lists(PLAYED, max_size=8).map(steady), st.lists(st.sampled_from(MOVES), min_size=1, max_size=2).map(tuple))
async def test_it_is_the_one_that_reading_all_would_find(
    tmp_path_factory, kind: str, games: list[Played], texts: tuple[str, ...]
):
    folder: Path = tmp_path_factory.mktemp("store")
    async with await (stores.opened(stores.emptied()) if kind == "postgres" else builders.opened(folder)) as store:
        now = await written(store, games)
        for span in ((now - 60, now), (now - 60, now - 20), (now - 1, now)):
            found = await store.last_committed("Tq3", 0, span, texts, UNDO)
            assert found == await by_reading_all(store, span, texts)


async def test_a_clock_that_was_set_back_hides_nothing_that_was_played_since(opened: Opened):
    async with await opened() as store:
        games = [Played(0, "move", ("done",), 5_000_000, True), Played(0, "move", ("pass",), -4_000_000, True)]
        now = await written(store, games)
        found = await store.last_committed("Tq3", 0, (now - 60, now), ("pass",), UNDO)
        assert found is not None
        assert found.version == 2
        assert await store.last_committed("Tq3", 0, (now - 60, now), ("done",), UNDO) is None

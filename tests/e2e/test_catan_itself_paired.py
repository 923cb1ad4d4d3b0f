"""What comes by itself tells nobody more than the rules allow, at positions of random games: a turn ends, the next one
begins without a press. All that a person sees is the same, byte for byte, in two worlds that they cannot tell apart.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play import Action, limits, turns
from bot.play.timed import dues
from rules import counts
from rules.catan.state import Main
from storage.rows import BEGINS
from tests import report
from tests.contract.registry import CATAN
from tests.e2e.pairs import Pair
from tests.e2e.test_paired import LANGUAGES, NAMES, Stand

PAIRS = 40
STRANGER = 999


def ending() -> Iterator[Pair]:
    """Pairs in which somebody else than the observer can end their turn."""
    seed = 0
    while True:
        seed += 1
        pair = Pair(seed, CATAN)
        here, there = (world.state for world in pair.worlds)
        nobody = here.offer is None and not here.proposals and not here.resigned
        if isinstance(here.phase, Main) and nobody and here.active not in (pair.observer, -1) and there.offer is None:
            yield pair


async def ended(stand: Stand, pair: Pair, world: int) -> dict[str, list[bytes]]:
    """What the observer and a stranger see while the turn ends and the next one begins."""
    house = stand.house
    house.clock.now += limits.TAKE_BACK_MS * 10
    users = [1000 + 10 * pair.seed + seat for seat in range(pair.seats)]
    table, channel, lang = f"Pair{pair.seed:07d}", 100_000 + pair.seed, LANGUAGES[pair.seed % 3]
    await house.store.write(pair.change(world, table, channel, users, NAMES, house.clock.now))
    await house.do(table, Action(users[pair.worlds[0].state.active]), turns.play(-1, ["end"]))
    watcher = STRANGER if pair.observer is None else users[pair.observer]
    seen: list[bytes] = []
    for _ in range(3):
        rows = (await house.loaded(table)).dues
        seen.append(repr([(row.kind, row.seat, row.since, row.at - house.clock.now) for row in rows]).encode())
        await house.courier.drain()
        for user in {watcher, STRANGER}:
            shown = await stand.responses.board(house.press(user, lang), table)
            hand = await stand.responses.hand(house.press(user, lang), table)
            seen += [repr(form.view().to_components()).encode() for form in (shown, hand)]
        house.clock.now += limits.TAKE_BACK_MS // 2
        while await house.clockwork.tick():
            pass
    rolled = any(record.text == "roll" for record in (await house.store.records(table))[-2:])
    said = stand.ear.said.get(channel, []) + stand.ear.said.get(-watcher, [])
    return {"seen": seen, "said": said, "rolled": [b"rolled"] if rolled else []}


async def compare(folder: Path, pairs: int) -> Counter[str]:
    count: Counter[str] = Counter()
    found = ending()
    async with Stand(folder / "here") as here, Stand(folder / "there") as there:
        while count["pairs"] < pairs:
            pair = next(found)
            one, other = await ended(here, pair, 0), await ended(there, pair, 1)
            for what in one:
                assert one[what] == other[what], (pair.seed, what)
                count[what] += len(one[what])
            count["pairs"] += 1
    return count


async def test_pairs_of_worlds_while_a_turn_begins_by_itself(tmp_path: Path):
    count = await compare(tmp_path, PAIRS)
    report.say(f"paired worlds of Catan while turns begin by themselves: {dict(count)}, differences 0")
    assert count["rolled"] > PAIRS // 4
    assert count["rolled"] < PAIRS, "whoever holds a development card is asked"


async def test_a_roll_that_knows_the_cards_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = dues._by_itself  # pyright: ignore[reportPrivateUsage]

    def leaking(table: Any, commit: Any, env: Any) -> Any:
        found = real(table, commit, env)
        held = [counts.amount(commit.position.state.hands[row.seat].packed, 0) for row in found if row.kind == BEGINS]
        return tuple(replace(row, at=row.at + later) for row, later in zip(found, held, strict=True))

    monkeypatch.setattr(dues, "_by_itself", leaking)
    with pytest.raises(AssertionError):
        await compare(tmp_path, PAIRS)


@pytest.mark.long
async def test_many_pairs_of_worlds_while_a_turn_begins_by_itself(tmp_path: Path):
    count = await compare(tmp_path, 20 * PAIRS)
    report.say(f"paired worlds of Catan while turns begin by themselves: {dict(count)}, differences 0")

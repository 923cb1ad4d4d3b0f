"""Whatever is shown fails now and then, anywhere: painters, sentences, labels, menus, whole screens, what the courier
composes. Whoever presses is answered each time, the games go on, and the thread is told.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.gallery import Gallery
from bot.discord.interactions.responses import Responses
from bot.discord.messages.composer import Composer
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.private_letters import PrivateLetters
from bot.discord.screens.panel_screen import PanelScreen
from bot.discord.screens.plan_screen import PlanScreen
from bot.discord.screens.plan_text import PlanText
from bot.discord.screens.screens import Screens
from bot.games import GAMES as REGISTRY
from bot.games import game_text
from bot.wording import mishaps
from renderer import Painters
from rules.chance import Seeded
from tests.bot.house import House
from tests.bot.presser import Sketches, Walk
from tests.bot.test_mishaps import GAMES, WORDS
from tests.contract.cases import Case
from tests.report import say

IN_A_HUNDRED = 6
"""How often each of them fails."""
PLACES: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (Painters, ("paint", "planned", "happened", "zoom", "regions")),
    (Gallery, ("board", "plan", "hand", "zoom")),
    (PlanText, ("_told",)),
    (PlanScreen, ("_menus", "_going_on", "_finishing", "form", "question")),
    (PanelScreen, ("shown", "since")),
    (Screens, ("board", "hand", "text_board", "zoom", "step", "sentence")),
    (Responses, ("_reopened",)),
    (Composer, ("_board", "_call", "_public")),
    (PrivateLetters, ("_private",)),
    (DiscordMessenger, ("_whole",)),
)
PRESSES = 150
CHUNKS = 12
"""Of each game in the campaign, each of so many presses: some 100,000 in all."""
MANY = 2_000


class Planted(KeyError):
    """What fails."""


def fitful(work: Callable[..., Any], luck: Seeded, struck: Counter[str], name: str) -> Callable[..., Any]:
    def fails() -> None:
        if luck.below(100) < IN_A_HUNDRED:
            struck[name] += 1
            raise Planted("planted")

    async def later(*given: Any, **named: Any) -> Any:
        fails()
        return await work(*given, **named)

    def now(*given: Any, **named: Any) -> Any:
        fails()
        return work(*given, **named)

    return later if inspect.iscoroutinefunction(work) else now


def plant(patch: pytest.MonkeyPatch, case: Case, luck: Seeded) -> Counter[str]:
    """Lets everything fail now and then; what has failed how often."""
    struck: Counter[str] = Counter()
    for owner, names in PLACES:
        for name in names:
            label = f"{owner.__name__}.{name}"
            patch.setattr(owner, name, fitful(getattr(owner, name), luck, struck, label))
    game = REGISTRY[case.rules.key]
    said = {field: getattr(game.wording, field) for field in WORDS}
    mute: dict[str, Any] = {}
    for field, was in said.items():
        if field == "alts":
            mute[field] = MappingProxyType({key: fitful(one, luck, struck, "alts") for key, one in was.items()})
        elif was:
            mute[field] = fitful(was, luck, struck, field)
    dumb = replace(game, wording=replace(game.wording, **mute))
    patch.setitem(game_text.__dict__["_by_key"], case.rules.key, dumb)
    patch.setitem(game_text.__dict__["_by_package"], game.package, dumb)
    return struck


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    mishaps.forget()


async def walked(folder: Path, patch: pytest.MonkeyPatch, case: Case, seed: int, presses: int) -> None:
    house = await House(folder).open()
    gallery = Sketches(1000)
    walk = Walk(house, gallery, case, seed)
    hands = walk.hands
    hands.gives_way, hands.may_log = True, {"gave way", "error", "table failed", "not written"}
    moves = 0
    try:
        await walk.go(1)
        struck = plant(patch, case, Seeded(seed))
        table, version = walk.table, (await house.loaded(walk.table)).table.version
        for stop in range(2, presses, 10):
            await walk.go(stop)
            if walk.table != table:
                table, version = walk.table, -1
            now = (await house.loaded(table)).table.version
            moves, version = moves + max(0, now - version), now
            assert all(sent.text.strip() or sent.rows or sent.modal for sent in walk.seen.values())
            assert {type(error) for error in hands.gave_way} <= {Planted}, hands.gave_way
        for _ in range(5):
            await house.courier.drain()
        assert not await house.store.parked(table), "a thread that is silent tells nobody"
        assert await house.store.waiting(house.clock.now, 1) == ()
        await house.check(table)
    finally:
        gallery.close()
        patch.undo()
        await house.close()
    assert moves > presses // 40, "moves count"
    say(f"{case.name}, seed {seed}: {walk.hands.presses} presses, {moves} moves, {sum(struck.values())} failures "
        f"at {len(struck)} places, {len(walk.post.forms)} messages")  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
async def test_whatever_fails_now_and_then_everybody_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
):
    await walked(tmp_path, monkeypatch, GAMES[game], 11, PRESSES)


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(200, 200 + CHUNKS))
async def test_through_a_hundred_thousand_presses_with_failures_everybody_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
):
    await walked(tmp_path, monkeypatch, GAMES[game], seed, MANY)

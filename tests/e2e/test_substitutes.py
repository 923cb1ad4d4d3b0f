"""A game that goes on in other hands, with the whole bot: from the press on the hand is theirs alone who have taken the
seat. What the one before had before their eyes is pressed at each later move and shows nothing of it, in all that they
see to the end; who comes sees nothing before they have the seat.
"""

import asyncio
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.games import game_text
from bot.wording.words import words_for
from rules.chance import Seeded
from sandbox.actor import Person
from sandbox.page.shown import CannotError, Shown
from sandbox.world.compose import BUTTON
from sandbox.world.world import Channel
from tests import report
from tests.e2e.cafe_players import CafePresser
from tests.e2e.catan_players import CatanPresser
from tests.e2e.conftest import Stage, staged
from tests.e2e.players import Player, Presser, newest_board
from tests.e2e.test_catan_games import waited_for

ENGLISH = words_for("en")
BEFORE = 6
"""Moves that are played before the seat passes on."""
ASKED = (
    "/table hand", "/table board", "/table log", "/table since", "/table turn", "/table back", "/table replay",
    "/me turns", "/me export", "/table export",
)  # fmt: skip
OPENERS = ("My turn", "My hand", "Board", "Answer", "Seats", "Settings", "Standing order", "Replay")


class Change:
    """One game in which a seat passes on, and what two people see of it."""

    def __init__(self, stage: Stage, thread: Channel, seed: int) -> None:
        self.stage, self.thread, self.luck = stage, thread, random.Random(seed)
        self.old: list[Shown] = []
        self.presses = self.moves = self.canaries = 0
        self.left_at = 0

    async def table(self) -> str:
        found = await self.stage.store.at_channel(self.thread.id)
        assert found is not None
        return found

    async def hand(self, seat: int) -> str:
        """What the seat alone may know now, in words: long enough to be met nowhere else."""
        table = await self.stage.table(await self.table())
        rules, state = table.rules, table.position.state
        return game_text.hand(ENGLISH, rules.private(state, seat))

    async def is_secret(self, words: str) -> bool:
        """Does nobody see these words who has no seat?"""
        stranger = self.stage.sandbox.person("Zoe", self.stage.guild)
        stranger.go(self.thread)
        board = await (await stranger.slash("/table board", {"text": True})).done()
        return len(words) > 20 and words not in board.text

    async def look_around(self, person: Person) -> None:
        """Opens all that a player can open, and keeps it before their eyes."""
        person.go(self.thread)
        board = newest_board(person, self.thread)
        for which in OPENERS:
            if which in board.buttons:
                self.old.append((await (await person.press(board, which)).done()).message)
        self.old += [*person.dms, board]

    async def tries(self, person: Person, most: int) -> None:
        """Presses so much of what stands there still, and asks for all else."""
        person.go(self.thread)
        for shown in self.luck.sample(self.old, min(most, len(self.old))):
            if shown.gone:
                continue
            ids = [
                part["custom_id"] for part in shown.controls() if part["type"] == BUTTON and not part.get("disabled")
            ]
            for custom_id in ids[:3]:
                try:
                    reply = await person.press(shown, custom_id)
                except CannotError:
                    continue  # an earlier press has taken it away
                if reply.begun.modal is None:
                    await reply.done()
                self.presses += 1
        for line in self.luck.sample(ASKED, most):
            await (await person.slash(line)).done()
            self.presses += 1
        await person.autocomplete("/play", move="")


async def passes_on(stage: Stage, game: str, players: int, seed: int, moves: int, *, sought: bool) -> Change:
    stage.env.chance = Seeded(seed)
    thread = await stage.begun(players, "", game)
    run = Change(stage, thread, seed)
    kind = {"guatemala": Presser, "cafe": CafePresser, "catan": CatanPresser}[game]
    actors: dict[int, Player] = {one.id: kind(one, run.luck) for one in stage.people[:players]}  # type: ignore[misc]
    heir, other = stage.people[3], stage.sandbox.person("Eve", stage.guild)
    former: Person | None = None
    seat = -1
    for _ in range(moves):
        await stage.quiet()
        asked = await waited_for(stage, thread)
        if not asked:
            break
        run.moves += 1
        user = run.luck.choice(asked)
        if run.moves == BEFORE:
            former = stage.person(user)
            seat = (await stage.table(await run.table())).seat_of(user).seat
            await run.look_around(former)
            words = await run.hand(seat)
            assert not _saw(heir, words, 0), "nothing is seen before the seat is taken"
            await _passed(stage, thread, former, heir, other, sought=sought)
            run.left_at = len(former.seen)
            actors[heir.id] = kind(heir, run.luck)  # type: ignore[assignment]
            heir.go(thread)
            shown = await (await heir.slash("/table hand")).done()
            assert words in shown.text
            assert _saw(heir, words, 0), "what is seen is found"
            continue
        await actors[user].act(newest_board(actors[user].person, thread))
        if former is not None:
            await stage.quiet()
            await run.tries(former, 2)
            if (await waited_for(stage, thread)) and await run.is_secret(words := await run.hand(seat)):
                run.canaries += 1
                assert not _saw(former, words, run.left_at), words
    assert former is not None
    return run


async def _passed(stage: Stage, thread: Channel, former: Person, heir: Person, other: Person, *, sought: bool) -> None:
    for person in (heir, other):
        person.go(thread)
    if not sought:
        offered = await (await former.slash("/seat hand-over", to=heir)).done()
        assert offered.text.startswith(f"Your seat is offered to <@{heir.id}>.")
        assert "\n" not in offered.text.strip(), "said once"
        await stage.quiet()
        card = next(shown for shown in reversed(heir.messages(thread)) if "Take the seat" in shown.buttons)
        await (await other.press(card, "Take the seat")).done()
        await (await heir.press(card, "Take the seat")).done()
    else:
        await (await former.slash("/seat seek")).done()
        await stage.quiet()
        home = stage.sandbox.world.channels[thread.parent_id or 0]
        card = next(shown for shown in reversed(heir.messages(home)) if "Take the seat" in shown.buttons)
        both = await asyncio.gather(*(person.press(card, "Take the seat") for person in (heir, other)))
        said = [(await reply.done()).text for reply in both]
        assert sum("seat" in text for text in said) == 2, said
        table = await stage.table(str(await stage.store.at_channel(thread.id)))
        if other.id in table.users.values():  # lots decide whose press came first
            pytest.skip("the other one was faster")
    await stage.quiet()
    table = await stage.table(str(await stage.store.at_channel(thread.id)))
    assert heir.id in table.users.values()
    assert former.id not in table.users.values()
    assert other.id not in table.users.values()


def _saw(person: Person, words: str, since: int) -> bool:
    """Has this person been shown these words, from one of the sights on?"""
    return any(words in text for sight in person.seen[since:] for text in _texts(sight.body))


def _texts(body: Any) -> Iterator[str]:
    """All texts of a message, whatever they stand in."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, Mapping):
        for part in body.values():
            yield from _texts(part)
    elif isinstance(body, list | tuple):
        for part in body:
            yield from _texts(part)


GAMES = (("guatemala", False), ("catan", True), ("cafe", False))


@pytest.mark.parametrize(("game", "sought"), GAMES, ids=[game for game, _ in GAMES])
async def test_a_seat_passes_on_in_a_game(stage: Stage, game: str, sought: bool):
    run = await passes_on(stage, game, 3, 3, 12, sought=sought)
    report.say(f"{game}: {run.presses} presses of who was there before, {run.canaries} canaries, none seen")
    assert run.presses > 5


@pytest.mark.long
@pytest.mark.parametrize(("game", "sought"), GAMES, ids=[game for game, _ in GAMES])
@pytest.mark.parametrize("seed", range(3))
async def test_a_seat_passes_on_in_a_whole_game(tmp_path: Path, game: str, seed: int, sought: bool):
    async with staged(tmp_path / "data") as stage:
        run = await passes_on(stage, game, 3, 20 + seed, 2000, sought=sought != bool(seed % 2))
    report.say(f"{game}, {run.moves} moves: {run.presses} presses of who was there before, {run.canaries} canaries")

"""A game that only its own folder and one line of a registry know is played through the whole bot."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from sandbox.actor import Person, Reply
from sandbox.world.world import Channel
from tests import report
from tests.contract.toy_pieces import GOAL
from tests.e2e.conftest import Stage, staged
from tests.e2e.players import SELECT, is_over, newest_board, opener, pinged
from tests.fourth_game import TOY
from tests.fourth_game.wording import VERBS

REGISTRY = {**GAMES, "toy": TOY}
MOST = 2500
ASKED = "Type it"
"""A button of every panel of a turn, and of nothing else."""
BACK = ("Step back", "Start over", ASKED)


@pytest.fixture
async def four(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path / "data", REGISTRY) as opened:
        yield opened


class Presser:
    """Plays by whatever can be pressed or chosen."""

    def __init__(self, person: Person, luck: random.Random) -> None:
        self.person, self.luck = person, luck
        self.presses = 0

    async def act(self, thread: Channel) -> None:
        board = newest_board(self.person, thread)
        opened = await (await self.person.press(board, opener(board))).done()
        for _ in range(30):
            part = self._chosen(opened)
            if part is None:
                return
            self.presses += 1
            value = self.luck.choice(part["options"])["value"] if part["type"] == SELECT else None
            pressed = (
                self.person.press(opened, part["custom_id"])
                if value is None
                else (self.person.choose(opened, part["custom_id"], value))
            )
            opened = await (await pressed).done()
            if opened.text.startswith(("Played", "Your answer")):
                return

    def _chosen(self, opened: Reply) -> Any:
        """A control that goes on; None where nothing is asked."""
        controls = [part for part in opened.message.controls() if not part.get("disabled")]
        named = {str(part.get("label", "")): part for part in controls}
        if ASKED not in named and not {"Block", "Pass"} & named.keys():
            return None
        if "Commit" in named and self.luck.random() < 0.7:
            return named["Commit"]
        going = [part for part in controls if part.get("label") not in (*BACK, "Commit")]
        return self.luck.choice(going or [named["Commit"]])


class Typist(Presser):
    """Plays by /play, a word after the other as they are suggested."""

    async def act(self, thread: Channel) -> None:
        text = ""
        for _ in range(8):
            found = [choice["value"] for choice in await self.person.autocomplete("/play", move=text)]
            if not found or text in found:
                break
            text = self.luck.choice(found)
        if text:
            self.presses += 1
            await (await self.person.slash("/play", move=text)).done()


@pytest.mark.parametrize(("kind", "players"), [(Presser, 2), (Typist, 3)], ids=["presses", "typed"])
async def test_a_fourth_game_is_played_to_its_end(four: Stage, kind: type[Presser], players: int) -> None:
    luck = random.Random(3)
    thread = await four.begun(players, "bag=short", "toy")
    actors = {person.id: kind(person, luck) for person in four.people[:players]}
    first = four.people[0]
    for _ in range(MOST):
        await four.quiet()
        board = newest_board(first, thread)
        if is_over(board):
            break
        asked = pinged(board) if luck.random() < 0.5 else []
        await actors[luck.choice(asked or [*actors])].act(thread)  # who is asked again is not called again
    else:
        raise AssertionError(f"the game does not end: {newest_board(first, thread).text!r}")
    assert "1) " in board.text
    assert any(person.name in board.text for person in four.people[:players])
    assert len(board.files) == 1
    report.say(f"fourth game, {kind.__name__}: {sum(one.presses for one in actors.values())} interactions")


async def test_the_commands_of_a_fourth_game_suggest_and_play(four: Stage) -> None:
    thread = await four.begun(2, "", "toy")
    person = four.person(pinged(newest_board(four.people[0], thread))[0])
    drawn = await (await person.slash("/toy draw")).done()
    assert drawn.text.startswith("Move 1 played.")
    await four.quiet()
    assert f"{person.name} draws a card" in newest_board(person, thread).text
    kinds = [choice["name"] for choice in await person.autocomplete("/toy call", kind="")]
    assert set(kinds) <= {"A", "B", "C"}
    refused = await (await person.slash("/toy clear", edge=3)).done()
    assert "That is not what the game needs from you now" in refused.text
    board = await (await person.slash("/table board", {"text": True})).done()
    assert f"of {GOAL}" not in board.text
    assert "0 points" in board.text
    assert set(VERBS) >= {"DRAW", "CALL"}


async def test_a_fourth_game_is_offered_and_told_like_the_others(four: Stage) -> None:
    person = four.people[0]
    about = await (await person.slash("/about")).done()
    assert "Toy for 2 to 4 players" in about.text
    offered = [choice["value"] for choice in await person.autocomplete("/table new", {"game": "toy", "option": ""})]
    assert offered == ["bag=full", "bag=short"]
    thread = await four.gathered(2, "bag=short", "toy")
    card = person.messages(thread)[-1]
    assert "Bag – half of the cards" in card.text
    told = await (await person.slash("/table help")).done()
    assert "How a table is played" in told.text

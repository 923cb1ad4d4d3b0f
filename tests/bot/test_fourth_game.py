"""A game that stands in a folder of its own is whole to the bot by one line in the registry (tests/fourth_game)."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.discord.commands.context import CommandContext
from bot.discord.commands.game_commands import game_group
from bot.games import GAMES, game_text
from bot.games.game import Game, painters
from bot.play.plans import menu
from bot.play.plans.menu import Next
from bot.wording.words import LANGUAGES, words_in
from renderer import compose, encode
from rules.chance import Seeded
from rules.contract import IllegalMove
from rules.facts import heard
from tests.contract.player import Game as Played
from tests.contract.player import play_one
from tests.contract.registry import TOY as CASE
from tests.fourth_game import TOY

FOUR: Mapping[str, Game] = {**GAMES, "toy": TOY}
KEY = "toy"
NAMES = ("Ada", "Bo", "Cy", "Di")


@pytest.fixture(scope="module")
def played() -> list[Played]:
    game_text.know(FOUR)
    return [play_one(CASE, seed) for seed in range(60)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_happens_and_whatever_is_asked_has_words(played: list[Played], lang: str) -> None:
    words, kinds = words_in(lang), set[str]()
    for game in played:
        names = NAMES[: game.setup.seats]
        for ply in game.plies:
            state = ply.commit.position.state
            view = TOY.rules.public(state)
            for seat in range(game.setup.seats):
                facts = heard(ply.commit.told, seat)
                kinds |= {type(fact).__name__ for fact in facts}
                assert not facts or all(game_text.tell(words, facts, names))
                assert game_text.hand(words, TOY.rules.private(state, seat))
            for question in ply.commit.position.open:
                assert game_text.ask(words, question.topic, view, names)
            assert game_text.alt(words, view, names)
            assert game_text.status(words, view, names)
    assert kinds >= {"Drew", "Did", "Scored", "Traded", "Tossed", "Ended"}


def test_every_move_can_be_said_in_menus_and_is_named(played: list[Played]) -> None:
    words = words_in("en")
    for game in played[:3]:
        for ply in game.plies[:60]:
            for question in ply.before.open:
                entries = menu.entries(TOY, ply.before.state, question.seat, ())
                assert entries
                for entry in entries:
                    assert game_text.label(words, entry.choice, KEY, entry.before)
                    assert game_text.planned(words, " ".join(entry.words), KEY)


def test_every_refusal_says_what_to_do(played: list[Played]) -> None:
    reasons: dict[str, str] = {}
    for game in played:
        for ply in game.plies:
            for text in ("LAY 3", "GIVE A", "SCORE B", "CALL C", "DEAL 1 1", "OFFER A A", "CLEAR 5", "PAY A"):
                for seat in range(game.setup.seats):
                    try:
                        TOY.rules.apply(ply.before.state, seat, TOY.rules.parse(text), Seeded(1))
                    except IllegalMove as refused:
                        reasons[type(refused.reason).__name__] = game_text.explain(
                            words_in("en"), refused.reason, NAMES
                        )
    assert set(reasons) >= {"Lacks", "NotAsked", "Occupied", "Same"}
    assert all(text.endswith(".") for text in reasons.values())


def test_its_pictures_are_painted_from_its_own_folder(played: list[Played]) -> None:
    paint = painters(FOUR)
    state = played[0].last.state
    for view in (TOY.rules.public(state), TOY.rules.private(state, 0)):
        for picture in paint.pictures(view):
            assert encode(compose(paint.paint(view, picture))).startswith(b"\x89PNG")


class Typing:
    """A table at which somebody types, with what would be played."""

    def __init__(self, state: Any, seat: int) -> None:
        async def words(_: object) -> Any:
            return words_in("en")

        self.state, self.seat = state, seat
        self.languages: Any = SimpleNamespace(words=words)
        self.said: list[str] = []

    async def typed(self, interaction: discord.Interaction, text: str, game: str) -> None:
        self.said.append(text)

    async def suggested(self, interaction: discord.Interaction, text: str) -> tuple[str, ...]:
        return ()

    async def following(self, interaction: discord.Interaction, tokens: tuple[str, ...]) -> Next | None:
        found = TOY.rules.choices(self.state, self.seat, tokens)
        return Next(found, TOY.rules.public(self.state), NAMES)

    async def best(self, interaction: discord.Interaction, typed: str) -> list[tuple[str, str]]:
        return []


async def test_each_of_its_commands_writes_a_move(played: list[Played]) -> None:
    """Those with an open offer get its number from the rules; everything else is what somebody fills in."""
    state, seat = next(
        (ply.before.state, question.seat)
        for game in played
        for ply in game.plies
        for question in ply.before.open
        if question.topic == "offer" and TOY.rules.choices(ply.before.state, question.seat, ("ACCEPT",))
    )
    typing = Typing(state, seat)
    group = game_group(TOY.commands, cast(CommandContext, typing))
    interaction: Any = SimpleNamespace(namespace=SimpleNamespace())
    filled: dict[str, Any] = {
        "edge": 7,
        "gives": "A",
        "wants": "B",
        "kind": "C",
        "cards": "A A",
        "player": "1",
        "pay": "",
    }
    for command in group.walk_commands():
        assert isinstance(command, app_commands.Command)
        values = {parameter.name: filled[parameter.name] for parameter in command.parameters}
        await command.callback(interaction, **values)  # pyright: ignore[reportCallIssue]
    number = TOY.rules.choices(state, seat, ("ACCEPT",))[0].token
    assert "LAY 7" in typing.said
    assert f"ACCEPT {number}" in typing.said
    assert f"COUNTER {number} A B" in typing.said
    assert "SCORE C" in typing.said
    for text in typing.said:
        if not text.startswith("DEAL"):  # which needs somebody who has accepted
            assert TOY.rules.parse(text)


async def test_a_slot_of_several_words_suggests_what_is_typed_with_each_that_can_follow(played: list[Played]) -> None:
    state, seat = next(
        (p.before.state, q.seat) for game in played for p in game.plies for q in p.before.open if q.topic == "toss"
    )
    typing = Typing(state, seat)
    give = next(
        command
        for command in game_group(TOY.commands, cast(CommandContext, typing)).walk_commands()
        if command.name == "give"
    )
    assert isinstance(give, app_commands.Command)
    interaction: Any = SimpleNamespace(namespace=SimpleNamespace())
    suggest: Any = give._params["cards"].autocomplete
    first = [choice.value for choice in await suggest(interaction, "")]
    assert first == [choice.token for choice in TOY.rules.choices(state, seat, ("GIVE",))]
    for value in first:
        second = [choice.value for choice in await suggest(interaction, f"{value} ")]
        wanted = [f"{value} {choice.token}" for choice in TOY.rules.choices(state, seat, ("GIVE", value))]
        assert [text for text in second if len(text.split()) == 2] == wanted

"""The registry of games is complete: whatever a game must have is there, and fits together."""

import re
import string
from typing import Any

import pytest

from bot.games import GAMES, game_text
from bot.games.game import Game, painters
from bot.games.slash import ONLY, Flag, Number, Slash, Slot
from bot.wording import chapters
from bot.wording.paging import TITLE
from bot.wording.words import LANGUAGES, size, words_in
from renderer import Painter, compose, encode
from rules import engine
from rules.chance import Seeded
from rules.contract import Setup
from tests.painted import PAINTERS

ENGLISH = words_in("en")
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")

_games = pytest.mark.parametrize("key", GAMES)


def verbs(game: Game) -> set[str]:
    """The first words of its moves, as its commands write them."""
    return {command.notation.split()[0] for command in game.commands.every if not command.orders}


def begun(game: Game, seats: int, options: tuple[tuple[str, str], ...] = ()) -> Any:
    return engine.begin(game.rules, Setup(seats, options), Seeded(7)).position


@_games
def test_a_game_has_one_key_everywhere(key: str) -> None:
    game = GAMES[key]
    assert (game.rules.key, game.commands.name) == (key, key)
    assert game.package == f"rules.{key}"
    assert game_text.title(key) == game.title
    assert [other.title for other in GAMES.values()].count(game.title) == 1
    assert 0 < size(game.title) <= TITLE


@_games
def test_every_view_of_a_game_has_its_painter(key: str) -> None:
    game = GAMES[key]
    state = begun(game, game.rules.seats[0]).state
    for painter, view in ((game.public, game.rules.public(state)), (game.seat, game.rules.private(state, 0))):
        assert painter.view is type(view)
        assert len({*painter.pictures}) == len(painter.pictures) > 0
        assert 0 <= painter.packing <= 9
        for picture in painter.pictures:
            scene = painters(GAMES).paint(view, picture)
            assert scene.packing == painter.packing
            assert encode(compose(scene)).startswith(b"\x89PNG")


@_games
def test_everything_of_a_picture_has_a_name(key: str) -> None:
    game, shown = GAMES[key], set[str]()
    for seats in game.rules.seats:
        view = game.rules.public(begun(game, seats).state)
        shown |= {region for picture in game.public.pictures for region in game.public.regions(view, picture)}
    assert {*game.wording.pictures} == {*game.public.pictures}
    assert {*game.wording.regions} == shown
    assert {*game.wording.alts} < {*game.public.pictures}


@_games
def test_every_option_and_each_of_its_values_has_a_name(key: str) -> None:
    game = GAMES[key]
    options = game.rules.options
    assert {*game.wording.options} == {option.key for option in options}
    assert {*game.wording.values} == {(option.key, value) for option in options for value in option.values}


@_games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_tells_its_rules_in_every_language(key: str, lang: str) -> None:
    found = chapters.chapters(lang, GAMES[key].chapters)
    assert len(found) == len(chapters.chapters("en", GAMES[key].chapters)) > 0
    assert all(heading and body for heading, body in found)
    assert lang == "en" or found != chapters.chapters("en", GAMES[key].chapters)


@_games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_says_how_it_begins(key: str, lang: str) -> None:
    """Its status, its questions, its boards and hands, and each word that can be chosen."""
    game, words = GAMES[key], words_in(lang)
    for seats in game.rules.seats:
        position = begun(game, seats)
        view, names = game.rules.public(position.state), NAMES[:seats]
        assert game_text.status(words, view, names)
        assert game_text.alt(words, view, names)
        assert all(game_text.text_board(words, view, names))
        for question in position.open:
            assert game_text.ask(words, question.topic, view, names)
            assert game_text.hand(words, game.rules.private(position.state, question.seat))
            for choice in game.rules.choices(position.state, question.seat, ()):
                assert game_text.label(words, choice, key, (), view, names=names)
                assert game_text.planned(words, choice.token, key, view, names)


@_games
def test_the_menus_of_a_game_speak_of_its_verbs(key: str) -> None:
    menus, known = GAMES[key].menus, verbs(GAMES[key])
    assert menus.ahead | menus.pairs_with_next | menus.expanded | menus.verb_only | menus.stepwise <= known
    assert menus.pairs <= menus.expanded
    assert GAMES[key].wording.declines <= known


@_games
def test_what_a_standing_order_is_about_has_a_sentence(key: str) -> None:
    asking = GAMES[key].orders
    position = begun(GAMES[key], GAMES[key].rules.seats[0])
    if asking is None or asking.about is None:
        return
    assert asking.about(GAMES[key].rules.public(position.state)) is None
    for letter in asking.letters:
        rule = asking.read(f"block {letter}3 pass")
        assert game_text.order(ENGLISH, key, rule) != game_text.order(ENGLISH, key, "block *3 pass")


# ── commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def slots(pattern: str) -> list[str]:
    return [slot for _, slot, _, _ in string.Formatter().parse(pattern) if slot]


def commands() -> list[Any]:
    return [
        pytest.param(key, command, id=f"{key} {command.name}")
        for key, game in GAMES.items()
        for command in game.commands.every
    ]


@pytest.mark.parametrize(("key", "command"), commands())
def test_a_command_writes_what_is_filled_in(key: str, command: Slash) -> None:
    """Every slot has its place in the move; what may be left out stands in brackets, and nothing else does."""
    placed = [slot for slot in slots(command.notation) if slot != ONLY]
    alone = {slot.name for slot in command.slots if isinstance(slot, Flag) and slot.alone}
    assert sorted(placed) == sorted({slot.name for slot in command.slots} - alone)
    inside = {slot for part in re.findall(r"\[[^]]*\]", command.notation) for slot in slots(part)}
    optional = {
        slot.name for slot in command.slots if isinstance(slot, Flag) or (isinstance(slot, Slot) and slot.optional)
    }
    assert inside == optional - alone
    assert all(slot.least < slot.most for slot in command.slots if isinstance(slot, Number))


@_games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_discord_takes_the_commands_of_a_game(key: str, lang: str) -> None:
    group, words = GAMES[key].commands, words_in(lang)
    for one in (group, *group.inner):
        names = [command.name for command in (*one.commands, *one.inner)]
        assert len({*names}) == len(names) <= 25
    for command in group.every:
        options = [slot.name for slot in command.slots]
        assert all(re.fullmatch(r"[a-z]{1,32}", name) for name in (command.name, *options))
        assert len({*options}) == len(options) <= 25
        abouts = (command.about, *(slot.about for slot in command.slots))
        assert all(0 < size(words.put(about)) <= 100 for about in abouts if about is not None)
    assert all(0 < size(words.put(one.about)) <= 100 for one in (group, *group.inner))


# ── what tests have of their own ──


def test_the_painters_of_the_tests_are_those_of_the_games() -> None:
    for game in GAMES.values():
        found: list[Painter] = [PAINTERS.of(painter.view) for painter in (game.public, game.seat)]
        assert found == [game.public, game.seat]

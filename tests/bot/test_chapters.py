"""The chapters of /table help: the same in three languages, short, and every example in them can be played."""

import re
from importlib import resources
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from bot.discord.commands.game_commands import game_group, play_command
from bot.discord.commands.me import me_group
from bot.discord.commands.seat import seat_group
from bot.discord.commands.table import table_group
from bot.games import GAMES, game_text
from bot.games.cafe import terms
from bot.games.catan.labels import VERBS as OF_CATAN
from bot.games.guatemala.labels import offered
from bot.play import limits
from bot.play.timed import orders
from bot.wording import chapters
from bot.wording.words import LANGUAGES, Words, size, words_in
from rules import engine
from rules.cafe.board import BAR_FIELDS, CHAIR_OF
from rules.cafe.guests import NATION_OF, NATIONS, TOKENS
from rules.cafe.variants import BIRTHDAY
from rules.catan.amounts import AMOUNTS
from rules.catan.hexes import CORNER_OF, EDGE_OF, HEX_OF
from rules.catan.pieces import CARD_OF, SORT_OF
from rules.chance import Seeded
from rules.contract import AnyRules, Move, Setup
from rules.guatemala.board import BOARDS, PLACE_OF, SHED_PRICES, WORKER_PRICES
from rules.guatemala.pieces import LETTERS
from rules.guatemala.production import FIELD_OF
from rules.notation import NotationError
from tests.catalogues import spoken

GAME = "guatemala"
FOLDER = GAMES[GAME].chapters
OTHERS = ("de", "it")
LONGEST, HEADING = 1500, 45
EVERY = [
    (game, lang, number)
    for game in GAMES
    for lang in LANGUAGES
    for number in range(len(chapters.chapters(lang, GAMES[game].chapters)))
]
CODE = re.compile(r"`([^`]*)`")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
NUMBER = re.compile(r"\d+")
BUTTONS = (("guatemala", 0), ("guatemala", 7), ("cafe", 0), ("catan", 0))
"""In these chapters bold words are buttons and menus."""
TURN, BUILDING, PRICES, SCORING, BLOCKADE = 2, 3, 4, 6, 7
BAR, VARIANTS, NAMES = 4, 6, 7
"""Of Café International."""
VERBS = {
    "guatemala": frozenset({"buyer", "step", "take", "score", "done", "block", "pass", "lay", "sail"}),
    "cafe": frozenset({"seat", "bar", "swap", "name"}),
    "catan": frozenset(OF_CATAN) - {"first", "none"},
}
WORDS_OF = {
    "en": r"the|and|of|you|your|with|is|are|it|its|this|that|which|who|from|nobody|sacks|workers?|sheds?|ships?|roads?"
    r"|board|buyer|harbours?|docks?|turn|moves?|score|fields?|pieces?",
    "de": r"der|die|das|und|ein|eine|einen|nicht|mit|du|dein|deine|ist|auf|wird|nach|oder|wenn|kein|keine|niemand",
    "it": r"il|lo|gli|che|di|della|del|un|una|non|con|sono|sul|sulla|nella|dei|delle|quando|anche|nessuno|è",
}
STRANGE = {
    "de": r"\b(?:Hütten?|Arbeiter|Hafengebiete?|Anlegeplatz|Rundgang|Mitspieler|Spieler)\b",
    "it": r"\b(?:operaio|operai|magazzin\w+|segnalin\w+|giocator[ei]|capann\w+|plancia|banchina)\b",
}
"""Words that the glossary has others for, or that would need somebody's gender."""


def text(lang: str, number: int, game: str = GAME) -> tuple[str, str]:
    return chapters.chapters(lang, GAMES[game].chapters)[number]


def codes(lang: str, number: int, game: str = GAME) -> list[str]:
    return CODE.findall(text(lang, number, game)[1])


def commands() -> dict[str, app_commands.Command[Any, ..., Any]]:
    room: Any = SimpleNamespace(env=SimpleNamespace(games=GAMES), responses=None)
    found: dict[str, app_commands.Command[Any, ..., Any]] = {"play": play_command(room)}
    for group in (
        table_group(room),
        seat_group(room),
        me_group(room),
        *(game_group(game.commands, room) for game in GAMES.values()),
    ):
        found |= {c.qualified_name: c for c in group.walk_commands() if isinstance(c, app_commands.Command)}
    return found


def unreadable(code: str, game: str = GAME) -> str:
    """Why this would be refused; empty where it would not."""
    try:
        for part in code.split(";"):
            GAMES[game].rules.parse(part)
    except NotationError as wrong:
        asking = GAMES[game].orders
        if asking is None:
            return str(wrong)
        try:
            asking.read(code)
        except NotationError:
            return str(wrong)
    return ""


def is_name(code: str, game: str = GAME) -> bool:
    """A coffee, a field, a harbour, a border, a word of an order, the sign between moves; a guest, chair or nation; a
    hex, corner, edge, card or sort, or what an offer ends with.
    """
    if game == "catan":
        places = code in HEX_OF or code.upper() in CORNER_OF or code.upper() in EDGE_OF
        return places or code in AMOUNTS or code.upper() in {*CARD_OF, *SORT_OF} or code in {";", "to 2 4", "first"}
    if game == "cafe":
        return code in TOKENS or code in CHAIR_OF or code in NATIONS
    if code in {";", "ask"} or code in LETTERS or code in FIELD_OF or code.upper() in PLACE_OF:
        return True
    try:
        return bool(orders.read(f"block {code}", LETTERS).lines)
    except NotationError:
        return False


def plain(lang: str, number: int, game: str = GAME) -> str:
    """A chapter without its examples."""
    heading, body = text(lang, number, game)
    return CODE.sub("", f"{heading}\n{body}")


# ── the three together ──


@pytest.mark.parametrize("game", GAMES)
def test_three_languages_have_the_same_chapters(game: str):
    wanted = chapters.chapters("en", GAMES[game].chapters)
    assert 9 <= len(wanted) <= 12
    for lang in OTHERS:
        found = chapters.chapters(lang, GAMES[game].chapters)
        assert len(found) == len(wanted)
        assert not {body for _, body in found} & {body for _, body in wanted}
        for number in range(len(wanted)):
            assert codes(lang, number, game) == codes("en", number, game), (lang, number)
            numbers = [sorted(NUMBER.findall(plain(one, number, game))) for one in (lang, "en")]
            assert numbers[0] == numbers[1], (lang, number)
            ours, theirs = text(lang, number, game)[1], text("en", number, game)[1]
            assert len(BOLD.findall(ours)) == len(BOLD.findall(theirs)), (lang, number)
            assert ours.count("\n") == theirs.count("\n"), (lang, number)


@pytest.mark.parametrize(("game", "lang", "number"), EVERY)
def test_a_chapter_is_short_and_plain(game: str, lang: str, number: int):
    heading, body = text(lang, number, game)
    assert 0 < len(heading) <= HEADING
    assert heading.strip("*_`~ ") == heading
    assert 0 < size(body) <= LONGEST
    assert not re.search(r"^#|^-# ", body, re.MULTILINE)
    assert body.count("`") % 2 == 0
    assert body.count("**") % 2 == 0
    assert "  " not in body


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_headings_tell_the_chapters_apart(game: str, lang: str):
    headings = [heading.casefold() for heading, _ in chapters.chapters(lang, GAMES[game].chapters)]
    assert len(set(headings)) == len(headings)


@pytest.mark.parametrize(("game", "lang", "number"), EVERY)
def test_languages_do_not_mix(game: str, lang: str, number: int):
    said = plain(lang, number, game)
    for other, found in WORDS_OF.items():
        if other != lang:
            assert re.findall(rf"\b(?:{found})\b", said, re.IGNORECASE) == []
    if lang in STRANGE:
        assert re.findall(STRANGE[lang], said) == []


def test_what_is_asked_for_is_what_is_shown():
    for lang in LANGUAGES:
        for number, (heading, body) in enumerate(chapters.chapters(lang, FOLDER)):
            assert game_text.chapter(words_in(lang), GAME, number) == f"**{heading}**\n{body}"
    assert chapters.chapter("en", FOLDER, 99) == chapters.chapter(
        "en", FOLDER, len(chapters.chapters("en", FOLDER)) - 1
    )
    assert chapters.chapter("fr", FOLDER) == chapters.chapter("en", FOLDER)
    assert chapters.chapter("en", "bot") == game_text.chapter(words_in("en"), "no such game") == "?"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_a_table_is_left_is_one_text_for_all_games(lang: str):
    ends = {chapters.chapters(lang, game.chapters)[-1] for game in GAMES.values()}
    assert len(ends) == 1
    ((_, body),) = ends
    leaving = [command.split()[1] for command in CODE.findall(body)]
    assert leaving == [
        *("new", "go", "hint", "new", "explain"),
        "back",
        "leave",
        "resign",
        "end",
        "end",
        "here",
        "again",
    ]
    for game in GAMES.values():
        own = resources.files(game.chapters) / chapters.FOLDER / f"{lang}.md"
        assert "/table resign" not in own.read_text(encoding="utf-8")


# ── examples ──


@pytest.mark.parametrize(("game", "lang", "number"), EVERY)
def test_every_example_is_a_command_a_move_an_order_or_a_name(game: str, lang: str, number: int):
    known = commands()
    for code in codes(lang, number, game):
        if code.startswith("/"):
            name = re.split(r" \w+:", code[1:])[0]
            assert name in known, code
            given = re.findall(r"(\w+):(\w+)", code)
            assert {option for option, _ in given} <= {parameter.name for parameter in known[name].parameters}, code
        elif code.split()[0] in VERBS[game]:
            assert unreadable(code, game) == "", code
        else:
            assert is_name(code, game), code


def test_what_could_not_be_played_would_be_noticed():
    assert unreadable("step 2; take S5; done")
    assert unreadable("block Z6 pass")
    assert not is_name("Z9")
    assert not is_name("step")


FIRST = ("step 2; take S5 B1; done", "step 1; take P4 H7; done", "step 1; score S1", "step 1; score S1 lay W")
"""The examples that could be somebody's first turn, made whole."""


@pytest.mark.parametrize("turn", FIRST)
def test_examples_are_not_only_readable_but_legal_on_the_prescribed_set_up(turn: str):
    every = {code for number in range(len(chapters.chapters("en", FOLDER))) for code in codes("en", number)}
    assert turn in every or turn.removeprefix("step 1; ").removesuffix("; done") in every
    rules = GAMES[GAME].rules
    moves = tuple(rules.parse(part) for part in turn.split(";"))
    for seats in BOARDS:
        assert any(legal(rules, seats, space, seed, moves) for space, seed in product(range(36), range(4)))


def legal(rules: AnyRules, seats: int, space: int, seed: int, moves: tuple[Move, ...]) -> bool:
    """Could this be the first turn, if the Buyer starts here?"""
    begun = engine.begin(rules, Setup(seats, (("side", "fixed"),)), Seeded(seed)).position
    put = rules.parse(f"buyer {space}")
    placed = engine.play(rules, begun, begun.open[0].seat, (put,), Seeded(seed)).position
    tried = engine.draft(rules, placed, placed.open[0].seat, moves)
    return tried.ready and not tried.dropped


# ── what they say is so ──


@pytest.mark.parametrize("lang", LANGUAGES)
def test_buttons_are_called_what_they_are_called(lang: str):
    said = {message.id: message.string for message in spoken(lang)}
    for game, number in BUTTONS:
        ours = BOLD.findall(text("en", number, game)[1])
        assert ours
        assert BOLD.findall(text(lang, number, game)[1]) == [said[label] for label in ours]


@pytest.mark.parametrize(("lang", "table"), [(lang, table) for lang in LANGUAGES for table in LANGUAGES])
@pytest.mark.parametrize("game", GAMES)
def test_buttons_of_the_board_are_called_as_on_the_table_and_those_of_a_panel_as_its_reader_reads(
    game: str, lang: str, table: str
):
    shown = BOLD.findall(chapters.chapter(lang, GAMES[game].chapters, 0, table))[1:]
    own, board = words_in(lang), words_in(table)
    for label in chapters.ON_THE_BOARD:
        if label.text != "Answer" or game != "cafe":  # which asks nobody out of turn
            assert board.put(label) in shown
            assert table == lang or own.put(label) not in shown
    assert own.say("Commit") in shown
    assert own.say("Type it") in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_chapter_says_how_a_slip_is_taken_back_and_where_one_answers(game: str, lang: str):
    assert "/table back" in codes(lang, 0, game)
    answer = words_in(lang).say("Answer")
    assert (answer in BOLD.findall(text(lang, 0, game)[1])) == (game != "cafe")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_those_of_the_rules(lang: str):
    prices = text(lang, PRICES)[1].split("\n- ")
    assert NUMBER.findall(prices[1]) == [str(price) for price in WORKER_PRICES]
    assert NUMBER.findall(prices[2]) == [str(price) for price in SHED_PRICES]
    assert NUMBER.findall(prices[3]) == [str(price) for price in BOARDS[4].docks[0]]
    for_two = prices[4].split("\n\n")[1]
    sites = sorted({site.price for site in BOARDS[2].sites})
    docks = BOARDS[2].docks[0]
    assert NUMBER.findall(for_two)[1:] == [str(n) for n in (*sites, len(docks), *docks)]
    low, high = (milliseconds // 60_000 for milliseconds in limits.DELAY_MS)
    assert [str(low), str(high)] == NUMBER.findall(text(lang, BLOCKADE)[1].rpartition("\n")[2])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_numbers_of_the_cafe_are_those_of_its_rules(lang: str):
    bar = text(lang, BAR, "cafe")[1]
    fields = [int(found.replace("−", "-")) for found in re.findall(r"[+−]\d+", bar)]
    assert tuple(fields) == BAR_FIELDS
    low, high = BIRTHDAY.values[1], BIRTHDAY.values[-1]
    assert NUMBER.findall(CODE.sub("", text(lang, VARIANTS, "cafe")[1]))[:2] == [low, high]
    names = text(lang, NAMES, "cafe")[1]
    assert [found for found in CODE.findall(names) if found in NATION_OF] == list(NATIONS)
    for token, name in re.findall(r"`([A-Z]{2})` ([^,.]+)", names):
        assert terms.nation(words_in(lang), NATION_OF[token]) == name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_offers_in_the_words_of_the_menu(lang: str):
    words: Words = words_in(lang)
    shown = offered(words, ("wK", "road", "wK", "wW", "road")).replace("\N{NO-BREAK SPACE}", " ")
    assert f"*{shown}*" in text(lang, TURN)[1]

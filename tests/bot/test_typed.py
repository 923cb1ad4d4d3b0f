"""Every action is a typed command too: there is no button that a command cannot replace."""

import re
from types import SimpleNamespace
from typing import Any

from discord import app_commands

from bot.discord.commands.clock import clock_group
from bot.discord.commands.me import me_group
from bot.discord.commands.seat import seat_group
from bot.discord.commands.server import server_group
from bot.discord.commands.table import PLANNED, table_group
from bot.games import GAMES
from tests.catalogues import ROOT

COMMANDS = {
    "lobby": {
        **{verb: verb for verb in ("join", "leave", "start", "close", "house", "pace")},
        "{SEAT}": "house",
    },
    "board": {
        **{verb: verb for verb in ("turn", "hand", "board", "help", "again", "go", "hint", "explain", "film")},
        "undo": "back",
        "answer": "turn",
        "chapter": "help",
        "{TEXT}": "board",
        "{MOVE}": "board",
        "{SINCE}": "since",
        "{ZOOM}": "board",
        "{REPLAY}": "replay",
        "ratings": "board",
        "everywhere": "board",
        "tally": "board",
        "career": "stats",
        "whose": "stats",
        "file": "export",
        "page": "export",
        "analysis": "replay",
        "worded": "replay",
        "{ROUNDS}": "replay",
        "{TAKE}": "hint",
        "{VOTE}": "seek",
        "seats": "hand-over",
        "let": "late",
        "back": "return",
    },
}
"""By the kind of a button (bot/discord/interactions/custom_ids.py): its verb, and the command of /table,
/seat, /clock, /server or /me that does the same."""
MOVES = {"add", "say", "type"}
"""Of a planned turn these say words of a move, which /play takes."""


def verbs(kind: str) -> set[str]:
    """What the buttons of a kind say, wherever in the bot they are made."""
    found: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        found |= set(re.findall(rf'ids\.{kind}\([\w.]+, f?"(\{{\w+\}}|\w+)', code))
    return found


def commands() -> dict[str, app_commands.Command[Any, ..., Any]]:
    room: Any = SimpleNamespace(env=SimpleNamespace(games=GAMES), responses=None)
    found = [c for made in (clock_group, me_group, seat_group, server_group, table_group) for c in made(room).commands]
    return {c.name: c for c in found if isinstance(c, app_commands.Command)}


def test_every_button_of_a_card_and_of_a_board_has_a_command():
    for kind, typed in COMMANDS.items():
        assert verbs(kind) == set(typed), kind
        assert set(typed.values()) <= set(commands())


def test_what_a_standing_order_says_by_presses_can_be_typed():
    assert "order" in commands()


def test_every_button_of_a_planned_turn_has_a_command():
    code = (ROOT / "bot" / "discord" / "screens" / "plan_screen.py").read_text(encoding="utf-8")
    said = set(re.findall(r'self\._id\(panel, "(\w+)"', code))
    assert said - MOVES == {choice.value for choice in PLANNED}, "to see it is /table board"
    assert "plan" in commands()


def test_a_part_and_a_page_of_the_board_can_be_named():
    options = {parameter.name for parameter in commands()["board"].parameters}
    assert {"part", "page", "text", "move"} <= options

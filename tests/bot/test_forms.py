"""Rows of buttons, as telephones show them whole."""

import discord
import pytest

from bot.discord import layout
from bot.discord.layout import Button
from bot.discord.messages.discord_messenger import board_rows, lobby_rows
from bot.wording.words import LANGUAGES, words_in


@pytest.mark.parametrize(
    ("count", "rows"),
    [
        (0, []),
        (1, [1]),
        (2, [2]),
        (3, [3]),
        (4, [2, 2]),
        (5, [3, 2]),
        (6, [3, 3]),
        (7, [3, 2, 2]),
        (8, [3, 3, 2]),
        (10, [3, 3, 2, 2]),
    ],
)
def test_rows_hold_at_most_three_buttons_and_are_alike(count: int, rows: list[int]):
    presses = [Button(str(number), f"b{number}") for number in range(count)]
    found = layout.buttons(*presses)
    assert [len(row) for row in found] == rows
    assert [press for row in found for press in row] == presses


def labels(rows: tuple[tuple[Button, ...], ...]) -> list[list[str]]:
    return [[press.label for press in row] for row in rows]


def test_the_buttons_of_a_card_and_of_a_board_stand_together_by_what_they_are_for():
    words = words_in("en")
    assert labels(lobby_rows(words, "t")) == [["Join", "Leave", "Start"], ["Close", "Pace"]]
    assert labels(board_rows(words, "t", asks=True)) == [["My turn", "My hand", "Answer"], ["Board", "Help"]]
    assert labels(board_rows(words, "t")) == [["My turn", "My hand"], ["Board", "Help"]]
    over = [["Play again", "Film", "File"], ["Replay", "Analysis", "Board"]]
    assert labels(board_rows(words, "t", over=True)) == over


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_row_of_a_card_or_a_board_fits_the_width_of_a_telephone(lang: str):
    """About thirty letters beside the room that three buttons leave around them."""
    words = words_in(lang)
    for rows in (lobby_rows(words, "t"), board_rows(words, "t", asks=True), board_rows(words, "t", over=True)):
        assert max(sum(map(len, row)) for row in labels(rows)) <= 36
        assert all(isinstance(press.style, discord.ButtonStyle) for row in rows for press in row)
    ends = labels(board_rows(words, "t", over=True))
    assert max(sum(map(len, row)) for row in ends) <= 26, "six buttons in two rows, none of which breaks at 390 px"


def test_a_page_of_one_entry_is_named_by_it_alone():
    lines = [layout.MenuOption(f"entry {n}", f"A{n}") for n in range(26)]
    pages = layout.menus("p:t", "Where", lines)
    assert [menu.prompt for menu in pages] == ["Where · A0 – A24", "Where · A25"]

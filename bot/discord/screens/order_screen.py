"""A standing order by presses alone: its lines are said word by word, and taken away (bot/wording/order_lines.py)."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.discord import layout
from bot.discord.interactions import custom_ids
from bot.discord.layout import Button, Layout, Menu, MenuOption, Row
from bot.games import game_text
from bot.play import Table
from bot.play.queries import Hand
from bot.wording import Words, capital
from bot.wording.order_lines import Line, Ordering, Step

FEW: Final = 5
"""So many words of a last step are buttons."""


class OrderScreen:
    """Lays out what one person is shown of their order."""

    def __init__(self, words: Words, hand: Hand, known: Ordering) -> None:
        self._words = words
        self._table: Table = hand.table
        self._rule = hand.table.order(hand.seat)
        self._parts = known.parts(words, self._rule)
        self._lines = known.lines(hand.public)

    def form(self, tokens: tuple[str, ...], note: str = "", typed: str = "") -> Layout:
        """`tokens`: the line that is being said; without any, the whole order. `typed`: what was typed in vain."""
        words, game = self._words, self._table.row.game
        text = [f"⚠️ {note}"] if note else []
        text += [f"**{words.say('Standing order')}**", game_text.order(words, game, self._rule)]
        line = next((line for line in self._lines if _begins(line, tokens)), None)
        if line is None:
            return Layout("\n".join(text), rows=self._whole(typed))
        said, step = tokens[1:], line.steps[min(len(tokens), len(line.steps)) - 1]
        shown = [_step(line, place).label(words, word) for place, word in enumerate(said)]
        text += [f"▸ {words.put(line.press)}: {', '.join([*shown, '…'])}", words.put(step.ask)]
        return Layout("\n".join(text), rows=self._saying(line, step, tokens))

    def _whole(self, typed: str) -> tuple[Row, ...]:
        words, table, game = self._words, self._table.id, self._table.row.game
        begin = [
            Button(words.put(line.press), custom_ids.ordering(table, custom_ids.SAY, line.verb),
                   discord.ButtonStyle.primary)
            for line in self._lines
        ]  # fmt: skip
        away = [MenuOption(capital(label), line) for label, line in self._parts]
        return (
            *layout.buttons(*begin),
            *layout.menus(custom_ids.ordering(table, custom_ids.GIVE, ""), words.say("Take something away"), away),
            *layout.buttons(
                Button(words.say("My turn"), custom_ids.board(table, "turn")),
                Button(words.say("My hand"), custom_ids.board(table, "hand")),
                Button(
                    words.say("Correct it"),
                    custom_ids.ordering(table, custom_ids.CORRECT, f"{game} {typed}"),
                    discord.ButtonStyle.primary,
                )
                if typed
                else Button(words.say("Type it"), custom_ids.ordering(table, custom_ids.TYPE, game)),
            ),
        )

    def _saying(self, line: Line, step: Step, tokens: tuple[str, ...]) -> tuple[Row, ...]:
        words, table, said = self._words, self._table.id, " ".join(tokens)
        left = [word for word in step.after(tokens[1:]) if word not in tokens[1:]]
        rows: list[Row] = []
        if step is line.steps[-1] and not step.several and len(left) <= FEW:
            rows += layout.buttons(
                *[self._give(capital(step.named(words, word, tokens[1:])), f"{said} {word}".strip()) for word in left]
            )
        else:
            rows += self._menu(step, tokens, left)
        if step.several and len(tokens) > len(line.steps):
            rows += layout.buttons(self._give(words.say("That is all"), said))
        back = custom_ids.ordering(table, custom_ids.SAY, " ".join(tokens[:-1]))
        return (*rows, (Button(words.say("Step back"), back),))

    def _give(self, label: str, line: str) -> Button:
        given = custom_ids.ordering(self._table.id, custom_ids.GIVE, line)
        return Button(label, given, discord.ButtonStyle.success)

    def _menu(self, step: Step, tokens: tuple[str, ...], left: Sequence[str]) -> tuple[Menu, ...]:
        words, given = self._words, custom_ids.ordering(self._table.id, custom_ids.SAY, " ".join(tokens))
        options = [MenuOption(capital(step.named(words, word, tokens[1:])), word) for word in left]
        return layout.menus(given, words.put(step.ask), options)


def _begins(line: Line, tokens: tuple[str, ...]) -> bool:
    """Do these words begin such a line?"""
    said = all(word in _step(line, n).after(tokens[1 : n + 1]) for n, word in enumerate(tokens[1:]))
    return said and tokens[:1] == (line.verb,)


def _step(line: Line, place: int) -> Step:
    """The step that a word of a line answers."""
    return line.steps[min(place, len(line.steps) - 1)]


def button(words: Words, table: str) -> Button:
    """Returns the press that leads here."""
    return Button(words.say("Standing order"), custom_ids.ordering(table))

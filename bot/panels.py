"""The panel of a planned turn: what is planned, what it costs, how it can go on. It knows choices, not games."""

from collections.abc import Sequence
from typing import Final

import discord

from bot import forms, ids, receipts
from bot.forms import Form, Line, Menu, Press
from bot.pictures import Gallery
from bot.tables import Panel
from bot.tables.menu import Entry
from bot.words import Words
from rules.contract import ORDINARY, Choice

ROWS: Final = 12
"""Menus and rows of buttons in one panel: forty components is all that Discord takes."""
FEW: Final = 5
"""So many answers are buttons; more are a menu."""
PAGE: Final = 25


class Desktop:
    """Lays panels out in one reader's language."""

    def __init__(self, words: Words, game: str, names: Sequence[str], gallery: Gallery) -> None:
        self._words = words
        self._game = game
        self._names = tuple(names)
        self._gallery = gallery

    async def form(self, panel: Panel, note: str = "") -> Form:
        """`note`: why the last press changed nothing."""
        words = self._words
        alt = receipts.alt(words, panel.public, self._names, panel.facts)
        tokens, choices = _pointed(panel)
        pictures = await self._gallery.plan(panel.public, panel.facts, tokens, choices, alt)
        return Form(self._text(panel, note), pictures, self._rows(panel)[:ROWS])

    # ── what is said ──

    def _text(self, panel: Panel, note: str) -> str:
        words, game = self._words, self._game
        lines = [f"⚠️ {note}"] if note else []
        if panel.dropped:
            lines.append(
                words.say("Others have moved meanwhile; this no longer fits: {moves}", moves=", ".join(panel.dropped))
            )
        lines.append(receipts.ask(words, panel.topic, panel.public, self._names))
        plan = [receipts.planned(words, move, game, panel.before) for move in panel.moves]
        if panel.then:
            plan.append(words.say("then: {move}", move=receipts.planned(words, panel.then, game, panel.before)))
        lines += [f"{number}. {text}" for number, text in enumerate(plan, 1)]
        if panel.next.tokens and panel.next.whole:
            lines.append("▸ " + receipts.planned(words, " ".join(panel.next.tokens), game, panel.before))
            following = dict.fromkeys(entry.before[-1:] for entry in panel.next.entries if entry.before)
            lines += [f"{self._verb(verb)}:" for verb in following]
        elif panel.next.tokens:
            lines.append("▸ " + " ".join(panel.next.tokens))
        return "\n".join(lines)

    # ── what can be pressed ──

    def _rows(self, panel: Panel) -> tuple[tuple[Press, ...] | Menu, ...]:
        rows: list[tuple[Press, ...] | Menu] = []
        if panel.next.tokens and panel.next.whole:
            rows += self._finishing(panel)
        else:
            rows += self._going_on(panel)
        rows += forms.buttons(self._always(panel))
        return tuple(rows)

    def _going_on(self, panel: Panel) -> list[tuple[Press, ...] | Menu]:
        """Menus of what can follow, those that end the turn as buttons."""
        ends = [entry for entry in panel.next.entries if entry.choice.whole and not entry.before]
        if panel.topic != ORDINARY and not panel.next.tokens and len(panel.next.entries) <= FEW:
            whole = all(entry.choice.whole for entry in panel.next.entries)
            ends = list(panel.next.entries) if whole else ends  # a question with few answers is answered by one press
        rest = [entry for entry in panel.next.entries if entry not in ends]
        rows: list[tuple[Press, ...] | Menu] = []
        for number, (heading, found) in enumerate(self._menus(rest)):
            rows += self._menu(panel, heading, f"m{number}", found)
        if panel.next.ahead:
            rows += self._menu(panel, self._words.say("Move and score at once"), "ahead", list(panel.next.ahead))
        style = discord.ButtonStyle.success
        presses = [
            Press(self._label(panel, entry), self._id(panel, "commit", " ".join(entry.words)), style) for entry in ends
        ]
        return [*rows, *forms.buttons(presses)]

    def _menus(self, entries: list[Entry]) -> list[tuple[str, list[Entry]]]:
        """One menu a verb; where that were more than one page, one for each group of it."""
        found: list[tuple[str, list[Entry]]] = []
        for before in dict.fromkeys(entry.before for entry in entries):
            own = [entry for entry in entries if entry.before == before]
            groups = dict.fromkeys(entry.choice.group for entry in own)
            if len(own) <= PAGE or len(groups) < 2:
                found.append((self._verb(before), own))
            else:
                found += [(self._group(group), [e for e in own if e.choice.group == group]) for group in groups]
        return found

    def _finishing(self, panel: Panel) -> list[tuple[Press, ...] | Menu]:
        """The move is whole: commit it as it is, or with what may be added to it."""
        plain = " ".join(panel.next.tokens)
        style = discord.ButtonStyle.success
        presses = [
            Press(
                self._words.say("Commit · {more}", more=self._label(panel, entry)),
                self._id(panel, "commit", f"{plain} {' '.join(entry.words)}"),
                style,
            )
            for entry in panel.next.entries
            if entry.choice.whole
        ]
        if panel.next.closes:
            later = self._words.say("Commit, choose later") if presses else self._words.say("Commit")
            presses.append(Press(later, self._id(panel, "commit", plain), style))
        return list(forms.buttons(presses))

    def _menu(self, panel: Panel, prompt: str, key: str, found: list[Entry]) -> list[Menu]:
        lines = [Line(self._label(panel, entry), " ".join(entry.words), self._detail(entry)) for entry in found]
        return list(forms.menus(self._id(panel, "add", key), prompt, lines))

    def _always(self, panel: Panel) -> list[Press]:
        words = self._words
        presses: list[Press] = []
        if panel.ready:
            presses.append(Press(words.say("Commit"), self._id(panel, "commit"), discord.ButtonStyle.success))
        if panel.moves or panel.then or panel.next.tokens:
            presses.append(Press(words.say("Step back"), self._id(panel, "back")))
            presses.append(Press(words.say("Start over"), self._id(panel, "over")))
        presses.append(Press(words.say("Type it"), self._id(panel, "type")))
        return presses

    def _verb(self, before: tuple[str, ...]) -> str:
        verb = Choice(before[0] if before else "", whole=False)
        return receipts.label(self._words, verb, self._game)

    def _group(self, group: str) -> str:
        return receipts.group(self._words, group, self._game)

    def _label(self, panel: Panel, entry: Entry) -> str:
        words, game = self._words, self._game
        label = receipts.label(words, entry.choice, game, entry.before, panel.public)
        if entry.first is None:
            return label
        move = receipts.label(words, entry.first.choice, game, entry.first.before, panel.public)
        return f"{move} · {label}"

    def _detail(self, entry: Entry) -> str:
        return receipts.detail(self._words, entry.choice, self._game, entry.before, self._names)

    def _id(self, panel: Panel, verb: str, rest: str = "") -> str:
        return ids.plan(panel.table, panel.since, panel.rev, verb, rest)


def _pointed(panel: Panel) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
    """What the picture marks: where the next word may go, of the only verb if there is but one."""
    befores = {entry.before for entry in panel.next.entries if entry.before}
    if len(befores) == 1:
        (before,) = befores
        return before, tuple(entry.choice for entry in panel.next.entries if entry.before == before)
    return panel.next.tokens, panel.next.choices

"""What a planned turn says: what went wrong, what is asked, what is planned, and the move that is being said."""

from collections.abc import Sequence
from typing import Final

from bot.discord.screens import places
from bot.games import game_text
from bot.play import Panel
from bot.wording import Words, or_else, spared
from bot.wording.words import clip
from rules.contract import ORDINARY, Choice

LINE: Final = 36
"""Letters of one line on a telephone."""


class PlanText:
    def __init__(self, words: Words, game: str, names: Sequence[str]) -> None:
        self._words = words
        self._game = game
        self._names = tuple(names)

    def of(self, panel: Panel, note: str, top: str, most: int | None = None) -> str:
        """`top`: what is said first. `most`: without what stands elsewhere as well, where a panel would be higher than
        a screen; and so many letters of `top`. If none, whoever is planning is not told either that it is their turn.
        """
        with spared:
            return self._told(panel, note, top, most)
        plain = " ".join((*panel.moves, panel.then, *panel.next.tokens))
        return "\n".join(line for line in (top, note, plain) if line)

    def _told(self, panel: Panel, note: str, top: str, most: int | None) -> str:
        words, game, brief = self._words, self._game, most is not None
        lines = self._at_first(panel, note, top, most)
        mapped = self.mapped(panel)
        lines += [mapped] if mapped else []
        beside = game_text.beside(words, panel.private, self._names, brief=brief)
        lines += [beside] if beside else []
        lines += game_text.listed(words, game, panel.listed, self._names) if not brief else []
        plan = game_text.plan(words, panel.moves, game, panel.before, panel.facts, names=self._names)
        if panel.then and plan:
            plan.append(words.say("then: {move}", move=self.planned(panel, panel.then)))
        lines += [f"{number}. {text}" for number, text in enumerate(plan, 1)]
        if panel.then and not panel.moves:
            lines.append(f"▸ {self.planned(panel, panel.then)}")
        return "\n".join([*lines, *self._begun(panel)])

    def mapped(self, panel: Panel) -> str:
        """Says which places the picture names, if those are not all."""
        every, named = len(places.pointed(panel)[1]), len(places.named(panel, self._game)[1])
        return self._words.say(
            "The map names the {n} places that are rolled most; the menus have all {all}, these first.",
            n=named, all=every) if named < every else ""  # fmt: skip

    def _at_first(self, panel: Panel, note: str, top: str, most: int | None) -> list[str]:
        """What has just come to count, what went wrong, and the question."""
        words, planned = self._words, bool(panel.moves or panel.next.tokens)
        played_on = most == 0 and bool(top) and panel.topic == ORDINARY and not planned
        above = _shortened(top, LINE if played_on else most)
        lines = [above] if above else []
        lines += [f"⚠️ {note}"] if note else []
        if panel.dropped:
            gone = [game_text.planned(words, text, self._game, panel.before, self._names) for text in panel.dropped]
            lines.append(words.say("Others have moved meanwhile; this no longer fits: {moves}", moves=", ".join(gone)))
        if most != 0 or not (planned or played_on):  # whoever has just played in their turn knows whose it is
            lines.append(self._asked(panel))
        return lines

    def _asked(self, panel: Panel) -> str:
        """The question; of a turn that is planned to its end, or a move that is half said, what is left to do."""
        if panel.then and not panel.question.sealed:
            said = self._words.say("Your turn is planned; it counts once you commit it.")
            return " ".join(filter(None, (said, self._at_stake(panel))))
        if panel.next.tokens and not (panel.next.whole or panel.question.sealed):
            return self._words.say("Choose how this move goes on, or step back.")
        return game_text.ask(self._words, panel.topic, panel.public, self._names)

    def _at_stake(self, panel: Panel) -> str:
        """What the planned move costs for good."""
        warn = game_text.wording(self._game).at_stake
        return or_else(lambda: warn(self._words, tuple(panel.then.split()), panel.public) if warn else "", "")

    def _begun(self, panel: Panel) -> list[str]:
        """The move that is being said, and with which verbs it may go on."""
        tokens = panel.next.tokens
        lines = [f"▸ {self.planned(panel, ' '.join(tokens))}"] if tokens else []
        if tokens and panel.next.whole:
            joined = [entry.before[len(tokens) :] for entry in panel.next.entries if not entry.menu]
            following = [self.verb(before) for before in joined if before]
            lines += [f"{verb}:" for verb in dict.fromkeys(following)]
        return lines

    def planned(self, panel: Panel, text: str) -> str:
        """Describes a move; with what it brings, if the game ranks its turns by that."""
        said = game_text.planned(self._words, text, self._game, panel.before, self._names)
        ranks = game_text.ranks_turns(self._game)
        return f"{said} · {self._words.signed(panel.worth)}" if ranks and panel.worth is not None else said

    def verb(self, before: tuple[str, ...]) -> str:
        verb = Choice(before[0] if before else "", whole=False)
        return game_text.label(self._words, verb, self._game)


def _shortened(top: str, most: int | None) -> str:
    """Returns what is said first in so many letters: the thread has told it."""
    if most is None:
        return top
    return clip(top, most) if most else ""

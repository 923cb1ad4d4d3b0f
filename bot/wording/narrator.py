"""What the tellings of all games have in common: sentences one after the other, a turn a line, and the ranking."""

from collections.abc import Callable, Iterable, Sequence

from bot.wording.sentences import Sentences
from bot.wording.words import Words, capital
from rules.contract import Fact, Outcome


class Narrator:
    """Hears facts in their order; a game says how they become sentences."""

    said: Sentences
    """The facts that are a sentence each."""
    breaks: tuple[type[Fact], ...] = ()
    """Those of them that begin a line."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = tuple(names)
        self.lines: list[str] = []
        self._sentences: list[str] = []

    def told(self, facts: Iterable[Fact]) -> list[str]:
        for fact in facts:
            self.hear(fact)
        return self.end()

    def hear(self, fact: Fact) -> None:
        if fact not in self.said:
            return self._hear(fact)
        if isinstance(fact, self.breaks):
            self._break()
        return self._say(self.said.say(self.words, fact, self.names))

    def _hear(self, fact: Fact) -> None:
        """A fact that is more than a sentence."""
        raise TypeError(fact)

    def end(self) -> list[str]:
        self._break()
        return self.lines

    def _say(self, sentence: str) -> None:
        self._finish()
        self._sentences.append(capital(sentence))

    def _break(self) -> None:
        self._finish()
        if self._sentences:
            self.lines.append(" ".join(self._sentences))
        self._sentences = []

    def _finish(self) -> None:
        """Makes a sentence of what waits for more; nothing waits where a game does not let it."""


def ranking(words: Words, outcome: Outcome, names: Sequence[str], result: Callable[[int], str]) -> str:
    """Who won, and the ranking with its ties; why it ended is told by the last fact and by the status."""
    best = outcome.ranking[0]
    winners = words.listed([names[seat] for seat in best])
    lines = [words.many("{winners} wins!", "{winners} share the victory!", len(best), winners=winners)]
    rank = 1
    for tied in outcome.ranking:
        lines += [f"{rank}) {result(seat)}" for seat in tied]
        rank += len(tied)
    return "\n".join(lines)

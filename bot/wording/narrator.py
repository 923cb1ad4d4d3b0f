"""What the tellings of all games share: sentences one after the other, a line for each turn, and the ranking."""

from collections.abc import Callable, Iterable, Sequence

from bot.wording.sentences import Sentences
from bot.wording.words import Text, Words, capital
from rules.contract import Fact, Outcome


class Narrator:
    """Hears facts in order; a game says how they become sentences."""

    said: Sentences
    """The facts that are one sentence each."""
    breaks: tuple[type[Fact], ...] = ()
    """Those of them that begin a new line."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = tuple(names)
        self.lines: list[str] = []
        self._sentences: list[str] = []
        self._seat = -1
        self._clauses: list[str] = []
        """What this seat does, for a game that makes one sentence of it."""

    @classmethod
    def tell(cls, words: Words, facts: Sequence[Fact], names: Sequence[str]) -> list[str]:
        """Returns a line for each turn."""
        teller = cls(words, names)
        for fact in facts:
            teller.hear(fact)
        return teller.end()

    def hear(self, fact: Fact) -> None:
        if fact not in self.said:
            return self._hear(fact)
        if isinstance(fact, self.breaks):
            self._break()
        return self._say(self.said.say(self.words, fact, self.names))

    def _hear(self, fact: Fact) -> None:
        """Hears a fact that is more than a sentence."""
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

    def _turn_of(self, seat: int) -> None:
        if seat != self._seat:
            self._finish()
            self._seat = seat

    def _told(self, tail: str = "") -> None:
        """Makes one sentence of what a seat does, with the consequences behind a semicolon."""
        if self._clauses:
            said = Text("{name} {clauses}; {tail}.") if tail else Text("{name} {clauses}.")
            name, clauses = self.names[self._seat], self.words.listed(self._clauses)
            self._sentences.append(self.words.put(said, name=name, clauses=clauses, tail=tail))
        self._seat, self._clauses = -1, []

    def _finish(self) -> None:
        """Makes a sentence of facts that wait for more; games in which none wait have nothing to do."""


SIGNS = ("I", "II", "III", "IV")
"""The signs of the seats on the pictures."""


def signed(names: Sequence[str], items: Sequence[str]) -> str:
    """I Ada 4 · II Bo 3"""
    return " · ".join(f"**{sign}** {name} {item}" for sign, name, item in zip(SIGNS, names, items, strict=False))


def each(names: Sequence[str], items: Iterable[str], between: str = ", ") -> str:
    """Ada 4, Bo 3: who has nothing is left out."""
    return between.join([f"{name} {item}" for name, item in zip(names, items, strict=False) if item])


def ranking(words: Words, outcome: Outcome, names: Sequence[str], result: Callable[[int], str]) -> str:
    """Says who won, and the ranking with its ties. The last fact and the status say why the game ended."""
    best = outcome.ranking[0]
    winners = words.listed([names[seat] for seat in best])
    lines = [words.many("{winners} wins!", "{winners} share the victory!", len(best), winners=winners)]
    rank = 1
    for tied in outcome.ranking:
        lines += [f"{rank}) {result(seat)}" for seat in tied]
        rank += len(tied)
    return "\n".join(lines)

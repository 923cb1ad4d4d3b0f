"""What happened, told from facts alone: one sentence for what a player does in a turn, the next for what follows."""

from collections.abc import Sequence

from bot.games.catan import sentences, terms
from bot.games.catan.clauses import Clause, clause, piece
from bot.wording import Narrator, Words, capital
from bot.wording.narrator import each
from rules.catan import facts as f
from rules.catan.production import SEVEN
from rules.contract import Fact


class Teller(Narrator):
    """Hears facts in order; clauses of one seat become one sentence, a turn one line."""

    said = sentences.SAID
    breaks = (f.TurnBegan,)  # which is a line of its own

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words, names)
        self._built: list[str] = []
        self._rolled: f.Rolled | None = None
        self._roller = -1

    @classmethod
    def tell(cls, words: Words, facts: Sequence[Fact], names: Sequence[str]) -> list[str]:
        """Leaves out who is next: the line below the facts says for whom the table waits.

        Whoever did nothing else in a turn is named: a post holds the ends of several turns.
        """
        began = facts[-1] if facts and isinstance(facts[-1], f.TurnBegan) else None
        lines = super().tell(words, facts[:-1] if began else facts, names)
        return lines or ([words.say("{name} ends the turn.", name=names[began.seat - 1])] if began else [])

    def end(self) -> list[str]:
        self._after_roll(None)
        return super().end()

    def _finish(self) -> None:
        """Makes the clauses heard so far a sentence."""
        self._build()
        self._told()

    def _build(self) -> None:
        if self._built:
            self._clauses.append(self.words.say_in("catan", "builds {pieces}", pieces=self.words.listed(self._built)))
        self._built = []

    # ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, fact: Fact) -> None:
        self._after_roll(fact)
        super().hear(fact)
        if isinstance(fact, f.TurnBegan):
            self._break()

    def _hear(self, fact: Fact) -> None:
        match fact:
            case f.RoadBuilt() | f.SettlementBuilt() | f.CityBuilt() | f.SiteBuilt():
                self._turn_of(fact.seat)
                self._built.append(piece(self.words, fact))
            case f.Rolled():
                self._clause(fact)
                self._rolled, self._roller = fact, fact.seat
            case f.DiscardAsked():
                self._say(sentences.sentence(self.words, fact, self.names))
                if self._roller >= 0:
                    self._say(self.words.say("After that {name} moves the robber.", name=self.names[self._roller]))
            case f.MonopolyPlayed():
                self._clause(fact)
                self._say(self._handed_over(fact))
            case _ if isinstance(fact, Clause):
                self._clause(fact)
            case _:
                self._say(sentences.sentence(self.words, fact, self.names))

    def _after_roll(self, fact: Fact | None) -> None:
        """Says what a roll leaves unsaid: that it brings nothing, or what a 7 asks for."""
        rolled, self._rolled = self._rolled, None
        if rolled is None or isinstance(fact, f.Produced | f.Shortage | f.DiscardAsked | f.RobberMoved):
            return
        if rolled.first + rolled.second == SEVEN:
            name = self.names[rolled.seat]
            self._say(self.words.say("Nobody gets anything; now {name} moves the robber.", name=name))
        else:
            self._say(self.words.say("Nobody gets anything."))

    def _clause(self, fact: Clause) -> None:
        self._turn_of(fact.seat)
        self._build()
        self._clauses.append(clause(self.words, fact, self.names))

    def _handed_over(self, fact: f.MonopolyPlayed) -> str:
        given = [str(number) if number else "" for number in fact.given]
        if not any(given):
            return self.words.say("Nobody else has any.")
        card = capital(terms.card(self.words, fact.card))
        return self.words.say("{card} handed over: {list}.", card=card, list=each(self.names, given, "; "))

"""Positions made by hand, so that a clause test is about five lines; nothing is conserved in them.

An empty café after the opening, an empty bar, empty hands, 50 points each, and every guest of the game in the bag.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import counts
from rules.cafe.board import CHAIR_OF, NATIONS_AT, mask_of
from rules.cafe.game import RULES
from rules.cafe.guests import ALL, JOKERS, KIND_OF, NATION_OF, NATIONS, TOKENS, is_joker, sex
from rules.cafe.state import Cafe, NameBirthday, Over, Phase, Turn
from rules.chance import Chance, Seeded
from rules.contract import Choice, Fact, IllegalMove, Reason, Seat, Step
from rules.counts import Hidden
from rules.facts import Announced


def kind(token: str) -> int:
    return KIND_OF[token.upper()]


def kinds(tokens: str) -> tuple[int, ...]:
    return tuple(kind(token) for token in tokens.split())


def chair(name: str) -> int:
    return CHAIR_OF[name]


def table(name: str) -> int:
    return int(name[1:]) - 1


def nation(name: str) -> int:
    return NATION_OF[name]


def packed(tokens: str) -> int:
    hand = 0
    for held in kinds(tokens):
        hand = counts.plus(hand, held)
    return hand


class Position:
    """A builder: every method sets something and returns the builder."""

    def __init__(self, seats: int = 3, seat: int = 0) -> None:
        self.seat = seat
        self.now = Cafe(
            seats=seats,
            phase=Turn(seat),
            opening=False,
            nations=(0,) * len(NATIONS),
            women=0,
            men=0,
            jokers=0,
            bar=(),
            hands=(0,) * seats,
            bag=Hidden(ALL),
            left=0,
            scores=(50,) * seats,
            completed=(0,) * seats,
            threshold=0,
            birthday=-1,
            regulars=False,
            dropped=(),
            resigned=0,
        )
        for other in range(seats):
            self.hand(other, "CFf")

    def sit(self, text: str) -> Position:
        """`sit("USm C60, Jf C61 IN")`: on chairs, whether the rules would allow it or not."""
        for words in (part.split() for part in text.split(",")):
            who, there = kind(words[0]), 1 << chair(words[1])
            counts_for = who // 2 if not is_joker(who) else NATIONS_AT[chair(words[1])][0]
            counts_for = nation(words[2]) if len(words) == 3 else counts_for
            nations = list(self.now.nations)
            nations[counts_for] |= there
            women, men = (0, there) if sex(who) else (there, 0)
            self.now = replace(
                self.now,
                nations=tuple(nations),
                women=self.now.women | women,
                men=self.now.men | men,
                jokers=self.now.jokers | (there if who >= JOKERS else 0),
            )
        return self

    def hand(self, seat: int, tokens: str) -> Position:
        hands = (*self.now.hands[:seat], packed(tokens), *self.now.hands[seat + 1 :])
        self.now = replace(self.now, hands=hands)
        return self

    def holds(self, tokens: str) -> Position:
        """The hand of the acting seat."""
        return self.hand(self.seat, tokens)

    def scores(self, *each: int) -> Position:
        self.now = replace(self.now, scores=each + self.now.scores[len(each) :])
        return self

    def completed(self, *each: int) -> Position:
        self.now = replace(self.now, completed=each + self.now.completed[len(each) :])
        return self

    def bar(self, number: int) -> Position:
        """So many Englishmen stand there."""
        self.now = replace(self.now, bar=(kind("GBm"),) * number)
        return self

    def bag(self, tokens: str) -> Position:
        self.now = replace(self.now, bag=Hidden(packed(tokens)))
        return self

    def opening(self) -> Position:
        self.now = replace(self.now, opening=True)
        return self

    def threshold(self, score: int) -> Position:
        self.now = replace(self.now, threshold=score)
        return self

    def birthday(self, name: str) -> Position:
        self.now = replace(self.now, birthday=nation(name), threshold=30)
        return self

    def regulars(self) -> Position:
        self.now = replace(self.now, regulars=True)
        return self

    def dropped(self, *seats: int) -> Position:
        self.now = replace(self.now, dropped=seats)
        for seat in seats:
            self.hand(seat, "")
        return self

    def resigned(self, *seats: int) -> Position:
        self.now = replace(self.now, resigned=mask_of(seats))
        return self

    def phase(self, phase: Phase) -> Position:
        self.now = replace(self.now, phase=phase)
        return self

    def names(self) -> Position:
        return self.threshold(30).phase(NameBirthday(self.seat))

    def all_chairs_but(self, *names: str) -> Position:
        """Every other chair is taken, by anybody of any nation."""
        free = mask_of(map(chair, names))
        self.now = replace(self.now, women=((1 << 68) - 1) & ~free)
        return self

    @property
    def state(self) -> Cafe:
        return self.now


# ── acting on it ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _seat(state: Cafe, seat: int | None) -> Seat:
    asked = RULES.prompts(state)
    return asked[0].seat if seat is None and asked else seat or 0


def do(made: Position | Cafe, *moves: str, seat: int | None = None, chance: Chance | None = None) -> Step[Cafe]:
    """Applies moves in their notation for the seat that is asked; the facts are those of all of them."""
    state = made.state if isinstance(made, Position) else made
    step = Step(state, ())
    for text in moves:
        who = _seat(step.state, seat)
        after = RULES.apply(step.state, who, RULES.parse(text), chance or Seeded(1))
        step = replace(after, facts=step.facts + after.facts)
    return step


def after(made: Position | Cafe, *moves: str, seat: int | None = None, chance: Chance | None = None) -> Cafe:
    return do(made, *moves, seat=seat, chance=chance).state


def told(step: Step[Cafe]) -> tuple[Fact, ...]:
    """What everybody hears, and nobody hears more."""
    assert all(isinstance(item, Announced) for item in step.facts)
    return tuple(item.fact for item in step.facts)


def gained(made: Position, *moves: str) -> int:
    """The points that the acting seat gains by its moves, in a game that goes on."""
    done = after(made, *moves)
    assert not isinstance(done.phase, Over)
    return done.scores[made.seat] - made.state.scores[made.seat]


def refused(made: Position | Cafe, text: str, *, seat: int | None = None) -> Reason:
    """Why the move is refused; the test fails if it is not."""
    state = made.state if isinstance(made, Position) else made
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, _seat(state, seat), RULES.parse(text), Seeded(1))
    return caught.value.reason


def offered(made: Position | Cafe, *tokens: str, seat: int | None = None) -> dict[str, Choice]:
    state = made.state if isinstance(made, Position) else made
    return {choice.token: choice for choice in RULES.choices(state, _seat(state, seat), tokens)}


def best(made: Position, n: int = 100_000) -> dict[str, int]:
    """Whole turns in their notation, the best first."""
    return {RULES.write(move): worth for move, worth in RULES.best(made.state, made.seat, n)}


def held(state: Cafe, seat: int) -> str:
    return " ".join(TOKENS[each] for each in counts.pieces(state.hands[seat]))


def drawn(*luck: int) -> Chance:
    return _Fixed(list(luck))


class _Fixed:
    """Luck that is told beforehand."""

    def __init__(self, luck: list[int]) -> None:
        self.luck = luck

    def below(self, n: int, /) -> int:
        value = self.luck.pop(0)
        assert 0 <= value < n
        return value

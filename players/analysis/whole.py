"""The analysis of a game whose hands lie open: of its true positions, and of what each seat could know when it chose.

Luck and choice are told apart where luck is drawn. What a draw did to a seat is what has come less the mean over all
that could have come; what remains is choice, its own and that of the others. Both add up, from the chances at the
beginning to those at the end.

What was better is looked for twice: every choice by a little thinking, then those that seem to have cost most by as
much as a strong house player takes. Ways are compared in the same imagined worlds, with the same luck.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from players import think
from players.analysis import form
from players.analysis.choices import Choice, choices
from players.analysis.form import Analysis, Lucky, Point, Turning
from players.chances import VERSION, Chances, Estimator, chances
from players.outcomes import Effort, outcomes
from players.player import Level
from players.search import Worlds
from rules.chance import Seeded
from rules.contract import IllegalMove, Move, Position, Record
from rules.engine.replay import Moment, again, walk

JUDGE: Final = Level.STRONG
"""Who says what was better."""
Says = Callable[[int], None]
"""Hears how much is done, in percent."""
DRAWS: Final = 64
"""So many outcomes of a draw are looked at, at most."""
FIRST_LOOKS: Final = 160_000
"""Steps of thinking about all choices together …"""
FIRST_LOOK: Final = (200, 2_000)
"""… and about one, at least and at most."""
FIRST_WORLDS: Final = 3
SECOND_LOOKS: Final = 8
"""So many choices are looked at a second time."""
SECOND_WORLDS: Final = 16
SECOND_STEPS: Final = 20_000
"""Steps of comparing a way with what was played."""
MOST: Final = 5
LEAST: Final = 10
"""A turning point costs no less, in thousandths."""
SEED: Final = 7_919


def analysed(of: Estimator, records: Sequence[Record], says: Says) -> Analysis:
    """Returns the analysis of a game, from its beginning or newest checkpoint on."""
    moments = _standing(list(walk(of.rules, records)))
    ledger = Ledger(of, moments[0].after.state.seats)
    for moment in moments:
        ledger.enter(moment)
    says(10)
    found = Looking(of, says).turning(choices(of.rules, moments))
    return Analysis(
        VERSION,
        True,
        tuple(ledger.curve),
        found.turning,
        form.thousandths(ledger.luck),
        form.thousandths(ledger.choice),
        tuple(ledger.drawn),
        found.steps + ledger.effort.spent,
    )


def _standing(moments: Sequence[Moment[Any]]) -> list[Moment[Any]]:
    """Without what was taken back."""
    gone = {moment.undoes for moment in moments if moment.undoes >= 0}
    return [moment for at, moment in enumerate(moments) if at not in gone and moment.undoes < 0]


# ── luck and choice ──────────────────────────────────────────────────────────────────────────────────────────────────


class Ledger:
    """Adds up what each seat's chances have come from, commit by commit."""

    def __init__(self, of: Estimator, seats: int) -> None:
        self.of, self.effort = of, Effort(0)
        self.curve: list[Point] = []
        self.luck, self.choice = [0.0] * seats, [0.0] * seats
        self.drawn = [Lucky(-1, 0)] * seats
        self.now: Chances = ()

    def enter(self, moment: Moment[Any]) -> None:
        before, after = moment.before, moment.after
        if before is None:
            self.now = chances(self.of, after.state)
        else:
            self._moved(before, after.number, moment.records)
        if before is None or after.number != before.number:
            self.curve.append(Point(after.number, form.shares(self.now)))

    def _moved(self, before: Position[Any], number: int, records: Sequence[Record]) -> None:
        """Whoever moves chooses up to a draw; parts of one seat without a draw are one choice."""
        rules, at = self.of.rules, 0
        while at < len(records):
            seat = records[at].seat
            while at < len(records) and records[at].seat == seat:
                at += 1
                if records[at - 1].luck:
                    break
            last, after = records[at - 1], again(rules, before, records[:at]).position.state
            then, mean = chances(self.of, after), None
            if last.luck:
                state = again(rules, before, records[: at - 1]).position.state if at > 1 else before.state
                ways = outcomes(rules, state, seat, rules.parse(last.text), DRAWS, Seeded(SEED + number), self.effort)
                each = [(way.weight, chances(self.of, way.state)) for way in ways]
                mean = tuple([sum([part * one[of] for part, one in each]) for of in range(len(then))])
            self._noted(number, mean or then, then)

    def _noted(self, number: int, mean: Chances, then: Chances) -> None:
        for seat, (was, foreseen, now) in enumerate(zip(self.now, mean, then, strict=True)):
            self.choice[seat] += foreseen - was
            self.luck[seat] += now - foreseen
            amount = round(form.WHOLE * (now - foreseen))
            if abs(amount) > abs(self.drawn[seat].amount):
                self.drawn[seat] = Lucky(number, amount)
        self.now = then


# ── what was better ──────────────────────────────────────────────────────────────────────────────────────────────────


class Found(Struct, frozen=True):
    turning: tuple[Turning, ...]
    steps: int


class Costly(Struct, frozen=True):
    """A choice, the best other way that was found, and what it would have been worth more."""

    choice: Choice
    better: tuple[Move, ...]
    cost: float


class Looking:
    def __init__(self, of: Estimator, says: Says) -> None:
        self.of, self.says, self.steps = of, says, 0

    def turning(self, every: Sequence[Choice]) -> Found:
        low, high = FIRST_LOOK
        budget = min(high, max(low, FIRST_LOOKS // max(1, len(every))))
        seen: list[Costly] = []
        for number, choice in enumerate(every):
            seen += self._costly(choice, budget, FIRST_WORLDS)
            self.says(10 + 60 * (number + 1) // len(every))
        seen.sort(key=lambda one: -one.cost)
        again: list[Costly] = []
        for number, one in enumerate(seen[:SECOND_LOOKS]):
            again += self._costly(one.choice, None, SECOND_WORLDS)
            self.says(70 + 3 * (number + 1))
        again.sort(key=lambda one: -one.cost)
        found = [self._told(one) for one in again[:MOST] if round(form.WHOLE * one.cost) >= LEAST]
        return Found(tuple(sorted(found, key=lambda one: (one.first, one.last))), self.steps)

    def _costly(self, choice: Choice, budget: int | None, worlds: int) -> list[Costly]:
        """Nothing where it was the best way, or part of it."""
        rules, sight = self.of.rules, choice.sight
        try:
            thought = think(rules, sight, choice.prompt, JUDGE, budget, Seeded(SEED * choice.number))
        except IllegalMove:  # it has thought of what it cannot do: it knows nothing better
            return []
        self.steps += thought.steps
        better = thought.weighed[0].moves
        if all(mine == other for mine, other in zip(choice.played, better, strict=False)):
            return []
        cost = self._compared(choice, better, Worlds(rules, sight, Seeded(SEED * choice.number + 1), worlds))
        return [Costly(choice, better, cost)] if cost > 0 else []

    def _compared(self, choice: Choice, better: tuple[Move, ...], worlds: Worlds) -> float:
        """What a way is worth more than what was played; what cannot be played in an imagined world is not compared."""
        seat, effort, whole, times = choice.sight.seat, Effort(SECOND_STEPS), 0.0, 0
        judge = self.of.judge(worlds.world(0), seat)
        while times < worlds.most and (effort.left or not times):
            state = worlds.world(times)
            try:
                whole += judge.value(state, seat, better, worlds.luck(times), effort)
                whole -= judge.value(state, seat, choice.played, worlds.luck(times), effort)
            except IllegalMove:
                return 0.0
            times += 1
        self.steps += effort.spent
        return whole / times

    def _told(self, one: Costly) -> Turning:
        write, choice = self.of.rules.write, one.choice
        played, better = tuple(map(write, choice.played)), tuple(map(write, one.better))
        amount = round(form.WHOLE * one.cost)
        return Turning(choice.first, choice.number, choice.sight.seat, amount, played, better)

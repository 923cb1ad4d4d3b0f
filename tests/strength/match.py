"""One game between players of two kinds, as a table would hold it: nobody gets more than the sight of their seat."""

import time
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

import players
from players.player import Level, Sight, Trained
from rules import engine
from rules.chance import Chance, Seeded
from rules.contract import AnyRules, Memory, Move, Open, Prompt, Setup
from rules.facts import heard
from tests.strength.yardsticks import PEEKS, SILENT, YARDSTICKS, peeking, silent

LONGEST = 20_000
"""More commits than a game takes."""


@dataclass
class Played:
    """What came of one game for the side that is measured."""

    won: float = 0.0
    """1 for the first place, shared among those who share it."""
    seconds: list[float] = field(default_factory=list[float])
    steps: list[int] = field(default_factory=list[int])
    commits: int = 0
    ending: str = ""
    points: tuple[int, ...] = ()


def player(kind: str) -> tuple[str, int]:
    """Who sits there, and which part of the budget they have: `strong/8` thinks an eighth as long as *strong*."""
    name, _, part = kind.partition("/")
    return name, int(part or 1)


class Match:
    """A game of a board (a seed) with these kinds at the seats; those of `side` are measured."""

    def __init__(self, rules: AnyRules, setup: Setup, kinds: tuple[str, ...], side: frozenset[int], board: int) -> None:
        self.rules, self.kinds, self.side = rules, kinds, side
        begun = engine.begin(rules, setup, Seeded(board))
        self.position = begun.position
        self.records = list(begun.records)
        self.luck = Seeded(board * 7919 + 1)
        """Of the game: the same for both sides of a board as long as the same is played."""
        self.thinking = [Seeded((board * 31 + seat) * 104729 + 7) for seat in range(setup.seats)]
        self.memories: list[Memory] = [
            rules.remember(None, rules.public(self.position.state), seat, heard(begun.told, seat))
            for seat in range(setup.seats)
        ]
        self.offered: set[tuple[int, str, int, int]] = set()
        self.played = Played()

    def run(self) -> Played:
        while (outcome := self.rules.outcome(self.position.state)) is None and self.played.commits < LONGEST:
            question = self.next_question()
            moves = self.answer(question)
            self.play(question.seat, moves)
        if outcome is not None:
            first = outcome.ranking[0]
            self.played.won = len(self.side & set(first)) / len(first)
            self.played.ending, self.played.points = str(outcome.reason), outcome.points
        return self.played

    def next_question(self) -> Open:
        """First what somebody may answer and has not been asked yet, once; then what the game waits for."""
        waits = [question for question in self.position.open if question.required]
        for question in self.position.open:
            # Who has answered an offer is asked anew, with another `since`, for they may change their mind.
            key = (question.seat, question.topic, question.subject, 0 if question.subject else question.since)
            if not question.required and not question.sealed and key not in self.offered:
                self.offered.add(key)
                return question
        return waits[0]

    def answer(self, question: Open) -> tuple[Move, ...]:
        seat, state = question.seat, self.position.state
        (kind, part), chance = player(self.kinds[seat]), self.thinking[seat]
        prompt = Prompt(
            *(question.seat, question.topic, question.subject, question.required),
            rest=question.rest,
            sealed=question.sealed,
        )
        if kind in YARDSTICKS:
            return YARDSTICKS[kind](self.rules, state, prompt, chance)
        sight = Sight(seat, self.rules.public(state), self.rules.private(state, seat), self.memories[seat])
        who = (
            silent() if kind == SILENT else players.trained(self.rules, Level.STRONG if kind == PEEKS else Level(kind))
        )
        who = replace(who, budget=who.budget // part)
        if kind == PEEKS:
            with peeking(self.rules, state):
                return self.think(sight, prompt, who, chance)
        return self.think(sight, prompt, who, chance)

    def think(self, sight: Sight, question: Prompt, who: Trained, chance: Chance) -> tuple[Move, ...]:
        began = time.process_time()
        thought = who.player.think(sight, question, who.budget, chance)
        if question.seat in self.side:
            self.played.seconds.append(time.process_time() - began)
            self.played.steps.append(thought.steps)
        return thought.moves

    def play(self, seat: int, moves: tuple[Move, ...]) -> None:
        commit = engine.play(self.rules, self.position, seat, moves, self.luck)
        self.position, told = commit.position, commit.told
        self.records += commit.records
        self.played.commits += 1
        public: Any = self.rules.public(self.position.state)
        self.memories = [
            self.rules.remember(memory, public, other, heard(told, other)) for other, memory in enumerate(self.memories)
        ]

"""Pairs of worlds that differ only in what an observer may not know, and a script that runs in both."""

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.play.changes import questions
from bot.play.outbox_bodies import QuestionBody, row
from rules import engine
from rules.chance import Recorder, Seeded, pick
from rules.contract import IllegalMove, Open, Position, Record, Seat
from rules.engine.log import lines
from rules.engine.replay import Checkpoint
from rules.facts import Whispered, heard
from storage.fingerprint import fingerprint
from storage.rows import RUNNING, Change, SeatRow, TableRow
from tests.contract.cases import Case
from tests.contract.player import walk
from tests.contract.registry import GUATEMALA

TRIES = 8


class Pair:
    """One position of a random game, and another that the observer cannot tell from it."""

    def __init__(self, seed: int, case: Case = GUATEMALA) -> None:
        self.seed = seed
        self.case = case
        self.rules: Any = case.rules
        self.luck = Seeded(seed * 1009 + 7)
        while not self._found():
            pass

    def _found(self) -> bool:
        records, position = self._played()
        self.seats = position.state.seats
        observers: list[int | None] = [None, *range(self.seats)]
        self.observer = pick(self.luck, observers)
        state = position.state
        here = self.case.world.secrets(state, self.observer)
        for _ in range(TRIES if self.case.world.uncertain(state, self.observer) else 0):
            other = self.case.world.reshuffle(state, self.observer, self.luck)
            there = self.case.world.secrets(other, self.observer)
            if there != here:
                break
        else:
            return False
        self.differs = [kind for kind in here if here[kind] != there[kind]]
        self.past = lines(self.rules, records)
        self.sealed = any(question.sealed for question in position.open)
        self.worlds = (position, replace(position, state=other, open=asked_in(self.rules, position, other)))
        self.later = (0, self.luck.below(3))  # how many sealed answers were changed before is hidden as well
        self.move = self._public_move()
        return True

    def _played(self) -> tuple[list[Record], Position[Any]]:
        setup = pick(self.luck, self.case.setups)
        begun = engine.begin(self.rules, setup, self.luck)
        position, records = begun.position, list(begun.records)
        policies = [pick(self.luck, self.case.policies) for _ in range(setup.seats)]
        wants_sealed, least = self.luck.below(2) == 1, 5 + self.luck.below(120)
        for ply in range(400):
            sealed = any(question.sealed for question in position.open)
            if ply >= least and sealed == wants_sealed:
                break
            seat = pick(self.luck, [question.seat for question in position.open if question.required])
            tokens = walk(self.case, position.state, seat, self.luck, policies[seat])
            commit = engine.play(self.rules, position, seat, (self.rules.parse(" ".join(tokens)),), self.luck)
            if self.rules.outcome(commit.position.state) is not None:
                break
            position = commit.position
            records += commit.records
        return records, position

    def _public_move(self) -> tuple[int, str]:
        """A move of another seat that everybody may see, alike in both worlds: no luck, nothing revealed."""
        here, there = self.worlds
        for question in here.open:
            if question.sealed or question.seat == self.observer or not question.required:
                continue
            for _ in range(TRIES):
                policy = pick(self.luck, self.case.policies)
                text = " ".join(walk(self.case, here.state, question.seat, self.luck, policy))
                one, other = (self._told(world, question.seat, text) for world in (here, there))
                if one is not None and one == other:
                    return question.seat, text
        return -1, ""

    def _told(self, position: Position[Any], seat: int, text: str) -> object:
        recorder = Recorder(Seeded(1))
        try:
            step = self.rules.apply(position.state, Seat(seat), self.rules.parse(text), recorder)
        except (IllegalMove, ValueError):
            return None
        if recorder.drawn or step.final or self.rules.outcome(step.state) is not None:
            return None
        return heard(step.facts, self.observer)

    # ── into a store ──

    def change(self, world: int, table: str, channel: int, users: list[int], names: list[str], now: int) -> Change:
        """The table as if it had come to this position; the questions go out by DM."""
        position = self.worlds[world]
        position = replace(position, version=position.version + 1 + self.later[world])
        text = msgspec.json.encode(Checkpoint(position, self.past, self.rules.version)).decode()
        row_ = TableRow(
            id=table, guild=7, channel=channel, game=self.rules.key, status=RUNNING, rev=0, version=position.version,
            public_no=position.number, rules_version=self.rules.version, lang="en", creator=users[0], options=(),
            random_seats=False,
            created_at=now, expires_at=0, state=msgspec.json.encode(position.state).decode(),
            state_format=fingerprint(self.rules.state_type),
        )  # fmt: skip
        asked = [question for question in position.open if question.sealed]
        return Change(
            row_,
            -1,
            now,
            records=(Record(position.version, 0, "checkpoint", -1, text),),
            seats=tuple(SeatRow(seat, users[seat], names[seat]) for seat in range(self.seats)),
            questions=questions(position),
            rows=tuple(row(position.number, QuestionBody(q.seat, q.since, q.topic), users[q.seat]) for q in asked),
        )

    def hidden(self, world: int) -> list[tuple[int, str]]:
        """What the others do unseen, differently in the two worlds: an answer that settles nothing."""
        return self._answered(world)[0]

    def own(self) -> list[str]:
        """What the observer can answer, in both worlds, without settling it: the result would tell."""
        seat = self.observer
        if seat is None:
            return []
        fitting: list[set[str]] = []
        for world in (0, 1):
            _, position = self._answered(world)
            mine = [q for q in position.open if q.sealed and q.seat == seat]
            words = [text for q in mine for text in self._texts(position.state, q.seat)]
            fitting.append({word for word in words if self._keeps(position, seat, word)})
        return sorted(fitting[0] & fitting[1])

    def _keeps(self, position: Position[Any], seat: int, word: str) -> bool:
        commit = engine.play(self.rules, position, seat, (self.rules.parse(word),), Seeded(1))
        return commit.position.number == position.number

    def _answered(self, world: int) -> tuple[list[tuple[int, str]], Position[Any]]:
        position = self.worlds[world]
        found: list[tuple[int, str]] = []
        for question in position.open:
            if (question.required and not question.sealed) or question.seat == self.observer:
                continue
            words = self._texts(position.state, question.seat)
            for word in words if world else words[::-1]:
                commit = engine.play(self.rules, position, question.seat, (self.rules.parse(word),), Seeded(1))
                told = [item for item in commit.told if isinstance(item, Whispered) and item.to == self.observer]
                if commit.position.number == position.number and not told:
                    found.append((question.seat, word))
                    position = commit.position
                    break
        return found, position

    def _texts(self, state: Any, seat: int) -> list[str]:
        """Answers of a seat: all of one word, or some that are composed."""
        words = self.rules.choices(state, Seat(seat), ())
        if all(choice.whole for choice in words):
            return [choice.token for choice in words]
        policy = self.case.policies[0]
        return list(dict.fromkeys(" ".join(walk(self.case, state, seat, Seeded(n), policy)) for n in range(4)))

    def planned(self, world: int) -> list[tuple[int, str]]:
        """What the others plan unseen: in one world something, in the other something else or nothing."""
        found: list[tuple[int, str]] = []
        for question in self.worlds[world].open:
            if question.sealed or question.seat == self.observer or not question.required:
                continue
            luck = Seeded(self.seed + world)
            if luck.below(3):
                policy = pick(luck, self.case.policies)
                state = self.worlds[world].state
                found.append((question.seat, " ".join(walk(self.case, state, question.seat, luck, policy))))
        return found


def asked_in(rules: Any, position: Position[Any], other: Any) -> tuple[Open, ...]:
    """The same questions; who has answered already may be another."""
    wanted = {(prompt.seat, prompt.topic, prompt.subject): prompt for prompt in rules.prompts(other)}
    found: list[Open] = []
    for question in position.open:
        prompt = wanted.get((question.seat, question.topic, question.subject))
        assert prompt is not None
        found.append(replace(question, required=prompt.required, rest=prompt.rest, sealed=prompt.sealed))
    return tuple(found)

"""The laws of house players, L14 to L16, over positions of random games. Each gives its violations.

They are plain functions, so that planted faults (house_faults.py) can be shown to break exactly the law they should.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol, runtime_checkable

import players
from players.player import Level, Thought, Trained
from rules import engine
from rules.chance import Seeded, pick
from rules.contract import AnyRules, IllegalMove, Memory, Move, Position, Prompt
from rules.engine.commits import asked
from tests.contract.cases import Case
from tests.contract.player import Game, walkable
from tests.contract.remembered import Seen, sight
from tests.contract.worlds import look

AHEAD = 6
"""So many moves are played on in an imagined state."""
WALKS = 4_000
OFFERS = 600
"""Free offers that begin with the same word, of which that is enough."""
"""More words than this are not all walked; some walks are taken then."""
TRIES = 6

Chooses = Callable[[AnyRules, Level], Trained]


@runtime_checkable
class Agrees(Protocol):
    """A `World` of a game in which something is remembered that no view shows."""

    def agrees(self, state: Any, observer: int, memory: Memory, /) -> bool:
        """Could that have happened of which the memory speaks?"""
        ...


def agrees(case: Case, state: Any, seat: int, memory: Memory) -> bool:
    return not isinstance(case.world, Agrees) or case.world.agrees(state, seat, memory)


# ── L14 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def imagined_law(case: Case, games: tuple[Game, ...], count: int, tally: Counter[str]) -> Iterator[str]:
    """L14 An imagined state is one that the seat cannot tell from the true one, and the game can go on from it."""
    luck = Seeded(count)
    for game, position, memory in Seen(case, games, count).positions:
        for seat in range(game.setup.seats):
            if tally["imagined"] >= count:
                return
            tally["imagined"] += 1
            where = f"L14 game {game.seed}, version {position.version}, seat {seat}"
            if not agrees(case, position.state, seat, memory[seat]):
                yield f"{where}: what is remembered is not true"
            state = imagine(case, position.state, seat, memory[seat], luck)
            yield from (
                f"{where}: {what}" for what in told_apart(case, position.state, state, seat, memory[seat], luck)
            )
            if case.census(state) != case.pieces(game.setup):
                yield f"{where}: the census is {case.census(state)}"
            yield from (f"{where}: {what}" for what in goes_on(case, state, game, luck))
            if case.world.uncertain(position.state, seat, memory[seat]):
                tally["uncertain"] += 1
                tally["other than the truth"] += varies(case, position.state, state, seat, memory[seat], luck)


def imagine(case: Case, state: Any, seat: int, memory: Memory, luck: Seeded) -> Any:
    seen = sight(case, state, seat, memory)
    return case.rules.imagine(seen.public, seen.private, seen.memory, luck)


def told_apart(case: Case, true: Any, state: Any, seat: int, memory: Memory, luck: Seeded) -> Iterator[str]:
    here, there = look(case, true, seat), look(case, state, seat)
    yield from (f"{what} differs: {here[what]!r} and {there[what]!r}" for what in here if here[what] != there[what])
    tokens: tuple[str, ...] = ()
    while choices := case.rules.choices(true, seat, tokens):
        if choices != case.rules.choices(state, seat, tokens):
            yield f"choices after {tokens} differ"
            return
        tokens = (*tokens, pick(luck, choices).token)
    if set(case.rules.moves(true, seat)) != set(case.rules.moves(state, seat)):
        yield "the own moves differ"
    if not agrees(case, state, seat, memory):
        yield "what is remembered cannot have happened"


def goes_on(case: Case, state: Any, game: Game, luck: Seeded) -> Iterator[str]:
    rules = case.rules
    position = Position(state, 1, 1, asked(rules.prompts(state), 1000))
    for _ in range(AHEAD):
        waits = [question for question in position.open if question.required]
        if rules.outcome(position.state) is not None:
            return
        if not waits:
            yield "the game waits for nobody"
            return
        question = pick(luck, waits)
        moves = rules.moves(position.state, question.seat)
        if not moves:
            yield f"seat {question.seat} is asked and has no move"
            return
        move = pick(luck, moves)
        try:
            position = engine.play(rules, position, question.seat, (move,), luck).position
        except Exception as error:  # noqa: BLE001 (that is the law: none)
            yield f"{rules.write(move)} raised {error!r}"
            return
    if case.census(position.state) != case.pieces(game.setup):
        yield f"the census some moves later is {case.census(position.state)}"


def varies(case: Case, true: Any, state: Any, seat: int, memory: Memory, luck: Seeded) -> bool:
    """Does what is imagined differ from the truth now and then?"""
    secrets = case.world.secrets(true, seat)
    for _ in range(TRIES):
        if case.world.secrets(state, seat) != secrets:
            return True
        state = imagine(case, true, seat, memory, luck)
    return False


# ── L15 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def thought_law(
    case: Case, games: tuple[Game, ...], count: int, share: int, level: Level, tally: Counter[str],
    chooses: Chooses = players.trained,
) -> Iterator[str]:  # fmt: skip
    """L15 The same thought with the same luck in all worlds that the seat cannot tell apart; and a legal one.

    `share`: the budget is that part of the level's own.
    """
    luck, who = Seeded(count), chooses(case.rules, level)
    for game, position, memory in Seen(case, games, count + count // 5).positions:  # some are of games that are over
        for question in position.open:
            if tally["thought"] >= count:
                return
            seat = question.seat
            other = another(case, position.state, seat, memory[seat], luck)
            found = case.world.secrets(other, seat) != case.world.secrets(position.state, seat)
            tally["thought"] += 1
            tally["possible"] += bool(case.world.uncertain(position.state, seat, memory[seat]))
            tally["pairs"] += found
            tally[question.topic] += 1
            where = f"L15 game {game.seed}, version {position.version}, seat {seat}, {question.topic}, {level}"
            prompt = Prompt(
                seat, question.topic, question.subject, question.required, rest=question.rest, sealed=question.sealed
            )
            seed, budget = luck.below(1 << 40), who.budget // share
            here, there = (
                who.player.think(sight(case, world, seat, memory[seat]), prompt, budget, Seeded(seed))
                for world in (position.state, other)
            )
            if here != there:
                yield f"{where}: another thought: {here.moves} and {there.moves}"
            yield from (f"{where}: {what}" for what in senseless(case, position, seat, here))


def another(case: Case, state: Any, seat: int, memory: Memory, luck: Seeded) -> Any:
    """A world that the seat cannot tell from this one; another one if there is any."""
    secrets = case.world.secrets(state, seat)
    other = state
    for _ in range(TRIES):
        other = case.world.reshuffle(state, seat, luck, memory)
        if case.world.secrets(other, seat) != secrets:
            break
    return other


def senseless(case: Case, position: Position[Any], seat: int, thought: Thought) -> Iterator[str]:
    """A thought is legal, only its last move reveals, and what was chosen is among what was weighed."""
    draft = engine.draft(case.rules, position, seat, thought.moves)
    text = [*map(case.rules.write, thought.moves)]
    if not thought.moves or draft.reason is not None or draft.dropped:
        yield f"{text} is not legal in one go: {draft.reason!r}, dropped {draft.dropped}"
    else:
        try:
            engine.play(case.rules, position, seat, thought.moves, Seeded(1))
        except IllegalMove as refused:
            yield f"{text} is refused: {refused.reason!r}"
    if thought.moves not in [way.moves for way in thought.weighed]:
        yield f"{text} was not weighed"
    if not all(0 <= way.worth <= 1 for way in thought.weighed):
        yield f"worth beyond 0 … 1: {[way.worth for way in thought.weighed]}"


# ── L16 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def moves_law(case: Case, games: tuple[Game, ...], count: int, tally: Counter[str]) -> Iterator[str]:
    """L16 `moves` are the complete walks of `choices`, once each, but for free offers; all are legal."""
    luck, parse = Seeded(count), cache(case.rules.parse)  # the same free offers can be made almost everywhere
    for game, position, _ in Seen(case, games, count).positions:
        for seat in range(game.setup.seats):
            moves = case.rules.moves(position.state, seat)
            tally["positions"] += 1
            tally["moves"] += len(moves)
            where = f"L16 game {game.seed}, version {position.version}, seat {seat}"
            if len(set(moves)) != len(moves):
                yield f"{where}: a move stands there twice"
            wanted, whole = Walks(case, position.state, seat, luck, parse).all()
            tally["walked to the last"] += whole
            missing = wanted - set(moves)
            if missing:
                yield f"{where}: not listed: {[*map(case.rules.write, missing)][:4]}"
            if any(case.free(move) for move in moves):
                yield f"{where}: a free offer is listed"
            if whole:
                odd = set(moves) - wanted
            else:
                some = {pick(luck, moves) for _ in range(40)} if moves else set[Move]()
                odd = {move for move in some if not walkable(case, position.state, seat, move)}
            if odd:
                yield f"{where}: listed, but no walk leads there: {[*map(case.rules.write, odd)][:4]}"


class Walks:
    """The moves that all complete walks of choices lead to, but for free offers; or some of them, where there are too
    many.

    Of a word that has led to so many free offers and to nothing else no further walks are looked at: they can name any
    cards in any number. Those that were are taken from anywhere below it.
    """

    def __init__(self, case: Case, state: Any, seat: int, luck: Seeded, parse: Callable[[str], Move]) -> None:
        self.case, self.state, self.seat, self.luck, self.parse = case, state, seat, luck, parse
        self.found: set[Move] = set()
        self.offers: Counter[str] = Counter()
        """Complete walks that are free offers, by their first word; none below a word that leads to another move."""

    def all(self) -> tuple[set[Move], bool]:
        """Returns the moves, and whether these are all."""
        waiting: list[tuple[str, ...]] = [()]
        looked = 0
        while waiting:
            at = self.luck.below(len(waiting)) if looked % 2 or looked > WALKS // 2 else len(waiting) - 1
            tokens = waiting.pop(at)
            if tokens and self.offers[tokens[0]] >= OFFERS:
                continue
            looked += 1
            for choice in self.case.rules.choices(self.state, self.seat, tokens):
                waiting.append((*tokens, choice.token))
                if choice.whole:
                    self.enter(waiting[-1])
            if looked > WALKS:
                return self.found, False
        return self.found, True

    def enter(self, tokens: tuple[str, ...]) -> None:
        move = self.parse(" ".join(tokens))
        if self.case.free(move):
            self.offers[tokens[0]] += 1
        else:
            self.found.add(move)
            self.offers[tokens[0]] -= WALKS * WALKS


__all__ = [
    "Agrees",
    "Chooses",
    "agrees",
    "another",
    "imagined_law",
    "moves_law",
    "thought_law",
]

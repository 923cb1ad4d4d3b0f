"""The laws L5, L6 and L12 by pairs of worlds: whatever a seat sees is the same in all worlds it cannot tell apart."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import engine
from rules.chance import Recorder, Seeded, pick
from rules.contract import IllegalMove, Move, Position, Prompt, Seat, Told
from rules.facts import heard
from rules.notation import NotationError
from tests.contract.cases import Case
from tests.contract.player import Game, near_miss, walk

TRIES = 4


@dataclass
class Pairs:
    """How good the worlds were."""

    positions: int = 0
    observers: int = 0
    possible: int = 0
    """Another world existed …"""
    found: int = 0
    """… and was found."""
    varied: Counter[str] = field(default_factory=Counter[str])
    compared: Counter[str] = field(default_factory=Counter[str])

    def by_law(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        for what, times in self.compared.items():
            found[what.split(" ")[0]] += times
        return dict(found)


def look(case: Case, state: Any, observer: int | None) -> dict[str, object]:
    """Everything that is shown to an observer, or asked of him."""
    rules = case.rules
    prompts = rules.prompts(state)
    seen: dict[str, object] = {
        "repr": repr(state) if observer is None else "",  # it may stand in a log
        "public view": rules.public(state),
        "questions": [_asked(prompt) for prompt in prompts if prompt.required or prompt.sealed],
        "outcome": rules.outcome(state),
    }
    if observer is not None:
        seat = Seat(observer)
        own = [prompt for prompt in prompts if prompt.seat == observer]
        seen |= {"view": rules.private(state, seat), "own questions": own, "best": rules.best(state, seat, 5)}
        if any(prompt.required for prompt in own):
            seen["idle"] = rules.idle(state, seat)
    return seen


def _asked(prompt: Prompt) -> tuple[int, str, int, bool]:
    return prompt.seat, prompt.topic, prompt.subject, prompt.sealed


class Sample:
    """Positions of random games, each seen by every seat and by a spectator, in this world and in another."""

    def __init__(self, case: Case, games: Sequence[Game], positions: int) -> None:
        self.case = case
        self.pairs = Pairs()
        self.luck = Seeded(positions)
        self.broken: dict[str, list[str]] = {"L5": [], "L6": [], "L12": []}
        for game, position in _spread(games, positions):
            self.pairs.positions += 1
            for observer in (None, *range(game.setup.seats)):
                self.observe(game, position, observer)

    def observe(self, game: Game, position: Position[Any], observer: int | None) -> None:
        state = position.state
        self.pairs.observers += 1
        possible = self.case.world.uncertain(state, observer)
        if not possible:
            return
        self.pairs.possible += 1
        here = self.case.world.secrets(state, observer)
        other, there = state, here
        for _ in range(TRIES):
            other = self.case.world.reshuffle(state, observer, self.luck)
            there = self.case.world.secrets(other, observer)
            if there != here:
                break
        varied = [kind for kind in here if here[kind] != there[kind]]
        self.pairs.varied.update(varied)
        self.pairs.found += bool(varied)
        where = f"game {game.seed}, version {position.version}, observer {observer}"
        known = len(self.broken["L5"])
        self.views(state, other, observer, where)
        if len(self.broken["L5"]) > known:
            return  # what differs before a move differs after it: the fault is L5's alone
        self.facts(game, position, other, observer, where)
        if observer is not None:
            self.drafts(position, other, observer, where)

    def check(self, law: str, what: str, where: str, here: object, there: object) -> None:
        self.pairs.compared[f"{law} {what}"] += 1
        if here != there:
            self.broken[law].append(f"{law} {where}: {what} differ: {here!r} and {there!r}")

    def views(self, state: Any, other: Any, observer: int | None, where: str) -> None:
        here, there = look(self.case, state, observer), look(self.case, other, observer)
        for what, seen in here.items():
            self.check("L5", what, where, seen, there[what])
        if observer is not None:
            self.walks(state, other, observer, where)

    def walks(self, state: Any, other: Any, observer: int, where: str) -> None:
        """One random walk of choices, the same in both worlds."""
        tokens: tuple[str, ...] = ()
        while True:
            here = self.case.rules.choices(state, Seat(observer), tokens)
            self.check("L5", "choices", where, here, self.case.rules.choices(other, Seat(observer), tokens))
            if not here:
                return
            tokens = (*tokens, pick(self.luck, here).token)

    def facts(self, game: Game, position: Position[Any], other: Any, observer: int | None, where: str) -> None:
        """Moves of the other seats: what comes of them tells the observer the same in both worlds, unless final."""
        able = range(game.setup.seats) if self.case.unasked else [question.seat for question in position.open]
        for seat in {seat for seat in able if seat != observer}:
            tokens = walk(self.case, position.state, seat, self.luck, pick(self.luck, self.case.policies))
            if not tokens:
                continue
            move, seed = self.case.rules.parse(" ".join(tokens)), self.luck.below(1 << 30)
            here, there = (self.outcome(world, seat, move, seed) for world in (position.state, other))
            if here is None or there is None or here[0] or there[0]:
                continue
            self.check("L6", "luck", where, here[3], there[3])
            if here[3]:  # what is drawn may differ; that something is, and who is told of it, may not
                self.check("L6", "kinds of facts", where, *(_kinds(told[2], observer) for told in (here, there)))
                continue
            self.check("L6", "facts", where, heard(here[2], observer), heard(there[2], observer))
            for what, seen in look(self.case, here[1], observer).items():
                self.check("L6", what, where, seen, look(self.case, there[1], observer)[what])

    def outcome(self, state: Any, seat: int, move: Move, seed: int) -> tuple[bool, Any, Any, int] | None:
        recorder = Recorder(Seeded(seed))
        try:
            step = self.case.rules.apply(state, Seat(seat), move, recorder)
        except IllegalMove:
            return None
        over = self.case.rules.outcome(step.state) is not None
        return step.final or over, step.state, step.facts, len(recorder.drawn)

    def drafts(self, position: Position[Any], other: Any, seat: int, where: str) -> None:
        """A planned turn, legal or not, shows the same in both worlds."""
        moves: list[Move] = []
        state = position.state
        for _ in range(3):
            tokens = walk(self.case, state, seat, self.luck, pick(self.luck, self.case.policies))
            if not tokens:
                break
            text = " ".join(tokens)
            if self.luck.below(3) == 0:
                lures = self.luck.below(3)
                text = self.case.lure(state, seat, self.luck) if lures else near_miss(self.case, tokens, self.luck)
            try:
                moves.append(self.case.rules.parse(text))
            except NotationError:
                continue
            draft = self.drafted(position.state, other, seat, moves, where)
            if draft.then is not None or draft.reason is not None:
                break
            state = draft.state

    def drafted(self, state: Any, other: Any, seat: int, moves: list[Move], where: str) -> engine.Draft[Any, Move]:
        rules = self.case.rules
        here, there = (engine.draft(rules, Position(world, 0, 0, ()), seat, moves) for world in (state, other))
        where = f"{where}, draft {[*map(rules.write, moves)]}"
        for what in ("done", "then", "dropped", "reason", "ready", "over"):
            self.check("L12", what, where, getattr(here, what), getattr(there, what))
        self.check("L12", "facts", where, heard(here.told, seat), heard(there.told, seat))
        if here.done:
            for what, seen in look(self.case, here.state, seat).items():
                self.check("L12", what, where, seen, look(self.case, there.state, seat)[what])
            choices = [rules.choices(world, Seat(seat), ()) for world in (here.state, there.state)]
            self.check("L12", "choices", where, *choices)
        return here


def _kinds(told: tuple[Told, ...], observer: int | None) -> list[str]:
    return [type(fact).__name__ for fact in heard(told, observer)]


def _spread(games: Sequence[Game], positions: int) -> Iterator[tuple[Game, Position[Any]]]:
    """So many positions, evenly over the games; a third of them with a sealed question open, where there are."""
    everything = [(game, position) for game in games for position in game.positions]
    sealed = [pair for pair in everything if any(question.sealed for question in pair[1].open)]
    sealed = sealed[:: max(1, 3 * len(sealed) // positions)][: positions // 3]
    step = (len(everything)) // (positions - len(sealed))
    yield from sealed
    yield from everything[:: max(1, step)][: positions - len(sealed)]


__all__ = ["Pairs", "Sample", "look"]

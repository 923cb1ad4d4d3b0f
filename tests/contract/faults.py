"""Planted faults: each wraps a whole game and breaks exactly the laws it names. They are the tests of the laws."""

from dataclasses import replace as changed
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import asdict, force_setattr, replace

from rules import counts
from rules.cafe.moves import Swap
from rules.cafe.state import Cafe
from rules.catan.moves import Bank, Buy, Discard, Road
from rules.catan.reasons import CannotPay, NoSuchDev, TooFewForTheBank
from rules.catan.state import Catan
from rules.catan.state import Discard as Discarding
from rules.chance import Chance, Recorded
from rules.contract import AnyRules, IllegalMove, NotAsked, Prompt, PublicView, Seat, Setup, Step
from rules.guatemala.facts import BuildEnded
from rules.guatemala.moves import Pass, Score, StepOn
from rules.guatemala.reasons import NotInYourStock
from rules.guatemala.state import Blockade, Guatemala
from tests.contract import toy_pieces
from tests.contract.cases import Case
from tests.contract.registry import CASES, CATAN, GUATEMALA, TOY
from tests.contract.toy_pieces import ToyState


class Faulty:
    """A game as it is; the faults change one thing of it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game: Any = case.rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class Leak(PublicView, frozen=True):
    shown: PublicView
    secret: bytes


class Shows(Faulty):
    """The public view holds a secret."""

    kind = ""

    def public(self, state: Any, /) -> Leak:
        secret = self.case.world.secrets(state, None).get(self.kind)
        return Leak(self.game.public(state), msgspec.json.encode(secret))


class OtherLuck:
    """Luck that does not come through the recorded door: it differs between processes."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def below(self, n: int, /) -> int:
        return (self.chance.below(n) + hash("luck") % 65521) % n


class DrawsElsewhere(Faulty):
    def setup(self, setup: Setup, chance: Chance, /) -> Step[Any]:
        return self.game.setup(setup, OtherLuck(chance))

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        return self.game.apply(state, seat, move, OtherLuck(chance))


class ScribbledGuatemala(Guatemala, frozen=True, array_like=True, forbid_unknown_fields=True):
    scribbles: int = 0


class ScribbledToy(ToyState, frozen=True, forbid_unknown_fields=True):
    scribbles: int = 0


class ScribbledCatan(Catan, frozen=True, array_like=True, forbid_unknown_fields=True):
    scribbles: int = 0


class Mutates(Faulty):
    """A move writes into the state that it was given."""

    @property
    def state_type(self) -> Any:
        return {TOY: ScribbledToy, GUATEMALA: ScribbledGuatemala, CATAN: ScribbledCatan}[self.case]

    def setup(self, setup: Setup, chance: Chance, /) -> Step[Any]:
        step = self.game.setup(setup, chance)
        return replace(step, state=self.state_type(**asdict(step.state)))

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        force_setattr(state, "scribbles", state.scribbles + 1)
        return replace(step, state=replace(step.state, scribbles=0))


class LosesAPiece(Faulty):
    """A road, or a card, is gone after some moves; a guest comes in by the door that only leads out."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        after = step.state
        if isinstance(after, ToyState):
            if isinstance(move, toy_pieces.Lay):
                after = replace(after, table=counts.without(after.table, 0))
        elif isinstance(after, Cafe):
            if isinstance(move, Swap):
                after = replace(after, left=after.left + 1)
        elif isinstance(after, Catan):
            if isinstance(move, Buy) and counts.amount(after.deck.packed, 0):
                after = replace(after, deck=counts.Hidden(counts.without(after.deck.packed, 0)))
        elif after.road_stock and any(isinstance(told.fact, BuildEnded) for told in step.facts):
            after = replace(after, road_stock=after.road_stock - 1)
        return replace(step, state=after)


class ReadsAHand(Faulty):
    """A move that is not final brings more if the neighbour holds a certain piece."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        after = step.state
        if isinstance(move, Bank | Road):
            lumber = counts.amount(after.hands[(seat + 1) % after.seats].packed, 0)
            after = replace(after, played=bool(lumber % 2))
        elif isinstance(move, toy_pieces.Send | StepOn) and self.game.outcome(after) is None:
            toy = isinstance(after, ToyState)
            hands = after.hands if toy else after.stocks
            more = counts.amount(hands[(seat + 1) % len(hands)].packed, 1) % 2
            purse = after.points if toy else after.money
            purse = tuple(has + more * (other == seat) for other, has in enumerate(purse))
            after = replace(after, points=purse) if toy else replace(after, money=purse)
        return replace(step, state=after)


class AsksHolders(Faulty):
    """Only those are asked about a blockade who could block; the others have passed already."""

    def holds(self, state: Any, seat: int) -> bool:
        if isinstance(state.phase, Blockade):
            return counts.amount(state.stocks[seat].packed, state.phase.coffee) > 0
        return counts.amount(state.hands[seat].packed, state.phase.kind) > 0

    def asks(self, state: Any) -> bool:
        return isinstance(state.phase, Blockade | toy_pieces.Blockade)

    def prompts(self, state: Any, /) -> tuple[Prompt, ...]:
        prompts: tuple[Prompt, ...] = self.game.prompts(state)
        return tuple(p for p in prompts if self.holds(state, p.seat)) if self.asks(state) else prompts

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        if not isinstance(move, Score | toy_pieces.Score) or not self.asks(step.state):
            return step
        facts = step.facts
        for prompt in self.game.prompts(step.state):
            if self.asks(step.state) and not self.holds(step.state, prompt.seat):
                answer = toy_pieces.Pass() if self.case is TOY else Pass()
                step = self.game.apply(step.state, prompt.seat, answer, chance)
                facts += step.facts if step.final else ()
        return replace(step, facts=facts)


class RefusesTellingly(Faulty):
    """Who lacks a piece is told something else if his neighbour holds it."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        try:
            return self.game.apply(state, seat, move, chance)
        except IllegalMove as refused:
            reason = refused.reason
            lacks = isinstance(reason, CannotPay | NoSuchDev | TooFewForTheBank)
            if lacks and counts.amount(state.hands[(seat + 1) % state.seats].packed, 0) % 2:
                raise IllegalMove(NotAsked()) from None
            if isinstance(reason, toy_pieces.Lacks | NotInYourStock):
                hands = state.hands if isinstance(state, ToyState) else state.stocks
                kind = reason.kind if isinstance(reason, toy_pieces.Lacks) else reason.coffee
                if counts.amount(hands[(seat + 1) % len(hands)].packed, kind):
                    raise IllegalMove(NotAsked()) from None
            raise


class FirstAnswerWins(Faulty):
    """A block counts at once, even if somebody before its seat has not answered."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        if not isinstance(move, toy_pieces.Block) or not isinstance(step.state.phase, toy_pieces.Blockade):
            return step
        answers = [toy_pieces.PASSED if a == toy_pieces.OPEN else a for a in step.state.phase.answers]
        told = replace(step.state, phase=replace(step.state.phase, answers=tuple(answers)))
        return self.game.apply(told, seat, move, chance)


class FirstAnswerStands(Faulty):
    """A discard cannot be changed, though it looks as if it could."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        changed_mind = (
            isinstance(move, Discard) and isinstance(state.phase, Discarding) and state.phase.given[seat].packed
        )
        return Step(state, step.facts) if changed_mind else step


class TellsOtherwise(Faulty):
    """A replay tells what happened in another order."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance, /) -> Step[Any]:
        step = self.game.apply(state, seat, move, chance)
        return replace(step, facts=step.facts[::-1]) if isinstance(chance, Recorded) else step


class Planted(NamedTuple):
    laws: frozenset[str]
    make: type[Faulty]
    secret: str = ""


def _shows(case: Case, kinds: tuple[str, ...]) -> dict[str, Planted]:
    shown = {f"{case.name}+shows-{kind}": Planted(frozenset({"L5"}), Shows, kind) for kind in kinds}
    return shown | {
        f"{case.name}+{name}": Planted(frozenset(laws.split()), make)
        for name, laws, make in (
            ("draws-elsewhere", "L1", DrawsElsewhere),
            ("tells-otherwise", "L13", TellsOtherwise),
            ("mutates", "L3 L13", Mutates),
            ("loses-a-piece", "L7", LosesAPiece),
            ("reads-a-hand", "L6 L12", ReadsAHand),
            ("asks-holders", "L5 L6", AsksHolders),
            ("refuses-tellingly", "L12", RefusesTellingly),
        )
    }


FAULTS: dict[str, Planted] = (
    _shows(TOY, ("hands", "bag", "tosses", "answers", "plan", "offers"))
    | _shows(GUATEMALA, ("stocks", "bag", "answers", "plan"))
    | {
        "cafe+shows-bag": Planted(frozenset({"L5"}), Shows, "bag"),
        "cafe+draws-elsewhere": Planted(frozenset({"L1"}), DrawsElsewhere),
        "cafe+tells-otherwise": Planted(frozenset({"L13"}), TellsOtherwise),
        "cafe+loses-a-piece": Planted(frozenset({"L7"}), LosesAPiece),
    }
    | {
        name: planted
        for name, planted in _shows(
            CATAN, ("resources", "ingredients", "devs", "points", "deck", "discards", "replies", "answers")
        ).items()
        if not name.endswith("asks-holders")  # who holds too much is public
    }
    | {"catan+first-answer-stands": Planted(frozenset({"L9"}), FirstAnswerStands)}
    | {"toy+first-answer-wins": Planted(frozenset({"L9"}), FirstAnswerWins)}
)


def plant(name: str) -> Case:
    """The case with the fault in its game."""
    case = next(case for case in CASES if case.name == name.partition("+")[0])
    fault = FAULTS[name].make(case)
    if isinstance(fault, Shows):
        fault.kind = FAULTS[name].secret
    return changed(case, rules=cast("AnyRules", fault), key=name)


def find(name: str) -> Case:
    """A case by its name, with or without a fault."""
    return plant(name) if name in FAULTS else next(case for case in CASES if case.name == name)

"""The blockade: all opponents are asked at once, their answers are sealed and counted clockwise (GC-25 to GC-27)."""

from msgspec.structs import replace

from rules import counts
from rules.contract import Chance, IllegalMove, Step, Told
from rules.facts import Announced, Whispered
from rules.guatemala import ending, reasons, scoring
from rules.guatemala.facts import Answered, Blocked, NotBlocked
from rules.guatemala.state import TRACK, Answers, Blockade, Build, Guatemala

UNDECIDED, NOBODY = -2, -1


def may_block(state: Guatemala, seat: int, coffee: int) -> bool:
    """GC-25: only with a sack of the same colour from the stock."""
    return counts.amount(state.stocks[seat].packed, coffee) > 0


def is_asked(state: Guatemala, phase: Blockade, seat: int) -> bool:
    """GC-26: until the question is settled an answer can be changed; but not one given for a seat that resigned."""
    given = phase.answers.block | phase.answers.passed
    return seat in phase.asked and not (state.resigned & given) >> seat & 1


def answer(state: Guatemala, phase: Blockade, seat: int, chance: Chance, *, block: bool) -> Step[Guatemala]:
    """An answer, or a change of it."""
    if block and not may_block(state, seat, phase.coffee):
        raise IllegalMove(reasons.NotInYourStock(phase.coffee))
    bit = 1 << seat
    given = Answers(
        phase.answers.block & ~bit | (bit if block else 0), phase.answers.passed & ~bit | (0 if block else bit)
    )
    told: tuple[Told, ...] = (Whispered(seat, Answered(block)),)
    blocker = decided(phase.asked, given, state.resigned)
    if blocker == UNDECIDED:
        return Step(replace(state, phase=replace(phase, answers=given)), told)
    step = _passed(state, phase, chance, told) if blocker == NOBODY else _blocked(state, phase, blocker, told)
    return replace(step, final=True)


def decided(asked: tuple[int, ...], answers: Answers, resigned: int = 0) -> int:
    """Who blocks: a block counts once all before it have passed (GC-26). Who has resigned passes (GC-31)."""
    for seat in asked:
        if (answers.block & ~resigned) >> seat & 1:
            return seat
        if not (answers.block | answers.passed) >> seat & 1:
            return UNDECIDED
    return NOBODY


def _passed(state: Guatemala, phase: Blockade, chance: Chance, told: tuple[Told, ...]) -> Step[Guatemala]:
    told = (*told, Announced(NotBlocked(phase.asked)))
    return scoring.settle(state, phase.seat, phase.coffee, phase.field, phase.plan, chance, told)


def _blocked(state: Guatemala, phase: Blockade, blocker: int, told: tuple[Told, ...]) -> Step[Guatemala]:
    after = scoring.lay_from_stock(state, blocker, phase.coffee, phase.field)
    told = (*told, Announced(Blocked(blocker, phase.seat, phase.coffee, phase.field)))
    if ending.track_reached(after):  # GC-28: the new sack may lie on a marker
        return ending.over(after, TRACK, told)
    return Step(replace(after, phase=Build(phase.seat, (), blocked=True)), told)

"""GC-24 and GC-26: what nobody learns from a blockade, during the question and for ever."""

from itertools import product

from msgspec.structs import replace

from rules import counts, engine
from rules.chance import Foreseen, Seeded
from rules.contract import Position, Record, Setup
from rules.guatemala.facts import Answered
from rules.guatemala.game import RULES
from rules.guatemala.state import Blockade, Guatemala
from tests.rules.guatemala.asking import asked, clockwise
from tests.rules.guatemala.position import after, coffee, hand


def _begun(seed: int) -> engine.Commit[Guatemala]:
    return engine.begin(RULES, Setup(4, (("side", "fixed"),)), Seeded(seed))


def _all_hold_black(state: Guatemala) -> bool:
    return all(counts.amount(stock.packed, coffee("K")) for stock in state.stocks)


def table(plan: str = "") -> tuple[Position[Guatemala], tuple[Record, ...]]:
    """A real game of four in which a black sack has just been scored, and all opponents could block."""
    begun = next(commit for commit in map(_begun, range(1000)) if _all_hold_black(commit.position.state))
    position, records, state = begun.position, begun.records, begun.position.state
    starter = (getattr(state.phase, "seat", 0) + 1) % 4
    for seat, moves in (((starter - 1) % 4, ["buyer 1"]), (starter, ["step 2", "score S1" + plan])):
        commit = engine.play(RULES, position, seat, [RULES.parse(text) for text in moves], Foreseen())
        position, records = commit.position, records + commit.records
    assert isinstance(position.state.phase, Blockade)
    return position, records


def play(
    position: Position[Guatemala], records: tuple[Record, ...], *answers: tuple[int, str]
) -> tuple[Position[Guatemala], tuple[Record, ...]]:
    for seat, answer in answers:
        commit = engine.play(RULES, position, seat, [RULES.parse(answer)], Foreseen())
        position, records = commit.position, records + commit.records
    return position, records


def visible(position: Position[Guatemala], records: tuple[Record, ...], reader: int | None) -> list[object]:
    """Everything that a reader, or with None a spectator, gets to see."""
    state = position.state
    shown: list[object] = [
        RULES.public(state),
        engine.waiting(position),
        position.number,
        engine.history(RULES, records, reader),
        RULES.outcome(state),
    ]
    if reader is None:
        return shown
    own = [(q.topic, q.subject, q.since, q.required) for q in position.open if q.seat == reader]
    private = RULES.private(state, reader)
    seen = [private.seat, private.stock, private.asked, private.may_block, private.answer]
    seen += [private.plan_lay, private.plan_sail]
    return [*shown, own, RULES.choices(state, reader, ()), seen, *_tries(position, records, reader)]


def _tries(position: Position[Guatemala], records: tuple[Record, ...], reader: int) -> list[object]:
    """What he learns by trying: drafts, refusals, taking back."""
    found: list[object] = []
    for text in ("pass", "block", "done", "lay K"):
        draft = engine.draft(RULES, position, reader, [RULES.parse(text)])
        found.append((draft.done, draft.then, draft.dropped, draft.reason, draft.ready, draft.over))
    try:
        engine.undo(RULES, records, reader)
    except engine.CannotTakeBack as refusal:
        found.append(refusal.why)
    return found


def test_gc_26_nothing_visible_tells_who_has_answered() -> None:
    """Every set of answers that leaves the question open looks alike to whoever did not give them."""
    start = table(" lay K")
    state = start[0].state
    assert isinstance(state.phase, Blockade)
    order = state.phase.asked
    worlds = 0
    for given in product((None, "pass", "block"), repeat=3):
        answers = [(seat, answer) for seat, answer in zip(order, given, strict=True) if answer is not None]
        if clockwise(dict(answers), order) is not None:
            continue
        world = play(*start, *answers)
        assert isinstance(world[0].state.phase, Blockade)
        worlds += 1
        for reader in (None, *range(4)):
            alone = [(seat, answer) for seat, answer in answers if seat == reader]
            assert visible(*world, reader) == visible(*play(*start, *alone), reader), (reader, answers)
    assert worlds == 13


def test_gc_26_nothing_visible_tells_who_could_have_blocked() -> None:
    """Whatever the others hold, the question looks alike."""
    holding = after(asked(), "score P1")
    for seat in (1, 2, 3):
        other = replace(holding, stocks=(*holding.stocks[:seat], hand("KK"), *holding.stocks[seat + 1 :]))
        assert RULES.public(other) == RULES.public(holding)
        assert RULES.prompts(other) == RULES.prompts(holding)
        for reader in {0, 1, 2, 3} - {seat}:
            assert RULES.choices(other, reader, ()) == RULES.choices(holding, reader, ())
            assert RULES.private(other, reader) == RULES.private(holding, reader)


def test_gc_26_an_answer_that_was_not_needed_stays_secret_for_ever() -> None:
    """The first opponent blocks; what the others had answered is known to nobody else, then and later."""
    start = table(" lay K")
    phase = start[0].state.phase
    assert isinstance(phase, Blockade)
    first, second, third = phase.asked
    silent = after_settling(play(*start, (first, "block")), phase.seat)
    for answers in product((None, "pass", "block"), repeat=2):
        before = [(seat, text) for seat, text in zip((second, third), answers, strict=True) if text is not None]
        world = after_settling(play(*start, *before, (first, "block")), phase.seat)
        for reader in (None, *range(4)):
            if reader in dict(before):
                continue
            assert visible(*world, reader)[:5] == visible(*silent, reader)[:5], (reader, before)


def after_settling(
    world: tuple[Position[Guatemala], tuple[Record, ...]], scorer: int
) -> tuple[Position[Guatemala], tuple[Record, ...]]:
    return play(*world, (scorer, "done"))


def test_gc_26_the_history_of_the_answerer_holds_his_own_answer_only() -> None:
    start = table()
    phase = start[0].state.phase
    assert isinstance(phase, Blockade)
    first, second, third = phase.asked
    world = play(*start, (third, "pass"), (second, "block"), (first, "block"))
    for reader in phase.asked:
        heard = [fact for entry in engine.history(RULES, world[1], reader) for fact in entry.facts]
        assert [fact for fact in heard if isinstance(fact, Answered)] == [Answered(reader != third)]
    everybody = [fact for entry in engine.history(RULES, world[1], None) for fact in entry.facts]
    assert not any(isinstance(fact, Answered) for fact in everybody)


def test_gc_24_the_plan_of_a_blocked_scoring_stays_secret_for_ever() -> None:
    """With and without a plan the world looks alike to all but the scorer, during the question and after it."""
    plain, planned = table(), table(" lay K")
    phase = plain[0].state.phase
    assert isinstance(phase, Blockade)
    for answers in ((), ((phase.asked[0], "block"),)):
        one, other = play(*plain, *answers), play(*planned, *answers)
        for reader in (None, *phase.asked):
            assert visible(*one, reader) == visible(*other, reader)
    settled = [after_settling(play(*world, (phase.asked[0], "block")), phase.seat) for world in (plain, planned)]
    for reader in (None, *range(4)):
        assert visible(*settled[0], reader) == visible(*settled[1], reader)
    assert repr(planned[0].state.phase).count("Plan(…)") == 1
    assert "lay" not in repr(planned[1][-1])


def test_gc_26_the_scorer_sees_his_own_plan_while_it_waits() -> None:
    state = table(" lay K")[0].state
    assert isinstance(state.phase, Blockade)
    assert RULES.private(state, state.phase.seat).plan_lay == coffee("K")
    for seat in state.phase.asked:
        assert RULES.private(state, seat).plan_lay == -1

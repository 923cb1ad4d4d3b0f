"""The rules and a literal reading of the law book (literal.py) agree, in both directions."""

import ast
import random
from collections import Counter
from itertools import chain, islice
from pathlib import Path

import pytest

from rules import counts
from rules.cafe import board
from rules.cafe.game import RULES
from rules.cafe.guests import NATIONS, is_joker, sex
from rules.cafe.moves import UNNAMED, Seating, Sits
from rules.cafe.state import Cafe, Turn
from rules.chance import Seeded
from rules.contract import IllegalMove
from tests.report import say
from tests.rules.cafe import literal
from tests.rules.cafe.random_positions import dealt, played

POSITIONS = 2_000, pytest.param(10_000, marks=pytest.mark.long)
WHOLE = 20
"""Every so many positions all seatings are listed, not only some tried."""
TRIED = 6

pytestmark = pytest.mark.no_cover


def guest(sits: Sits) -> literal.Guest:
    named = "" if sits.nation == UNNAMED else NATIONS[sits.nation]
    return literal.Guest("" if is_joker(sits.kind) else NATIONS[sits.kind // 2], "fm"[sex(sits.kind)], named)


def spelled(guests: tuple[Sits, ...]) -> literal.Seating:
    return {literal.CHAIRS[sits.chair]: guest(sits) for sits in guests}


def cafe(state: Cafe, seat: int) -> literal.Cafe:
    """The position in the literal reading's words."""
    sitting: dict[literal.Cell, literal.Guest] = {}
    for sits in RULES.public(state).guests:
        named = sits.nation if board.BETWEEN >> sits.chair & 1 else UNNAMED
        sitting[literal.CHAIRS[sits.chair]] = guest(Sits(sits.kind, sits.chair, named))
    birthday = NATIONS[state.birthday] if state.birthday >= 0 else ""
    held = [guest(Sits(kind, 0)) for kind in counts.pieces(state.hands[seat])]
    return literal.Cafe(sitting, state.opening, state.regulars, birthday, held)


class Comparison:
    """Both readings side by side, and a census of what occurred."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen = Counter[str]()

    def position(self, number: int, state: Cafe) -> None:
        assert isinstance(state.phase, Turn)
        seat = state.phase.seat
        laid = cafe(state, seat)
        ranked = RULES.best(state, seat, 100_000)
        seatings = [frozenset(spelled(move.guests).items()) for move, _ in ranked if isinstance(move, Seating)]
        offered = set(seatings)
        assert len(offered) == len(seatings), "no turn twice"
        if number % WHOLE == 0:
            assert offered == {frozenset(seating.items()) for seating in literal.seatings(laid)}
            self.seen["all seatings listed"] += 1
            self.seen["seatings listed"] += len(offered)
        for move, worth in self.rng.sample(ranked, min(len(ranked), TRIED)):
            if isinstance(move, Seating):
                self.tried(state, laid, move, {worth})
        for _ in range(TRIED):
            self.tried(state, laid, self.some(state, seat), None)

    def some(self, state: Cafe, seat: int) -> Seating:
        """A seating of guests from the hand that looks likely: free chairs, mostly near each other."""
        rng, hand = self.rng, counts.pieces(state.hands[seat])
        number = min(len(hand), rng.choice((1, 1, 2, 2, 2, 3, 4)))
        free = [chair for chair in range(68) if not (state.women | state.men) >> chair & 1 or rng.random() < 0.01]
        first = rng.choice(free)
        near = [chair for chair in free if board.NEAR[first] >> chair & 1]
        guests: dict[int, Sits] = {}
        for kind in rng.sample(hand, number):
            allowed = [chair for chair in (near if rng.random() < 0.8 else free) if board.ALLOWED[kind] >> chair & 1]
            chair = rng.choice([chair for chair in allowed if chair not in guests] or free)
            nations = board.NATIONS_AT[chair]
            needed = is_joker(kind) and len(nations) == 2
            named = rng.choice(nations) if needed and rng.random() < 0.7 else UNNAMED
            guests[chair] = Sits(kind, chair, named)
        return Seating(tuple(guests[chair] for chair in sorted(guests)))

    def tried(self, state: Cafe, laid: literal.Cafe, move: Seating, worth: set[int] | None) -> None:
        seat = RULES.prompts(state)[0].seat
        seating = spelled(move.guests)
        clause = literal.against(laid, seating)
        jokers = "with jokers" if any(is_joker(sits.kind) for sits in move.guests) else "without"
        self.seen[f"{len(move.guests)} {jokers} {clause or 'legal'}"] += 1
        if clause:
            with pytest.raises(IllegalMove):
                RULES.apply(state, seat, move, Seeded(1))
            return
        after = RULES.apply(state, seat, move, Seeded(1)).state
        brought = literal.points(laid, seating)
        assert worth in (None, brought)
        costs = RULES.public(after).costs
        assert {after.scores[seat] - state.scores[seat] + (costs[seat] if costs else 0)} == brought
        done = literal.completed(laid, seating)
        assert after.completed[seat] - state.completed[seat] == done
        self.seen["one-nation tables"] += done
        self.seen["at a birthday table"] += bool(laid.birthday) and brought != {0}


@pytest.mark.parametrize("positions", POSITIONS)
def test_rules_and_law_book_agree(positions: int) -> None:
    """CI-5 to CI-10, CI-20, CI-21: what is legal there is offered here and applies, all else is refused."""
    compare = Comparison(20_06)
    games = chain.from_iterable(played(compare.rng) for _ in range(positions))
    for number, state in enumerate(islice(games, positions)):
        compare.position(number, dealt(compare.rng, state) if number % 3 else state)
    seen = compare.seen
    say(f"cafe: {positions} positions: " + ", ".join(f"{what} {count}" for what, count in sorted(seen.items())))
    wanted = [f"{number} {jokers} legal" for number in (1, 2, 3) for jokers in ("with jokers", "without")]
    wanted += ["4 with jokers legal", "one-nation tables", "1 without CI-7", "2 with jokers CI-6", "3 without CI-9"]
    wanted += ["3 without CI-21", "1 with jokers CI-10", "1 without CI-5", "at a birthday table"]
    rare = {what: seen[what] for what in wanted if seen[what] < positions // 500}
    assert not rare


def test_the_literal_reading_shares_nothing_with_the_rules() -> None:
    tree = ast.parse(Path(literal.__file__).read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"collections.abc", "dataclasses", "itertools"}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))


def test_both_draw_the_same_plan() -> None:
    """CI-2: tables, chairs and nations of the law book's long table and of its small plan."""
    assert [literal.TABLES[table.row, table.column] for table in board.TABLES] == [
        NATIONS[table.nation] for table in board.TABLES
    ]
    assert list(board.CELLS) == literal.CHAIRS
    for table in board.TABLES:
        assert [literal.CHAIRS[chair] for chair in table.chairs] == literal.around((table.row, table.column))

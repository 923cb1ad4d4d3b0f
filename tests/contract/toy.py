"""A toy game with one of every hard thing: an example of a whole game, and what every law is tried on first.

Forty-two cards of three kinds, a board of 89 edges. In the morning the player draws a card, in the evening he lays
edges, trades, calls cards in, scores, ends. What is hard about it: a hidden draw that may make everybody toss half his
hand (sealed, all must answer); a scoring that the others may block (sealed, the first in order counts) with a secret
plan of what to pay; an offer to three seats with counter-offers; CALL reads hidden hands; SEND opens a guard that
returns to the morning or the evening; a seat without cards passes inside its neighbour's END.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules import counts
from rules.chance import draw
from rules.contract import (
    Chance,
    Choice,
    GameIsOver,
    IllegalMove,
    NotAsked,
    Option,
    Outcome,
    Prompt,
    Setup,
    Step,
    no_older_version,
)
from rules.counts import Hidden
from rules.facts import Fact, Seat, Told, Whispered
from tests.contract.toy_acts import do, over, say, withdrawn
from tests.contract.toy_imagination import ToyMemory, imagine, remember
from tests.contract.toy_legal import everyone, has, judge, legal, worth
from tests.contract.toy_notation import parse, write
from tests.contract.toy_pieces import (
    CARDS,
    KINDS,
    OPEN,
    UNASKED,
    AnyFact,
    AnyMove,
    Blockade,
    Clear,
    Dealt,
    Did,
    Draw,
    End,
    Ending,
    Evening,
    Give,
    Guard,
    Hand,
    Lay,
    Morning,
    Offer,
    Over,
    Pass,
    Pay,
    PayWith,
    Table,
    Toss,
    ToyMove,
    ToyState,
)


class Toy:
    """The game as the engine sees it."""

    key = "toy"
    version = 1
    seats = (2, 3, 4)
    options: tuple[Option, ...] = (Option("bag", ("full", "short"), "full", (2, 3, 4)),)
    state_type = ToyState
    fact_type: Any = AnyFact

    def setup(self, setup: Setup, chance: Chance, /) -> Step[ToyState]:
        bag = counts.pack([CARDS if setup.chosen(self.options[0]) == "full" else CARDS // 2] * KINDS)
        hands: list[Hidden] = []
        told: list[Told] = []
        for seat in range(setup.seats):
            hand = 0
            for _ in range(3):
                kind, bag = draw(chance, bag)
                hand = counts.plus(hand, kind)
            hands.append(Hidden(hand))
            told.append(Whispered(seat, Dealt(Hidden(hand))))
        zeros = (0,) * setup.seats
        first = chance.below(setup.seats)
        return Step(ToyState(tuple(hands), Hidden(bag), 0, 0, zeros, first, 0, 0, Morning()), tuple(told))

    def prompts(self, s: ToyState, /) -> tuple[Prompt, ...]:
        match s.phase:
            case Toss(owed, given):
                return tuple(
                    Prompt(seat, "toss", required=not given[seat].packed, sealed=True)
                    for seat in everyone(s) if owed[seat]
                )  # fmt: skip
            case Blockade(kind, _, answers):
                return tuple(
                    Prompt(seat, "blockade", kind, required=answers[seat] == OPEN, sealed=True)
                    for seat in everyone(s) if answers[seat] != UNASKED
                )  # fmt: skip
            case Guard():
                return (Prompt(s.turn, "guard"),)
            case Pay():
                return (Prompt(s.turn, "pay"),)
            case Over():
                return ()
            case Morning() | Evening():
                offers = s.phase.offers if isinstance(s.phase, Evening) else ()
                asked = ((o.number, seat) for o in offers for seat in addressees(s, o))
                return (
                    Prompt(s.turn, "turn", rest=True),
                    *(Prompt(seat, "offer", n, required=False, rest=True) for n, seat in asked),
                )

    def choices(self, s: ToyState, seat: Seat, tokens: tuple[str, ...], /) -> tuple[Choice, ...]:
        at = len(tokens)
        found: dict[str, bool] = {}
        for move in legal(s, seat):
            line = tuple(write(move).split())
            if len(line) > at and line[:at] == tokens:
                found[line[at]] = found.get(line[at], False) or len(line) == at + 1
        return tuple(Choice(token, whole) for token, whole in found.items())

    def best(self, s: ToyState, seat: Seat, n: int, /) -> tuple[tuple[ToyMove, int], ...]:
        lays = [(move, worth(s, move.edge)) for move in legal(s, seat) if isinstance(move, Lay)]
        return tuple(sorted(lays, key=lambda lay: -lay[1])[:n])

    def apply(self, s: ToyState, seat: Seat, move: ToyMove, chance: Chance, /) -> Step[ToyState]:
        refused = judge(s, seat, move)
        if refused is not None:
            raise IllegalMove(refused)
        return do(s, seat, move, chance)

    def idle(self, s: ToyState, seat: Seat, /) -> ToyMove:
        match s.phase:
            case Toss(owed, _):
                cards = sorted(counts.pieces(s.hands[seat].packed), key=lambda k: -has(s, seat, k))
                return Give(Hidden(_packed(cards[: owed[seat]])))
            case Blockade():
                return Pass()
            case Guard():
                return Clear((s.edges & -s.edges).bit_length() - 1)
            case Pay():
                return PayWith(counts.at(s.hands[seat].packed, 0))
            case Evening():
                return End()
            case Morning() | Over():
                return Draw()

    def resign(self, s: ToyState, seat: Seat, /) -> Step[ToyState]:
        if isinstance(s.phase, Over) or s.resigned >> seat & 1:
            raise IllegalMove(GameIsOver() if isinstance(s.phase, Over) else NotAsked())
        s = replace(s, resigned=s.resigned | 1 << seat, phase=withdrawn(s.phase, s.turn, seat))
        told = (say(Did(seat, "resigned")),)
        left = len(s.hands) - s.resigned.bit_count()
        return Step(s, told) if left > 1 else over(s, Ending.RESIGNED, told)

    def resigned(self, s: ToyState, /) -> tuple[int, ...]:
        return tuple(seat for seat in everyone(s) if s.resigned >> seat & 1)

    def public(self, s: ToyState, /) -> Table:
        question: tuple[int, ...] = ()
        if isinstance(s.phase, Toss):
            question = s.phase.owed
        elif isinstance(s.phase, Blockade):
            question = (s.phase.kind, *(int(a != UNASKED) for a in s.phase.answers))
        elif isinstance(s.phase, Evening):
            question = tuple(x for o in s.phase.offers if o.by == s.turn for x in (o.number, o.gives, o.wants))
        hands, bag = tuple(counts.total(hand.packed) for hand in s.hands), counts.total(s.bag.packed)
        cards = (sum(hands) + bag + counts.total(s.table)) // KINDS
        back = s.phase.back if isinstance(s.phase, Guard) else s.phase
        evening = isinstance(back, Evening)
        made, ending = back.made if evening else 0, s.phase.ending if isinstance(s.phase, Over) else ""
        phase, whose = type(s.phase).__name__, s.turn
        return Table(hands, bag, s.table, s.edges, s.points, whose, phase, question, cards, s.spent, s.resigned, made,
                     evening, ending)  # fmt: skip

    def private(self, s: ToyState, seat: Seat, /) -> Hand:
        answer, plan = 0, -1
        offers: tuple[Offer, ...] = ()
        if isinstance(s.phase, Toss):
            answer = s.phase.given[seat].packed
        elif isinstance(s.phase, Blockade):
            answer, plan = s.phase.answers[seat], s.phase.plan if seat == s.turn else -1
        elif isinstance(s.phase, Evening):
            offers = tuple(o if seat == s.turn else _seen(o, seat) for o in s.phase.offers if seat in (o.by, s.turn)
                           or o.by == s.turn)  # fmt: skip
        return Hand(s.hands[seat], answer, plan, offers, seat)

    def outcome(self, s: ToyState, /) -> Outcome | None:
        if not isinstance(s.phase, Over):
            return None
        ranks = {seat: (s.resigned >> seat & 1, -s.points[seat]) for seat in everyone(s)}
        groups = (tuple(seat for seat in everyone(s) if ranks[seat] == rank) for rank in sorted(set(ranks.values())))
        return Outcome(tuple(groups), s.phase.ending, s.points)

    def remember(self, memory: ToyMemory | None, public: Table, seat: Seat, facts: tuple[Fact, ...], /) -> ToyMemory:
        return remember(memory, public, seat, facts)

    def imagine(self, public: Table, private: Hand, memory: ToyMemory, chance: Chance, /) -> ToyState:
        return imagine(public, private, memory, chance)

    def moves(self, s: ToyState, seat: Seat, /) -> tuple[AnyMove, ...]:
        return tuple(legal(s, seat))

    upgrade = staticmethod(no_older_version)

    def parse(self, text: str, /) -> ToyMove:
        return parse(text)

    def write(self, move: ToyMove, /) -> str:
        return write(move)


def _packed(cards: list[int]) -> int:
    return counts.pack([cards.count(kind) for kind in range(KINDS)])


def _seen(offer: Offer, seat: int) -> Offer:
    return replace(offer, accepted=offer.accepted & 1 << seat, declined=offer.declined & 1 << seat)


def addressees(s: ToyState, offer: Offer) -> tuple[int, ...]:
    if offer.by != s.turn:
        return (s.turn,)
    return tuple(seat for seat in everyone(s) if seat != s.turn and not s.resigned >> seat & 1)

"""A café that is played on quickly: everybody takes the turn that brings most, and the state changes in place."""

from typing import Final

from players.cafe.hall import Found, Hall
from rules import counts
from rules.cafe import ending
from rules.cafe.board import ALLOWED, BAR_FIELDS, bits
from rules.cafe.guests import HAND, JOKERS, MAN
from rules.cafe.state import Cafe, NameBirthday, Over
from rules.chance import Chance

NOBODY: Final = -1
AT_BAR: Final = 1
"""Who was at the bar draws one guest."""


class Quick:
    """What of a game goes on, without records and facts."""

    __slots__ = (
        *("bag", "bar", "completed", "dropped", "hall", "hands", "jokers", "names", "over"),
        *("regulars", "resigned", "scores", "seat", "seats", "threshold"),
    )

    def __init__(self, state: Cafe) -> None:
        phase = state.phase
        self.over = isinstance(phase, Over)
        self.names = isinstance(phase, NameBirthday)
        self.seat = NOBODY if isinstance(phase, Over) else phase.seat
        self.seats, self.regulars, self.resigned = state.seats, state.regulars, state.resigned
        self.hall = Hall(state)
        self.jokers = state.jokers
        self.bar = len(state.bar)
        self.hands = [list(counts.pieces(hand)) for hand in state.hands]
        self.bag = list(counts.pieces(state.bag.packed))
        self.scores, self.completed = list(state.scores), list(state.completed)
        self.threshold = state.threshold
        self.dropped = set(state.dropped)

    @property
    def playing(self) -> int:
        """How many have neither dropped out nor resigned."""
        return sum([not (self.resigned >> seat & 1 or seat in self.dropped) for seat in range(self.seats)])

    def limit(self, seat: int) -> int:
        return max(0, HAND - self.completed[seat])

    def turn(self, chance: Chance) -> None:
        """The seat whose turn it is takes what brings most; who has resigned goes to the bar (CI-22)."""
        seat, hand = self.seat, self.hands[self.seat]
        away = self.resigned >> seat & 1 and self._ordinary(hand)
        found = None if away else self.hall.best(hand, regulars=self.regulars)
        if found and (found.points >= BAR_FIELDS[self.bar] or not self._ordinary(hand)):
            self._sit(seat, found, chance)
        elif away or not self._swap_rather(seat, hand, chance):
            self._drink(seat, self._missed_least(hand), chance)

    def _missed_least(self, hand: list[int]) -> int:
        """Who goes to the bar."""
        return min(hand)

    @staticmethod
    def _ordinary(hand: list[int]) -> bool:
        return bool(hand) and min(hand) < JOKERS

    def _sit(self, seat: int, found: Found, chance: Chance) -> None:
        self.completed[seat] += self.hall.sit(found.guests)
        self.scores[seat] += found.points
        for sits in found.guests:
            self.hands[seat].remove(sits.kind)
            if sits.kind >= JOKERS:
                self.jokers |= 1 << sits.chair
        self._finish(seat, HAND, chance)

    def _swap_rather(self, seat: int, hand: list[int], chance: Chance) -> bool:
        """Rather than pay at the bar, a guest takes the place of a joker."""
        if not self.jokers or BAR_FIELDS[self.bar] > 0:
            return False
        for kind in hand:
            of_sex = self.hall.men if kind & 1 == MAN else self.hall.women
            for chair in bits(self.jokers & of_sex & ALLOWED[kind] if kind < JOKERS else 0):
                self._swap(seat, kind, chair, chance)
                return True
        return False

    def _swap(self, seat: int, kind: int, chair: int, chance: Chance) -> None:
        self.hall.replace_joker(kind, chair)
        self.jokers ^= 1 << chair
        self.hands[seat].remove(kind)
        self.hands[seat].append(JOKERS + (kind & 1))
        self._finish(seat, 0, chance)

    def _drink(self, seat: int, kind: int, chance: Chance) -> None:
        hand = self.hands[seat]
        hand.remove(kind)
        number = BAR_FIELDS[self.bar]
        self.bar += 1
        if self.scores[seat] + number >= 0:
            self.scores[seat] += number
        else:
            self.scores[seat] = 0
            self.dropped.add(seat)
            hand.clear()
        self._finish(seat, AT_BAR, chance)

    def _finish(self, seat: int, most: int, chance: Chance) -> None:
        """What ends a turn, as rules/cafe/ending.py has it."""
        self.hall.opening = False
        hand = self.hands[seat]
        self.over = (
            self.bar == len(BAR_FIELDS)
            or not self.hall.free
            or self.playing < 2
            or not (hand or self.limit(seat) or seat in self.dropped)
        )
        if self.over:
            return
        if seat not in self.dropped:
            for _ in range(min(most, self.limit(seat) - len(hand))):
                hand.append(self.draw(seat, chance))
        if self.left <= ending.LAST_IN_BAG:
            self.over = True
            return
        if self.hall.birthday < 0 and 0 < self.threshold <= self.scores[seat]:
            self.name()
        else:
            self._next_turn()

    def draw(self, seat: int, chance: Chance) -> int:
        """A guest from the bag, for a seat; here it makes no difference for which."""
        del seat
        bag = self.bag
        at = chance.below(len(bag))
        kind, bag[at] = bag[at], bag[-1]
        bag.pop()
        return kind

    @property
    def left(self) -> int:
        """How many guests are in the bag."""
        return len(self.bag)

    def name(self) -> None:
        """Whoever may name a nation names one of which they hold most."""
        held = [kind // 2 for kind in self.hands[self.seat] if kind < JOKERS]
        self.named(max(held, key=held.count, default=0))

    def named(self, nation: int) -> None:
        self.hall.birthday = nation
        self.names = False
        self._next_turn()

    def _next_turn(self) -> None:
        """Who holds jokers alone that nobody can seat passes; when all do, it is over."""
        for distance in range(1, self.seats + 1):
            seat = (self.seat + distance) % self.seats
            if seat not in self.dropped and (self._ordinary(self.hands[seat]) or self.hall.best(self.hands[seat])):
                self.seat = seat
                return
        self.over = True

    def owed(self, seat: int) -> int:
        """CI-19: what the guests in a hand cost at the end."""
        jokers = sum([kind >= JOKERS for kind in self.hands[seat]])
        return ending.GUEST_COSTS * (len(self.hands[seat]) - jokers) + ending.JOKER_COSTS * jokers

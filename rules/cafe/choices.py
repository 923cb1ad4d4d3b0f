"""The legal next words of a move, with points, prices and tables."""

from collections.abc import Sequence
from typing import NamedTuple

from rules import counts
from rules.cafe import bar, jokers, scoring, variants
from rules.cafe.board import BETWEEN, CHAIR_NAMES, CHAIR_OF, NATIONS_AT, TABLE_NAMES, TABLE_NATION, TABLES_AT, bits
from rules.cafe.guests import KIND_OF, NATION_OF, NATIONS, TOKENS, is_joker, kinds, ordinary
from rules.cafe.moves import BAR, NAME, SEAT, SWAP, UNNAMED, Sits
from rules.cafe.places import Places, firsts, may_seat, seconds
from rules.cafe.state import Cafe, NameBirthday, Over
from rules.contract import Choice

Words = tuple[str, ...]
Choices = tuple[Choice, ...]

OUT = "out"
"""Offered with the bar where its number cannot be paid: he drops out (CI-14)."""


def choices(state: Cafe, seat: int, tokens: Words) -> Choices:
    phase = state.phase
    if isinstance(phase, Over) or phase.seat != seat:
        return ()
    if isinstance(phase, NameBirthday):
        return _names(tokens)
    match tokens:
        case ():
            return _verbs(state, seat)
        case ("seat", *words):
            return Composing(state, seat).after(words)
        case ("bar",):
            return _bar(state, seat)
        case ("swap",):
            held = kinds(ordinary(state.hands[seat]))
            return tuple([_guest(kind) for kind in held if jokers.places(state, kind)])
        case ("swap", guest):
            return _swaps(state, seat, KIND_OF.get(guest.upper(), -1))
        case _:
            return ()


def _names(tokens: Words) -> Choices:
    if not tokens:
        return (Choice(NAME, whole=False),)
    return tuple([Choice(nation, whole=True) for nation in NATIONS]) if tokens == (NAME,) else ()


def _verbs(state: Cafe, seat: int) -> Choices:
    hand = state.hands[seat]
    places = Places(state)
    found: list[str] = []
    if may_seat(places, hand) or (state.regulars and variants.regulars_next(places, hand, ())):
        found.append(SEAT)
    if ordinary(hand):
        found.append(BAR)
    if any(jokers.places(state, kind) for kind in kinds(hand)):
        found.append(SWAP)
    return tuple([Choice(word, whole=False) for word in found])


def _guest(kind: int) -> Choice:
    return Choice(TOKENS[kind], whole=False)


def _bar(state: Cafe, seat: int) -> Choices:
    """With the number of the next field, and a warning (CI-14)."""
    worth, offers = bar.number(state), (OUT,) if bar.drops_out(state, seat) else ()
    return tuple(
        [Choice(TOKENS[kind], whole=True, worth=worth, offers=offers) for kind in kinds(ordinary(state.hands[seat]))]
    )


def _swaps(state: Cafe, seat: int, kind: int) -> Choices:
    if kind not in kinds(state.hands[seat]):
        return ()
    return tuple([_chair(kind, chair, 0) for chair in bits(jokers.places(state, kind))])


def _chair(kind: int, chair: int, worth: int | None, *, whole: bool = True) -> Choice:
    """In a menu chairs stand by nation: the guest's own, or for a joker that of a table there."""
    nation = TABLE_NATION[TABLES_AT[chair][0]] if is_joker(kind) else kind // 2
    tables = tuple([TABLE_NAMES[table] for table in TABLES_AT[chair]])
    return Choice(CHAIR_NAMES[chair], whole=whole, group=NATIONS[nation], worth=worth, offers=tables)


# ── a seating, guest by guest in any order ───────────────────────────────────────────────────────────────────────────


class Next(NamedTuple):
    """What may follow: of each kind the chairs that lead to a legal turn, and those of them that make one."""

    chairs: dict[int, int]
    whole: dict[int, int]


class Composing:
    """A seating in the making; every word must lead on to a legal turn."""

    __slots__ = ("hand", "placed", "places", "seat", "state")

    def __init__(self, state: Cafe, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hand = state.hands[seat]
        self.places = Places(state)
        self.placed: tuple[Sits, ...] = ()

    def after(self, words: Sequence[str]) -> Choices:
        words = list(words)
        while words:
            options = self.next()
            kind = KIND_OF.get(words[0].upper(), -1)
            chairs = options.chairs.get(kind, 0)
            if not chairs or len(words) == 1:
                return self.chairs(kind, options)
            chair = CHAIR_OF.get(words[1].upper(), -1)
            if chair < 0 or not chairs >> chair & 1:
                return ()
            words = words[2:]
            nation = UNNAMED
            if is_joker(kind) and BETWEEN >> chair & 1:
                if not words:
                    return self.namings(kind, chair, whole=bool(options.whole.get(kind, 0) >> chair & 1))
                nation = NATION_OF.get(words[0].upper(), UNNAMED)
                if nation not in NATIONS_AT[chair]:
                    return ()
                words = words[1:]
            self.placed = (*self.placed, Sits(kind, chair, nation))
            self.hand = counts.without(self.hand, kind)
        return tuple([_guest(kind) for kind in self.next().chairs])

    def next(self) -> Next:
        places, hand, placed = self.places, self.hand, self.placed
        chairs: dict[int, int] = {}
        whole: dict[int, int] = {}
        if not placed:
            chairs = firsts(places, hand)
            whole = {kind: places.single(kind) for kind in chairs}
        elif len(placed) == 1:
            chairs = whole = seconds(places, hand, placed[0].kind, placed[0].chair)
        if self.state.regulars:
            more = variants.regulars_next(places, hand, placed)
            chairs = {kind: chairs.get(kind, 0) | more.get(kind, 0) for kind in sorted({*chairs, *more})}
            if len(placed) > 1 and more:
                last = variants.last_chair(places, placed)
                whole = {kind: mask & last for kind, mask in more.items()}
        return Next(chairs, whole)

    def chairs(self, kind: int, options: Next) -> Choices:
        """The chairs for a guest, with what the turn would bring so far."""
        found: list[Choice] = []
        for chair in bits(options.chairs.get(kind, 0)):
            named = is_joker(kind) and BETWEEN >> chair & 1
            whole = not named and bool(options.whole.get(kind, 0) >> chair & 1)
            worth = self.points(Sits(kind, chair)) if whole else None
            found.append(_chair(kind, chair, worth, whole=whole))
        return tuple(found)

    def namings(self, kind: int, chair: int, *, whole: bool) -> Choices:
        """CI-10: the two nations for which a joker there may count."""
        return tuple(
            [
                Choice(
                    NATIONS[nation],
                    whole=whole,
                    worth=self.points(Sits(kind, chair, nation)) if whole else None,
                )
                for nation in NATIONS_AT[chair]
            ]
        )

    def points(self, sits: Sits) -> int:
        return scoring.points(self.state, (*self.placed, sits))

"""The one secret of Café International, the bag; the census of its guests; and likely mistakes."""

from collections.abc import Mapping

from msgspec.structs import replace

from rules import counts
from rules.cafe import guests
from rules.cafe.board import ALL_CHAIRS, ALLOWED, BETWEEN, CHAIR_NAMES, bits
from rules.cafe.guests import NATIONS, TOKENS
from rules.cafe.state import Cafe, NameBirthday, Over
from rules.chance import Chance, draw, pick
from rules.contract import Memory, Setup
from rules.counts import Hidden


def pieces(_: Setup) -> Mapping[str, int]:
    """CI-1, and what cannot be counted twice: a chair holds one guest of one sex and one nation."""
    return {"ordinary guests": 96, "jokers": 4, "women": 50, "men": 50, "chairs taken twice": 0, "odd chairs": 0}


def census(state: Cafe) -> Mapping[str, int]:
    held = [*state.hands, state.bag.packed, state.left, counts.pack(map(state.bar.count, range(guests.KINDS)))]
    amounts = [sum(column) for column in zip(*(counts.unpack(hand, guests.KINDS) for hand in held), strict=True)]
    taken = 0
    twice = state.women & state.men
    for mask in state.nations:
        twice |= taken & mask
        taken |= mask
    ordinary = sum(amounts[: guests.JOKERS]) + (taken & ~state.jokers).bit_count()
    return {
        "ordinary guests": ordinary,
        "jokers": sum(amounts[guests.JOKERS :]) + state.jokers.bit_count(),
        "women": sum(amounts[::2]) + state.women.bit_count(),
        "men": sum(amounts[1::2]) + state.men.bit_count(),
        "chairs taken twice": twice.bit_count(),
        "odd chairs": (taken ^ (state.women | state.men)).bit_count() + (state.jokers & ~taken).bit_count(),
    }


class CafeWorld:
    """The hands lie open, so whoever counts knows what is in the bag; but nothing that is shown may depend on it.

    So the other world is that of somebody who has not counted: as many guests in the bag, but any others.
    """

    def secrets(self, state: Cafe, _observer: int | None, /) -> Mapping[str, object]:
        return {"bag": state.bag}

    def uncertain(self, _state: Cafe, _observer: int | None, _memory: Memory | None = None, /) -> frozenset[str]:
        return frozenset({"bag"})

    def reshuffle(self, state: Cafe, _observer: int | None, chance: Chance, _memory: Memory | None = None, /) -> Cafe:
        pool, bag = guests.ALL, 0
        for _ in range(counts.total(state.bag.packed)):
            kind, pool = draw(chance, pool)
            bag = counts.plus(bag, kind)
        return replace(state, bag=Hidden(bag))


def lure(state: Cafe, seat: int, chance: Chance) -> str:
    """What somebody might type who has not understood the rules: a guest of his, mostly the wrong chair."""
    held = counts.pieces(state.hands[seat]) or (0,)
    mine = [TOKENS[pick(chance, held)] for _ in range(4)]
    jokers = [TOKENS[kind] for kind in held if guests.is_joker(kind)]
    nation = pick(chance, NATIONS)
    if isinstance(state.phase, NameBirthday | Over):
        first = pick(chance, CHAIR_NAMES)
        return pick(chance, (f"bar {mine[0]}", f"seat {mine[0]} {first}", f"swap {mine[0]} {first}", f"name {nation}"))
    stands = [CHAIR_NAMES[chair] for chair in bits(state.jokers)]
    if stands and chance.below(3) == 0:
        return f"swap {pick(chance, (*mine, *jokers))} {pick(chance, stands)}"
    chairs = [CHAIR_NAMES[chair] for chair in bits(~(state.women | state.men) & ALL_CHAIRS)]
    one, other = pick(chance, chairs), pick(chance, chairs)
    if jokers and chance.below(2):
        joker, between = pick(chance, jokers), CHAIR_NAMES[pick(chance, tuple(bits(BETWEEN)))]
        ways = (
            f"seat {joker} {between}",
            f"seat {joker} {between} {nation}",
            f"seat {joker} {one}",
            f"seat {joker} {one} {nation}",
            f"bar {joker}",
            f"seat {joker} {one} {mine[0]} {other}",
        )
        return pick(chance, ways)
    if state.regulars and chance.below(3) == 0:
        return _at_home(state, held[: 3 + chance.below(2)], chance)
    return pick(
        chance,
        (
            f"seat {mine[0]} {one}",
            f"seat {mine[0]} {one} {nation}",
            _at_home(state, held[:1], chance),
            _at_home(state, held[-2:], chance),
            _at_home(state, held[:3], chance),
            f"seat {TOKENS[chance.below(guests.KINDS)]} {one}",
            f"swap {mine[0]} {one}",
            f"bar {TOKENS[chance.below(guests.KINDS)]}",
            f"name {nation}",
        ),
    )


def _at_home(state: Cafe, kinds: tuple[int, ...], chance: Chance) -> str:
    """Each at a free chair for his nation, if there is one."""
    words = ["seat"]
    taken = state.women | state.men
    for kind in kinds:
        chairs = tuple(bits(ALLOWED[kind] & ~taken)) or (0,)
        chair = pick(chance, chairs)
        taken |= 1 << chair
        words += [TOKENS[kind], CHAIR_NAMES[chair]]
    return " ".join(words)

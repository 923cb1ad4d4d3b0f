"""The guests: twelve nations with four women and four men each, and two jokers of either sex (CI-1).

A kind of guest is one int: `2 · nation + sex`, jokers after all nations. Its token is the nation and the sex: `INf`,
`USm`; jokers are `Jf` and `Jm`. Hands and the bag are packed counts of kinds (rules/counts.py).
"""

from typing import Final

from rules import counts

NATIONS: Final = ("CF", "CN", "CU", "GB", "FR", "DE", "IN", "IT", "RU", "ES", "TR", "US")
"""Central Africa, China, Cuba, England, France, Germany, India, Italy, Russia, Spain, Turkey, USA."""
NATION_OF: Final = {name: nation for nation, name in enumerate(NATIONS)}

WOMAN: Final = 0
MAN: Final = 1
SEXES: Final = (WOMAN, MAN)

JOKERS: Final = 2 * len(NATIONS)
"""The kind of the first joker; an ordinary guest is below."""
KINDS: Final = JOKERS + 2
TOKENS: Final = (*(nation + sex for nation in NATIONS for sex in "fm"), "Jf", "Jm")
KIND_OF: Final = {token.upper(): kind for kind, token in enumerate(TOKENS)}

EACH: Final = 4
JOKERS_EACH: Final = 2
ALL: Final = counts.pack([*[EACH] * JOKERS, *[JOKERS_EACH] * 2])
"""All the guests of a game: 96 and 4 jokers."""

HAND: Final = 5  # CI-4

_ORDINARY: Final = (1 << counts.BITS * JOKERS) - 1


def sex(kind: int) -> int:
    return kind & 1


def is_joker(kind: int) -> bool:
    return kind >= JOKERS


def ordinary(hand: int) -> int:
    """The guests of a hand that are no jokers."""
    return hand & _ORDINARY


def joker_count(hand: int) -> int:
    return counts.total(hand >> counts.BITS * JOKERS)


def kinds(hand: int) -> tuple[int, ...]:
    """The kinds of which a hand holds one or more, ascending."""
    found: list[int] = []
    while hand:
        kind = ((hand & -hand).bit_length() - 1) // counts.BITS
        found.append(kind)
        hand &= ~(counts.FULL << counts.BITS * kind)
    return tuple(found)

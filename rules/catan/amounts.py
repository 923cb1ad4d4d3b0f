"""A kind of card with its number as one word: `wool2` (CM-6, CM-9)."""

from typing import Final

from rules import counts
from rules.catan.pieces import CARD_NAMES, KINDS, RESOURCES_EACH

AMOUNTS: Final = {
    f"{name}{number}": (kind, number) for kind, name in enumerate(CARD_NAMES) for number in range(1, RESOURCES_EACH + 1)
}
"""Kind and number of every such word; there are no more than nineteen cards of a kind."""


def packed(words: tuple[str, ...]) -> int | None:
    """The cards that these words name together; None where they are no such words, or more than there are of a kind."""
    cards = 0
    for word in words:
        kind, number = AMOUNTS.get(word, (KINDS, 0))
        if not number or counts.amount(cards, kind) + number > RESOURCES_EACH:
            return None
        cards = counts.plus(cards, kind, number)
    return cards

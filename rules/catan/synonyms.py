"""What people call cards, piles and sorts of chocolate in English, German and Italian, as it is typed (in capitals)."""

from collections.abc import Mapping
from typing import Final

from rules.catan.moves import PILES
from rules.catan.pieces import CARD_NAMES, SORT_NAMES

_CARDS: Final = (
    "wood timber holz legno legna legname",
    "bricks clay lehm ziegel argilla mattone mattoni",
    "sheep wolle lana",
    "wheat getreide weizen korn grano",
    "erz minerale minerali",
    "cacao kakao",
    "zucker zucchero",
    "milch latte",
    "hazelnuts nut nuts haselnuss haselnusse haselnuesse nuss nusse nuesse nocciola nocciole",
    "grape traube trauben uva",
)
_PILES: Final = ("resource rohstoff rohstoffe risorsa risorse", "ingredient zutat zutaten ingrediente ingredienti")
_SORTS: Final = (
    "vollmilch latte",
    "edelbitter fondente",
    "vollnuss lattenocciola",
    "dunklevollnuss fondentenocciole",
    "traubennuss uvanocciola",
)


def _known(names: tuple[str, ...], others: tuple[str, ...]) -> Mapping[str, int]:
    return {
        word.upper(): kind
        for kind, (name, more) in enumerate(zip(names, others, strict=True))
        for word in (name, *more.split())
    }


CARDS: Final = _known(CARD_NAMES, _CARDS)
PILE_WORDS: Final = _known(PILES, _PILES)
SORTS: Final = _known(SORT_NAMES, _SORTS)
FOR: Final = frozenset({"FOR", "FUR", "FUER", "GEGEN", "PER"})
"""Between what is given and what is wanted."""
_UNACCENTED: Final = str.maketrans(
    {"ß": "ss"} | dict(zip("äöüàáâèéêìíîòóôùúûÄÖÜÀÁÂÈÉÊÌÍÎÒÓÔÙÚÛ", "aouaaaeeeiiiooouuuAOUAAAEEEIIIOOOUUU", strict=True))
)


def unaccented(text: str) -> str:
    """`Nüsse` is `Nusse`; a letter of another alphabet stays what it is."""
    return text if text.isascii() else text.translate(_UNACCENTED)

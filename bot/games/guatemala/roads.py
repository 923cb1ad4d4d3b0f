"""Where a road of Guatemala Café leads, for its line in a menu (GC-18, GC-23)."""

from bot.games.guatemala import terms
from bot.wording import Words
from rules.guatemala.board import PLACE_NAMES, mask_of
from rules.guatemala.roads import served
from rules.guatemala.views import GuatemalaPublic


def leads(words: Words, edge: int, view: GuatemalaPublic) -> str:
    """Names the shed sites and the harbour that a road at this edge lies between."""
    fields, harbour = served(view.seats, edge, mask_of(view.roads))
    sheds = words.listed([PLACE_NAMES[field] for field in fields])
    if harbour < 0:
        return words.say("joined to {fields}", fields=sheds) if fields else words.say("joined to nothing yet")
    where = terms.harbour(words, harbour)
    return (words.say("from {fields} to {harbour}", fields=sheds, harbour=where) if fields
            else words.say("joined to {fields}", fields=where))  # fmt: skip

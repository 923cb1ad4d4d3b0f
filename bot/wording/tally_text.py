"""What can be counted of a game, in words."""

from collections.abc import Sequence

from bot.play.history.tally import Tally
from bot.wording.standings_text import decimal, span
from bot.wording.words import Words


def lines(words: Words, found: Tally, names: Sequence[str]) -> list[str]:
    moves = ", ".join(f"{name} {number}" for name, number in zip(names, found.moves, strict=True))
    told = [
        words.say("Moves that everybody saw: {moves}.", moves=moves),
        words.say("Length of the game: {time}.", time=span(words, found.lasts)),
    ]
    if found.rolls:
        told += dice(words, found)
    elif not found.has_dice:
        told.append(words.say("No dice are rolled in this game. What was drawn can be proved after its end: “File”."))
    return told


def dice(words: Words, found: Tally) -> list[str]:
    """Says how often which sum was rolled, and how often was to be expected."""
    rolled = sum(one.times for one in found.rolls)
    told = ", ".join(f"{one.sum}: {one.times}× ({decimal(words, one.expected)})" for one in found.rolls)
    head = words.many(
        "{n} roll, in brackets what was to be expected:", "{n} rolls, in brackets what was to be expected:", rolled
    )
    return [f"{head} {told}."]

"""Boards of ratings and what somebody has reached, in words."""

from collections.abc import Callable
from typing import Final

from bot.play.standings import ratings
from bot.play.standings.statistics import Board, Career
from bot.wording.words import Words
from storage.annals import Place

LINES: Final = 25
"""People whom a board names."""


def board(words: Words, found: Board, title: str, asker: int) -> list[str]:
    """`title`: of the game; empty over all."""
    game = title or words.say("all games")
    if found.everywhere:
        head = words.say("**Ratings over all servers** · {game}", game=game)
        none = words.say("Nobody stands here yet: only who wishes so does, by /me settings everywhere:True.")
    else:
        head = words.say("**Ratings on this server** · {game}", game=game)
        none = words.say("Nobody is rated here yet: a game between at least two people is rated when it is over.")
    if not found.known and not found.new:
        return [head, none]
    known = [f"{place}. {_line(words, one, asker)}" for place, one in enumerate(found.known[:LINES], 1)]
    new = [f"· {_line(words, one, asker)}" for one in found.new[: max(0, LINES - len(known))]]
    below = [words.say("-# Fewer than {n} games so far:", n=ratings.PROVISIONAL)] if new else []
    return [head, *known, *below, *new]


def _line(words: Words, one: Place, asker: int) -> str:
    won = words.many("{wins} of {n} game won", "{wins} of {n} games won", one.games, wins=one.wins)
    return f"{f'**{one.name}**' if one.user == asker else one.name} · {ratings.shown(one.strength)} · {won}"


def career(
    words: Words, found: Career, name: str, title: str, source: Callable[[str], str] = str, *, here: bool = True
) -> list[str]:
    """`name`: whose; empty for the reader's own. `source`: names where points came from. `here`: on a server."""
    head = f"**{name or words.say('You')}** · {title or words.say('all games')}"
    lines = [head, words.many("{n} game, {wins} won.", "{n} games, {wins} won.", found.games, wins=found.wins)]
    places = ", ".join(f"{place}. {number}×" for place, number in enumerate(found.places, 1))
    lines.append(words.say("Places: {places}; on average {mean}.", places=places, mean=decimal(words, found.mean)))
    if found.streak > 1:
        lines.append(words.say("Most wins in a row: {n}.", n=found.streak))
    if found.points is not None:
        lines.append(words.say("Points on average: {n}.", n=decimal(words, found.points)))
    if found.kinds:
        kinds = ", ".join(f"{source(key)} {decimal(words, mean)}" for key, mean in found.kinds)
        lines.append(words.say("Where they came from: {kinds}.", kinds=kinds))
    if found.wins:
        seats = ", ".join(f"{seat}. {number}×" for seat, number in enumerate(found.seats, 1))
        lines.append(words.say("Won by seat: {seats}.", seats=seats))
    lines.append(words.say("A game took {time} (median).", time=span(words, found.lasts)))
    if found.answers is not None:
        lines.append(
            words.say("You take {time} for a move (median; only you see this).", time=span(words, found.answers))
        )
    if found.curve:
        lines.append(rating(words, found) if here else everywhere(words, found))
    return lines


def everywhere(words: Words, found: Career) -> str:
    now = found.curve[-1]
    if len(found.curve) - 1 < ratings.PROVISIONAL:
        return words.say(
            "Rating over all servers: {n}, not sure before {games} games.", n=now, games=ratings.PROVISIONAL
        )
    return words.say("Rating over all servers: {n}; at best {best}.", n=now, best=max(found.curve))


def rating(words: Words, found: Career) -> str:
    now = found.curve[-1]
    if len(found.curve) - 1 < ratings.PROVISIONAL:
        return words.say("Rating on this server: {n}, not sure before {games} games.", n=now, games=ratings.PROVISIONAL)
    return words.say("Rating on this server: {n}; at best {best}.", n=now, best=max(found.curve))


def decimal(words: Words, number: float) -> str:
    text = f"{number:.1f}".replace("-", "−")
    return text if words.lang == "en" else text.replace(".", ",")


def span(words: Words, ms: int) -> str:
    """Says how long something took, in the largest unit of which it has two."""
    minutes = max(1, round(ms / 60_000))
    if minutes < 120:
        return words.many("{n} minute", "{n} minutes", minutes)
    hours = round(minutes / 60)
    if hours < 48:
        return words.many("{n} hour", "{n} hours", hours)
    return words.many("{n} day", "{n} days", round(hours / 24))

"""The position in words, from the public view: as alt text of a picture, and in full for people who see no pictures."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from bot.games.guatemala import terms
from bot.games.guatemala.asking import status
from bot.games.guatemala.telling import Teller
from bot.wording import Text, Words, capital
from bot.wording.narrator import each
from bot.wording.paging import fit, pages
from rules.contract import Fact
from rules.guatemala.board import BOARDS, EDGE, PLACE_NAMES, TRACK_SPACES, sack_space
from rules.guatemala.facts import Ended
from rules.guatemala.pieces import COFFEE_OF, EMPTY, KIND_OF, SHIP, Kind
from rules.guatemala.production import FIELD_NAMES, SIDE, SPACES
from rules.guatemala.views import GuatemalaPublic as View
from rules.guatemala.views import Plantation, ranked

TITLE = "Guatemala Café"


def alt(words: Words, view: View, names: Sequence[str], facts: Sequence[Fact] = ()) -> str:
    """Describes the plantation picture: turn, scores, money, the last move, then as much of the board as fits."""
    moves = [fact for fact in facts if not isinstance(fact, Ended)]  # the status says how it ended
    last = [words.say("Last move: {what}", what=line) for line in Teller.tell(words, moves, names)[-1:]]
    sentences = [
        f"{TITLE}. {status(words, view, names)}",
        _scores(words, view, names),
        *_places(words, view, names),
        _money(words, view, names),
        *last,
        *_last_sack(words, view),
        _sacks_held(words, view, names),
        *_facing(words, view),
        *(_plantations_short(words, view, names) or [words.say("There are no plantations yet.")]),
        *_ships_short(words, view),
        *_roads(words, view)[:1],
    ]
    return fit(sentences)


def production_alt(words: Words, view: View, names: Sequence[str]) -> str:
    """Describes the production area board: the Buyer, the coffee sacks there, what is left of sacks and roads."""
    return fit(
        [
            f"{words.say('Production area board')}.",
            *_buyer(words, view),
            _sacks_on(words, view.board),
            _stocks(words, view, names),
            *_roads(words, view)[1:],
        ]
    )


def _scores(words: Words, view: View, names: Sequence[str]) -> str:
    return words.say("Points: {list}.", list=each(names, map(str, view.points)))


def _money(words: Words, view: View, names: Sequence[str]) -> str:
    return words.say("Money: {list}.", list=each(names, map(words.money, view.money)))


def _places(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """At the end: who won, and the places of the others."""
    found = sorted(zip(ranked(view), names, strict=False))
    return [words.say("Places: {list}.", list=", ".join(f"{place}. {name}" for place, name in found))] if found else []


def _sacks_held(words: Words, view: View, names: Sequence[str]) -> str:
    return words.say("Coffee sacks in stock: {list}.", list=each(names, map(str, view.stocks)))


def held(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Says at the end which sacks and how much money each still had."""
    return [
        words.say("{name} held: {list}.", name=name, list=", ".join(filter(None, (words.money(money), sacks))))
        for name, money, hand in zip(names, view.money, view.hands, strict=False)
        for sacks in (terms.counted(words, hand),)
    ]


def _facing(words: Words, view: View) -> list[str]:
    return [words.say("The Buyer faces {line}.", line=terms.line(words, view.buyer))] if view.buyer >= 0 else []


def _stocks(words: Words, view: View, names: Sequence[str]) -> str:
    stocks = each(names, map(str, view.stocks))
    return words.say("Coffee sacks in stock: {list}; in the bag: {bag}.", list=stocks, bag=view.bag)


def _buyer(words: Words, view: View) -> list[str]:
    if view.buyer < 0:
        return []
    where = terms.line(words, view.buyer)
    lines = [words.say("The Buyer stands at space {space} ({line}).", space=view.buyer, line=where)]
    if view.walked:
        lines.append(
            words.say("Spaces since the last build or scoring: {n} of {last}.", n=view.walked, last=2 * SPACES)
        )
    return lines


@lru_cache(maxsize=128)  # builds change the board, most moves do not
def _sacks_on(words: Words, board: tuple[int, ...]) -> str:
    found = [
        f"{FIELD_NAMES[field]} {terms.colour(words, COFFEE_OF[code])}"
        for field, code in enumerate(board)
        if KIND_OF[code] == Kind.SACK
    ]
    if not found:
        return words.say("No coffee sack lies on the production area board.")
    return words.say("Coffee sacks on the production area board: {list}.", list=", ".join(found))


def _last_sack(words: Words, view: View) -> list[str]:
    if not view.track:
        return []
    return [words.say("The last coffee sack lies on space {space} of the victory point track.", space=view.last_sack)]


def _plantations_short(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for seat, found in groupby(view.plantations, key=lambda plantation: plantation.seat):
        parts = [_short(words, plantation) for plantation in found]
        lines.append(words.say("Plantations of {name}: {list}.", name=names[seat], list="; ".join(parts)))
    return lines


def _short(words: Words, plantation: Plantation) -> str:
    workers = words.many("{n} worker", "{n} workers", len(plantation.workers))
    shed = words.say("with a shed") if plantation.shed >= 0 else words.say("without a shed")
    if plantation.harbour >= 0:
        shed = words.say("with a shed joined to {harbour}", harbour=terms.harbour(words, plantation.harbour))
    points = words.say("scores {points} now", points=terms.points(words, plantation.points))
    return f"{terms.colour(words, plantation.coffee)} ({workers}, {shed}, {points})"


def _ships_short(words: Words, view: View) -> list[str]:
    found = [
        f"{terms.harbour(words, number)}: {', '.join(terms.colour(words, coffee) for coffee in ships)}"
        for number, ships in enumerate(view.harbours)
        if ships
    ]
    return [words.say("Ships: {list}.", list="; ".join(found))] if found else []


# ── the whole position ───────────────────────────────────────────────────────────────────────────────────────────────


def text_board(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Returns both boards, every piece once, in pages."""
    sections = [
        [f"**{TITLE}**", status(words, view, names), *_table(words, view, names)],
        [f"**{words.say('Production area board')}**", *_production(words, view)],
        [f"**{words.say('Plantations')}**", *_plantations(words, view, names)],
        [f"**{words.say('Harbours')}**", *_harbours(words, view)],
        [f"**{words.say('Roads')}**", *_roads(words, view)],
        [f"**{words.say('Victory point track')}**", *_track(words, view)],
    ]
    return pages(sections)


def _table(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines = [_scores(words, view, names), *_places(words, view, names), _money(words, view, names)]
    lines += [_stocks(words, view, names), *_buyer(words, view)]
    if view.resigned:
        lines.append(words.say("Resigned: {names}.", names=words.listed([names[seat] for seat in view.resigned])))
    return lines


def _production(words: Words, view: View) -> list[str]:
    lines: list[str] = []
    for row in range(SIDE):
        fields = [field for field in range(row * SIDE, (row + 1) * SIDE) if view.board[field] != EMPTY]
        shown = ", ".join(f"{FIELD_NAMES[field]} {terms.piece(words, view.board[field])}" for field in fields)
        name = capital(words.say("row {name}", name=row + 1))
        if not fields:
            lines.append(words.say("{row}: empty.", row=name))
        elif len(fields) < SIDE:
            lines.append(words.say("{row}: {pieces}; all else empty.", row=name, pieces=shown))
        else:
            lines.append(f"{name}: {shown}.")
    return lines


def _plantations(words: Words, view: View, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for plantation in view.plantations:
        coffee = terms.coffee_name(words, plantation.coffee)
        parts = [_workers(words, plantation), _shed(words, plantation), terms.points(words, plantation.points)]
        if plantation.harbour >= 0:
            where = terms.harbour(words, plantation.harbour)
            parts.insert(2, words.say("connected to {harbour}", harbour=where))
        elif plantation.leads >= 0 and not BOARDS[view.seats].branching:
            where = terms.harbour(words, plantation.leads)
            parts.insert(2, words.say("its path leads to {harbour}", harbour=where))
        lines.append(f"{names[plantation.seat]}, {coffee}: {'; '.join(part for part in parts if part)}.")
    return lines or [words.say("There are none yet.")]


def _shed(words: Words, plantation: Plantation) -> str:
    if plantation.shed < 0:
        return words.say("no shed")
    return words.say("shed at {field}", field=terms.place(words, plantation.shed))


def _workers(words: Words, plantation: Plantation) -> str:
    """Lists the workers. The ownership tile lies under the shed, else under the worker that is marked."""
    places = [
        f"{name} ({words.say('ownership tile')})" if place == plantation.tile else name
        for place in plantation.workers
        for name in (terms.place(words, place),)
    ]
    if not places:
        return words.say("no workers")
    return words.many("{n} worker at {list}", "{n} workers at {list}", len(places), list=", ".join(places))


_SHIPS_GO: Final = {
    (False, False): Text("A ship goes where the path of your own shed of its coffee leads."),
    (False, True): Text("A ship needs your own shed of its coffee."),
    (True, False): Text("Ships go to any harbour with a free dock."),
    (True, True): Text("Ships of any coffee may come."),
}
"""Sentences by whether ships go anywhere, and whether there is but one harbour (GC-12)."""


def _harbours(words: Words, view: View) -> list[str]:
    lines = [words.put(_SHIPS_GO[view.anywhere, BOARDS[view.seats].branching])]
    for number, ships in enumerate(view.harbours):
        docks = BOARDS[view.seats].docks[number]
        name = capital(terms.harbour(words, number))
        if not docks:
            lines.append(f"{name}: {words.say('closed')}.")
            continue
        shown = [
            words.say(
                "dock {number} ({price}) {ship}",
                number=dock + 1,
                price=words.money(price),
                ship=terms.piece(words, SHIP + ships[dock]) if dock < len(ships) else words.say_in("dock", "free"),
            )
            for dock, price in enumerate(docks)
        ]
        lines.append(f"{name}: {', '.join(shown)}.")
    if any(view.sailed):
        lines.append(words.say("Ships that have left the game: {list}.", list=terms.counted(words, view.sailed)))
    return lines


def _roads(words: Words, view: View) -> list[str]:
    names = ", ".join(PLACE_NAMES[EDGE + edge] for edge in view.roads)
    laid = words.say("Laid on the plantation board: {list}.", list=names)
    laid = laid if names else words.say("No road lies on the plantation board.")
    return [laid, words.many("{n} road in stock.", "{n} roads in stock.", view.road_stock)]


def _track(words: Words, view: View) -> list[str]:
    if not view.track:
        return [words.say("No coffee sack lies on the track; the last space is {space}.", space=TRACK_SPACES - 1)]
    sacks = ", ".join(
        f"{sack_space(laid)} {terms.colour(words, coffee)}" for laid, coffee in enumerate(view.track, start=1)
    )
    return [words.say("Coffee sacks on the track: {list}.", list=sacks)]

"""The legal next words of a move, with price, zone, points and what a line offers."""

from typing import assert_never

from rules import counts
from rules.contract import Choice
from rules.guatemala import build, scoring
from rules.guatemala.blockade import is_asked, may_block
from rules.guatemala.board import PLACE_NAMES, Zone, bits, zone
from rules.guatemala.buyer import FREE_STEPS, step_price
from rules.guatemala.moves import (
    BLOCK,
    BUYER,
    DONE,
    HARBOUR_NAMES,
    LAY,
    PASS,
    SAIL,
    SCORE,
    STEP,
    TAKE,
    GuatemalaMove,
    Plan,
    Score,
)
from rules.guatemala.pieces import COFFEE_OF, KIND_OF, LETTERS, MOST_PIECES, TOKENS, Kind
from rules.guatemala.production import FIELD_NAMES, FIELD_OF, LINES, SPACES
from rules.guatemala.state import KINDS, Blockade, Build, Guatemala, Line, Over, PutsBuyer, Refill, Turn

Words = tuple[str, ...]
Choices = tuple[Choice, ...]

ZONES = {Zone.GREY: "grey", Zone.GREEN: "green", Zone.YELLOW: "yellow"}
GROUPS = {Kind.WORKER: "worker", Kind.SHED: "shed", Kind.SHIP: "ship", Kind.ROAD: "road"}


def choices(state: Guatemala, seat: int, tokens: Words) -> Choices:
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, Blockade):
        return _answers(state, phase, seat) if not tokens and is_asked(state, phase, seat) else ()
    if phase.seat != seat:
        return ()
    match phase:
        case Turn():
            return _steps(state, seat, tokens)
        case Line():
            return _line(state, seat, tokens)
        case Build():
            return _build(state, seat, phase, tokens)
        case PutsBuyer():
            return _buyer(state, tokens)
        case Refill():
            return _refill(state, phase, tokens)
        case _:
            assert_never(phase)


def _answers(state: Guatemala, phase: Blockade, seat: int) -> Choices:
    """Block is offered to a holder only, in private (GC-26)."""
    block = (Choice(BLOCK, whole=True),) if may_block(state, seat, phase.coffee) else ()
    return (*block, Choice(PASS, whole=True))


def offers(state: Guatemala, space: int) -> Words:
    """What the line at a space of the track offers, the nearest first."""
    return tuple([TOKENS[state.board[field]] for field in LINES[space] if state.board[field]])


def _buyer(state: Guatemala, tokens: Words) -> Choices:
    if not tokens:
        return (Choice(BUYER, whole=False),)
    if tokens != (BUYER,):
        return ()
    return tuple(Choice(str(space), whole=True, offers=offers(state, space)) for space in range(SPACES))


def _steps(state: Guatemala, seat: int, tokens: Words) -> Choices:
    if not tokens:
        return (Choice(STEP, whole=False),)
    if tokens != (STEP,):
        return ()
    return tuple(
        Choice(str(n), whole=True, worth=step_price(n), offers=offers(state, (state.buyer + n) % SPACES))
        for n in range(1, FREE_STEPS + 2)
        if step_price(n) <= state.money[seat]
    )


def _line(state: Guatemala, seat: int, tokens: Words) -> Choices:
    if tokens:
        return _score(state, seat, tokens[1:]) if tokens[0] == SCORE else _take(state, seat, tokens)
    words: list[Choice] = []
    if _sources(state, seat):
        words.append(Choice(TAKE, whole=False))
    if _sacks(state):
        words.append(Choice(SCORE, whole=False))
    return (*words, Choice(DONE, whole=True))


def _build(state: Guatemala, seat: int, phase: Build, tokens: Words) -> Choices:
    more = len(phase.emptied) < MOST_PIECES
    if tokens:
        return _take(state, seat, tokens) if more else ()
    done = Choice(DONE, whole=True)
    return (Choice(TAKE, whole=False), done) if more and _sources(state, seat) else (done,)


# ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sources(state: Guatemala, seat: int) -> list[int]:
    """The fields of the line whose piece could go somewhere."""
    legal: dict[int, int] = {}
    found: list[int] = []
    for field in LINES[state.buyer]:
        code = state.board[field]
        if code not in legal:
            legal[code] = build.places(state, seat, code)
        if legal[code]:
            found.append(field)
    return found


def _take(state: Guatemala, seat: int, tokens: Words) -> Choices:
    if tokens[0] != TAKE:
        return ()
    if len(tokens) == 1:
        return tuple(_source(state, field) for field in _sources(state, seat))
    source = FIELD_OF.get(tokens[1], -1)
    if len(tokens) > 2 or source not in LINES[state.buyer]:
        return ()
    return _places(state, seat, state.board[source])


def _source(state: Guatemala, field: int) -> Choice:
    code = state.board[field]
    return Choice(FIELD_NAMES[field], whole=False, group=GROUPS[KIND_OF[code]], offers=(TOKENS[code],))


def _places(state: Guatemala, seat: int, code: int) -> Choices:
    kind = KIND_OF[code]
    zoned = kind in (Kind.WORKER, Kind.SHED)
    found: list[Choice] = []
    for spot in bits(build.places(state, seat, code)):
        place = build.FIRST[kind] + spot
        group = ZONES[zone(place)] if zoned else GROUPS[kind]
        found.append(Choice(PLACE_NAMES[place], whole=True, group=group, worth=build.price(state, code, place)))
    return tuple(found)


# ── scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sacks(state: Guatemala) -> list[int]:
    return [field for field in LINES[state.buyer] if KIND_OF[state.board[field]] == Kind.SACK]


def _score(state: Guatemala, seat: int, tokens: Words) -> Choices:
    """The sack, and then in the canonical order what may be said in advance: lay, sail."""
    if not tokens:
        return tuple(_sack(state, seat, field) for field in _sacks(state))
    source = FIELD_OF.get(tokens[0], -1)
    if source not in _sacks(state):
        return ()
    tied = scoring.sailing(state, COFFEE_OF[state.board[source]])
    match tokens[1:]:
        case ():
            lay = (Choice(LAY, whole=False),) if state.stocks[seat].packed else ()
            return lay + _sail_word(tied)
        case ("lay",):
            return _lays(state, seat)
        case ("sail",):
            return _sails(tied)
        case ("lay", letter) | ("lay", letter, "sail") if _may_lay(state, seat, letter):
            return _sail_word(tied) if len(tokens) == 3 else _sails(tied)
        case _:
            return ()


def _sack(state: Guatemala, seat: int, field: int) -> Choice:
    code = state.board[field]
    gained = scoring.points(state, COFFEE_OF[code])
    shown = (TOKENS[code], *(str(points) for points in gained))
    return Choice(FIELD_NAMES[field], whole=True, group="sack", worth=gained[seat], offers=shown)


def _sail_word(tied: tuple[int, ...]) -> Choices:
    return (Choice(SAIL, whole=False),) if len(tied) > 1 else ()


def _sails(tied: tuple[int, ...]) -> Choices:
    return tuple(Choice(HARBOUR_NAMES[k], whole=True, group="ship") for k in tied) if len(tied) > 1 else ()


def _lays(state: Guatemala, seat: int) -> Choices:
    held = counts.unpack(state.stocks[seat].packed, KINDS)
    return tuple(
        Choice(LETTERS[coffee], whole=True, group="sack", worth=amount) for coffee, amount in enumerate(held) if amount
    )


def _may_lay(state: Guatemala, seat: int, letter: str) -> bool:
    return any(choice.token == letter for choice in _lays(state, seat))


def _refill(state: Guatemala, phase: Refill, tokens: Words) -> Choices:
    match tokens:
        case ():
            return ((Choice(LAY, whole=False),) if phase.lays else ()) + _sail_word(phase.tied)
        case ("lay",) if phase.lays:
            return _lays(state, phase.seat)
        case ("sail",):
            return _sails(phase.tied)
        case _:
            return ()


# ── ranking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def best(state: Guatemala, seat: int, n: int) -> tuple[tuple[GuatemalaMove, int], ...]:
    """The scorings of the line by what they gain over the best opponent; building is not ranked."""
    if not isinstance(state.phase, Line) or state.phase.seat != seat:
        return ()
    ranked: list[tuple[GuatemalaMove, int]] = []
    for field in _sacks(state):
        gained = scoring.points(state, COFFEE_OF[state.board[field]])
        others = max(points for other, points in enumerate(gained) if other != seat)
        ranked.append((Score(field, Plan()), gained[seat] - others))
    return tuple(sorted(ranked, key=lambda item: -item[1])[:n])

"""How a planned turn can go on, flattened so that one press says as much as possible.

A choice that is only a verb (`take`, `score`) is never offered alone but with what follows it. If a game says so, moves
of the next step are offered together with the one before them (`step 2; score S1`).
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.play.plans.menu_style import MenuStyle
from bot.play.table import Playable
from rules import engine
from rules.contract import AnyRules, Choice, Move, Position, PublicView
from rules.engine import Draft

THEN = ";"
"""The word between two moves."""

PAGE: Final = 25
"""Entries of one menu."""


class Entry(Struct, frozen=True):
    """One line of a menu: the words that it adds, and the choice that the last of them is."""

    words: tuple[str, ...]
    choice: Choice
    before: tuple[str, ...]
    """The words of the same move before the last."""
    first: "Entry | None" = None
    """The move that it is said together with."""
    menu: str = ""
    """The menu this entry belongs to, if not that of its verb."""
    ends: bool = False
    """Choosing it commits the plan at once."""
    answers: bool = True
    """The same holds if it answers a question with few answers."""
    place: str = ""
    """The word that names the place, if that is not the last."""
    over: bool = False
    """Committing it ends the game."""


def entries(game: Playable, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    """What can follow these tokens. After tokens that are never said alone: what is said together with them."""
    stop = stops(game, state, seat, tokens)[-1]
    rest = tokens[stop:]
    begun = [entry for entry in offered(game, state, seat, tokens[:stop]) if entry.words[: len(rest)] == rest]
    found = tuple([replace(entry, words=entry.words[len(rest) :]) for entry in begun])
    return found or offered(game, state, seat, tokens)


def stops(game: Playable, state: Any, seat: int, tokens: tuple[str, ...]) -> list[int]:
    """Returns where the presses end that say these tokens, from the first on, as far as presses can say them."""
    found = [0]
    while found[-1] < len(tokens):
        rest = tokens[found[-1] :]
        begun = offered(game, state, seat, tokens[: found[-1]])
        said = next((len(entry.words) for entry in begun if entry.words == rest[: len(entry.words)]), 0)
        if not said:
            break
        found.append(found[-1] + said)
    return found


def offered(game: Playable, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    """Returns entries: a verb, or a guest to be seated, together with what follows it."""
    found: list[Entry] = []
    style = game.menus
    if style.several:
        return _by_verbs(game, state, seat, tokens)
    for choice in game.rules.choices(state, seat, tokens):
        if choice.whole:
            found.append(Entry((choice.token,), choice, tokens, ends=not tokens))
            continue
        verb = (*tokens, choice.token)
        if not tokens and choice.token in style.pairs_with_next:
            found += [_after(choice.token, entry) for entry in offered(game, state, seat, verb)]
            continue
        for last in game.rules.choices(state, seat, verb):
            entry = Entry((choice.token, last.token), last, verb)
            found += _along(game, state, seat, entry, style) or [entry]
    return tuple(found)


def _along(game: Playable, state: Any, seat: int, entry: Entry, style: MenuStyle) -> list[Entry]:
    """Returns the entry with each word that is said along with its last; none if no such word is wanted."""
    if not style.suffixes or entry.choice.whole or len(entry.choice.offers) < 2:
        return []
    before = (*entry.before, entry.choice.token)
    later = [choice for choice in game.rules.choices(state, seat, before) if choice.token in style.suffixes]
    return [Entry((*entry.words, choice.token), choice, before, place=entry.choice.token) for choice in later]


def _after(verb: str, entry: Entry) -> Entry:
    return replace(entry, words=(verb, *entry.words))


def _by_verbs(game: Playable, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for choice in game.rules.choices(state, seat, tokens):
        opened = None if tokens else _opened(game, state, seat, choice)
        found += _gone_on(game, state, seat, tokens, choice) if opened is None else opened
    return tuple(found)


def _opened(game: Playable, state: Any, seat: int, verb: Choice) -> list[Entry] | None:
    """The entries of a verb of which the game wants more than what follows it; None for all others."""
    style, token = game.menus, verb.token
    if token in style.verb_only:
        return [_alone(game, state, seat, verb)]
    if token in style.stepwise:
        return [_after(token, entry) for entry in _by_verbs(game, state, seat, (token,))]
    if token in style.expanded:
        walks = _walks(game, state, seat, (token,))
        return _in_one_order(walks) if token in style.pairs else walks
    return None


def _gone_on(game: Playable, state: Any, seat: int, tokens: tuple[str, ...], choice: Choice) -> list[Entry]:
    """A choice, or what follows it; steps of a move each in the menu of its part."""
    style, verb = game.menus, (*tokens, choice.token)
    steps = verb[0] in style.stepwise and bool(tokens)
    if not choice.whole and (not steps or choice.token in style.separators):
        menu = choice.token if steps else verb[0]
        later = game.rules.choices(state, seat, verb)
        return [Entry((choice.token, last.token), last, verb, menu=menu) for last in later]
    menu = verb[0]
    if steps:
        part = next((word for word in reversed(tokens) if word in style.separators), verb[0])
        menu = part if choice.group else choice.token
    return [Entry((choice.token,), choice, tokens, menu=menu)]


def _alone(game: Playable, state: Any, seat: int, choice: Choice) -> Entry:
    """A verb, with what must follow it."""
    tokens = (choice.token,)
    while len(more := game.rules.choices(state, seat, tokens)) == 1 and not more[0].whole:
        tokens = (*tokens, more[0].token)
    return Entry(tokens, choice, (), menu=choice.token)


def _in_one_order(walks: list[Entry]) -> list[Entry]:
    """Returns the first of the moves that differ only in the order of their words."""
    found: dict[tuple[str, ...], Entry] = {}
    for entry in walks:
        found.setdefault(tuple(sorted(entry.words)), entry)
    return list(found.values())


def _walks(game: Playable, state: Any, seat: int, verb: tuple[str, ...]) -> list[Entry]:
    """All whole moves of a verb."""
    found: list[Entry] = []
    for choice in game.rules.choices(state, seat, verb):
        if choice.whole:
            found.append(Entry((*verb, choice.token), choice, verb, menu=verb[0]))
        else:
            found += _walks(game, state, seat, (*verb, choice.token))
    return found


def ahead(
    game: Playable, position: Position[Any], seat: int, moves: tuple[Move, ...], now: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """What can be said in the same breath with the entries that are whole moves."""
    verbs = game.menus.ahead
    found: list[Entry] = []
    for entry in now if verbs else ():
        if not entry.choice.whole:
            continue
        move = game.rules.parse(" ".join((*entry.before, entry.choice.token)))
        tried = engine.draft(game.rules, position, seat, (*moves, move))
        if tried.then is not None or tried.dropped:
            continue
        for later in entries(game, tried.state, seat, ()):
            if later.before and later.before[0] in verbs:
                tokens = (*entry.words, THEN, *later.words)
                found.append(Entry(tokens, later.choice, later.before, entry))
    return tuple(found)


class Next(Struct, frozen=True):
    """How a move that is being typed can go on, and what is seen of the table."""

    choices: tuple[Choice, ...]
    view: PublicView
    names: tuple[str, ...]


class Following(Struct, frozen=True):
    """How a plan can go on: the words so far that still lead somewhere, and what may follow them."""

    tokens: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    entries: tuple[Entry, ...] = ()
    ahead: tuple[Entry, ...] = ()
    whole: bool = False
    """The words so far are a move."""
    closes: bool = False
    """Together with these words the plan could be committed."""
    over: bool = False
    """That would end the game."""


def following(
    game: Playable, position: Position[Any], seat: int, tried: Draft[Any, Any], tokens: tuple[str, ...]
) -> Following:
    if tried.then is not None:
        return Following(tokens)
    before = game.rules.choices(tried.state, seat, tokens[:-1]) if tokens else ()
    last = [choice for choice in before if choice.token == tokens[-1]]
    if not last:
        tokens = ()  # others have moved: these words lead nowhere now
    whole = bool(last) and last[0].whole
    lines = _judged(game, position, seat, tried, tokens)
    later = ahead(game, position, seat, tried.done, lines) if not tokens else ()
    closes = over = False
    if whole:
        with_it = engine.draft(game.rules, position, seat, (*tried.done, game.rules.parse(" ".join(tokens))))
        closes, over = with_it.ready and not with_it.dropped, with_it.over
    lines = lines if tokens else tuple(_foreseen(game, replace(position, state=tried.state), seat, e) for e in lines)
    return Following(tokens, game.rules.choices(tried.state, seat, tokens), lines, later, whole, closes, over)


def _foreseen(game: Playable, position: Position[Any], seat: int, entry: Entry) -> Entry:
    """Marks an entry that commits by one press if that ends the game."""
    if not entry.ends:
        return entry
    return replace(
        entry, over=engine.draft(game.rules, position, seat, (game.rules.parse(" ".join(entry.words)),)).over
    )


FEW: Final = 5
"""Up to this many answers are buttons; more are a menu."""


def _judged(
    game: Playable, position: Position[Any], seat: int, tried: Draft[Any, Any], tokens: tuple[str, ...]
) -> tuple[Entry, ...]:
    """Returns the entries; if a move does not always end the turn, marked with which of them can be committed."""
    found = entries(game, tried.state, seat, tokens)
    style = game.menus
    if tokens or not style.several:
        return found

    def judged(entry: Entry) -> Entry:
        if style.stepwise & {*entry.before[:1]}:  # it is looked at before it counts
            return replace(entry, answers=False)
        if not entry.choice.whole or (entry.before and len(found) > FEW):
            return entry
        move = game.rules.parse(" ".join(entry.words))
        with_it = engine.draft(game.rules, position, seat, (*tried.done, move))
        ends = not entry.before and with_it.then is not None
        return replace(entry, ends=ends, answers=with_it.ready and not with_it.dropped)

    return tuple([judged(entry) for entry in found])


def last_choice(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...]) -> Choice | None:
    """The choice that the last of these tokens is: it tells what the move brings or costs."""
    found = [choice for choice in rules.choices(state, seat, tokens[:-1]) if choice.token == tokens[-1]]
    return found[0] if found else None


def is_grave(game: Playable, state: Any, seat: int, move: Move) -> bool:
    """Is it a move that nobody makes without having seen what it does, or a warning?"""
    words = tuple(game.rules.write(move).split())
    choice = last_choice(game.rules, state, seat, words)
    return words[0] in game.menus.grave or (choice is not None and game.menus.eliminates in choice.offers)

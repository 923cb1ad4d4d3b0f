"""What a planned turn can go on with, flattened so that one press says as much as it can.

A choice that is only a verb (`take`, `score`) is never offered by itself, but what follows it. Where a game says so,
moves of the next step are offered together with the one before them (`step 2; score S1`).
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.manners import Manner, manner_of
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
    """The menu in which it stands, where that is not its verb's."""
    ends: bool = False
    """With it the plan is committed as soon as it is chosen."""
    answers: bool = True
    """And where it answers a question with few answers."""
    place: str = ""
    """The word that tells the place, where that is not the last."""


def entries(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    """What can follow these words. After words that are never said alone: what is said together with them."""
    stop = stops(rules, state, seat, tokens)[-1]
    rest = tokens[stop:]
    begun = [entry for entry in offered(rules, state, seat, tokens[:stop]) if entry.words[: len(rest)] == rest]
    return tuple([replace(entry, words=entry.words[len(rest) :]) for entry in begun]) or offered(
        rules, state, seat, tokens
    )


def stops(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...]) -> list[int]:
    """Where the presses end that say these words, from the first on, as far as presses say them."""
    found = [0]
    while found[-1] < len(tokens):
        rest = tokens[found[-1] :]
        begun = offered(rules, state, seat, tokens[: found[-1]])
        said = next((len(entry.words) for entry in begun if entry.words == rest[: len(entry.words)]), 0)
        if not said:
            break
        found.append(found[-1] + said)
    return found


def offered(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...]) -> tuple[Entry, ...]:
    """A verb, a guest to be seated, is said together with what follows it."""
    found: list[Entry] = []
    manner = manner_of(rules.key)
    if manner.several:
        return _by_verbs(rules, state, seat, tokens, manner)
    for choice in rules.choices(state, seat, tokens):
        if choice.whole:
            found.append(Entry((choice.token,), choice, tokens, ends=not tokens))
            continue
        verb = (*tokens, choice.token)
        if not tokens and choice.token in manner.deep:
            found += [_after(choice.token, entry) for entry in offered(rules, state, seat, verb)]
            continue
        for last in rules.choices(state, seat, verb):
            entry = Entry((choice.token, last.token), last, verb)
            found += _along(rules, state, seat, entry, manner) or [entry]
    return tuple(found)


def _along(rules: AnyRules, state: Any, seat: int, entry: Entry, manner: Manner) -> list[Entry]:
    """The same with each word that is said along with its last; none where no such word is wanted."""
    if not manner.along or entry.choice.whole or len(entry.choice.offers) < 2:
        return []
    before = (*entry.before, entry.choice.token)
    later = [choice for choice in rules.choices(state, seat, before) if choice.token in manner.along]
    return [Entry((*entry.words, choice.token), choice, before, place=entry.choice.token) for choice in later]


def _after(verb: str, entry: Entry) -> Entry:
    return replace(entry, words=(verb, *entry.words))


def _by_verbs(rules: AnyRules, state: Any, seat: int, tokens: tuple[str, ...], manner: Manner) -> tuple[Entry, ...]:
    found: list[Entry] = []
    steps = bool(tokens) and tokens[0] in manner.stepwise
    part = next((word for word in reversed(tokens) if word in manner.joints), tokens[0] if steps else "")
    for choice in rules.choices(state, seat, tokens):
        verb = (*tokens, choice.token)
        more = () if choice.whole else rules.choices(state, seat, verb)
        if not tokens and choice.token in manner.apart:
            found.append(_alone(rules, state, seat, choice))
        elif not tokens and choice.token in manner.stepwise:
            found += [_after(choice.token, entry) for entry in _by_verbs(rules, state, seat, verb, manner)]
        elif not tokens and choice.token in manner.at_once:
            walks = _walks(rules, state, seat, verb)
            found += _in_one_order(walks) if choice.token in manner.pairs else walks
        elif choice.whole or (steps and choice.token not in manner.joints):
            menu = part if steps and choice.group else verb[0] if not steps else choice.token
            found.append(Entry((choice.token,), choice, tokens, menu=menu))
        else:
            menu = choice.token if steps else verb[0]
            found += [Entry((choice.token, last.token), last, verb, menu=menu) for last in more]
    return tuple(found)


def _alone(rules: AnyRules, state: Any, seat: int, choice: Choice) -> Entry:
    """A verb, with what must follow it."""
    words = (choice.token,)
    while len(more := rules.choices(state, seat, words)) == 1 and not more[0].whole:
        words = (*words, more[0].token)
    return Entry(words, choice, (), menu=choice.token)


def _in_one_order(walks: list[Entry]) -> list[Entry]:
    """Of moves that differ only in the order of their words the first."""
    found: dict[tuple[str, ...], Entry] = {}
    for entry in walks:
        found.setdefault(tuple(sorted(entry.words)), entry)
    return list(found.values())


def _walks(rules: AnyRules, state: Any, seat: int, verb: tuple[str, ...]) -> list[Entry]:
    """All whole moves of a verb."""
    found: list[Entry] = []
    for choice in rules.choices(state, seat, verb):
        if choice.whole:
            found.append(Entry((*verb, choice.token), choice, verb, menu=verb[0]))
        else:
            found += _walks(rules, state, seat, (*verb, choice.token))
    return found


def ahead(
    rules: AnyRules, position: Position[Any], seat: int, moves: tuple[Move, ...], now: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """What can be said in the same breath with the entries that are whole moves."""
    verbs = manner_of(rules.key).ahead
    found: list[Entry] = []
    for entry in now if verbs else ():
        if not entry.choice.whole:
            continue
        move = rules.parse(" ".join((*entry.before, entry.choice.token)))
        tried = engine.draft(rules, position, seat, (*moves, move))
        if tried.then is not None or tried.dropped:
            continue
        for later in entries(rules, tried.state, seat, ()):
            if later.before and later.before[0] in verbs:
                words = (*entry.words, THEN, *later.words)
                found.append(Entry(words, later.choice, later.before, entry))
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
    """And with it the plan could be committed."""


def following(
    rules: AnyRules, position: Position[Any], seat: int, tried: Draft[Any, Any], tokens: tuple[str, ...]
) -> Following:
    if tried.then is not None:
        return Following(tokens)
    before = rules.choices(tried.state, seat, tokens[:-1]) if tokens else ()
    last = [choice for choice in before if choice.token == tokens[-1]]
    if not last:
        tokens = ()  # others have moved: these words lead nowhere now
    whole = bool(last) and last[0].whole
    lines = _judged(rules, position, seat, tried, tokens)
    later = ahead(rules, position, seat, tried.done, lines) if not tokens else ()
    closes = False
    if whole:
        with_it = engine.draft(rules, position, seat, (*tried.done, rules.parse(" ".join(tokens))))
        closes = with_it.ready and not with_it.dropped
    return Following(tokens, rules.choices(tried.state, seat, tokens), lines, later, whole, closes)


FEW: Final = 5
"""So many answers are buttons; more are a menu."""


def _judged(
    rules: AnyRules, position: Position[Any], seat: int, tried: Draft[Any, Any], tokens: tuple[str, ...]
) -> tuple[Entry, ...]:
    """The entries; where a move does not always end the turn, with what can be committed by choosing it."""
    found = entries(rules, tried.state, seat, tokens)
    manner = manner_of(rules.key)
    if tokens or not manner.several:
        return found

    def judged(entry: Entry) -> Entry:
        if manner.stepwise & {*entry.before[:1]}:  # it is looked at before it counts
            return replace(entry, answers=False)
        if not entry.choice.whole or (entry.before and len(found) > FEW):
            return entry
        move = rules.parse(" ".join(entry.words))
        with_it = engine.draft(rules, position, seat, (*tried.done, move))
        ends = not entry.before and with_it.then is not None
        return replace(entry, ends=ends, answers=with_it.ready and not with_it.dropped)

    return tuple([judged(entry) for entry in found])


def last_choice(rules: AnyRules, state: Any, seat: int, words: tuple[str, ...]) -> Choice | None:
    """The choice that the last of these words is: it tells what the move brings or costs."""
    found = [choice for choice in rules.choices(state, seat, words[:-1]) if choice.token == words[-1]]
    return found[0] if found else None


def is_grave(rules: AnyRules, state: Any, seat: int, move: Move) -> bool:
    """Is it a move that nobody makes without having seen the warning?"""
    choice = last_choice(rules, state, seat, tuple(rules.write(move).split()))
    return choice is not None and manner_of(rules.key).grave in choice.offers

"""The places that a panel offers: what its picture marks of them, and in which order its menus name them."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games import game_text
from bot.play import Panel
from bot.play.plans.menu import PAGE, Entry
from bot.wording import or_else
from rules.contract import Choice

Pointed = tuple[tuple[str, ...], tuple[Choice, ...]]
"""Words that are said, and the choices for the next one."""


def rank(panel: Panel, game: str, before: Sequence[str], choice: Choice) -> tuple[int, str] | None:
    """Returns how good a place is after these words, and how that is written; None for what has no such order."""
    say = game_text.wording(game).ranked
    return or_else(lambda: say(panel.public, tuple(before), choice.token) if say is not None else None, None)


def in_pages(game: str, entry: Entry) -> bool:
    """Do all choices of its verb stand in the pages of one menu, however many they are?"""
    return bool(entry.before) and entry.before[0] in game_text.wording(game).in_pages


def in_order(panel: Panel, game: str, entries: list[Entry]) -> list[Entry]:
    """Puts the places of one menu in order: the best first, or by their names, which begin with capitals."""
    ranks = [rank(panel, game, entry.before, entry.choice) for entry in entries]
    ranked = [(-found[0], entry.choice.token, entry) for found, entry in zip(ranks, entries, strict=True) if found]
    if len(ranked) == len(entries):
        return [entry for _, _, entry in sorted(ranked, key=lambda one: one[:2])]
    one = entries[0].menu and len({entry.before for entry in entries}) == 1
    if one and all(entry.choice.token[0].isupper() for entry in entries):
        return sorted(entries, key=lambda entry: (entry.choice.group, entry.choice.token))
    return entries


def named(panel: Panel, game: str) -> Pointed:
    """Returns what the picture names: of more places than one page of a menu has, the best."""
    before, choices = pointed(panel)
    ranks = [rank(panel, game, before, choice) for choice in choices]
    ranked = [(found[0], choice) for found, choice in zip(ranks, choices, strict=True) if found]
    if len(choices) <= PAGE or len(ranked) < len(choices):
        return before, choices
    return before, tuple([choice for _, choice in sorted(ranked, key=lambda one: (-one[0], one[1].token))[:PAGE]])


def pointed(panel: Panel) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
    """Returns what the picture marks: the places for the next word (or the only verb), or what would be committed."""
    if panel.then:
        return tuple(panel.then.split()), ()
    befores = {entry.before for entry in panel.next.entries if entry.before}
    if len(befores) == 1:
        (before,) = befores
        return before, tuple(entry.choice for entry in panel.next.entries if entry.before == before)
    mannered = any(entry.menu for entry in panel.next.entries)
    return (_seconds(panel) if mannered else _pooled(panel)) or (panel.next.tokens, panel.next.choices)


def _seconds(panel: Panel) -> tuple[tuple[str, ...], tuple[Choice, ...]] | None:
    """The words after the only verb, of moves that are said at once; or all places of longer ones."""
    moves = [entry.words for entry in panel.next.entries]
    if panel.next.tokens:
        return None
    if len({move[0] for move in moves}) == 1 and all(len(move) > 1 for move in moves):
        return _later(moves)
    built = [move for move in moves if len(move) == 2 and move[1][0].isupper()]
    return (), tuple(Choice(place, whole=False, group=verb) for verb, place in built)


def _later(moves: list[tuple[str, ...]]) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
    """The places that moves of one verb name; where they name none, the words after it."""
    tokens = dict.fromkeys(token for move in moves for token in move[1:])
    places = [token for token in tokens if token[0].isupper()] or list(dict.fromkeys(move[1] for move in moves))
    begun = min(moves[0].index(place) for place in places if place in moves[0])
    return moves[0][:begun], tuple(Choice(place, whole=False) for place in places)


def _pooled(panel: Panel) -> tuple[tuple[str, ...], tuple[Choice, ...]] | None:
    """Returns all places of the first verb, if two words are chosen at once, with the most that each would bring."""
    tokens, entries = panel.next.tokens, panel.next.entries
    said = len(tokens) + (1 if tokens else 2)
    pooled: dict[str, Choice] = {}
    verb = next((entry.before[0] for entry in entries if entry.before), "")
    for entry in entries:
        before, choice = entry.before, replace(entry.choice, token=entry.place or entry.choice.token)
        if len(before) >= said and before[0] == verb:
            known = pooled.get(choice.token)
            if known is None or (known.worth or 0) < (choice.worth or 0):
                pooled[choice.token] = choice
    return (tokens or (verb,), tuple(pooled.values())) if pooled else None


def short(label: str) -> str:
    """Returns the name of a place alone, without where it leads and what lies there."""
    return label.partition(" · ")[0].partition(" → ")[0]

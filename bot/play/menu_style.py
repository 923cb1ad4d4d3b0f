"""How the words of longer moves are offered: a move as one entry, its verb alone, or one word after the other."""

from msgspec import Struct


class MenuStyle(Struct, frozen=True):
    """Of one game. Where it says nothing of a verb, the verb is offered with the word that follows it."""

    ahead: frozenset[str] = frozenset()
    """Verbs that are offered together with the move before them."""
    pairs_with_next: frozenset[str] = frozenset()
    """Verbs of which the next two words are one entry: a guest and its chair."""
    suffixes: frozenset[str] = frozenset()
    """Words that are said together with the one before them: what a joker on a chair stands for."""
    eliminates: str = ""
    """What a choice offers that ends the game for its mover."""
    several: bool = False
    """A turn is several moves, of which any may be committed alone; each verb is a menu of its own."""
    expanded: frozenset[str] = frozenset()
    """Verbs of which every whole move is one entry."""
    pairs: frozenset[str] = frozenset()
    """Of them, those whose words mean the same in any order: they are offered in one."""
    verb_only: frozenset[str] = frozenset()
    """Verbs that are offered alone, for too much can follow."""
    stepwise: frozenset[str] = frozenset()
    """Verbs after which one word at a time is said, in menus by the last joint."""
    separators: frozenset[str] = frozenset()
    """The words of a stepwise move that are said together with the next."""

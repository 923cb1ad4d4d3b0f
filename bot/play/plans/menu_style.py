"""How the words of longer moves are offered: a move as one entry, its verb alone, or one word after the other."""

from msgspec import Struct


class MenuStyle(Struct, frozen=True):
    """The menus of one game. A verb that is not named here is offered with the word that follows it."""

    ahead: frozenset[str] = frozenset()
    """Verbs that are offered together with the move before them."""
    pairs_with_next: frozenset[str] = frozenset()
    """Verbs whose next two words are one entry: a guest and its chair."""
    suffixes: frozenset[str] = frozenset()
    """Words that are said together with the one before them: what a joker on a chair stands for."""
    eliminates: str = ""
    """The offer by which a choice ends the game for its player."""
    grave: frozenset[str] = frozenset()
    """Verbs of moves that are seen before they count, even where a whole turn is typed."""
    several: bool = False
    """A turn is several moves, any of which may be committed alone; each verb has a menu of its own."""
    expanded: frozenset[str] = frozenset()
    """Verbs whose whole moves are one entry each."""
    pairs: frozenset[str] = frozenset()
    """Those of them whose words mean the same in any order: they are offered in one order."""
    verb_only: frozenset[str] = frozenset()
    """Verbs that are offered alone, because too much can follow."""
    stepwise: frozenset[str] = frozenset()
    """Verbs that are followed by one word at a time, in menus named by the last separator."""
    separators: frozenset[str] = frozenset()
    """The words of a stepwise move that are offered together with the next."""

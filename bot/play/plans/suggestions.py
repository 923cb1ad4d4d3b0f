"""How a typed turn can go on: what autocomplete shows."""

from collections.abc import Sequence
from typing import Any

from bot.play.plans import menu
from bot.play.table import Playable

FEW = 25
"""The most suggestions; if there would be more, only the next word is suggested."""


def suggestions(game: Playable, state: Any, seat: int, whole: Sequence[str], last: str) -> tuple[str, ...]:
    """Returns whole lines that follow the moves already typed; `last` is the one being typed."""
    typed = last.split()
    tokens: tuple[str, ...] = ()
    is_move = False
    for place, word in enumerate(typed):
        choices = game.rules.choices(state, seat, tokens)
        found = [choice for choice in choices if choice.token.casefold() == word.casefold()]
        if not found:
            typed = typed[place:]
            break
        tokens, is_move = (*tokens, found[0].token), found[0].whole
    else:
        typed = []
    begun = " ".join(typed).casefold()
    following = [entry.words for entry in menu.offered(game, state, seat, tokens)]
    if len(following) > FEW:  # word by word
        following = [(choice.token,) for choice in game.rules.choices(state, seat, tokens)]
    lines = [
        " ".join((*tokens, *later))
        for later in following
        if " ".join(later).casefold().startswith(begun) or later[-1].casefold().startswith(begun)
    ]
    if is_move and not typed:
        lines.insert(0, " ".join(tokens))
    return tuple(f"{menu.THEN} ".join((*whole, line)) for line in lines)

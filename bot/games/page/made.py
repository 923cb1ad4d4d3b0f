"""Makes the page of a game: one file without any address in it, for a browser without a network.

Pictures are patches (renderer/pixels/patches.py); where a game is long, several moves share a step. What these rules
cannot show any more, because the view of its day was another, is told in words.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from bot.games import game_text
from bot.games.game import Game, painters
from bot.games.page import proof
from bot.play.gamefile.form import GameFile, Move
from bot.play.gamefile.verified import Finding
from bot.wording import Words
from bot.wording.names import NAMELESS, plain
from renderer import Painters
from renderer.pixels.patches import Patches
from rules.contract import Fact, PublicView
from rules.engine import facts_of

STEPS: Final = 400
"""More moves than that share steps."""
_PLACE: Final = re.compile(r"@([A-Z]+)@")
"""Each is filled once: a name that looks like one stays a name."""
HEAVIEST: Final = 9_000_000
"""Bytes: what the bot sends."""


Says = Callable[[int], None]
"""Hears how much is done, in percent."""


class Step(NamedTuple):
    """Moves that are shown together, the position after the last of them, and what was told."""

    view: PublicView | None
    facts: tuple[Fact, ...]
    text: str


def page(
    file: GameFile,
    game: Game,
    words: Words,
    found: Sequence[Finding],
    *,
    steps: int = STEPS,
    says: Says = lambda _percent: None,
) -> bytes:
    """Returns the page; one that would be heavier than the bot sends is made of fewer steps."""
    made = _page(file, game, words, found, most=steps, says=says)
    fits = len(made) <= HEAVIEST or steps < 25
    return made if fits else page(file, game, words, found, steps=steps // 2, says=says)


def _page(file: GameFile, game: Game, words: Words, found: Sequence[Finding], *, most: int, says: Says) -> bytes:
    names = called(file, words)
    told = _steps(file, game, words, names, most)
    data = {
        "pictures": _pictures(told, painters({file.game: game}), game, names, says),
        "steps": [{"text": step.text, "alts": _alts(words, step, names, game)} for step in told],
    }
    title = f"{game.title} · {', '.join(names)}"
    parts = {
        "LANG": words.lang,
        "TITLE": escape(title),
        "RESULT": escape(proof.result(words, file, names)),
        "LIST": "".join(f'<li><button type="button">{escape(step.text)}</button></li>' for step in told),
        "FOUND": "".join(f"<p>{escape(line)}</p>" for line in proof.lines(words, file, found)),
        "DATA": msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        **{key: escape(text) for key, text in proof.labels(words).items()},
    }
    text = (resources.files("bot.games.page") / "page.html").read_text("utf-8")
    return _PLACE.sub(lambda place: parts[place[1]], text).encode()


def called(file: GameFile, words: Words) -> tuple[str, ...]:
    """Returns the names by seat, of who sat there last."""
    last = {one.seat: one.name for one in file.sitters}
    return tuple(
        plain(last.get(seat, "")) or words.say("Player {n}", n=seat + 1) if last.get(seat) != NAMELESS else NAMELESS
        for seat in range(file.seats)
    )


def _steps(file: GameFile, game: Game, words: Words, names: tuple[str, ...], most: int) -> list[Step]:
    seen = [move for move in file.moves if move.public]
    each = -(-len(seen) // most) or 1
    groups = [seen[:1], *(seen[place : place + each] for place in range(1, len(seen), each))] if seen else []
    return [_step(group, game, words, names) for group in groups if group]


def _step(moves: Sequence[Move], game: Game, words: Words, names: tuple[str, ...]) -> Step:
    facts: tuple[Fact, ...] = ()
    lines: list[str] = []
    for move in moves:
        told = _facts(game, move)
        facts += told
        said = plain(game_text.happened(words, move.kind, move.seat, told, names)).strip()
        lines.append(f"{move.number} · {said}" if said else str(move.number))
    return Step(_view(game, moves[-1]), facts, "\n".join(lines))


def _facts(game: Game, move: Move) -> tuple[Fact, ...]:
    try:
        return facts_of(game.rules, bytes(move.facts).decode())
    except msgspec.ValidationError:
        return ()


def _view(game: Game, move: Move) -> PublicView | None:
    try:
        return msgspec.json.decode(bytes(move.view), type=game.public.view | None)
    except msgspec.ValidationError:
        return None


def _alts(words: Words, step: Step, names: tuple[str, ...], game: Game) -> list[str]:
    if step.view is None:
        return []
    own = {name: plain(text) for name, text in game_text.alts(words, step.view, names).items()}
    first = plain(game_text.alt(words, step.view, names, step.facts))
    return [own.get(name, first) for name in game.public.pictures]


def _pictures(
    steps: Sequence[Step], by: Painters, game: Game, names: tuple[str, ...], says: Says
) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for place, name in enumerate(game.public.pictures):
        sheet, patches = Patches(), list[dict[str, Any]]()
        for number, step in enumerate(steps):
            if number % 8 == 0:
                says(100 * (place * len(steps) + number) // (len(game.public.pictures) * len(steps)))
            if step.view is None:
                continue
            patch = sheet.add(by.paint(step.view, name, by.happened(step.view, step.facts), names))
            if patch is not None:
                png = b64encode(patch.png).decode()
                patches.append({"step": number, "x": patch.x, "y": patch.y, "whole": patch.whole, "png": png})
        if patches:
            made.append({"width": sheet.size[0], "height": sheet.size[1], "patches": patches})
    return made

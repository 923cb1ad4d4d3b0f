"""What has changed on the island: rings, the movers' signs and the numbers of their moves, and what keeps its light."""

from __future__ import annotations

from typing import Final

from renderer import signs
from renderer.catan import pieces, symbols
from renderer.catan.geometry import Layout, layout
from renderer.catan.island import house, robber_at, stand
from renderer.catan.marks import EDGE, Change, Marks
from renderer.catan.prices import corners
from renderer.players import tile as badge
from renderer.scene import Box, Drawing, Items, Stamp, all_words, centred
from rules.catan.views import CatanPublic

BADGE: Final = 60


def ringed(change: Change) -> bool:
    """A road has a ring of its own shape."""
    return change.kind != EDGE


def changed_boxes(view: CatanPublic, where: Layout, marks: Marks) -> list[Box]:
    """Around each thing that has changed."""
    cities = {corner for own in view.cities for corner in own}
    boxes: list[Box] = []
    for change in marks.changes:
        match change.kind:
            case "corner":
                drawing = pieces.city(change.seat) if change.place in cities else pieces.settlement(change.seat)
                boxes.append(centred(drawing, house(where, change.place)).box)
            case "edge":
                boxes.append(centred(symbols.halo(where.lean(change.place), where), where.edge(change.place)).box)
            case "site":
                boxes.append(_site_box(view, where, change))
            case _:
                boxes.append(centred(pieces.robber(), robber_at(view, where)).box)
    return boxes


def _site_box(view: CatanPublic, where: Layout, change: Change) -> Box:
    means = f"site:{change.seat}:{change.place}"
    own = [d for d, stood in stand(view, change.place).items() if stood == means]
    at = where.beside(change.place, own[-1]) if own else where.hexagon(change.place)
    return centred(pieces.site(change.seat, 0), at).box


LIT: Final = ("changes:", "whose-turn", "die:")


def lit(view: CatanPublic, marks: Marks, boxes: list[Box], items: Items) -> tuple[Box, ...]:
    """What keeps its light: the changes, the roll and what it brought, whose turn it is, the plates of those who are
    waited for.

    A plan and the end of a game are all in light.
    """
    if view.ending or marks.planned or not (boxes or marks.gains or marks.dice):
        return ()
    where = layout(market=view.market)
    page = where.page
    pairs = zip(boxes, marks.changes, strict=True)
    found = [signs.ringed(box, page).box if ringed(change) else box.grown(-8) for box, change in pairs]
    found += [item.box for item in items if isinstance(item, Stamp) and item.drawing.key.startswith(LIT)]
    return (*found, *(where.seat(view.seats, seat) for seat in view.waiting))


def told(view: CatanPublic, marks: Marks, boxes: list[Box], items: Items, within: Box) -> Items:
    """The mover's sign at the first thing of each move, and of several moves their numbers."""
    hard = [word.box for word in all_words((), items)]
    hard += [item.box.grown(-6) for item in items if isinstance(item, Stamp) and item.means.startswith("chip:")]
    hard += corners(layout(market=view.market))
    soft = [item.box.grown(-6) for item in items if isinstance(item, Stamp) and item.means.startswith(PIECES)]
    found: Items = []
    seen: set[int] = set()
    for change, box in zip(marks.changes, boxes, strict=True):
        if not change.turn:  # one of many moves long ago
            continue
        wanted = [badge(change.seat, BADGE)] if change.turn not in seen else []
        seen.add(change.turn)
        for drawing in [*wanted, *([signs.turn(change.turn)] if marks.turns > 1 else [])]:
            stamp = _beside(drawing, box, (hard, soft), within)
            if stamp is not None:
                hard.append(stamp.box)
                found.append(stamp)
    return found


PIECES: Final = ("settlement:", "city:", "site:", "robber:", "harbour:", "road:")
AROUND: Final = ((1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (-1, 0), (0, 1))


def _beside(drawing: Drawing, box: Box, taken: tuple[list[Box], list[Box]], within: Box) -> Stamp | None:
    """At the first place around a ring where it covers nothing, or at least no word and no chip."""
    hard, soft = taken
    second: Stamp | None = None
    for away in (-10, 8, 26, 44, 62, 80):
        for dx, dy in AROUND:
            x = box.centre[0] + dx * ((box.width + drawing.width) / 2 + away)
            y = box.centre[1] + dy * ((box.height + drawing.height) / 2 + away)
            stamp = centred(drawing, (x, y))
            inner = stamp.box.grown(-4)
            if not within.holds(stamp.box) or any(inner.meets(other) for other in hard):
                continue
            if not any(inner.meets(other) for other in soft):
                return stamp
            second = second or stamp
    return second

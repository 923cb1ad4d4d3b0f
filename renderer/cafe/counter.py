"""Paints the bar: who stands there, what its fields bring, the next one large; on its shelf the bag and variants."""

from __future__ import annotations

from typing import Final

from renderer.cafe import geometry as at
from renderer.cafe import signs, theme
from renderer.cafe.marks import Marks
from renderer.cafe.people import guest
from renderer.drawing.signs import brackets
from renderer.pixels.raster import amount
from renderer.scene import Items, centred
from rules.cafe.board import BAR_FIELDS
from rules.cafe.guests import NATIONS, TOKENS
from rules.cafe.views import BIRTHDAY, CafePublic

SIGN: Final = 60
BIG: Final = 51.0
STANDS: Final = 84
"""How wide a guest at the bar is."""
SAUCER: Final = (82, 62)
ASIDE: Final = {4: 2, 9: 2, 14: 2, 19: -3}
"""So far the next field is moved from who has just come, for fields at the right end: less, and away from a chair."""


def fields(view: CafePublic, marks: Marks) -> Items:
    """The free fields, the next one large."""
    taken = len(view.bar)
    items: Items = [
        centred(signs.saucer(BAR_FIELDS[field], *SAUCER), at.field(field), alone=True)
        for field in range(taken + 1, len(BAR_FIELDS))
    ]
    if taken < len(BAR_FIELDS) and marks.to_bar < 0:
        x, y = at.field(taken)
        items.append(centred(signs.follows(BAR_FIELDS[taken]), (x + ASIDE.get(taken, 6), y)))
    return items


def bar(view: CafePublic, marks: Marks) -> Items:
    """Who stands there."""
    items: Items = []
    for field, kind in enumerate(view.bar):
        point, size = at.field(field), STANDS
        if field in marks.stood:
            frame = signs.stand(at.FIELD[0] + 4, at.FIELD[1] + 5, thin=field in marks.older_fields)
            items.append(centred(frame, point))
            point, size = at.stood(field)[0], at.STOOD
        items.append(centred(guest(kind, size), point, f"bar:{field}:{TOKENS[kind]}"))
    if marks.to_bar >= 0:
        point = at.field(len(view.bar))
        items.append(centred(guest(marks.to_bar, STANDS), point))
        items.append(centred(signs.ghost(at.FIELD[0], at.FIELD[1] + 2), point))
    return items


def shelf(view: CafePublic) -> Items:
    """The bag, and what the variants are about."""
    y = at.BAR.top + at.SHELF / 2 + 1
    x = at.BAR.left + 46
    items: Items = [centred(signs.bag(SIGN), (x, y)), amount(view.bag, (x + 40, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.threshold:
        x += 150
        text = NATIONS[view.birthday] if view.birthday >= 0 else str(view.threshold)
        items += [centred(signs.cake(SIGN), (x, y)), amount(text, (x + 40, y), BIG, theme.CREAM, theme.COUNTER)]
    if view.phase == BIRTHDAY:
        items.append(centred(brackets(72, 72, theme.LEGAL), (x, y)))
    if view.regulars:
        items.append(centred(signs.mug(SIGN), (at.BAR.right - 54, y)))
    return items

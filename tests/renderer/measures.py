"""What tests ask a scene: which words meet, how large a drawing's ink is, how far two inks are apart."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

from renderer.scene import Area, Box, Disc, Drawing, Ink, Scene, Shape, Stamp, Stroke, Words, all_words, lettering
from rules.guatemala.board import BOARDS
from rules.guatemala.pieces import KIND_OF, LETTERS, TOKENS
from rules.guatemala.views import GuatemalaPublic


def texts(scene: Scene) -> list[Words]:
    """All words of a scene."""
    return [*all_words(lettering(scene.ground), scene.items)]


def words_of(drawing: Drawing) -> list[Words]:
    """The words in a drawing, at their places in it."""
    return [*lettering(drawing)]


def meeting(words: Iterable[Words]) -> list[tuple[str, str]]:
    """The pairs whose ink boxes overlap: a sweep from above."""
    found: list[tuple[str, str]] = []
    open_: list[Words] = []
    for word in sorted(words, key=lambda word: word.box.top):
        open_ = [other for other in open_ if other.box.bottom > word.box.top]
        found += [(other.text, word.text) for other in open_ if other.box.meets(word.box)]
        open_.append(word)
    return found


_ink: dict[str, Box] = {}


def ink_of(drawing: Drawing) -> Box:
    """The box around all that a drawing shows."""
    kept = _ink.get(drawing.key)
    if kept is None:
        boxes = [_box(shape) for shape in drawing.shapes]
        kept = _ink[drawing.key] = Box(
            min(b.left for b in boxes),
            min(b.top for b in boxes),
            max(b.right for b in boxes),
            max(b.bottom for b in boxes),
        )
    return kept


def _box(shape: Shape) -> Box:
    match shape:
        case Area() | Stroke():
            half = shape.weight / 2 if isinstance(shape, Stroke) else 0
            xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
            return Box(min(xs), min(ys), max(xs), max(ys)).grown(half)
        case Disc():
            return Box(shape.x - shape.across, shape.y - shape.down, shape.x + shape.across, shape.y + shape.down)
        case Words():
            return shape.box


def luminance(ink: Ink) -> float:
    parts = [value / 255 for value in ink[:3]]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: Ink, other: Ink) -> float:
    """As WCAG defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def drawn(scene: Scene) -> Counter[str]:
    """What the stamps of a scene say they mean."""
    return Counter(item.means for item in scene.items if isinstance(item, Stamp) and item.means)


def on_production(view: GuatemalaPublic) -> Counter[str]:
    """Every piece that the production board must show, said again from the view alone."""
    expected = Counter(f"field:{field}:{TOKENS[code]}" for field, code in enumerate(view.board) if KIND_OF[code])
    if view.buyer >= 0:
        expected["buyer"] += 1
    return expected


def on_plantation(view: GuatemalaPublic) -> Counter[str]:
    """Every piece that the plantation picture must show."""
    expected: Counter[str] = Counter()
    for one in view.plantations:
        letter = LETTERS[one.coffee]
        expected.update(f"worker:{place}:{letter}" for place in one.workers)
        expected[f"tile:{one.seat}:{one.coffee}"] += 1
        if one.shed >= 0:
            expected[f"shed:{one.shed}:{letter}"] += 1
    expected.update(f"road:{edge}" for edge in view.roads)
    for harbour, ships in enumerate(view.harbours):
        assert len(ships) <= len(BOARDS[view.seats].docks[harbour])
        expected.update(f"ship:{harbour}:{dock}:{LETTERS[coffee]}" for dock, coffee in enumerate(ships))
    expected.update(f"{thing}:{seat}" for seat in range(view.seats) for thing in ("marker", "seat"))
    return expected


def apart(boxes: Iterable[Box]) -> bool:
    return not any(one.meets(other) for one, other in combinations(boxes, 2))

"""From scenes to pixels and bytes, by Pillow. Besides, `names` draws letters by it, `film` writes GIFs, `patches` cuts.

A picture is made of kept parts: the ground once for each theme and window, each drawing and each text once for each
size, all shipped ready-made (parts.py) or drawn at four times their size and reduced. `compose` only copies
and pastes and is cheap enough for the event loop; `encode` (map to the theme's palette, deflate) is what takes time,
and frees the interpreter while it does, so it belongs in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources
from io import BytesIO
from math import ceil, cos, pi, sin
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from renderer.drawing import names
from renderer.pixels import palettes, parts, png, strokes
from renderer.pixels.grounds import Ground
from renderer.pixels.kept import Kept
from renderer.scene import Area, Box, Disc, Drawing, Ink, Point, Scene, Shape, Stamp, Stroke, Words

GROUND_SCALE: Final = 4
SPRITE_SCALE: Final = 6
"""Drawings are made so many times larger and then reduced; what is small and full of edges gets more."""
BAND: Final = 160
"""The ground is drawn in bands of so many rows, so that no image of a hundred megabytes is ever needed."""
SHEET: Final = 1 << 23
"""Pixels of a sheet on which a drawing is drawn whole, many times as large as it is shown."""
FONT: Final = "Lato-Black.ttf"

# Pillow keeps freed memory in blocks. By default it keeps none, and a thread that draws shapes is sixteen times slower;
# kept blocks of the default size are cut anew for each picture. Small ones fit all: composing takes half the time.
Image.core.set_block_size(1 << 18)
Image.core.set_blocks_max(256)


def give_back_memory() -> None:
    """Keeps no blocks: for a process that paints in one thread and has nothing beside it that would wait."""
    Image.core.set_blocks_max(0)


class Canvas(Struct, frozen=True):
    """A composed picture that waits for its encoding."""

    image: Image.Image
    theme: str
    packing: int
    lit: tuple[Box, ...] = ()
    """What keeps its light, in pixels of the picture."""


@lru_cache(maxsize=1)
def _font_bytes() -> bytes:
    return (resources.files("renderer") / "fonts" / FONT).read_bytes()


@lru_cache(maxsize=64)
def font(size: float) -> ImageFont.FreeTypeFont:
    """The layout engine is fixed: with another one the same words would have other pixels."""
    return ImageFont.truetype(BytesIO(_font_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def ink_box(text: str, size: float) -> tuple[float, float, float, float]:
    """Where the ink of a text lies when it is centred on (0, 0): across by its ink, down by the height of capitals."""
    face = font(size)
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    cap = -face.getbbox("H", anchor="ls")[1]
    x, y = (right - left) / 2, cap / 2
    return -x, top + y, x, bottom + y


def ink_width(text: str, size: float) -> float:
    left, _, right, _ = ink_box(text, size)
    return right - left


def words(text: str, at: Point, size: float, ink: Ink, paper: Ink) -> Words:
    """A text with its box."""
    x, y = at
    left, top, right, bottom = ink_box(text, size)
    return Words(text, x, y, size, ink, paper, Box(x + left, y + top, x + right, y + bottom))


def amount(number: int | str, start: Point, size: float, ink: Ink, paper: Ink) -> Words:
    """A number that begins at a place."""
    left, y = start
    right = words(str(number), (0, 0), size, ink, paper).box.width / 2
    return words(str(number), (left + right, y), size, ink, paper)


class _Sheet:
    """Draws shapes on an image, `scale` times larger, after a move by (x, y) in the shapes' own measure.

    Pillow fills a polygon and its outline, half a pixel more on each side: `spill` takes that back.
    """

    __slots__ = ("blend", "draw", "scale", "spill", "x", "y")

    def __init__(self, image: Image.Image, scale: float, x: float = 0, y: float = 0) -> None:
        self.draw = ImageDraw.Draw(image)
        # On a ground half-covering ink is blended; on an empty sheet it is laid down as it is, for a later paste.
        self.blend = ImageDraw.Draw(image, "RGBA") if image.mode == "RGB" else self.draw
        self.scale, self.x, self.y = scale, x, y
        self.spill = 0.5 / scale

    def shape(self, shape: Shape) -> None:
        match shape:
            case Area():
                self._fill(strokes.drawn_in(shape.points, self.spill), shape.ink)
            case Stroke():
                self._stroke(shape)
            case Disc():
                self._disc(shape)
            case Words():
                self._words(shape)

    def _fill(self, points: Iterable[Point], ink: Ink) -> None:
        # Pillow's whole coordinates are the centres of pixels, ours are their corners. Rounded, so that no machine's
        # last digit can move an edge.
        s, dx, dy = self.scale, self.x, self.y
        outline = [(round((x + dx) * s - 0.5, 2), round((y + dy) * s - 0.5, 2)) for x, y in points]
        (self.draw if ink[3] == 255 else self.blend).polygon(outline, fill=ink)

    def _disc(self, disc: Disc) -> None:
        steps = max(16, min(160, ceil(max(disc.across, disc.down) * self.scale / 2)))
        turns = (2 * pi * i / steps for i in range(steps))
        across, down = disc.across - self.spill, disc.down - self.spill
        self._fill([(disc.x + across * cos(t), disc.y + down * sin(t)) for t in turns], disc.ink)

    def _stroke(self, stroke: Stroke) -> None:
        half = stroke.weight / 2
        for run in strokes.runs(stroke):
            self._fill(strokes.band(run, half - self.spill), stroke.ink)
            for x, y in (run[0], run[-1]) if run[0] != run[-1] else (run[0],):
                self._disc(Disc(x, y, half, half, stroke.ink))

    def _words(self, text: Words) -> None:
        # Placed by its box, which was measured at the text's own size: no engine may shift it.
        face = font(text.size * self.scale)
        left, _, right, _ = face.getbbox(text.text, anchor="ls")
        cap = -face.getbbox("H", anchor="ls")[1]
        x = (text.x + self.x) * self.scale - (right - left) / 2 - left
        y = (text.y + self.y) * self.scale + cap / 2
        self.draw.text((x, y), text.text, fill=text.ink, font=face, anchor="ls")


def _bounds(shape: Shape) -> Box:
    """What a shape can touch."""
    match shape:
        case Area() | Stroke():
            spread = shape.weight if isinstance(shape, Stroke) else 0
            xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
            return Box(min(xs), min(ys), max(xs), max(ys)).grown(spread + 1)
        case Disc():
            return Box(shape.x, shape.y, shape.x, shape.y).grown(max(shape.across, shape.down) + 1)
        case Words():
            return shape.box.grown(1)


# ── kept parts ───────────────────────────────────────────────────────────────────────────────────────────────────────


class _Sprite(NamedTuple):
    """The part of a drawing that shows anything, and where it begins."""

    image: Image.Image
    x: int
    y: int


def _bytes(image: Image.Image) -> int:
    return image.width * image.height * 4 + 500


SPRITES_KEPT: Final = 26_000_000
GROUNDS_KEPT: Final = 30_000_000  # six or seven whole ones; one that is shipped takes 10 ms to come back
FLAT_KEPT: Final = 5_000_000
_sprites: Kept[tuple[str, int], _Sprite] = Kept(SPRITES_KEPT, lambda sprite: _bytes(sprite.image))
_grounds: Kept[tuple[str, Box, int], Ground] = Kept(GROUNDS_KEPT, lambda ground: len(ground.pixels))
_flat: Kept[tuple[str, str, int, int], Image.Image] = Kept(FLAT_KEPT, _bytes)
"""What lies alone, together with the ground under it: to copy is fifteen times cheaper than to blend."""


def _scale(finest: int, zoom: int) -> int:
    """What is shown larger needs less."""
    return finest if zoom == 1 else finest // 2 + 1


def _sprite(theme: str, drawing: Drawing, zoom: int) -> _Sprite:
    found = _sprites.get((drawing.key, zoom))
    if found is None:
        part = parts.find(theme, parts.digest(drawing)) if zoom == 1 else None
        if part:
            found = _Sprite(Image.frombytes("RGBA", (part.width, part.height), part.pixels), part.x, part.y)
        else:
            found = _cut(draw_sprite(drawing, zoom, _scale(SPRITE_SCALE, zoom)))
        _sprites.put((drawing.key, zoom), found)
    return found


def _cut(image: Image.Image) -> _Sprite:
    box = image.getbbox() or (0, 0, 1, 1)
    return _Sprite(image.crop(box), box[0], box[1])


def draw_sprite(drawing: Drawing, zoom: int, scale: int) -> Image.Image:
    """A drawing on an empty sheet; one that is larger than any shipped, such as a card of the end, band by band."""
    width, height, factor = drawing.width, drawing.height, zoom * scale
    most = height if width * height * factor**2 <= SHEET else max(1, SHEET // (4 * width * factor**2))
    whole = Image.new("RGBA", (width * zoom, height * zoom))
    for top in range(0, height, most):
        image = Image.new("RGBA", (width * factor, min(most, height - top) * factor))
        sheet = _Sheet(image, factor, 0, -top)
        for shape in drawing.shapes:
            sheet.shape(shape)
        whole.paste(image.reduce(scale), (0, top * zoom))
    return whole


@lru_cache(maxsize=2048)
def _mask(text: str, size: float) -> tuple[Image.Image, float, float]:
    """A text as a mask, and where its left upper corner lies from its centre."""
    face = font(size)
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    cap = -face.getbbox("H", anchor="ls")[1]
    width, height = ceil(right - left) + 2, ceil(bottom - top) + 2
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).text((1 - left, 1 - top), text, fill=255, font=face, anchor="ls")
    return mask, -1 - (right - left) / 2, top + cap / 2 - 1


def draw_ground(drawing: Drawing, window: Box, zoom: int, scale: int) -> Image.Image:
    """The ground, band by band; a shape is drawn in the bands that it touches."""
    factor = zoom * scale
    width, height = int(window.width), int(window.height)
    whole = Image.new("RGB", (width * zoom, height * zoom))
    reach = [(shape, _bounds(shape)) for shape in drawing.shapes]
    for top in range(0, height, BAND):
        rows = min(BAND, height - top)
        band = Image.new("RGB", (width * factor, rows * factor))
        first = window.top + top
        seen = Box(window.left, first, window.right, first + rows)
        sheet = _Sheet(band, factor, -window.left, -first)
        for shape, bounds in reach:
            if bounds.meets(seen):
                sheet.shape(shape)
        whole.paste(band.reduce(scale) if scale > 1 else band, (0, top * zoom))
    return whole


def _ground(theme: str, drawing: Drawing, window: Box, zoom: int) -> Ground:
    """Two threads may draw the same at once; then one of both is kept."""
    found = _grounds.get((drawing.key, window, zoom))
    if found is None:
        part = parts.find(theme, parts.digest(drawing, window)) if zoom == 1 else None
        found = Ground(part.pixels, part.width, part.height) if part else None
        found = found or Ground.of(draw_ground(drawing, window, zoom, _scale(GROUND_SCALE, zoom)))
        _grounds.put((drawing.key, window, zoom), found)
    return found


def drawn_part(drawing: Drawing, window: Box | None = None) -> parts.Part:
    """A drawing as it is shipped; a ground with a window."""
    name = parts.digest(drawing, window)
    sprite = (
        _Sprite(draw_ground(drawing, window, 1, GROUND_SCALE), 0, 0)
        if window
        else _cut(draw_sprite(drawing, 1, SPRITE_SCALE))
    )
    image = sprite.image
    return parts.Part(name, image.width, image.height, sprite.x, sprite.y, parts.deflated(image.tobytes()))


def forget() -> None:
    """Throws all kept parts away (for measuring a start)."""
    _sprites.clear()
    _grounds.clear()
    _flat.clear()
    _mask.cache_clear()
    palette.cache_clear()


# ── the two halves of a picture ──────────────────────────────────────────────────────────────────────────────────────


def compose(scene: Scene, rows: tuple[int, int] | None = None, items: Sequence[Stamp | Words] | None = None) -> Canvas:
    """Copies the ground and pastes what lies on it, in all rows or some; `items`: what these show, where known."""
    window, zoom, theme = scene.window, scene.zoom, scene.theme
    first, last = rows or (0, scene.size[1])
    image = _shown_ground(scene, first, last)  # mostly pasted to by `im`: `Image.paste` asks much first
    band = Box(window.left, window.top + first / zoom, window.right, window.top + last / zoom)
    left, top = int(window.left), int(window.top)
    shown = (item for item in scene.items if (item.box if isinstance(item, Stamp) else reach(item)).meets(band))
    for item in shown if items is None else items:
        if isinstance(item, Stamp):
            if zoom == 1 and item.alone:
                _lay_flat(image, item, scene, (left, top + first))
            else:
                sprite, x, y = _sprite(theme, item.drawing, zoom)
                x, y = (item.x - left) * zoom + x, (item.y - top) * zoom + y - first
                image.im.paste(sprite.im, (x, y, x + sprite.width, y + sprite.height), sprite.im)
        else:
            mask, x, y = (names.mask if item.named else _mask)(item.text, item.size * zoom)
            x, y = round((item.x - left) * zoom + x), round((item.y - top) * zoom + y) - first
            image.im.paste(item.ink[:3], (x, y, x + mask.width, y + mask.height), mask.im)
    lit = tuple(box.moved(-left, -top).times(zoom).moved(0, -first) for box in scene.lit)
    return Canvas(image, theme, scene.packing, lit)


def reach(text: Words) -> Box:
    """What a text can touch: its mask is a little larger than its ink."""
    return text.box.grown(3)


def _shown_ground(scene: Scene, first: int, last: int) -> Image.Image:
    """Some rows of the ground. At its own size a part of it is cut out of the whole, and so has the same pixels."""
    ground, window = scene.ground, scene.window
    if scene.zoom > 1:
        return _ground(scene.theme, ground, window, scene.zoom).cut(0, first, scene.size[0], last)
    whole, left, top = Box(0, 0, ground.width, ground.height), int(window.left), int(window.top)
    return _ground(scene.theme, ground, whole, 1).cut(left, top + first, left + scene.size[0], top + last)


def _lay_flat(image: Image.Image, item: Stamp, scene: Scene, corner: tuple[int, int]) -> None:
    """At the size of the ground only: there a place is the same place every time. `corner`: where the image begins."""
    key = (scene.ground.key, item.drawing.key, item.x, item.y)
    sprite, x, y = _sprite(scene.theme, item.drawing, 1)
    left, top = item.x + x - corner[0], item.y + y - corner[1]
    box = left, top, left + sprite.width, top + sprite.height
    if (flat := _flat.get(key)) is not None:
        image.im.paste(flat.im, box)
        return
    image.im.paste(sprite.im, box, sprite.im)
    if min(box) >= 0 and box[2] <= image.width and box[3] <= image.height:
        _flat.put(key, image.crop(box))


def encode(canvas: Canvas) -> bytes:
    """PNG with the theme's palette. For a thread: the interpreter is free meanwhile."""
    size = canvas.image.size
    return png.file(size, palettes.packed(canvas.theme), png.whole(mapped(canvas), size[0], canvas.packing))


def mapped(canvas: Canvas) -> bytes:
    """The numbers of its colours row by row, as a PNG has them: before each row a zero."""
    image = canvas.image.quantize(palette=palette(canvas.theme), dither=Image.Dither.NONE)
    if canvas.lit:
        image = _dimmed(image, canvas)
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    return rows.tobytes()


ROUND: Final = 18
"""The corners of what is lit."""


def _dimmed(mapped: Image.Image, canvas: Canvas) -> Image.Image:
    """Darker but for what is lit, colour by colour of the palette: only bytes are looked up and copied."""
    dark = mapped.point(palettes.darker(canvas.theme))  # pyright: ignore[reportUnknownMemberType]
    for box in canvas.lit:
        left, top, right, bottom = round(box.left), round(box.top), round(box.right), round(box.bottom)
        if bottom > 0 and top < mapped.height:
            dark.paste(mapped.crop((left, top, right, bottom)), (left, top), _light(right - left, bottom - top))
    return dark


@lru_cache(maxsize=64)
def _light(width: int, height: int) -> Image.Image:
    """The shape of what is lit."""
    shape = Image.new("1", (width, height))
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, width - 1, height - 1), ROUND, fill=1)
    return shape


def render(scene: Scene) -> bytes:
    """Both halves at once."""
    return encode(compose(scene))


@lru_cache(maxsize=8)
def palette(theme: str) -> Image.Image:
    """The 256 colours of a theme, shipped ready-made."""
    image = Image.new("P", (16, 16))
    image.putpalette(palettes.packed(theme))
    return image


def median_cut(pixels: bytes, count: int) -> list[tuple[int, int, int]]:
    """So many colours for a row of pixels, three bytes each."""
    sheet = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    found = sheet.quantize(count, method=Image.Quantize.MEDIANCUT, kmeans=0).getpalette() or []
    return [(found[i], found[i + 1], found[i + 2]) for i in range(0, len(found), 3)]

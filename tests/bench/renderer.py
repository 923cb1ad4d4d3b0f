"""Pictures of all games: P1 to P4, and of the first how late the event loop is while twenty boards are drawn.

The naive pipeline draws the same scene at three times its size, reduces it and writes a PNG as Pillow does by default.
P1 and P2 are for 1.44 megapixels: all pictures of a move have that much together with what the board adds in height.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from math import log10
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageStat

import renderer
from renderer.drawing import pen
from renderer.pixels import raster, strips
from renderer.scene import Area, Disc, Drawing, Scene, Shape, Stamp, Stroke, Words
from tests.bench.yardstick import figure, plain, timed
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions
from tests.renderer.positions import Moment, game

MEGA = 1_440_000
ROOT = Path(__file__).parents[2]
BOARDS = 20
PACE = 0.05
ROUNDS = 3
"""Of the lateness the best round counts: neighbours on the machine only ever add to it."""


def run() -> None:
    for key, (called, played) in GAMES.items():
        moments = list(played())
        scenes = _three(moments)
        _whole(called, scenes, _before(moments))
        _edges(called, *scenes.values())
        _first(key, called)
    _lateness(list(GAMES["guatemala"][1]()))


GAMES: dict[str, tuple[str, Callable[[], Iterator[Any]]]] = {
    "guatemala": ("Guatemala Café", partial(game, 4, 1)),
    "cafe": ("Café International", partial(cafe_positions.game, 4, 2)),
    "catan": ("Catan", partial(catan_positions.game, market=True, seats=4, seed=1)),
}
Scenes = dict[tuple[str, str], Scene]


def _three(moments: list[Any]) -> Scenes:
    """All pictures of the start, the middle and the end of a game, after the last move."""
    chosen = {"start": moments[0], "middle": moments[len(moments) // 2], "end": moments[-1]}
    return {(when, picture): scene for when, moment in chosen.items() for picture, scene in _pictures(moment)}


def _before(moments: list[Any]) -> Scenes:
    """The same pictures one move earlier; of the start there are none."""
    chosen = {"middle": moments[len(moments) // 2 - 1], "end": moments[-2]}
    return {(when, picture): scene for when, moment in chosen.items() for picture, scene in _pictures(moment)}


def _pictures(moment: Any) -> Iterator[tuple[str, Scene]]:
    marks = PAINTERS.happened(moment.view, moment.facts)
    return ((picture, PAINTERS.paint(moment.view, picture, marks)) for picture in PAINTERS.pictures(moment.view))


def _pixels(scene: Scene) -> float:
    return scene.size[0] * scene.size[1] / MEGA


def all_shapes(scene: Scene, *, words: bool = True) -> Drawing:
    """A scene as one drawing, each thing at its place."""
    shapes: list[Shape] = [shape for shape in scene.ground.shapes if words or not isinstance(shape, Words)]
    for item in scene.items:
        if isinstance(item, Stamp):
            shapes += pen.placed(item.drawing.shapes, 1.0, item.x, item.y)
        else:
            shapes.append(item)
    if not words:
        shapes = [shape for shape in shapes if not isinstance(shape, Words)]
    return Drawing.of("whole", int(scene.window.width), int(scene.window.height), shapes)


def naive(scene: Scene) -> bytes:
    """With Pillow's own lines and ellipses, three times as large."""
    width, height = scene.size
    image = Image.new("RGB", (3 * width, 3 * height))
    plain_, blend = ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA")
    for shape in pen.placed(all_shapes(scene).shapes, 3.0):
        draw = plain_ if shape.ink[3] == 255 else blend
        match shape:
            case Area():
                draw.polygon(shape.points, fill=shape.ink)
            case Stroke():
                points = (*shape.points, *shape.points[:2]) if shape.closed else shape.points
                draw.line(points, fill=shape.ink, width=round(shape.weight), joint="curve")
            case Disc():
                box = shape.x - shape.across, shape.y - shape.down, shape.x + shape.across, shape.y + shape.down
                draw.ellipse(box, fill=shape.ink)
            case Words():
                draw.text((shape.x, shape.y), shape.text, fill=shape.ink, font=raster.font(shape.size), anchor="mm")
    out = BytesIO()
    image.reduce(3).save(out, "PNG")
    return out.getvalue()


def _drawing(scene: Scene, before: Scene | None) -> tuple[float, float]:
    """Seconds for a picture, and of them those of the event loop, where what is kept is that of a move earlier."""
    strips.forget()
    if before:
        strips.finished(strips.begun(before))
    start = time.perf_counter()
    begun = strips.begun(scene)
    composed = time.perf_counter()
    strips.finished(begun)
    return time.perf_counter() - start, composed - start


def _whole(game_: str, scenes: Scenes, before: Scenes) -> None:
    ours = alone = theirs = compose = area = size = 0.0
    for key, scene in scenes.items():
        size += len(renderer.render(scene))
        drawings = [_drawing(scene, before.get(key)) for _ in range(7)]
        ours += min(whole for whole, _ in drawings)
        compose += min(own for _, own in drawings)
        alone += min(_drawing(scene, None)[0] for _ in range(5))
        theirs += timed(lambda scene=scene: naive(scene), rounds=3)
        area += _pixels(scene)
    figure("P1", f"{game_}: a move against the naive 3x pipeline", ours / theirs, "", gate=0.2, goal=0.11, higher=False)
    plain("  where no strip of an earlier picture is kept", alone / theirs, "")
    plain("  the picture, per 1.44 megapixels", ours / area * 1e3, "ms")
    plain("  of that, composing (in the event loop)", compose / area * 1e3, "ms")
    plain("  the naive pipeline, per 1.44 megapixels", theirs / area * 1e3, "ms")
    figure("P2", f"{game_}: bytes per 1.44 megapixels", size / area / 1e3, "kB", gate=150, goal=95, higher=False)
    for (when, picture), scene in scenes.items():
        plain(f"  {picture}, {when}", len(renderer.render(scene)) / _pixels(scene) / 1e3, "kB")


def psnr(one: Image.Image, other: Image.Image) -> float:
    sums: Sequence[float] = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 / (sum(sums) / 3 / (one.width * one.height)))


def _edges(game_: str, *scenes: Scene) -> None:
    worst = 100.0
    for scene in scenes:
        bare = _without_words(scene)
        ideal = raster.draw_ground(all_shapes(scene, words=False), scene.window, 1, 8)
        worst = min(worst, psnr(renderer.compose(bare).image, ideal))
    figure("P3", f"{game_}: edges against an 8x reference, shapes only", worst, "dB", gate=36, goal=40)
    scenes = tuple(replace(scene, lit=()) for scene in scenes)
    shown = [Image.open(BytesIO(renderer.render(scene))).convert("RGB") for scene in scenes]
    pairs = zip(shown, scenes, strict=True)
    plain("  what the palette costs", min(psnr(one, renderer.compose(two).image) for one, two in pairs), "dB")


def _without_words(scene: Scene) -> Scene:
    """The same pictures of things, but with no letter on them."""

    def bare(drawing: Drawing) -> Drawing:
        shapes = tuple(shape for shape in drawing.shapes if not isinstance(shape, Words))
        return Drawing.of(f"bare:{drawing.key}", drawing.width, drawing.height, shapes)

    stamps = tuple(Stamp(i.drawing and bare(i.drawing), i.x, i.y) for i in scene.items if isinstance(i, Stamp))
    return Scene(scene.theme, bare(scene.ground), stamps, scene.window)


_START = """
import sys, time
import renderer
from tests.bench.renderer import GAMES
from tests.painted import PAINTERS
moments = list(GAMES[sys.argv[1]][1]())
moment = moments[int(float(sys.argv[2]) * len(moments))]
marks, names = PAINTERS.happened(moment.view, moment.facts), ("Anna", "Bruno der Große", "Carla", "Dieter")
begun, spent = time.perf_counter(), time.process_time()
scene = PAINTERS.paint(moment.view, "", marks, names[: moment.view.seats])
renderer.pixels.strips.finished(renderer.pixels.strips.begun(scene))
print(time.perf_counter() - begun, time.process_time() - spent)
"""


def _first(key: str, game_: str) -> None:
    """In a process of its own; the imports (of rules and Pillow too) are not counted, the parts are."""
    for when, stage in (("0", "a new game"), ("0.5", "the middle of one")):
        runs = [tuple(map(float, _python(_START, key, when).split())) for _ in range(3)]
        wall, spent = (min(values) for values in zip(*runs, strict=True))
        called = f"{game_}: first picture after start, of {stage}"
        figure("P4", called, wall, "s", gate=1, goal=0.15, higher=False)
        plain("  of that, processor", spent, "s")


def _python(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def _lateness(moments: list[Moment]) -> None:
    """Twenty boards, one every 50 ms (as docs of the design measured it); then as fast as two threads encode them."""
    chosen = moments[:: max(1, len(moments) // BOARDS)][:BOARDS]
    for moment in chosen:
        PAINTERS.warm(moment.view)
    p99, worst = min(_late(asyncio.run(_drawn(chosen, PACE))) for _ in range(ROUNDS))
    figure("L1", "event loop late while 20 boards are drawn, p99", p99, "ms", gate=15, goal=5, higher=False)
    figure("L1", "event loop late while 20 boards are drawn, worst", worst, "ms", gate=60, goal=15, higher=False)
    plain("  the longest stretch of the loop's own work, processor", _own(chosen) * 1e3, "ms")
    p99, worst = min(_late(asyncio.run(_drawn(chosen, 0))) for _ in range(ROUNDS))
    plain("  without a pause, two threads on all they can get, p99", p99, "ms")
    plain("  without a pause, worst", worst, "ms")
    p99, worst = min(_late(asyncio.run(_drawn([], 0))) for _ in range(ROUNDS))
    plain("  while nothing is drawn, p99", p99, "ms")
    plain("  while nothing is drawn, worst", worst, "ms")


def _own(moments: list[Moment]) -> float:
    """Painting and composing one picture, in processor time: no neighbour on the machine can lengthen it."""
    strips.forget()
    worst = 0.0
    for moment in moments:
        for picture in PAINTERS.pictures(moment.view):
            start = time.thread_time()
            strips.begun(PAINTERS.paint(moment.view, picture))
            worst = max(worst, time.thread_time() - start)
    return worst


def _late(late: list[float]) -> tuple[float, float]:
    late.sort()
    return late[int(len(late) * 0.99)] * 1e3, late[-1] * 1e3


async def _drawn(moments: list[Moment], pace: float) -> list[float]:
    """Painted and composed in the loop, packed in two threads, two boards at a time at most; none was shown before."""
    strips.forget()
    late: list[float] = []
    limit = asyncio.Semaphore(2)
    pool = ThreadPoolExecutor(2, thread_name_prefix="encode")

    async def tick() -> None:
        while True:
            due = time.perf_counter() + 0.001
            await asyncio.sleep(0.001)
            late.append(max(0.0, time.perf_counter() - due))

    async def board(moment: Moment) -> None:
        async with limit:
            for picture in PAINTERS.pictures(moment.view):
                begun = strips.begun(PAINTERS.paint(moment.view, picture))
                await asyncio.get_running_loop().run_in_executor(pool, strips.finished, begun)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0.02)
    late.clear()
    drawing: list[asyncio.Task[None]] = []
    for moment in moments:
        drawing.append(asyncio.create_task(board(moment)))
        await asyncio.sleep(pace)
    await asyncio.gather(*drawing)
    if not moments:
        await asyncio.sleep(1)
    ticking.cancel()
    pool.shutdown()
    return late

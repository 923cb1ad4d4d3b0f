"""Pictures of views: `paint` makes a scene of a view, `compose` and `encode` (or `render`) a PNG of a scene.

    scene = painters.paint(view, "plantation", last_move(facts))
    canvas = compose(scene)                                   # in the event loop: a few milliseconds
    data = await asyncio.to_thread(encode, canvas)            # in a thread: frees the interpreter

Each game has two painters, `PUBLIC` and `SEAT` in renderer/<game>; `Painters` finds the one of a view. A painter knows
its pictures by name, the first being the one that shows most of what happened, and the regions that `zoom` shows at
double size.
"""

from __future__ import annotations

from renderer.painters import Painter, Painters, View
from renderer.pixels.raster import Canvas, compose, encode, render
from renderer.scene import Scene

__all__ = [
    "Canvas",
    "Painter",
    "Painters",
    "Scene",
    "View",
    "compose",
    "encode",
    "render",
]

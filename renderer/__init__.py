"""Pictures of views: `paint` makes a scene of a view, `compose` and `encode` (or `render`) a PNG of a scene.

    scene = paint(view, "plantation", last_move(facts))
    canvas = compose(scene)                                   # in the event loop: a few milliseconds
    data = await asyncio.to_thread(encode, canvas)            # in a thread: frees the interpreter

A painter is registered by the type of its view. It knows its pictures by name, the first being the one that shows most
of what happened, and the regions that `zoom` shows at double size.
"""

from __future__ import annotations

from renderer.painters import PAINTERS, Painter, happened, paint, pictures, planned, regions, warm, zoom
from renderer.raster import Canvas, compose, encode, render
from renderer.scene import Scene

__all__ = [
    "PAINTERS",
    "Canvas",
    "Painter",
    "Scene",
    "compose",
    "encode",
    "happened",
    "paint",
    "pictures",
    "planned",
    "regions",
    "render",
    "warm",
    "zoom",
]

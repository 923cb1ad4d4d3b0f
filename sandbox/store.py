"""The world in a file, if somebody asks for it: written whole and renamed into place, so it is never half there."""

import os
from pathlib import Path

import msgspec

from sandbox.world import Memory, World

FORMAT = 1


class Kept(msgspec.Struct):
    format: int
    memory: Memory


def save(path: Path, world: World) -> None:
    partial = path.with_name(path.name + ".partial")
    path.parent.mkdir(parents=True, exist_ok=True)
    with partial.open("wb") as file:
        file.write(msgspec.msgpack.encode(Kept(FORMAT, world.memory)))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def load(path: Path, world: World) -> bool:
    """False where there is nothing yet. A file that cannot be read is an error: it is not thrown away."""
    if not path.exists():
        return False
    kept = msgspec.msgpack.decode(path.read_bytes(), type=Kept)
    if kept.format != FORMAT:
        raise ValueError(f"{path} is of format {kept.format}, this sandbox reads {FORMAT}")
    world.recall(kept.memory)
    return True

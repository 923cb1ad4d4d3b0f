"""Files packed in strips are the pictures; what is kept stays within its bytes."""

import random
import threading
import zlib
from io import BytesIO

import pytest
from PIL import Image

from renderer.pixels import png
from renderer.pixels.kept import Kept

COLOURS = bytes(random.Random(1).randrange(256) for _ in range(3 * 200))


def _rows(width: int, height: int, seed: int) -> bytes:
    """Something between a plain picture and noise."""
    luck = random.Random(seed)
    row, rows = bytes(width), list[bytes]()
    for _ in range(height):
        if luck.random() < 0.3:
            row = bytes(luck.choices(range(8), k=width))
        rows.append(b"\0" + row)
    return b"".join(rows)


def _opened(data: bytes) -> tuple[tuple[int, int], bytes, bytes]:
    """As somebody else's decoder reads it: size, numbers of colours, the colours."""
    image = Image.open(BytesIO(data))
    image.load()
    return image.size, image.tobytes(), bytes(image.getpalette() or ())


def _file(rows: bytes, width: int, level: int) -> bytes:
    size = width, len(rows) // (width + 1)
    return png.file(size, COLOURS, png.whole(rows, width, level))


@pytest.mark.parametrize("level", [1, 6, 9])
@pytest.mark.parametrize("size", [(1, 1), (7, 47), (300, 48), (300, 49), (1200, 100), (1500, 500)])
def test_a_packed_picture_is_the_picture(size: tuple[int, int], level: int) -> None:
    """Small ones, and ones of any rest of rows."""
    width, height = size
    rows = _rows(width, height, 1)
    pixels = b"".join(rows[i + 1 : i + 1 + width] for i in range(0, len(rows), width + 1))
    assert _opened(_file(rows, width, level)) == (size, pixels, COLOURS)


def test_strips_serve_in_another_picture_that_has_the_same_two() -> None:
    """Of two pictures that differ in one strip, one is put together of the other's but for that strip and the next."""
    rows = _rows(1200, 9 * png.ROWS, 3)
    size = 1201 * png.ROWS
    other = bytearray(rows)
    other[size * 4 + 2000] ^= 1
    old, new = (list(png.whole(bytes(one), 1200, 6)) for one in (rows, other))
    mixed = [new[number] if number in {4, 5} else strip for number, strip in enumerate(old)]
    assert png.file((1200, 9 * png.ROWS), COLOURS, mixed) == _file(bytes(other), 1200, 6)


def test_the_checksums_are_those_of_the_whole() -> None:
    """A decoder that is lenient would not notice."""
    rows = _rows(900, 333, 5)
    data = _file(rows, 900, 6)
    at = data.index(b"IDAT")
    length = int.from_bytes(data[at - 4 : at])
    body = data[at + 4 : at + 4 + length]
    assert zlib.decompress(body) == rows
    assert int.from_bytes(body[-4:]) == zlib.adler32(rows)
    assert int.from_bytes(data[at + 4 + length : at + 8 + length]) == zlib.crc32(b"IDAT" + body)


def test_what_is_kept_stays_within_its_bytes_and_the_newest_stay() -> None:
    kept: Kept[int, bytes] = Kept(1000, len)
    for number in range(50):
        kept.put(number, bytes(90))
        assert kept.get(0) is not None
    assert kept.size <= 1000
    assert [number for number in range(50) if kept.get(number)] == [0, *range(40, 50)]
    kept.put(0, bytes(400))
    assert kept.size <= 1000
    kept.put(7, bytes(1001))
    assert kept.get(7) is None
    assert kept.get(0) == bytes(400)
    kept.clear()
    assert (kept.size, kept.get(0)) == (0, None)


def test_several_threads_keep_and_find() -> None:
    kept: Kept[int, bytes] = Kept(10_000, len)

    def busy(seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(3000):
            number = luck.randrange(200)
            found = kept.get(number)
            assert found is None or len(found) == number
            kept.put(number, bytes(number))

    threads = [threading.Thread(target=busy, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0 < kept.size <= 10_000
    assert kept.size == sum(number for number in range(200) if kept.get(number) is not None)

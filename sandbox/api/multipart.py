"""Bodies of several parts, read whole: a form with files is cut at its boundary, and each head is understood once."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from aiohttp.multipart import content_disposition_filename, parse_content_disposition

_BOUNDARY = re.compile(r';\s*boundary=(?:"([^"]+)"|([^\s;]+))', re.IGNORECASE)
_END = b"--"


class Part(NamedTuple):
    name: str
    filename: str
    kind: str
    data: bytes


def parts(content_type: str, body: bytes) -> Iterator[Part]:
    """Yields the parts of a body; raises ValueError for one that has no boundary, or no end."""
    found = _BOUNDARY.search(content_type)
    if found is None:
        raise ValueError("no boundary")
    _, *pieces = (b"\r\n" + body).split(b"\r\n--" + (found[1] or found[2]).encode())
    if not pieces or not pieces[-1].startswith(_END):
        raise ValueError("no end")
    for piece in pieces[:-1]:
        head, separator, data = piece.partition(b"\r\n\r\n")
        if not separator:
            raise ValueError("a part without a head")
        yield Part(*_understood(head), data)


@lru_cache(maxsize=256)
def _understood(head: bytes) -> tuple[str, str, str]:
    """Returns the name of a part, that of its file, and of what kind it is."""
    lines = (line.partition(":") for line in head.decode("utf-8", "surrogateescape").split("\r\n"))
    headers = {key.strip().lower(): value.strip() for key, _, value in lines}
    _, values = parse_content_disposition(headers.get("content-disposition"))
    filename = content_disposition_filename(values, "filename")
    return values.get("name", ""), filename or "", headers.get("content-type", "application/octet-stream")

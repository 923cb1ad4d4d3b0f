"""The CDN: attachments by signed addresses that expire, and a plain avatar for everybody."""

import hmac
import struct
import zlib

from aiohttp import web

from sandbox.api.shapes import sign
from sandbox.house import House
from sandbox.world.world import File

HUES = ((88, 101, 242), (87, 170, 110), (220, 160, 60), (200, 80, 90), (130, 90, 170), (70, 150, 170))


def plain_png(size: int, colour: tuple[int, int, int]) -> bytes:
    """Returns a square of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * size) * size
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Cdn:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, app: web.Application) -> None:
        app.router.add_get("/cdn/attachments/{channel}/{file}/{name}", self.attachment)
        app.router.add_get("/cdn/embed/avatars/{n}.png", self.avatar)

    async def attachment(self, request: web.Request) -> web.Response:
        until, signature = request.query.get("ex", ""), request.query.get("hm", "")
        file_id = request.match_info["file"]
        if not file_id.isdigit() or not hmac.compare_digest(signature, sign(int(file_id), until)):
            raise web.HTTPNotFound(text="This content is no longer available.")
        file = self._find(int(request.match_info["channel"]), int(file_id))
        if file is None or int(until, 16) < self.house.clock.now():
            raise web.HTTPNotFound(text="This content is no longer available.")
        return web.Response(body=file.data, content_type=file.content_type)

    def _find(self, channel_id: int, file_id: int) -> File | None:
        if file_id in self.house.lent:
            return self.house.lent[file_id]
        for message in self.house.world.messages(channel_id).values():
            for file in message.files:
                if file.id == file_id:
                    return file
        return next((file for file in self.house.post.lingering if file.id == file_id), None)

    async def avatar(self, request: web.Request) -> web.Response:
        number = int(request.match_info["n"]) if request.match_info["n"].isdigit() else 0
        return web.Response(body=plain_png(64, HUES[number % len(HUES)]), content_type="image/png")

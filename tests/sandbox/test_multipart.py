"""A form with files is read as aiohttp reads it, however its files are called."""

import pytest
from aiohttp import BodyPartReader, FormData
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request, Response

from sandbox.api.multipart import parts

FILES = [
    ("files[0]", b"\x89PNG\r\n\r\n--x\r\n" * 9, "board.png", "image/png"),
    ("files[1]", b"", "Gr\u00f6\u00dfe \u96ea.png", "image/png"),
    ("files[2]", b"\r\n", 'a "quoted"; name.txt', "text/plain"),
]


def form(*, quotes: bool) -> FormData:
    made = FormData(quote_fields=quotes)
    made.add_field("payload_json", '{"content": "\u00e9"}', content_type="application/json")
    for name, data, filename, kind in FILES if quotes else FILES[:1]:
        made.add_field(name, data, filename=filename, content_type=kind)
    return made


@pytest.mark.parametrize("quotes", [True, False])
async def test_the_same_parts_as_aiohttp_finds(quotes: bool):
    found: list[tuple[str, str, str, bytes]] = []
    known: list[tuple[str, str, str, bytes]] = []

    async def ours(request: Request) -> Response:
        body = await request.read()
        found.extend((p.name, p.filename, p.kind, p.data) for p in parts(request.headers["Content-Type"], body))
        return Response()

    async def theirs(request: Request) -> Response:
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            kind, data = part.headers.get("Content-Type", ""), bytes(await part.read())
            known.append((part.name or "", part.filename or "", kind, data))
        return Response()

    app = Application()
    app.router.add_post("/ours", ours)
    app.router.add_post("/theirs", theirs)
    async with TestClient(TestServer(app)) as client:
        for path in ("/ours", "/theirs"):
            await client.post(path, data=form(quotes=quotes))
    assert found == known
    assert [part[0] for part in found] == ["payload_json", *(name for name, *_ in (FILES if quotes else FILES[:1]))]
    assert [part[3] for part in found[1:]] == [data for _, data, *_ in (FILES if quotes else FILES[:1])]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"--x\r\n\r\n\r\n--x--"),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x\r\nA: b\r\n\r\ncut"),
        ("multipart/form-data; boundary=x", b"--x\r\nno head\r\n--x--"),
    ],
)
def test_a_body_that_is_cut_is_no_form(kind: str, body: bytes):
    with pytest.raises(ValueError, match=r"boundary|end|head"):
        list(parts(kind, body))

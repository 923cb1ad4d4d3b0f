"""Makes a message of a request's body: files are taken in, components numbered, mentions found."""

import mimetypes
import re
import struct
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from sandbox.api.refusal import Refusal
from sandbox.api.shapes import keyed, listed
from sandbox.world.world import SILENT, V2, File, Json, Message, World

MEGABYTE = 1 << 20
MENTION = re.compile(r"<@!?(\d+)>")
MENTION_ROLE = re.compile(r"<@&(\d+)>")

BUTTON, STRING, TEXT_INPUT, USERS, ROLES, MENTIONABLES, CHANNELS = 2, 3, 4, 5, 6, 7, 8
ROW, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL, UPLOAD = 1, 9, 10, 11, 12, 13, 14, 17, 18, 19
RADIOS, CHECKBOXES, CHECKBOX = 21, 22, 23
SELECTS = frozenset({STRING, USERS, ROLES, MENTIONABLES, CHANNELS})
NEW = frozenset({SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER})


class Upload(Struct):
    """One `files[n]` of a multipart body."""

    name: str
    data: bytes
    content_type: str = "application/octet-stream"


Uploads = dict[int, Upload]


def walk(components: Any) -> Iterator[Json]:
    """Every component of a tree, parents first."""
    for entry in listed(components or []):
        part = keyed(entry)
        yield part
        for key in ("components", "component", "accessory"):
            below = part.get(key)
            if below is not None:
                yield from walk(below if isinstance(below, list) else [below])


def picture_size(data: bytes) -> tuple[int, int] | None:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a"):
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return None


def take_in(world: World, upload: Upload, described: Json) -> File:
    """An upload becomes a file of the message; its name loses what Discord strips."""
    name = re.sub(r"[^\w.\-]", "_", described.get("filename") or upload.name, flags=re.ASCII) or "unknown"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    size = picture_size(upload.data)
    if size is not None:
        kind = "image/png" if upload.data[:4] == b"\x89PNG" else "image/gif"
    width, height = size or (None, None)
    return File(world.new_id(), name, upload.data, kind, described.get("description"), width, height)


def weigh(uploads: Uploads) -> None:
    """10 MiB a file, 25 MiB a request."""
    if (
        any(len(u.data) > 10 * MEGABYTE for u in uploads.values())
        or sum(len(u.data) for u in uploads.values()) > 25 * MEGABYTE
    ):
        raise Refusal(413, 40005, "Request entity too large")


def files_of(world: World, body: Json, uploads: Uploads, kept: list[File]) -> list[File]:
    """`attachments` names what stays (by id) and describes what is new (by the n of `files[n]`)."""
    weigh(uploads)
    entries = body.get("attachments")
    if entries is None:
        return [*kept, *(take_in(world, u, {}) for _, u in sorted(uploads.items()))]
    files: list[File] = []
    described: set[int] = set()
    for entry in entries:
        number = int(entry["id"])
        old = next((f for f in kept if f.id == number), None)
        if number in uploads:
            files.append(take_in(world, uploads[number], entry))
            described.add(number)
        elif old is not None:
            alt = entry.get("description")
            files.append(old if alt is None else structs.replace(old, alt=alt))  # what has been seen stays as it was
        else:
            raise Refusal.form(f"attachments: no file and no attachment has the id {number}")
    return files + [take_in(world, u, {}) for n, u in sorted(uploads.items()) if n not in described]


def numbered(components: Any) -> list[Json]:
    """A copy with an id on every component and with the fields that Discord fills in."""
    copy: list[Json] = [_copied(part) for part in listed(components or [])]
    parts = list(walk(copy))
    taken = {part["id"] for part in parts if part.get("id")}
    count = 0
    for part in parts:
        if not part.get("id"):
            count += 1
            while count in taken:
                count += 1
            part["id"] = count
        _fill(part)
    return copy


def _copied(part: Any) -> Any:
    if isinstance(part, dict):
        kept = ((key, value) for key, value in keyed(part).items() if value is not None)
        return {key: _copied(value) if isinstance(value, (dict, list)) else value for key, value in kept}
    if isinstance(part, list):
        return [_copied(value) for value in listed(part)]
    return part


def _fill(part: Json) -> None:
    kind = part["type"]
    if kind in SELECTS:
        part.setdefault("min_values", 1)
        part.setdefault("max_values", 1)
        part.setdefault("disabled", False)
    elif kind == CONTAINER:
        part.setdefault("accent_color", None)
        part.setdefault("spoiler", False)
    elif kind == SEPARATOR:
        part.setdefault("divider", True)
        part.setdefault("spacing", 1)
    elif kind == GALLERY:
        for item in part["items"]:
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
    elif kind == THUMBNAIL:
        part.setdefault("description", None)
        part.setdefault("spoiler", False)
    elif kind == FILE:
        part.setdefault("spoiler", False)


def embedded(embeds: Any) -> list[Json]:
    return [{"type": "rich"} | _copied(embed) for embed in listed(embeds or [])]


def texts(message: Message) -> str:
    """Everything that is written in a message, mentions included."""
    said = [message.content, *(part["content"] for part in walk(message.components) if part["type"] == TEXT)]
    return "\n".join(text for text in said if text)


def find_mentions(world: World, message: Message, allowed: Json | None) -> None:
    """Who is named, as far as `allowed_mentions` lets them be; in an edit nobody is pinged again."""
    said = texts(message)
    users = [u for u in dict.fromkeys(int(u) for u in MENTION.findall(said)) if u in world.users]
    roles = list(dict.fromkeys(int(r) for r in MENTION_ROLE.findall(said)))
    everyone = "@everyone" in said or "@here" in said
    if allowed is not None:
        users, roles = _allowed(users, allowed, "users"), _allowed(roles, allowed, "roles")
        everyone = everyone and "everyone" in listed(allowed.get("parse"))
    message.mentions, message.mention_roles, message.mention_everyone = users, roles, everyone


def _allowed(found: list[int], allowed: Json, kind: str) -> list[int]:
    """All of them, or those that are named one by one."""
    named = {int(number) for number in listed(allowed.get(kind))}
    return found if kind in listed(allowed.get("parse")) else [number for number in found if number in named]


def write(world: World, message: Message, body: Json, uploads: Uploads) -> None:
    """Puts a body into a message: a new one, one that is edited, or one that was thinking."""
    if body.get("components"):
        message.flags |= (body.get("flags") or 0) & V2
    message.flags |= (body.get("flags") or 0) & (SILENT | 1 << 2)
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = embedded(body["embeds"])
    if "components" in body:
        message.components = numbered(body["components"])
    if "attachments" in body or uploads:
        message.files = files_of(world, body, uploads, message.files)
    find_mentions(world, message, body.get("allowed_mentions"))

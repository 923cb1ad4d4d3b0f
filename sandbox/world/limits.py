"""Rules that Discord enforces and its schema does not state: sums, counts, flags, and what goes with what.

Each function yields one sentence for each thing wrong: what Discord would answer with 50035.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sandbox.api.shapes import attached, keyed, listed
from sandbox.world.compose import BUTTON, NEW, ROW, SELECTS, STRING, TEXT, TEXT_INPUT, Uploads, walk
from sandbox.world.world import EPHEMERAL, LOADING, SILENT, V2, Json, Message

EMPTY = "Cannot send an empty message"
LOCALES = frozenset(
    (
        "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
        "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
    ),
)  # fmt: skip
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
MOST_COMMANDS = {CHAT: 100, USER_MENU: 15, MESSAGE_MENU: 15}
SETTABLE = EPHEMERAL | SILENT | V2 | 1 << 2


class Draft(Struct):
    """A message as it would be with a body applied to it."""

    content: str
    embeds: list[Any]
    components: list[Any]
    files: set[str]
    flags: int
    other: bool


def draft(body: Json, uploads: Uploads, before: Message | None = None) -> Draft:
    flags = (body.get("flags") or 0) | (0 if before is None else before.flags & ~LOADING)
    described = {str(a["id"]): a.get("filename") for a in listed(body.get("attachments"))}
    files = {described.get(str(n)) or upload.name for n, upload in uploads.items()}
    if before is not None:
        keeps = "attachments" not in body
        files |= {f.name for f in before.files if keeps or str(f.id) in described}
    content, embeds, components = (_after(body, key, before) for key in ("content", "embeds", "components"))
    other = bool(body.get("poll") or body.get("sticker_ids"))
    return Draft(content or "", embeds or [], components or [], files, flags, other)


def _after(body: Json, key: str, before: Message | None) -> Any:
    """What the body says of it; where it says nothing, what stood there before."""
    return body.get(key) if key in body else getattr(before, key, None)


def in_message(told: Draft) -> Iterator[str]:
    if not (told.content or told.embeds or told.components or told.files or told.other):
        yield EMPTY
    if len(told.content) > 2000:
        yield "content: must be 2000 or fewer in length"
    yield from _flags(told)
    yield from _embeds(told.embeds)
    yield from _parts(told)
    yield from in_components(told.components)


def _flags(told: Draft) -> Iterator[str]:
    new = [part for part in walk(told.components) if part.get("type") in NEW]
    if new and not told.flags & V2:
        yield f"components: type {new[0]['type']} needs the flag IS_COMPONENTS_V2"
    if told.flags & V2 and told.content:
        yield "content: cannot be used with IS_COMPONENTS_V2"
    if told.flags & V2 and told.embeds:
        yield "embeds: cannot be used with IS_COMPONENTS_V2"
    if told.other:
        yield "poll, sticker_ids: the sandbox has neither"


def _embeds(embeds: Sequence[Any]) -> Iterator[str]:
    total = 0
    for entry in embeds:
        embed = keyed(entry)
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        total += len(keyed(embed.get("footer")).get("text") or "") + len(keyed(embed.get("author")).get("name") or "")
        total += sum(len(f["name"]) + len(f["value"]) for f in listed(embed.get("fields")))
    if total > 6000:
        yield f"embeds: {total} characters in all, 6000 at most"


def _parts(told: Draft) -> Iterator[str]:
    """Checks the counts of the whole message, and that the files it names are there."""
    parts = list(walk(told.components))
    if told.flags & V2:
        if len(parts) > 40:
            yield f"components: {len(parts)} in all, 40 at most"
        written = sum(len(p.get("content") or "") for p in parts if p.get("type") == TEXT)
        if written > 4000:
            yield f"components: {written} characters of text, 4000 at most"
    elif len(told.components) > 5:
        yield f"components: {len(told.components)} rows, 5 at most"
    for name in attached([told.components, told.embeds]):
        if name not in told.files:
            yield f"attachment://{name}: there is no such file"


def in_components(components: Sequence[Any]) -> Iterator[str]:
    """Checks the rules that hold for messages and modals alike."""
    parts = list(walk(components))
    yield from twice("custom_id", [p["custom_id"] for p in parts if p.get("custom_id")])
    yield from twice("id", [p["id"] for p in parts if p.get("id")])
    for part in parts:
        kind = part.get("type")
        if kind == BUTTON:
            yield from _button(part)
        elif kind == ROW:
            yield from _row(part)
        elif kind in SELECTS:
            yield from _select(part)
        elif kind == TEXT_INPUT and (part.get("min_length") or 0) > (part.get("max_length") or 4000):
            yield "min_length: above max_length"


def twice(what: str, values: Sequence[Any]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{what}: {value!r} stands there {count} times"


def _button(button: Json) -> Iterator[str]:
    style, custom_id, url = button.get("style"), button.get("custom_id"), button.get("url")
    if style == 5:
        if not url:
            yield "button: a link needs a url"
        if custom_id:
            yield "button: a link has no custom_id"
    elif style != 6:
        if not custom_id:
            yield "button: a custom_id or a url is needed"
        if url:
            yield "button: only a link has a url"
    if url and len(url) > 512:
        yield "button: url must be 512 or fewer in length"
    if style != 6 and not button.get("label") and not button.get("emoji"):
        yield "button: a label or an emoji is needed"


def _row(row: Json) -> Iterator[str]:
    kinds = [p.get("type") for p in listed(row.get("components"))]
    selects = sum(kind in SELECTS for kind in kinds)
    if selects > 1 or (selects and len(kinds) > 1):
        yield "row: one select and nothing beside it, or up to five buttons"


def _select(select: Json) -> Iterator[str]:
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        yield "select: min_values above max_values"
    if select.get("type") == STRING:
        options = listed(select.get("options"))
        yield from twice("option value", [o.get("value") for o in options])
        if most > len(options):
            yield f"select: max_values {most} with {len(options)} options"
        if sum(bool(o.get("default")) for o in options) > most:
            yield "select: more defaults than max_values"


def in_modal(data: Json) -> Iterator[str]:
    components = listed(data.get("components"))
    if len(components) > 5:
        yield f"components: {len(components)} in a modal, 5 at most"
    yield from in_components(components)


# commands


def in_commands(commands: Sequence[Any]) -> Iterator[str]:
    """Checks a whole set of commands, as in a bulk overwrite."""
    for kind, most in MOST_COMMANDS.items():
        names = [c["name"] for c in commands if (c.get("type") or CHAT) == kind]
        if len(names) > most:
            yield f"{len(names)} commands of type {kind}, {most} at most"
        yield from twice("command name", names)
    for command in commands:
        yield from in_command(command)


def in_command(command: Json) -> Iterator[str]:
    if (command.get("type") or CHAT) != CHAT:
        if command.get("description") or command.get("options"):
            yield f"{command['name']}: a menu command has no description and no options"
        yield from _locales(command)
        return
    yield from _named(command)
    yield from _options(command, depth=0)
    if (length := weight(command)) > 8000:
        yield f"{command['name']}: {length} characters in all, 8000 at most"


def _named(part: Json) -> Iterator[str]:
    for name in (part["name"], *keyed(part.get("name_localizations")).values()):
        if not _is_name(name):
            yield f"name: {name!r} does not fit ^[-_'\\p{{L}}\\p{{N}}]{{1,32}}$ in lower case"
    if not part.get("description"):
        yield f"{part['name']}: a description is needed"
    yield from _locales(part)


def _is_name(name: str) -> bool:
    if not 1 <= len(name) <= 32 or name != name.lower():
        return False
    return all(c in "-_'" or unicodedata.category(c)[0] in "LN" or _indic(c) for c in name)


def _indic(letter: str) -> bool:
    """Devanagari and Thai: their vowel signs are marks, and allowed."""
    return bool(re.match("[\u0900-\u097f\u0e00-\u0e7f]", letter))


def _locales(part: Json) -> Iterator[str]:
    for key in ("name_localizations", "description_localizations"):
        for locale in keyed(part.get(key)):
            if locale not in LOCALES:
                yield f"{key}: {locale!r} is no locale of Discord's"


def _options(part: Json, *, depth: int) -> Iterator[str]:
    options = listed(part.get("options"))
    yield from twice(f"{part['name']}: option", [o["name"] for o in options])
    optional = False
    for option in options:
        yield from _named(option)
        kind = option["type"]
        if kind in (1, 2):
            if depth + (kind == 1) > 2 or (depth and kind == 2):
                yield f"{option['name']}: nested too deep"
            yield from _options(option, depth=depth + 1)
            continue
        if option.get("choices") and option.get("autocomplete"):
            yield f"{option['name']}: choices and autocomplete exclude each other"
        yield from twice("choice", [c["name"] for c in listed(option.get("choices"))])
        if option.get("required") and optional:
            yield f"{option['name']}: a required option after an optional one"
        optional = optional or not option.get("required")
    kinds = {o["type"] in (1, 2) for o in options}
    if len(kinds) > 1:
        yield f"{part['name']}: sub-commands and options exclude each other"


def weight(part: Json) -> int:
    """Characters of names, descriptions and values; of a localised field the longest counts."""
    total = 0
    for key in ("name", "description"):
        told: list[str] = [part.get(key) or "", *keyed(part.get(f"{key}_localizations")).values()]
        total += max(len(text) for text in told)
    if isinstance(part.get("value"), str):
        total += len(part["value"])
    for below in (*listed(part.get("options")), *listed(part.get("choices"))):
        total += weight(below)
    return total

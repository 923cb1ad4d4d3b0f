"""The checker: every request of the bot and every answer of the sandbox is checked against Discord's own document.

The document is an OpenAPI 3.1 file that is not part of this repository. `Document` compiles a validator for each body
once, when it is first needed. Rules that the document does not state are in `sandbox.world.limits`.
"""

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandbox.api.shapes import keyed, listed
from sandbox.world.world import Json

if TYPE_CHECKING:
    import jsonschema_rs

SNOWFLAKE = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
BITS = {"type": ["string", "integer", "null"]}
OVERWRITE = ("paths", "/channels/{channel_id}/permissions/{overwrite_id}", "put", "requestBody", "content")
OVERWRITE_FIELDS = (*OVERWRITE, "application/json", "schema", "properties")

PATCHES: tuple[tuple[tuple[str, ...], Json], ...] = (
    # clients send ids as integers too
    (("components", "schemas", "SnowflakeType"), SNOWFLAKE),
    # the code of a single field's error is a word, both in Discord's documentation and in its servers' answers
    (("components", "schemas", "Error", "properties", "code"), {"type": ["integer", "string"]}),
    # permissions are strings in the documentation, and discord.py repeats the id of the path
    ((*OVERWRITE_FIELDS, "allow"), BITS),
    ((*OVERWRITE_FIELDS, "deny"), BITS),
    ((*OVERWRITE_FIELDS, "id"), SNOWFLAKE),
)
"""Where the document, which calls itself a preview, is narrower than Discord."""

JSON_BODY, FORM_BODY = "application/json", "multipart/form-data"
HARMLESS = frozenset(
    {
        "tts",
        "nsfw",
        "embeds.flags",
        *(f"attachments.{key}" for key in ("url", "proxy_url", "size", "spoiler", "height", "width", "content_type")),
    },
)
"""Fields that discord.py sends although the document has none, and that Discord ignores."""


class Violation(Struct, frozen=True):
    """Something that the bot must not send, or the sandbox must not answer."""

    method: str
    route: str
    what: str

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.what}"


class Document:
    """Discord's document (discord/discord-api-spec), and the questions asked of it."""

    def __init__(self, path: Path) -> None:
        import jsonschema_rs  # a tool for developers: somebody who only runs the bot does not have it

        self.spec: Json = json.loads(path.read_bytes())
        for steps, value in PATCHES:
            functools.reduce(dict[str, Any].__getitem__, steps[:-1], self.spec)[steps[-1]] = value
        self._registry = jsonschema_rs.Registry([("urn:discord", self.spec)])
        self._compiler = jsonschema_rs.Draft202012Validator
        self._compiled: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self._well: set[tuple[str, bytes]] = set()

    @classmethod
    @functools.lru_cache(maxsize=1)
    def at(cls, path: Path) -> "Document":
        return cls(path)

    def operation(self, method: str, route: str) -> Json | None:
        return self.spec["paths"].get(route, {}).get(method.lower())

    def body(self, method: str, route: str, *, form: bool) -> Json | None:
        operation = self.operation(method, route) or {}
        content = operation.get("requestBody", {}).get("content", {})
        found = content.get(FORM_BODY if form else JSON_BODY)
        return None if found is None else found["schema"]

    def answer(self, method: str, route: str, status: int) -> Json | None:
        """Returns the response described for a status, else the one for its hundred (4XX)."""
        responses: Json = (self.operation(method, route) or {}).get("responses", {})
        found = responses.get(str(status)) or responses.get(f"{status // 100}XX")
        if found is None and status // 100 == 4:
            found = {"$ref": "#/components/responses/ClientErrorResponse"}
        return None if found is None else self.follow(found)

    def follow(self, schema: Json) -> Json:
        while "$ref" in schema:
            target: Any = self.spec
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = keyed(target)
        return schema

    def errors(self, key: str, schema: Json, value: Any) -> Iterator[str]:
        validator = self._compiled.get(key)
        if validator is None:
            validator = self._compiler(_absolute(schema), registry=self._registry)
            self._compiled[key] = validator
        for error in validator.iter_errors(value):
            yield from _told(error)

    def unknown(self, key: str, schema: Json, value: Any) -> list[str]:
        """Returns what `strangers` finds. A list that was found well is remembered: each start sends all commands."""
        if not isinstance(value, list):
            return list(self.strangers([schema], value))
        looked = key, hashlib.blake2b(json.dumps(value).encode()).digest()
        found = [] if looked in self._well else list(self.strangers([schema], value))
        if not found:
            self._well.add(looked)
        return found

    def strangers(self, schemas: list[Json], value: Any, path: str = "") -> Iterator[str]:
        """Yields fields that no schema knows: Discord silently ignores a misspelt one."""
        if isinstance(value, list):
            below = [s["items"] for s in self._flat(schemas, value) if "items" in s]
            for entry in listed(value):
                yield from self.strangers(below, entry, path)
        elif isinstance(value, dict):
            flat = self._flat(schemas, value)
            known: dict[str, list[Json]] = {}
            for schema in flat:
                for key, below in schema.get("properties", {}).items():
                    known.setdefault(key, []).append(below)
            if not known or any("additionalProperties" in s for s in flat):
                return
            for key, entry in keyed(value).items():
                where = f"{path}.{key}".lstrip(".")
                if key in known:
                    yield from self.strangers(known[key], entry, where)
                elif key not in HARMLESS and where not in HARMLESS:
                    yield f"{where}: no such field"

    def _flat(self, schemas: list[Json], value: Any) -> list[Json]:
        """Opens unions: of branches that tell their `type`, only those that fit the value stay."""
        flat: list[Json] = []
        for schema in map(self.follow, schemas):
            flat.append(schema)
            flat += self._flat(schema.get("allOf", []), value)
            flat += self._flat(
                [s for key in ("oneOf", "anyOf") for s in schema.get(key, []) if self._fits(s, value)], value
            )
        return flat

    def _fits(self, schema: Json, value: Any) -> bool:
        wanted = self.follow(schema).get("properties", {}).get("type", {}).get("enum")
        return wanted is None or not isinstance(value, dict) or keyed(value).get("type") in wanted


def _absolute(part: Any) -> Any:
    """Makes references point into the registered document."""
    if isinstance(part, list):
        return [_absolute(p) for p in listed(part)]
    if isinstance(part, dict):
        return {k: f"urn:discord{v}" if k == "$ref" else _absolute(v) for k, v in keyed(part).items()}
    return part


def _told(error: "jsonschema_rs.ValidationError") -> Iterator[str]:
    """Explains a union's failure by the branch that was meant: the one whose `type` fits, else the nearest."""
    branches: list[list[jsonschema_rs.ValidationError]] = getattr(error.kind, "context", [])
    meant = [b for b in branches if not any(e.instance_path[-1:] == ["type"] and e.kind.name == "enum" for e in b)]
    if branches:
        for inner in min(meant or branches, key=len):
            yield from _told(inner)
        return
    where = ".".join(str(step) for step in error.instance_path)
    text = error.message if len(error.message) < 300 else f"… {error.message[-300:]}"
    yield f"{where}: {text}".lstrip(": ")


class Checker:
    """Collects violations. Without a document it checks by `sandbox.world.limits` alone; `on=False`: nothing."""

    def __init__(self, schema: Path | None = None, *, on: bool = True) -> None:
        self.on = on
        self.document = Document.at(schema) if on and schema is not None else None
        self.violations: list[Violation] = []
        self.expected: list[Violation] = []
        self.seen: Counter[tuple[str, str, int]] = Counter()
        self.checked = 0
        self._expecting = 0

    @contextmanager
    def expecting(self) -> Generator[list[Violation]]:
        """Hands over the violations inside the block instead of collecting them: they are what the test is about."""
        self._expecting += 1
        start = len(self.expected)
        found: list[Violation] = []
        try:
            yield found
        finally:
            self._expecting -= 1
            found += self.expected[start:]

    def broken(self, method: str, route: str, what: str, *, ours: bool = False) -> None:
        """Notes a violation. `ours`: a wrong answer of the sandbox, which no test may expect."""
        (self.expected if self._expecting and not ours else self.violations).append(Violation(method, route, what))

    def request(self, method: str, route: str, query: Mapping[str, str], body: Any, *, form: bool) -> list[str]:
        """Returns what is wrong with a request by the document."""
        if self.document is None:
            return []
        self.checked += 1
        operation = self.document.operation(method, route)
        if operation is None:
            return ["the document knows no such route"]
        problems = list(self._query(operation, method, route, query))
        schema = self.document.body(method, route, form=form)
        if schema is None:
            return problems + (["a body where none is described"] if body is not None else [])
        if body is None:
            return problems + ([] if not operation["requestBody"].get("required") else ["a body is needed"])
        problems += self.document.errors(f"{method} {route} {form}", schema, body)
        return problems + self.document.unknown(f"{method} {route} {form}", schema, body)

    def _query(self, operation: Json, method: str, route: str, query: Mapping[str, str]) -> Iterator[str]:
        assert self.document is not None  # noqa: S101 (asked by `request`, which looked)
        described = {p["name"]: p["schema"] for p in operation.get("parameters", []) if p["in"] == "query"}
        for name, text in query.items():
            if name not in described:
                yield f"?{name}: no such parameter"
                continue
            value = _typed(self.document.follow(described[name]), text)
            for error in self.document.errors(f"{method} {route} ?{name}", described[name], value):
                yield f"?{name}={text}: {error}"

    def answer(self, method: str, route: str, status: int, body: Any) -> None:
        """Counts an answer, and notes what is wrong with it."""
        self.seen[method, route, status] += 1
        if self.document is None or status >= 500:
            return
        self.checked += 1
        described = self.document.answer(method, route, status)
        if described is None:
            self.broken(method, route, f"answers with {status}, which is not described", ours=True)
            return
        content = described.get("content", {}).get(JSON_BODY)
        if content is None:
            if body is not None:
                self.broken(method, route, f"answers {status} with a body, where none is described", ours=True)
            return
        for problem in self.document.errors(f"{method} {route} {status}", content["schema"], body):
            self.broken(method, route, f"answers {status} with {problem}", ours=True)


def _typed(schema: Json, text: str) -> Any:
    """Returns the value that a query's text stands for."""
    kinds = schema.get("type", [])
    if "integer" in kinds and text.lstrip("-").isdigit() and "string" not in kinds:
        return int(text)
    if "boolean" in kinds and text.lower() in ("0", "1", "true", "false"):
        return text.lower() in ("1", "true")
    return text

"""A modal as a person sees it, and the submission that comes of filling it in."""

from typing import Any

from sandbox.api.shapes import keyed, listed
from sandbox.page.line import Resolved
from sandbox.page.shown import CannotError
from sandbox.world.compose import (
    CHANNELS,
    CHECKBOX,
    CHECKBOXES,
    LABEL,
    MENTIONABLES,
    RADIOS,
    ROLES,
    ROW,
    STRING,
    TEXT,
    TEXT_INPUT,
    UPLOAD,
    USERS,
)
from sandbox.world.world import Json

MANY = frozenset({STRING, USERS, ROLES, MENTIONABLES, CHANNELS, CHECKBOXES, UPLOAD})
KINDS = {USERS: "user", ROLES: "role", MENTIONABLES: "mentionable", CHANNELS: "channel", UPLOAD: "files"}


def fields(modal: Json) -> list[tuple[str, Json]]:
    """Returns label and control of every field that can be filled in."""
    found: list[tuple[str, Json]] = []
    for part in listed(modal["components"]):
        if part["type"] == LABEL:
            found.append((part["label"], keyed(part["component"])))
        elif part["type"] == ROW:
            found += [(p.get("label") or "", keyed(p)) for p in listed(part["components"])]
    return found


def filled(modal: Json, given: dict[str, Any], resolved: Resolved) -> list[Json]:
    """Returns the components of a MODAL_SUBMIT; fields are named by label or custom_id."""
    left = dict(given)
    components: list[Json] = []
    for number, part in enumerate(listed(modal["components"]), start=1):
        shape: Json = {"type": part["type"], "id": part.get("id") or number * 2 - 1}
        if part["type"] == LABEL:
            shape["component"] = _field(keyed(part["component"]), part["label"], number * 2, left, resolved)
        elif part["type"] == ROW:
            inputs = listed(part["components"])
            shape["components"] = [_field(keyed(p), p.get("label") or "", number * 2, left, resolved) for p in inputs]
        elif part["type"] != TEXT:
            raise CannotError(f"a modal cannot hold a component of type {part['type']}")
        components.append(shape)
    if left:
        raise CannotError(
            f"the modal has no field {next(iter(left))!r}; it has {[label for label, _ in fields(modal)]}"
        )
    return components


def _field(control: Json, label: str, number: int, left: dict[str, Any], resolved: Resolved) -> Json:
    name = next((n for n in (label, control["custom_id"]) if n in left), None)
    value = left.pop(name) if name is not None else _standing(control)
    kind = control["type"]
    shape: Json = {"type": kind, "id": control.get("id") or number, "custom_id": control["custom_id"]}
    required = control.get("required") is not False
    if kind in MANY:
        return shape | {"values": _values(control, label, value, resolved, required=required)}
    if kind == TEXT_INPUT:
        return shape | {"value": _written(control, label, str(value or ""), required=required)}
    if kind == CHECKBOX:
        return shape | {"value": bool(value)}
    if kind != RADIOS:
        raise CannotError(f"a modal cannot hold a control of type {kind}")
    if value is None and required:
        raise CannotError(f"{label!r} must be chosen")
    return shape | {"value": None if value is None else option_value(control, value)}


def _written(control: Json, label: str, text: str, *, required: bool) -> str:
    least, most = control.get("min_length") or int(required), control.get("max_length") or 4000
    if (text or required) and not least <= len(text) <= most:
        raise CannotError(f"{label!r}: {least} to {most} characters, not {len(text)}")
    return text


def _standing(control: Json) -> Any:
    """Returns the value of a field that nobody touches."""
    defaults = [o["value"] for o in listed(control.get("options")) if o.get("default")]
    if control["type"] == RADIOS:
        return defaults[0] if defaults else None
    if control["type"] in MANY:
        return defaults or [int(d["id"]) for d in listed(control.get("default_values"))]
    return control.get("default") if control["type"] == CHECKBOX else control.get("value")


def _values(control: Json, label: str, value: Any, resolved: Resolved, *, required: bool) -> list[str]:
    values = chosen(control, listed(value) if isinstance(value, list) else [value], resolved)
    least, most = control.get("min_values"), control.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if control["type"] == CHECKBOXES and control.get("max_values") is None:
        most = len(control["options"])
    if (values or required) and not (least if required or values else 0) <= len(values) <= most:
        raise CannotError(f"{label!r}: {least} to {most} to be chosen, not {len(values)}")
    return values


def chosen(control: Json, values: list[Any], resolved: Resolved) -> list[str]:
    """Returns what a select or its like sends to the bot."""
    kind = control["type"]
    if kind in KINDS:
        return [resolved.add(KINDS[kind], value) for value in values]
    return [option_value(control, value) for value in values]


def option_value(control: Json, value: Any) -> str:
    for option in listed(control["options"]):
        if value in (option["value"], option["label"]):
            return option["value"]
    raise CannotError(f"no option {value!r}; there are {[o['label'] for o in control['options']]}")

"""What several routes share: pages of a list."""

from collections.abc import Iterable

from sandbox.api.rest import Call

MANY = 200


def page(ids: Iterable[int], call: Call, most: int) -> list[int]:
    """Returns a page of ids by `before`, `after`, `around` and `limit`, in growing order."""
    known = sorted(ids)
    limit = min(most, call.limit(most))
    if (around := call.query.get("around")) is not None:
        older = [n for n in known if n < int(around)][-(limit // 2) :]
        return older + [n for n in known if n >= int(around)][: limit - len(older)]
    if (after := call.query.get("after")) is not None:
        return [n for n in known if n > int(after)][:limit]
    if (before := call.query.get("before")) is not None:
        return [n for n in known if n < int(before)][-limit:]
    return known[:limit]

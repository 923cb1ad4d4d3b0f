"""States that older versions of these rules kept.

Version 1 knew one offer, of the player whose turn it was, and did not write down who made it; proposals of others it
had none. All else of a state means the same, so that what was agreed stays as it was: the map, the hands, the offer.
"""

from typing import Any, Final

import msgspec

from rules.catan.state import Catan
from rules.contract import no_older_version

_FIELDS: Final = Catan.__struct_fields__
_ACTIVE, _OFFER, _PROPOSALS = map(_FIELDS.index, ("active", "offer", "proposals"))


def upgraded(version: int, state: str) -> Catan:
    if version != 1:
        no_older_version(version, state)
    fields: list[Any] = msgspec.json.decode(state)[:_PROPOSALS]
    if fields[_OFFER] is not None:
        fields[_OFFER].append(fields[_ACTIVE])
    return msgspec.convert(fields, Catan)

"""Where a road leads: to the corner of it that its builder has not reached yet."""

from rules.catan.hexes import CORNER_OF, EDGE_ENDS
from rules.catan.views import CatanPublic


def far_end(view: CatanPublic, edge: int, start: str = "") -> int:
    """Returns the corner to which a road of the player on turn leads; -1 where both its ends are reached or neither is.

    `start`: the corner where it begins, of a settlement that is only being founded.
    """
    begins = CORNER_OF.get(start.upper(), -1)
    reached = {begins} if begins >= 0 else _reached(view, view.active)
    new = [corner for corner in EDGE_ENDS[edge] if corner not in reached]
    return new[0] if len(new) == 1 else -1


def _reached(view: CatanPublic, seat: int) -> set[int]:
    built = {*view.settlements[seat], *view.cities[seat]}
    return built.union(*(EDGE_ENDS[road] for road in view.roads[seat]))

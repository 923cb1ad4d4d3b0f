"""What a strong player of Catan could value, found by games of quick play: tried, and not certain enough to be taken.

docs/tuning/catan.log says how.
"""

from typing import Final

from players.catan.weights import Taste

TUNED: Final = Taste(
    card=0.211, kind=(0.982, 0.989, 0.839, 1.152, 1.255), enough=(0.203, 0.304, 0.465), blocked=0.369, rounds=1.89,
    fewest_rounds=1.421, patience=0.191, spots=(0.302, 0.113, 0.06), far=0.531, second=0.51, left_over=0.048,
    dev=0.506, held=(0.313, 0.0, 0.464, 0.426, 0.499), army=(1.583, 0.601), road=(1.158, 0.67), lead=0.139,
    seven=0.062, spread=(1.043, 0.054),
)  # fmt: skip
"""Once all have founded."""
FOUNDING: Final = Taste(
    card=0.199, kind=(0.896, 0.891, 0.902, 1.197, 1.122), enough=(0.222, 0.266, 0.51), rounds=1.911, patience=0.198,
    spots=(0.261, 0.125, 0.06), far=0.609, left_over=0.052,
)  # fmt: skip
"""Until then."""

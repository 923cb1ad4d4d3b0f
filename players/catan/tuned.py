"""What the strong player of Catan holds things to be worth, found by games of quick play.

How, docs/tuning/catan.log says; tests/tune/test_origin.py compares these numbers with what is logged.
"""

from math import inf
from typing import Final

from players.catan.haggling import Haggling
from players.catan.weights import Balance, Taste, Tastes

BASE: Final = Tastes(
    playing=Taste(
        card=0.259,
        kind=(0.974, 0.993, 0.812, 1.171, 1.15),
        enough=(0.223, 0.233, 0.543),
        blocked=0.403,
        rounds=2.275,
        fewest_rounds=1.602,
        patience=0.208,
        spots=(0.3, 0.104, 0.059),
        far=0.663,
        second=0.464,
        left_over=0.023,
        dev=0.472,
        held=(0.3, 0.0, 0.354, 0.449, 0.5),
        army=(1.5, 0.687),
        road=(1.2, 0.705),
        lead=0.146,
        seven=0.06,
        spread=(0.96, 0.052),
        point=0.948,
        knights=(0.944, 0.411),
        way=0.141,
        waiting=(0.584, 0.403),
        trickle=0.098,
        close=0.032,
        balance=Balance(cities=0.057, scarcest=0.152),
    ),
    founding=Taste(
        card=0.235,
        kind=(0.769, 0.877, 1.051, 1.321, 1.242),
        enough=(0.27, 0.216, 0.5),
        blocked=0.4,
        rounds=1.868,
        fewest_rounds=1.5,
        patience=0.2,
        spots=(0.279, 0.117, 0.06),
        far=0.561,
        second=0.553,
        left_over=0.048,
        dev=0.48,
        held=(0.3, 0.0, 0.45, 0.45, 0.5),
        army=(1.5, 0.62),
        road=(1.2, 0.7),
        lead=0.15,
        seven=0.06,
        spread=(0.877, 0.05),
        point=1.154,
        knights=(0.75, 0.4),
        way=0.15,
        waiting=(0.617, 0.283),
        trickle=0.08,
        balance=Balance(variety=0.142, roads=0.199, cities=0.174, settlements=0.169, scarcest=0.28),
    ),
)
MARKET: Final = Tastes(
    playing=Taste(
        card=0.251,
        kind=(0.974, 0.929, 0.812, 1.171, 1.15),
        enough=(0.201, 0.241, 0.543),
        blocked=0.403,
        room=0.334,
        rounds=2.014,
        fewest_rounds=1.602,
        patience=0.181,
        spots=(0.298, 0.099, 0.059),
        far=0.57,
        second=0.399,
        left_over=0.022,
        dev=0.471,
        held=(0.3, 0.0, 0.354, 0.449, 0.5),
        army=(1.508, 0.677),
        road=(1.2, 0.656),
        lead=0.14,
        seven=0.06,
        spread=(0.958, 0.052),
        point=0.866,
        knights=(0.944, 0.42),
        way=0.141,
        waiting=(0.546, 0.394),
        exchange=0.529,
        ingredient=0.295,
        contested=0.088,
        trickle=0.098,
        close=0.039,
        balance=Balance(cities=0.042, settlements=0.098, scarcest=0.152),
    ),
    founding=Taste(
        card=0.235,
        kind=(0.769, 0.863, 1.108, 0.922, 1.857),
        enough=(0.27, 0.216, 0.434),
        blocked=0.4,
        rounds=1.868,
        fewest_rounds=1.5,
        patience=0.2,
        spots=(0.279, 0.105, 0.06),
        far=0.536,
        second=0.537,
        left_over=0.043,
        dev=0.48,
        held=(0.3, 0.0, 0.45, 0.45, 0.5),
        army=(1.5, 0.62),
        road=(1.2, 0.7),
        lead=0.15,
        seven=0.06,
        spread=(0.877, 0.05),
        point=1.154,
        knights=(0.75, 0.4),
        way=0.15,
        waiting=(0.676, 0.283),
        trickle=0.08,
        balance=Balance(variety=0.142, roads=0.199, cities=0.174, settlements=0.169, scarcest=0.28),
    ),
)
_AMOUNTS: Final = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3), (4, 1))
BASE_TRADE: Final = Haggling(
    _AMOUNTS, least=0.001, accepts=0.2, looked_at=90, asks=0.0, planned=16, leaves=0.2, reads=True, keeps=0.2
)
MARKET_TRADE: Final = Haggling(
    _AMOUNTS, least=0.001, looked_at=90, asks=0.003, planned=16, leaves=inf, reads=True, keeps=0.5
)

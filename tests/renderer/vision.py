"""How colours look to eyes of four kinds: a simulation after Machado, Oliveira and Fernandes (2009), and ΔE76."""

from functools import cache
from math import dist
from typing import Final

from renderer.scene import Ink

Triple = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Full dichromacy, as matrices on linear red, green, blue."""

_XYZ: Final = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Final = (0.95047, 1.0, 1.08883)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _times(matrix: tuple[Triple, Triple, Triple], triple: Triple) -> Triple:
    red, green, blue = (sum(a * b for a, b in zip(row, triple, strict=True)) for row in matrix)
    return red, green, blue


@cache
def lab(ink: Ink, sight: str) -> Triple:
    """A colour as such eyes see it, in CIELAB."""
    linear = _linear(ink[0] / 255), _linear(ink[1] / 255), _linear(ink[2] / 255)
    red, green, blue = (min(1.0, max(0.0, value)) for value in _times(SIGHTS[sight], linear))
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (a / b for a, b in zip(_times(_XYZ, (red, green, blue)), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Ink, other: Ink, sight: str) -> float:
    """ΔE76."""
    return dist(lab(one, sight), lab(other, sight))

"""What was told, and to whom. Nothing is told without an audience, and there is no default one."""

from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

Seat: TypeAlias = int
"""0 … n-1, clockwise."""


class Fact(Struct, frozen=True, gc=False):
    """Something that happened, in a game's own words; games derive tagged facts from it."""


F_co = TypeVar("F_co", bound=Fact, covariant=True)


class Announced(Struct, Generic[F_co], frozen=True, gc=False, tag="announced"):
    """Told to everybody."""

    fact: F_co


class Whispered(Struct, Generic[F_co], frozen=True, gc=False, tag="whispered"):
    """Told to one seat; its repr keeps the secret."""

    to: int
    fact: F_co

    def __repr__(self) -> str:
        return f"Whispered(to={self.to}, …)"


Told = Announced[Fact] | Whispered[Fact]


def heard(told: tuple[Told, ...], reader: int | None) -> tuple[Fact, ...]:
    """The facts that a seat, or with None a spectator, may know."""
    return tuple(
        item.fact for item in told if isinstance(item, Announced) or (reader is not None and item.to == reader)
    )

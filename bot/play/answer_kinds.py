"""The kinds of answers: those after which something has changed, and refusals."""

from msgspec import Struct


class Veiled(Struct, frozen=True):
    """What may hold a secret: its repr shows nothing, so that neither a log nor an error can."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"


class Answer(Veiled, frozen=True):
    """Base of all answers."""


class Refusal(Answer, frozen=True):
    """Base of the answers after which nothing has changed."""

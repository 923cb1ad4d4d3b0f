"""Live luck: the operating system's, never a generator that could be foreseen."""

import secrets


class Live:
    """The chance of real games. What it gives is recorded by the engine with the move."""

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)

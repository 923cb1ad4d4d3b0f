"""Live luck: the operating system's, never that of a predictable generator."""

import secrets


class Live:
    """The chance of real games. The engine records what it gives with the move."""

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)

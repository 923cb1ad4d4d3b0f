"""Two clocks: how much time has really passed, and what this machine says, which somebody may set."""

from tests.bot.house import START, Clock


class Times(Clock):
    """`now` is the machine's; whatever moves it by waiting moves both."""

    def __init__(self) -> None:
        self.passed = 0
        self.set_by = START
        self.booted = 0
        self.boots = 0

    @property
    def now(self) -> int:
        return self.passed + self.set_by

    @now.setter
    def now(self, at: int) -> None:
        self.passed += at - self.now

    def jump(self, by: int) -> None:
        """Somebody sets the machine's clock."""
        self.set_by += by

    def boot_anew(self) -> None:
        self.booted, self.boots = self.passed, self.boots + 1

    def since_boot(self) -> int:
        return self.passed - self.booted

    @property
    def boot(self) -> str:
        return f"boot {self.boots}"

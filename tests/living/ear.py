"""A Discord that is out of reach at times, and notes whom it woke, and who was told what how often."""

from collections import Counter
from collections.abc import Callable

from bot.discord.messages.messenger import Letter, NotNow
from tests.bot.house import Ear

Told = Callable[[str, int, str, str], None]
"""Is told of each letter that pings: table, person, kind, text."""


class Watchful(Ear):
    def __init__(self, sleeps: Callable[[int], bool], told: Told) -> None:
        super().__init__()
        self.reached = True
        self.disturbed: list[tuple[int, str]] = []
        self.late = Counter[tuple[str, int, str]]()
        self._sleeps, self._told = sleeps, told

    def _fault(self) -> None:
        super()._fault()
        if not self.reached:
            raise NotNow

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        fresh = nonce not in self.marks
        said = await super().post(channel, letter, nonce)
        if fresh:
            self._note(channel, letter)
        return said

    def _note(self, channel: int, letter: Letter) -> None:
        if letter.kind == "late":
            self.late[letter.table, letter.number, letter.text] += 1
        for user in {*letter.mentions, *((-channel,) if channel < 0 else ())}:
            self._told(letter.table, user, letter.kind, letter.text)
            if self._sleeps(user):
                self.disturbed.append((user, letter.kind))

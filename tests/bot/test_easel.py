"""What the painting process does with what it reads: one picture is composed while the one before it is packed."""

import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from threading import Event
from typing import Any

import pytest

from bot.discord.pipe import LENGTH, NONE
from bot.games import GAMES
from bot.games import game as games
from bot.operation import easel
from renderer import Painters

WAITS = 10.0
LIGHT = """
import sys
import bot.operation.easel
bot.operation.easel.painters()
print(sorted({name.partition(".")[0] for name in sys.modules} & {"asyncio", "aiosqlite", "discord", "storage", "ssl"}))
print(sorted(name for name in sys.modules if name.startswith("bot.")))
"""


class Fake:
    """Painters of which a picture is what was asked for; some take long, some fail."""

    def __init__(self, **finishes: Callable[[], bytes]) -> None:
        self.finishes = finishes
        self.composed: dict[str, Event] = {what: Event() for what in (*finishes, "fails", "plain", "none", "more")}

    def begun(self, what: str) -> Callable[[], bytes] | None:
        self.composed[what].set()
        if what == "fails":
            raise ValueError(what)
        return None if what == "none" else self.finishes.get(what, what.encode)


def asked(*wanted: str) -> BytesIO:
    bodies = [pickle.dumps((what,)) for what in wanted]
    return BytesIO(b"".join(LENGTH.pack(len(body)) + body for body in bodies))


def answers(told: BytesIO) -> list[bytes]:
    told.seek(0)
    found: list[bytes] = []
    while (one := easel.asked(told)) is not None:
        found.append(one)
    return found


def painted(fake: Fake, *wanted: str) -> list[bytes]:
    by: Any = fake
    told = BytesIO()
    easel.paint(by, asked(*wanted), told)
    return answers(told)


def test_answers_come_in_the_order_in_which_they_were_asked_for_however_long_one_takes():
    def slow() -> bytes:
        assert fake.composed["plain"].wait(WAITS), "what follows is composed while this one is packed"
        time.sleep(0.1)
        return b"slow"

    fake = Fake(slow=slow)
    assert painted(fake, "slow", "plain", "more", "slow") == [b"slow", b"plain", b"more", b"slow"]


def test_what_cannot_be_composed_or_packed_has_an_empty_answer_in_its_place():
    def torn() -> bytes:
        raise ValueError

    fake = Fake(torn=torn)
    assert painted(fake, "plain", "fails", "torn", "none", "plain") == [b"plain", b"", b"", NONE, b"plain"]


def test_what_cannot_be_read_has_one_too():
    by: Any = Fake()
    told = BytesIO()
    easel.paint(by, BytesIO(LENGTH.pack(3) + b"???" + asked("plain").getvalue()), told)
    assert answers(told) == [b"", b"plain"]


def test_it_ends_when_nobody_reads_its_answers_any_more():
    class Gone(BytesIO):
        def write(self, _: Any) -> int:
            raise BrokenPipeError

    by: Any = Fake()
    easel.paint(by, asked(*["plain"] * 5), Gone())


def test_nothing_more_is_read_than_is_soon_composed():
    """What waits does so in the bot, where what somebody waits for comes first."""
    goes_on, read = Event(), list[int]()

    class Watched(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            read.append(self.tell())
            if self.tell() == last:
                goes_on.set()
            return super().read(size)

    def held() -> bytes:
        assert not goes_on.wait(0.2), "one is packed, one composed, one is read: no more are"
        return b"held"

    wanted = asked("held", "plain", "plain", "plain")
    last = len(wanted.getvalue()) - len(asked("plain").getvalue())
    by: Any = Fake(held=held)
    told = BytesIO()
    easel.paint(by, Watched(wanted.getvalue()), told)
    assert answers(told) == [b"held", *[b"plain"] * 3]


def test_it_paints_every_game_that_is_offered():
    mine, theirs = easel.painters(), games.painters(GAMES)
    for game in GAMES.values():
        for painter in (game.public, game.seat):
            assert mine.of(painter.view) is theirs.of(painter.view) is painter
    assert isinstance(mine, Painters)


@pytest.mark.skipif(sys.platform != "linux", reason="what is imported elsewhere may differ")
def test_it_imports_nothing_of_the_bot_that_painting_does_without():
    """It is there a second time: with all games, their words and the event loop it was half as large again."""
    said = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True).stdout
    heavy, ours = said.splitlines()
    assert heavy == "[]"
    assert ours == str(
        ["bot.discord", "bot.discord.pipe", "bot.operation", "bot.operation.easel", "bot.operation.heap"]
    )

"""Nobody learns by a replay or a film what they may not know: in paired worlds, which somebody cannot tell apart, they
are shown the same; and what only others were told, or hold, is nowhere in it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.discord.layout import Picture
from bot.discord.screens import replay_screen
from bot.discord.screens.replay_screen import Mode
from bot.play.history.reel import Reel, line_of, state_of, wound
from bot.play.history.replay import Shot, shot, steps
from bot.play.people import privacy
from bot.wording.words import words_in
from renderer import film
from rules.chance import Seeded
from rules.engine import log_lines
from rules.facts import Announced, Whispered
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Sketches
from tests.contract.cases import Case
from tests.contract.player import Game
from tests.report import say

PEOPLE = (1, 2, 3, 4)
STRANGER = 9
EVERY = 9
WORDS = words_in("en")


class Told(Sketches):
    """Remembers of which views pictures were wanted, and what they are called."""

    def __init__(self) -> None:
        super().__init__(10_000)
        self.seen: list[Any] = []

    async def moment(self, view: Any, facts: Any, alt: str, alts: Any = None, *, names: Sequence[str] = ()) -> Any:
        self.seen.append((view, tuple(facts), alt, dict(alts or {}), tuple(names)))
        return (Picture("board.png", b"drawn", alt),)

    async def hand(self, view: Any, alt: str) -> Any:
        self.seen.append((view, alt))
        return (Picture("hand.png", b"drawn", alt),)


def otherwise(case: Case, made: Reel, observer: int | None, seed: int) -> tuple[Reel, int]:
    """The same game in another world: what the observer cannot see is dealt anew, others were told otherwise."""
    luck, frames, changed = Seeded(seed), list(made.frames), 0
    for place in range(0, len(frames), EVERY):
        frame = frames[place]
        state = state_of(case.rules, frame)
        other = case.world.reshuffle(state, observer, luck)
        line = line_of(frame)
        mine = tuple(one for one in line.told if "to" not in one or one["to"] == observer)
        changed += other != state or len(mine) < len(line.told)
        text = msgspec.json.encode(replace(line, told=mine))
        frames[place] = replace(frame, state=msgspec.json.encode(other), line=text)
    return replace(made, frames=tuple(frames)), changed


async def shown(table: Any, made: Reel, user: int, number: int) -> list[Any]:
    """All that a replay shows of a moment: in every way of looking at it, and of what its pictures are made."""
    seen = shot(table, made, user, number)
    assert isinstance(seen, Shot)
    gallery = Told()
    modes = (Mode(), Mode(hands=True), Mode(text=True), Mode(mine=True))
    forms = [await replay_screen.shown(gallery, WORDS, seen, mode, user) for mode in modes]
    gallery.close()
    await gallery.ended()
    return [*forms, *gallery.seen]


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_in_worlds_that_somebody_cannot_tell_apart_they_are_shown_the_same(house: House, case: Case):
    seats = max(case.rules.seats)
    game = game_of(case, seats, 8)
    table = await put(house, game, PEOPLE[:seats], most=len(game.plies) * 3 // 4)
    held = await house.table(table)
    made = wound(case.rules, await house.store.records(table))
    pairs = differing = 0
    for observer, user in [*enumerate(PEOPLE[:seats]), (None, STRANGER)]:
        other, changed = otherwise(case, made, observer, pairs)
        differing += changed
        for frame in made.frames[::EVERY]:
            here = await shown(held, made, user, frame.number)
            there = await shown(held, other, user, frame.number)
            assert here == there
            pairs += 1
    say(f"replay of {case.name}: {pairs} moments in paired worlds, {differing} with other secrets, 0 differences")
    assert differing or case.name == "cafe", "in the café all hands lie open"


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
def test_a_film_is_made_of_what_everybody_saw(case: Case):
    """Whatever anybody holds or was told alone: the steps are the same, and no whisper is in them."""
    game: Game = game_of(case, max(case.rules.seats), 8)
    made = wound(case.rules, game.records)
    other, changed = otherwise(case, made, None, 1)
    assert changed or case.name == "cafe"

    class Table:
        rules = case.rules

    table: Any = Table()
    here, there = steps(table, made, film.cut), steps(table, other, film.cut)
    running = [place for place, (view, _) in enumerate(here[0]) if not getattr(view, "ending", "")]
    assert [here[0][place] for place in running] == [there[0][place] for place in running]
    whispered = [
        item.fact
        for frame in made.frames
        for item in log_lines.with_facts(case.rules, line_of(frame)).told
        if isinstance(item, Whispered)
    ]
    announced = [
        item.fact
        for frame in made.frames
        for item in log_lines.with_facts(case.rules, line_of(frame)).told
        if isinstance(item, Announced)
    ]
    told = [fact for _, facts in here[0] for fact in facts]
    assert not [fact for fact in whispered if fact in told]
    assert all(fact in announced for fact in told)


async def test_a_forgotten_person_is_in_no_replay_and_no_film(house: House, monkeypatch: pytest.MonkeyPatch):
    case = next(case for case in PLAYED if case.name == "cafe")
    canary = "Zebedaeus"
    monkeypatch.setattr("tests.bot.played.name", lambda user: canary if user == 2 else f"Person {user}")
    game = game_of(case, 3, 3)
    table = await put(house, game, PEOPLE[:3])
    made = wound(case.rules, game.records)
    before = await shown(await house.table(table), made, 1, 3)
    assert canary in repr(before)
    await privacy.forget(house.transactions, 2, lambda _lang, number: f"Player {number}")
    held = await house.table(table)
    for frame in made.frames[::EVERY]:
        for user in (1, 2, STRANGER):
            assert canary not in repr(await shown(held, made, user, frame.number))
    assert canary not in held.names

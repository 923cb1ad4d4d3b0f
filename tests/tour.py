"""`python -m tests.tour [en de it] [game …]` (make tour): a whole game of each title in each language, as its messages.

Random players, from a seed, sit at a table, play it to its end, mistype, look at everything and are reminded. What the
bot says is printed as it would be sent, with buttons, menus and alt texts, and each message once: sentences are judged
where they stand, not only in the catalogues.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import discord

from bot.discord.gallery import Gallery
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.presses import Presses
from bot.discord.layout import Layout
from bot.discord.messages.composer import Composer
from bot.discord.messages.courier import Courier
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.messenger import Letter
from bot.games import GAMES, game_text
from bot.play import Action, Panel, UseCase, limits, queries, turns
from bot.play.answers import Refusal
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.leaving import resign, vote
from bot.play.seating.lobby import NewTable
from bot.wording.words import LANGUAGES, words_in
from renderer.painters import PART, View
from rules.chance import Seeded, pick
from rules.contract import Open
from tests.bot.house import MINUTE, Ear, House
from tests.contract.cases import Case
from tests.contract.player import attempt, near_miss, walk
from tests.contract.registry import CASES
from tests.painted import PAINTERS

NAMES = ("Anna", "Elena", "Cem", "Otto")
"""Two of them begin as Italian prepositions end."""
OPTIONS = {"cafe": (("birthday", "10"), ("regulars", "on"))}
"""The variants that say more; the other games are played as usual."""
CREATOR, STRANGER = 1, 9
BUTTON, MENU = 2, 3
LINES = 8
"""Entries of a menu that are printed."""
MISSES = 3
"""Near misses that are typed before each commit."""
KINDS = 4
"""How often the panel of one kind of question, and of one kind of move, is looked at."""
SILENT = limits.SILENCE_MS + 60 * MINUTE


class Unpainted(Gallery):
    """Makes no picture: their alt texts say what they show."""

    def __init__(self) -> None:
        super().__init__(PAINTERS)

    def _size(self, view: View, name: str) -> tuple[int, int]:
        return 0, 0

    async def _png(self, what: str, *given: Any) -> bytes:
        return b"" if what == PART and self.painters.scene(what, *given) is None else b"-"

    async def _in_thread(self, work: Any, value: Any) -> bytes:
        return b"-"


class Post(Ear):
    """A Discord that keeps every message as it would be sent, with where it stood."""

    def __init__(self, gallery: Gallery) -> None:
        super().__init__()
        self._speech = DiscordMessenger(cast(discord.Client, None), gallery, Presses())
        self.forms: list[tuple[str, Layout]] = []

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        form = await self._speech._form(letter)
        self.forms.append((f"{'direct message' if channel < 0 else 'thread'}, {letter.kind}", form))
        return await super().post(channel, letter, nonce)


def printed(form: Layout) -> str:
    """A message in lines: its text, what its pictures are described by, and its buttons and menus."""
    return "\n".join([*_parts(form.view().to_components()), *dict.fromkeys(f"🖼 {one.alt}" for one in form.pictures)])


def _parts(parts: Sequence[Any]) -> Iterator[str]:
    for part in parts:
        if part.get("content"):
            yield part["content"]
        if part["type"] == BUTTON:
            yield f"[{part['label']}]"
        if part["type"] == MENU:
            yield f"▾ {part['placeholder']}"
            for option in part["options"][:LINES]:
                yield f"  · {option['label']}" + (f" — {option['description']}" if option.get("description") else "")
        yield from _parts(part.get("components", ()))


class Tour:
    """One game of one title, in one language. `told` is every message, with where it was said."""

    def __init__(self, house: House, case: Case, lang: str, seed: int) -> None:
        self.house, self.case, self.words = house, case, words_in(lang)
        self.luck = Seeded(seed)
        self.gallery = Unpainted()
        self.post = Post(self.gallery)
        house.courier = Courier(house.transactions, Composer(house.env), self.post)
        self.responses = house.responses(self.gallery)
        self.seats = max(setup.seats for setup in case.setups)
        self.policies = [pick(self.luck, case.policies) for _ in range(self.seats)]
        self.table = ""
        self.told: list[tuple[str, str]] = []
        self._kinds: Counter[str] = Counter()

    def _tell(self, where: str, form: Layout | str) -> None:
        self.told.append((where, form if isinstance(form, str) else printed(form)))

    def _asked(self, user: int) -> Asked:
        return self.house.press(user, self.words.lang)

    async def _do(self, user: int, use_case: UseCase, where: str = "answer") -> Any:
        done = await self.house.transactions.run(self.table, self.house.act(user), use_case)
        assert not isinstance(done.answer, Panel)
        self._tell(where, game_text.answer_text(self.words, done.answer, done.table))
        return done.answer

    async def _heard(self) -> None:
        """What the courier says of it."""
        await self.house.courier.drain()
        for where, form in self.post.forms:
            self._tell(where, form)
        self.post.forms.clear()

    async def begin(self) -> None:
        """A lobby in which some come twice, too early or not at all."""
        key = self.case.rules.key
        wanted = NewTable(7, 70, key, NAMES[0], self.words.lang, OPTIONS.get(key, ()), random_seats=False)
        created: Any = await lobby.create(self.house.transactions, self.house.act(CREATOR), wanted)
        self._tell("answer", game_text.reply(self.words, created))
        self.table = created.table
        await self._heard()
        await self._do(CREATOR, lobby.start())
        for user in range(2, self.seats + 1):
            await self._do(user, lobby.join(NAMES[user - 1]))
        for user, use_case in ((2, lobby.join(NAMES[1])), (2, lobby.start()), (2, turns.take_back())):
            await self._do(user, use_case)
        if self.seats == max(self.case.rules.seats):
            await self._do(STRANGER, lobby.join("Gil"))
        await self._heard()
        await self._do(CREATOR, lobby.start())
        await self._heard()

    async def play(self, most: int) -> None:
        """To the end, or this many commits."""
        for _ in range(most):
            position = await self.house.position(self.table)
            asked = [question for question in position.open if question.required]
            if not asked:
                return
            await self._turn(pick(self.luck, asked))
            butts = [question for question in position.open if not question.required]
            if butts and self.luck.below(2):
                await self._turn(pick(self.luck, butts))

    async def _turn(self, question: Open) -> None:
        position, user = await self.house.position(self.table), question.seat + 1
        tokens = walk(self.case, position.state, question.seat, self.luck, self.policies[question.seat])
        if not tokens:
            return
        if self._seldom(f"asked {question.topic}"):
            self._tell("panel", await self.responses.turn(self._asked(user), self.table, question.since))
            self._tell("hand", await self.responses.hand(self._asked(user), self.table))
        for _ in range(MISSES):
            await self._mistype(position, question, near_miss(self.case, tokens, self.luck))
        await self._planned(user, question.since, tokens)
        self.house.clock.now += MINUTE
        text = " ".join(tokens)
        if not (self._seldom(f"typed {tokens[0]}") and await self._typed(position, question, text)):
            await self._do(user, turns.play(question.since, [text]))
        await self._heard()
        if self.luck.below(12) == 0:
            await self._do(user, turns.take_back(), "taking back")
            await self._heard()

    async def _typed(self, before: Any, question: Open, text: str) -> bool:
        """Did it count at once? Else it is a plan, which is dropped."""
        user = question.seat + 1
        self._tell("typed", await self.responses.typed(self._asked(user), self.table, text, since=question.since))
        if (await self.house.position(self.table)).version != before.version:
            return True
        await self._dropped(user, question.since)
        return False

    async def _dropped(self, user: int, since: int) -> None:
        run = self.house.transactions.run
        panel = (await run(self.table, Action(user), planning.open_panel(since))).answer
        if isinstance(panel, Panel):
            await run(self.table, Action(user), planning.start_over(panel.since, panel.rev))

    def _seldom(self, kind: str) -> bool:
        self._kinds[kind] += 1
        return self._kinds[kind] <= KINDS

    async def _mistype(self, position: Any, question: Open, text: str) -> None:
        """Only what is refused: a near miss may be legal."""
        if attempt(self.case, position, question.seat, text)[0] != "legal":
            act = self.house.act(question.seat + 1)
            done = await self.house.transactions.run(self.table, act, planning.submit(question.since, [text]))
            if isinstance(done.answer, Refusal):
                self._tell(f"refusal of “{text}”", game_text.answer_text(self.words, done.answer, done.table))

    async def _planned(self, user: int, since: int, tokens: Sequence[str]) -> None:
        """The panel after each word of the move; then the plan is dropped."""
        if not self._seldom(f"planned {tokens[0]}"):
            return
        run, action = self.house.transactions.run, Action(user)
        done = await run(self.table, action, planning.open_panel(since))
        for token in tokens:
            if not isinstance(done.answer, Panel):
                break
            panel = done.answer
            done = await run(self.table, action, planning.add(panel.since, panel.rev, [token]))
            self._tell("panel", await self.responses.shown(self.words, done))
        await self._dropped(user, since)

    async def look(self) -> None:
        """Everything that can be looked at, by a player and by somebody who passes."""
        words, table = self.words, await self.house.table(self.table)
        for user in (CREATOR, STRANGER):
            self._tell("turn", await self.responses.turn(self._asked(user), self.table))
            self._tell("hand", await self.responses.hand(self._asked(user), self.table))
            log = await queries.log(table, user, self.house.env)
            if isinstance(log, tuple):
                self._tell("log", "\n".join(game_text.log_line(words, entry, table.names) for entry in log))
        self._tell("board", await self.responses.board(self._asked(CREATOR), self.table))
        seen = queries.board(table)
        if isinstance(seen, queries.Seen):
            self._tell("board as text", "\n".join(game_text.text_board(words, seen.view, table.names)))
            for name, part in self.responses.screens.parts(words, seen)[:2]:
                self._tell(f"close-up, {name}", await self.responses.zoom(self._asked(CREATOR), self.table, part))

    async def silence(self) -> None:
        """Nobody plays for days."""
        self.house.clock.now += SILENT
        await self.house.clockwork.tick()
        await self._heard()

    async def end(self) -> None:
        """Votes, somebody who resigns, a game that is over, and the same people again."""
        await self._do(1, vote(for_end=True))
        await self._do(1, vote(for_end=False))
        await self._do(self.seats, resign())
        await self._heard()
        await self.play(2)
        await self._do(1, vote(for_end=True))
        await self._do(2, vote(for_end=True))
        await self._heard()
        await self.look()
        again = await lobby.again(self.house.transactions, self.table, self.house.act(1), NAMES[0], 70)
        self._tell("answer", game_text.reply(self.words, again))
        await self._heard()

    def read(self) -> None:
        for number in range(len(game_text.chapters_of(self.words, self.case.rules.key))):
            self._tell("help", game_text.chapter(self.words, self.case.rules.key, number))

    async def go(self, most: int) -> None:
        self.read()
        await self.begin()
        await self.play(min(most, 12))
        await self.look()
        await self.silence()
        await self.play(most)
        await self.look()
        await self.end()
        self.gallery.close()


async def toured(folder: Path, case: Case, lang: str, most: int, seed: int = 7) -> list[tuple[str, str]]:
    """What is said in such a game, each message once."""
    house = await House(folder, seed=seed).open()
    try:
        tour = Tour(house, case, lang, seed)
        await tour.go(most)
    finally:
        await house.close()
    return list({text: (where, text) for where, text in reversed(tour.told)}.values())[::-1]


async def tours(langs: Sequence[str], games: Sequence[str], most: int) -> AsyncIterator[str]:
    for case in CASES:
        for lang in langs if case.rules.key in games else ():
            with tempfile.TemporaryDirectory() as folder:
                yield f"\n════ {game_text.title(case.rules.key)} · {lang} ════"
                for where, text in await toured(Path(folder), case, lang, most):
                    yield f"\n── {where}\n{text}"


async def main(words: Sequence[str]) -> None:
    langs = [word for word in words if word in LANGUAGES] or list(LANGUAGES)
    games = [word for word in words if word in GAMES] or list(GAMES)
    async for text in tours(langs, games, most=4000):
        sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))

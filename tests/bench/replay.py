"""Replays and films of long games: how long a press takes from the second on, what a film weighs and takes, and by how
much the event loop is late, and a press waits, while one is made.

A press is answered as the bot answers it (table loaded, reel, views, texts, pictures painted in their own process), but
for Discord. Reels are of games of a thousand moves and more. The lateness is the machine's, too.
"""

import asyncio
import random
import tempfile
import time
from pathlib import Path

from bot.discord.films import Films, Wanted
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.games import GAMES
from bot.games.game import painters
from bot.play.history.reel import wound
from bot.play.history.replay import steps
from renderer import film
from tests.bench.bot import at
from tests.bench.yardstick import figure, plain
from tests.bot.house import House
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands
from tests.contract import player
from tests.contract.player import Game

LONG = 1000
"""Moves of a game that is looked through."""
OFTEN = 40
"""Where no game is so long, a move that can be taken back is, and made again, up to so often."""
TRIED = 12
PRESSES = 150
BEAT = 0.05


def longest(name: str) -> Game:
    case = next(case for case in PLAYED if case.name == name)
    found = (game_of(case, max(case.rules.seats), seed) for seed in range(1, TRIED))
    return max(found, key=lambda game: game.last.number)


class Hesitant(player.Table):
    """People who take back what they have done and do it again, until the game has as many moves as are wanted."""

    def turn(self) -> bool:
        done, plies = super().turn(), self.game.plies
        for _ in range(OFTEN if done and plies[-1].kind == "move" else 0):
            made, last = len(plies), plies[-1]
            if self.game.last.number < LONG:
                self.take_back()
            if len(plies) == made:
                break
            self.enter("move", last.seat, last.moves)
        return done


def prolonged(name: str) -> Game:
    """A game of a thousand moves; with those that were taken back, in titles where none is so long."""
    game = longest(name)
    if game.last.number < LONG:
        made = (Hesitant(game.case, game.setup, seed, game.case.policies).run() for seed in range(1, TRIED))
        game = next(one for one in made if one.last.number >= LONG)
    return game


async def presses(name: str, game: Game) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = await House(Path(folder)).open()
        gallery = Gallery(painters(GAMES))
        gallery.paint_apart(wanted=True)
        await gallery.warm([game.case.rules.public(game.last.state)])
        users = tuple(range(1, game.setup.seats + 1))
        table = await put(house, game, users)
        hands, luck, took = Hands(house, gallery), random.Random(1), list[float]()
        number = last = wound(game.case.rules, game.records).frames[-1].number
        for press in range(PRESSES):
            step = luck.random()
            number = luck.randrange(last + 1) if step < 0.15 else max(0, min(last, number + (-1 if step < 0.55 else 1)))
            began = time.perf_counter()
            sent = await hands.press(users[0], custom_ids.board(table, f"{custom_ids.REPLAY}{number}..x"))
            if press:
                took.append(time.perf_counter() - began)
            assert sent.pictures
            await asyncio.sleep(0.1)
        figure("R1", f"replay of {last} moves ({name}): a press from the second on, p99", at(took, 0.99) * 1e3, "ms",
               gate=400, goal=200, higher=False)  # fmt: skip
        plain("… p50", at(took, 0.5) * 1e3, "ms")
        reel = await house.env.reels.of(await house.table(table), house.store)
        plain("… records, and how many were walked", len(game.records), f"{reel.walked}")
        gallery.close()
        await gallery.ended()
        await house.close()


async def filmed(name: str, game: Game) -> None:
    made = wound(game.case.rules, game.records)
    table = type("Table", (), {"rules": game.case.rules})
    names = ("Ada", "Bea", "Cem", "Dag")[: game.setup.seats]
    films, late, loop = Films(), list[float](), asyncio.get_running_loop()
    began = loop.time()
    making = films.wanted(b"", lambda: Wanted(*steps(table, made, film.cut), names))  # pyright: ignore[reportArgumentType]
    assert making is not None
    while not making.film.done():
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        late.append(loop.time() - due)
    took, data = loop.time() - began, making.film.result()
    await films.closed()
    figure("F1", f"film of a whole game, {len(made.frames)} moves ({name})", len(data) / 1e6, "MB", gate=9, goal=3,
           higher=False)  # fmt: skip
    figure("F2", "… made in", took, "s", gate=90, goal=30, higher=False)
    figure("L1", "… event loop late meanwhile, p99", at(late, 0.99) * 1e3, "ms", gate=15, goal=5, higher=False)


def run() -> None:
    for name in ("guatemala", "cafe", "catan"):
        asyncio.run(presses(name, prolonged(name)))
        asyncio.run(filmed(name, longest(name)))

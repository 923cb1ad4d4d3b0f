"""One game of a line, move by move, with what the measured side thought of its ways.

`python -m tests.strength.shown NUMBER LINE`: for instance `0 cafe strong best`; lines by their names, games as they are
counted in the figures. docs/tuning/three-games.md tells what was seen in some.
"""

import sys

from players.player import Sight, Trained
from rules.chance import Chance
from rules.contract import Move, Prompt
from tests.strength.lines import LINES, Line
from tests.strength.match import Match

WAYS = 4


class Shown(Match):
    """A game that is told."""

    thought = ""

    def think(self, sight: Sight, question: Prompt, who: Trained, chance: Chance) -> tuple[Move, ...]:
        found = who.player.think(sight, question, who.budget, chance)
        if question.seat in self.side:
            self.thought = " | ".join(f"{way.worth:.2f} {self.text(way.moves)}" for way in found.weighed[:WAYS])
        return found.moves

    def play(self, seat: int, moves: tuple[Move, ...]) -> None:
        self.thought = ""
        super().play(seat, moves)

    def text(self, moves: tuple[Move, ...]) -> str:
        return " + ".join(map(self.rules.write, moves))

    def told(self) -> None:
        while self.rules.outcome(self.position.state) is None:
            question = self.next_question()
            moves = self.answer(question)
            number, thought = self.played.commits + 1, self.thought
            self.play(question.seat, moves)
            print(f"{number} seat {question.seat}: {self.text(moves)}", f"  of {thought}" * bool(thought), flush=True)
        outcome = self.rules.outcome(self.position.state)
        print(outcome)


def game(line: Line, number: int) -> Shown:
    board, side = line.side(number)
    kinds = tuple(line.who if seat in side else line.others for seat in range(line.setup.seats))
    return Shown(line.rules, line.setup, kinds, side, board)


def main(number: str, *name: str) -> None:
    line = next(line for line in LINES if line.name == " ".join(name))
    game(line, int(number)).told()


if __name__ == "__main__":
    main(*sys.argv[1:])

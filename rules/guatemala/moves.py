"""What a seat can do, and how it is written.

buyer 17               the Buyer is put on a space of his track
step 2                 he moves on
take P4 H7             a piece of the production board goes to a field, a harbour or a field border of the other
done                   the building ends; without a piece taken it is 'stop'
score S1 lay W sail harbour2
                       a sack is scored; which sack is laid afterwards, and which ship sails on a tie, may be added
block · pass           the answer to a scoring
lay W · sail harbour2  what was not said with the scoring
"""

from typing import assert_never

from msgspec import Struct

from rules import notation
from rules.contract import Move
from rules.guatemala.board import PLACE_NAMES, PLACE_OF
from rules.guatemala.pieces import LETTERS
from rules.guatemala.production import FIELD_NAMES, FIELD_OF
from rules.notation import NotationError

HARBOUR_NAMES = ("harbour1", "harbour2", "harbour3", "harbour4")
_HARBOUR_OF = {name.upper(): harbour for harbour, name in enumerate(HARBOUR_NAMES)}


class Plan(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the scorer says in advance, in private (GC-24): the sack to lay, the harbour whose ship sails on a tie.

    -1 where he says nothing. Never revealed if the scoring is blocked.
    """

    lay: int = -1
    sail: int = -1

    def __repr__(self) -> str:
        return "Plan(…)"


class PutBuyer(Move, frozen=True, tag="buyer"):
    space: int


class StepOn(Move, frozen=True, tag="step"):
    spaces: int


class Take(Move, frozen=True, tag="take"):
    source: int
    """A field of the production board."""
    place: int
    """A place of the plantation board (rules/guatemala/board.py)."""


class Done(Move, frozen=True, tag="done"):
    pass


class Score(Move, frozen=True, tag="score"):
    source: int
    plan: Plan = Plan()


class Block(Move, frozen=True, tag="block"):
    def __repr__(self) -> str:
        return "Answer(…)"


class Pass(Move, frozen=True, tag="pass"):
    def __repr__(self) -> str:
        return "Answer(…)"


class Lay(Move, frozen=True, tag="lay"):
    coffee: int


class Sail(Move, frozen=True, tag="sail"):
    harbour: int


GuatemalaMove = PutBuyer | StepOn | Take | Done | Score | Block | Pass | Lay | Sail

BUYER, STEP, TAKE, DONE, SCORE, BLOCK, PASS, LAY, SAIL = (
    "buyer",
    "step",
    "take",
    "done",
    "score",
    "block",
    "pass",
    "lay",
    "sail",
)

_WORDS = {"BUYER": 1, "STEP": 1, "TAKE": 2, "DONE": 0, "BLOCK": 0, "PASS": 0, "LAY": 1, "SAIL": 1}
_ALIASES = {"STOP": "DONE", "END": "DONE", "BUILD": "TAKE", "MOVE": "STEP"}


def write(move: GuatemalaMove) -> str:
    match move:
        case Take():
            return f"take {FIELD_NAMES[move.source]} {PLACE_NAMES[move.place]}"
        case StepOn():
            return f"step {move.spaces}"
        case Done():
            return DONE
        case Score():
            return f"score {FIELD_NAMES[move.source]}" + _write_plan(move.plan)
        case Pass():
            return PASS
        case Block():
            return BLOCK
        case Lay():
            return f"lay {LETTERS[move.coffee]}"
        case Sail():
            return f"sail {HARBOUR_NAMES[move.harbour]}"
        case PutBuyer():
            return f"buyer {move.space}"
        case _:
            assert_never(move)


def _write_plan(plan: Plan) -> str:
    lay = f" lay {LETTERS[plan.lay]}" if plan.lay >= 0 else ""
    sail = f" sail {HARBOUR_NAMES[plan.sail]}" if plan.sail >= 0 else ""
    return lay + sail


def parse(text: str) -> GuatemalaMove:
    """Reads a move. Raises NotationError."""
    words = notation.words(text)
    if not words:
        raise NotationError("", "a move")
    verb, rest = _ALIASES.get(words[0], words[0]), words[1:]
    if verb == "SCORE":
        return _parse_score(rest)
    wanted = _WORDS.get(verb)
    if wanted is None:
        raise NotationError(words[0][:20], "take, score, done, step, block, pass, lay, sail or buyer")
    if len(rest) != wanted:
        raise NotationError(" ".join(words)[:40], f"{wanted} words after {verb.lower()}")
    return _parse_plain(verb, rest)


def _parse_plain(verb: str, rest: tuple[str, ...]) -> GuatemalaMove:
    match verb:
        case "TAKE":
            return Take(_field(rest[0]), _place(rest[1]))
        case "STEP":
            return StepOn(notation.number(rest[0]))
        case "DONE":
            return Done()
        case "BLOCK":
            return Block()
        case "PASS":
            return Pass()
        case "LAY":
            return Lay(_coffee(rest[0]))
        case "SAIL":
            return Sail(_harbour(rest[0]))
        case _:
            return PutBuyer(notation.number(rest[0]))


def _parse_score(rest: tuple[str, ...]) -> Score:
    if len(rest) not in (1, 3, 5):
        raise NotationError(" ".join(rest)[:40], "a field, and perhaps lay and sail")
    lay = sail = -1
    for word, value in zip(rest[1::2], rest[2::2], strict=True):
        if word == "LAY" and lay < 0:
            lay = _coffee(value)
        elif word == "SAIL" and sail < 0:
            sail = _harbour(value)
        else:
            raise NotationError(word[:20], "lay or sail, each once")
    return Score(_field(rest[0]), Plan(lay, sail))


def _field(word: str) -> int:
    if word not in FIELD_OF:
        raise NotationError(word[:20], "a field of the production board, P1 to X9")
    return FIELD_OF[word]


def _place(word: str) -> int:
    if word not in PLACE_OF:
        raise NotationError(word[:20], "a field such as H7, a harbour such as harbour2, or a border such as H7n")
    return PLACE_OF[word]


def _coffee(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise NotationError(word[:20], "a coffee: K, W, B, R or N")
    return LETTERS.index(word)


def _harbour(word: str) -> int:
    if word not in _HARBOUR_OF:
        raise NotationError(word[:20], "harbour1 to harbour4")
    return _HARBOUR_OF[word]

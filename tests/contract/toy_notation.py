"""The toy's notation: a word, then kinds (A B C), numbers of edges and offers, seats."""

from collections.abc import Callable

from rules import counts
from rules.counts import Hidden
from rules.notation import NotationError, number, words
from tests.contract.toy_pieces import (
    EDGES,
    KINDS,
    NAMES,
    Accept,
    Block,
    Call,
    Clear,
    Counter,
    Deal,
    Decline,
    Draw,
    End,
    Give,
    Lay,
    Pass,
    PayWith,
    Propose,
    Score,
    Send,
    ToyMove,
    Withdraw,
)  # fmt: skip

PLAIN: dict[str, type[ToyMove]] = {
    "DRAW": Draw, "SEND": Send, "BLOCK": Block, "PASS": Pass, "WITHDRAW": Withdraw, "END": End,
}  # fmt: skip


def _kind(word: str) -> int:
    if len(word) != 1 or word not in NAMES:
        raise NotationError(word[:20], "A, B or C")
    return NAMES.index(word)


def _edge(word: str) -> int:
    edge = number(word)
    if edge >= EDGES:
        raise NotationError(word, "an edge, 0 to 88")
    return edge


WITH: dict[str, tuple[type[ToyMove], tuple[Callable[[str], int], ...]]] = {
    "CLEAR": (Clear, (_edge,)), "LAY": (Lay, (_edge,)), "OFFER": (Propose, (_kind, _kind)),
    "ACCEPT": (Accept, (number,)), "DECLINE": (Decline, (number,)), "COUNTER": (Counter, (number, _kind, _kind)),
    "DEAL": (Deal, (number, number)), "CALL": (Call, (_kind,)), "PAY": (PayWith, (_kind,)),
}  # fmt: skip
NAME_OF = {kind: name for name, kind in PLAIN.items()} | {kind: name for name, (kind, _) in WITH.items()}


def parse(text: str) -> ToyMove:
    found = words(text)
    if not found:
        raise NotationError("", "a move")
    first, rest = found[0], found[1:]
    if first in PLAIN and not rest:
        return PLAIN[first]()
    if first in WITH and len(rest) == len(WITH[first][1]):
        kind, readers = WITH[first]
        return kind(*(read(word) for read, word in zip(readers, rest, strict=True)))
    if first == "SCORE" and len(rest) in (1, 2):
        return Score(*(_kind(word) for word in rest))
    if first == "GIVE" and 0 < len(rest) < 40:
        cards = [_kind(word) for word in rest]
        return Give(Hidden(counts.pack([cards.count(kind) for kind in range(KINDS)])))
    raise NotationError(first[:20], "a move")


def write(move: ToyMove) -> str:
    match move:
        case Score(kind, plan):
            return f"SCORE {NAMES[kind]} {NAMES[plan] if plan >= 0 else ''}".rstrip()
        case Give(cards):
            return " ".join(["GIVE", *(NAMES[kind] for kind in counts.pieces(cards.packed))])
        case Lay(n) | Clear(n) | Accept(n) | Decline(n):
            return f"{NAME_OF[type(move)]} {n}"
        case Call(kind) | PayWith(kind):
            return f"{NAME_OF[type(move)]} {NAMES[kind]}"
        case Propose(gives, wants):
            return f"OFFER {NAMES[gives]} {NAMES[wants]}"
        case Counter(n, gives, wants):
            return f"COUNTER {n} {NAMES[gives]} {NAMES[wants]}"
        case Deal(n, seat):
            return f"DEAL {n} {seat}"
        case _:
            return NAME_OF[type(move)]

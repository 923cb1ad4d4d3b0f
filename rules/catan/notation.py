"""Reads and writes moves (see moves.py). Knows no state, and so no map: a name may belong to the Market alone.

Cards, piles and sorts are read in English, German and Italian (synonyms.py), and written in one way.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from rules import counts
from rules import notation as plain
from rules.catan.hexes import CORNER_NAMES, CORNER_OF, EDGE_NAMES, EDGE_OF, HEX_NAMES, HEX_OF, bits
from rules.catan.moves import (
    DECLINED,
    NOBODY,
    NONE,
    PILES,
    Accept,
    Bank,
    Buy,
    CatanMove,
    Chocolate,
    City,
    Counter,
    Deal,
    Decline,
    Discard,
    End,
    Found,
    Knight,
    MakeOffer,
    Monopoly,
    Need,
    Plenty,
    PutSites,
    Raise,
    Road,
    Roads,
    Robber,
    Roll,
    Settlement,
    Site,
    Steal,
    Stop,
    Withdraw,
)
from rules.catan.pieces import CARD_NAMES, KINDS, PLAYERS, RESOURCE_MASK, RESOURCES, RESOURCES_EACH, SORT_NAMES
from rules.catan.synonyms import CARDS, FOR, PILE_WORDS, SORTS, unaccented
from rules.notation import NotationError

Texts = tuple[str, ...]
COUNTER_WORD: Final = "counter"
NO_ROAD: Final = "none"


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_cards(packed: int) -> str:
    """`wool2 ore1`: each kind with its number, in the order of the kinds."""
    each = packed.to_bytes(RESOURCES if packed <= RESOURCE_MASK else KINDS, "little")
    return " ".join([f"{CARD_NAMES[kind]}{n}" for kind, n in enumerate(each) if n])


def _put_sites(move: PutSites) -> str:
    first = f"sites {CARD_NAMES[move.card]} {HEX_NAMES[move.hexagon]}"
    return first if move.card2 < 0 else f"{first} {CARD_NAMES[move.card2]} {HEX_NAMES[move.hexagon2]}"


def _plenty(move: Plenty) -> str:
    return f"plenty {CARD_NAMES[move.card]}" + (f" {CARD_NAMES[move.card2]}" if move.card2 >= 0 else "")


def _chocolate(move: Chocolate) -> str:
    resource = f" {CARD_NAMES[move.resource]}" if move.resource >= 0 else ""
    road = "" if move.road == NONE else f" road {NO_ROAD if move.road == DECLINED else EDGE_NAMES[move.road]}"
    return f"chocolate {SORT_NAMES[move.sort]}{resource}{road}"


def _offer(move: MakeOffer) -> str:
    to = " to " + " ".join([str(seat + 1) for seat in bits(move.to)]) if move.to else ""
    return f"offer {write_cards(move.gives)} for {write_cards(move.gets)}{to}" + (" first" if move.first else "")


def _need(move: Need) -> str:
    to = " to " + " ".join([str(seat + 1) for seat in bits(move.to)]) if move.to else ""
    return f"need {write_cards(move.gets)}{to}"


def _deal(move: Deal) -> str:
    return f"deal {move.number} {move.seat + 1}" + (f" {COUNTER_WORD}{move.counter}" if move.counter else "")


_WRITERS: Final[dict[type[Any], Callable[[Any], str]]] = {
    Found: lambda move: f"found {CORNER_NAMES[move.corner]} {EDGE_NAMES[move.edge]}",
    PutSites: _put_sites,
    Roll: lambda _: "roll",
    Road: lambda move: f"road {EDGE_NAMES[move.edge]}",
    Settlement: lambda move: f"settlement {CORNER_NAMES[move.corner]}",
    City: lambda move: f"city {CORNER_NAMES[move.corner]}",
    Site: lambda move: f"site {CARD_NAMES[move.card]} {HEX_NAMES[move.hexagon]}",
    Buy: lambda _: "buy",
    Knight: lambda _: "knight",
    Roads: lambda _: "roads",
    Plenty: _plenty,
    Monopoly: lambda move: f"monopoly {CARD_NAMES[move.card]}",
    Discard: lambda move: f"discard {write_cards(move.cards)}",
    Robber: lambda move: f"robber {HEX_NAMES[move.hexagon]}",
    Steal: lambda move: f"steal {move.victim + 1 or NOBODY}" + (f" {PILES[move.pile]}" if move.pile >= 0 else ""),
    Chocolate: _chocolate,
    Raise: lambda move: f"raise {SORT_NAMES[move.sort]}",
    Bank: lambda move: f"bank {CARD_NAMES[move.gives]} {CARD_NAMES[move.gets]}",
    MakeOffer: _offer,
    Need: _need,
    Counter: lambda move: f"counter {move.number} {write_cards(move.gives)} for {write_cards(move.gets)}",
    Accept: lambda move: f"accept {move.number}",
    Decline: lambda move: f"decline {move.number}",
    Deal: _deal,
    Withdraw: lambda move: f"withdraw {move.number}",
    Stop: lambda _: "stop",
    End: lambda _: "end",
}


_ENDLESS: Final = frozenset({PutSites, Discard, MakeOffer, Need, Counter, Accept, Decline, Deal, Withdraw})


class _Written(dict[CatanMove, str]):
    """A move is written once, and what is written is kept; but of these kinds there is no end, or hardly one."""

    def __missing__(self, move: CatanMove) -> str:
        text = _WRITERS[type(move)](move)
        if type(move) not in _ENDLESS:
            self[move] = text
        return text


write: Final[Callable[[CatanMove], str]] = _Written().__getitem__


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(r"[1-9][0-9]{0,5}")
_AMOUNT = re.compile(r"([A-Z]+)([1-9][0-9]?)")
_COUNTER = re.compile(r"COUNTER([1-9][0-9]{0,5})")


def _known(table: Mapping[str, int], wanted: str) -> Callable[[str], int]:
    def read(word: str) -> int:
        if word not in table:
            raise NotationError(word[:20], wanted)
        return table[word]

    return read


read_card = _known(CARDS, "a card such as wool or cocoa")
_sort = _known(SORTS, "a sort of chocolate: milk, finedark, milknut, darknut or grapenut")
_hexagon = _known(HEX_OF, "a hex such as B3")
read_corner = _known(CORNER_OF, "a corner such as B3n or B3se")
read_edge = _known(EDGE_OF, "an edge such as B3e or B3ne")
_pile = _known(PILE_WORDS, "resources or ingredients")
_seat = _known({str(seat + 1): seat for seat in range(PLAYERS)}, "a player, 1 to 4")


def _number(word: str) -> int:
    """The number of an offer; a long game has more than a thousand."""
    if not _NUMBER.fullmatch(word):
        raise NotationError(word[:20], "the number of an offer")
    return int(word)


def read_cards(words: Texts, *, most: int = 0) -> int:
    """`WOOL2 ORE1`, or `WOOL` for one; each kind once, or as often as wanted up to so many cards together."""
    packed = 0
    for word in words:
        found = _AMOUNT.fullmatch(word)
        kind, number = read_card(found[1] if found else word), int(found[2]) if found else 1
        before = counts.amount(packed, kind)
        if before and before + number > most:
            raise NotationError(word[:20], "each kind once, with its number")
        packed = counts.plus(packed, kind, number)
    if not packed:
        raise NotationError("", "cards such as wool2 ore1")
    return packed


def _sides(words: Texts) -> tuple[int, int, Texts]:
    """`WOOL2 FOR ORE1`, and what stands behind the cards."""
    at = next((at for at, word in enumerate(words) if word in FOR), -1)
    if at < 0:
        raise NotationError(" ".join(words)[:40], "cards for cards: wool2 for ore1")
    end = at + 1
    while end < len(words) and not words[end].isdigit() and words[end] != "FIRST":
        end += 1
    return read_cards(words[:at]), read_cards(words[at + 1 : end]), words[end:]


def _read_sites(words: Texts) -> CatanMove:
    if len(words) == 2:
        return PutSites(read_card(words[0]), _hexagon(words[1]))
    _expect(words, 4, "sites")
    sites = sorted([(read_card(words[0]), _hexagon(words[1])), (read_card(words[2]), _hexagon(words[3]))], key=_by_hex)
    return PutSites(*sites[0], *sites[1])


def _by_hex(site: tuple[int, int]) -> int:
    return site[1]


def _read_plenty(words: Texts) -> CatanMove:
    if len(words) == 1:
        return Plenty(read_card(words[0]))
    _expect(words, 2, "plenty")
    return Plenty(*sorted((read_card(words[0]), read_card(words[1]))))


def _read_steal(words: Texts) -> CatanMove:
    if len(words) == 1:
        return Steal(NONE if words[0] == NOBODY.upper() else _seat(words[0]))
    _expect(words, 2, "steal")
    return Steal(_seat(words[0]), _pile(words[1]))


def _read_chocolate(words: Texts) -> CatanMove:
    match words:
        case (sort,):
            return Chocolate(_sort(sort))
        case (sort, "ROAD", edge):
            return Chocolate(_sort(sort), road=DECLINED if edge == NO_ROAD.upper() else read_edge(edge))
        case (sort, card):
            return Chocolate(_sort(sort), read_card(card))
        case _:
            raise NotationError(" ".join(words)[:40], "a sort, and what its row lets you choose")


def _read_offer(words: Texts) -> CatanMove:
    gives, gets, rest = _sides(words)
    first = "FIRST" in rest[-1:]
    return MakeOffer(gives, gets, _players(rest[: len(rest) - first]), first)


def _players(words: Texts) -> int:
    to = 0
    for word in words:
        to |= 1 << _seat(word)
    return to


def _read_need(words: Texts) -> CatanMove:
    end = next((at for at, word in enumerate(words) if word.isdigit()), len(words))
    return Need(read_cards(words[:end]), _players(words[end:]))


def _read_counter(words: Texts) -> CatanMove:
    gives, gets, rest = _sides(words[1:])
    if rest:
        raise NotationError(" ".join(rest)[:40], "nothing more")
    return Counter(_number(words[0]), gives, gets)


def _read_deal(words: Texts) -> CatanMove:
    if len(words) == 2:
        return Deal(_number(words[0]), _seat(words[1]))
    _expect(words, 3, "deal")
    found = _COUNTER.fullmatch(words[2])
    if found is None:
        raise NotationError(words[2][:20], "which counter-offer: counter1")
    return Deal(_number(words[0]), _seat(words[1]), int(found[1]))


def _expect(words: Texts, wanted: int, verb: str) -> None:
    if len(words) != wanted:
        raise NotationError(" ".join(words)[:40], f"{wanted} words after {verb}")


_FREELY: Final[dict[str, Callable[[Texts], CatanMove]]] = {
    "SITES": _read_sites,
    "PLENTY": _read_plenty,
    "DISCARD": lambda words: Discard(read_cards(words, most=RESOURCES_EACH)),
    "STEAL": _read_steal,
    "CHOCOLATE": _read_chocolate,
    "OFFER": _read_offer,
    "NEED": _read_need,
    "COUNTER": _read_counter,
    "DEAL": _read_deal,
}
_STRICTLY: Final[dict[str, tuple[type[Any], tuple[Callable[[str], int], ...]]]] = {
    "FOUND": (Found, (read_corner, read_edge)),
    "ROLL": (Roll, ()),
    "ROAD": (Road, (read_edge,)),
    "SETTLEMENT": (Settlement, (read_corner,)),
    "CITY": (City, (read_corner,)),
    "SITE": (Site, (read_card, _hexagon)),
    "BUY": (Buy, ()),
    "KNIGHT": (Knight, ()),
    "ROADS": (Roads, ()),
    "MONOPOLY": (Monopoly, (read_card,)),
    "ROBBER": (Robber, (_hexagon,)),
    "RAISE": (Raise, (_sort,)),
    "BANK": (Bank, (read_card, read_card)),
    "ACCEPT": (Accept, (_number,)),
    "DECLINE": (Decline, (_number,)),
    "WITHDRAW": (Withdraw, (_number,)),
    "STOP": (Stop, ()),
    "END": (End, ()),
}


@lru_cache(maxsize=4096)
def parse(text: str) -> CatanMove:
    """Reads a move. Raises NotationError."""
    words = plain.words(unaccented(text))
    if not words:
        raise NotationError("", "a move")
    verb, rest = words[0], words[1:]
    if verb in _FREELY:
        return _FREELY[verb](rest)
    if verb not in _STRICTLY:
        raise NotationError(verb[:20], "a move such as roll, road, settlement, city, bank, offer or end")
    made, readers = _STRICTLY[verb]
    _expect(rest, len(readers), verb.lower())
    return made(*[read(word) for read, word in zip(readers, rest, strict=True)])

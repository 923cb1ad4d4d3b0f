"""What one player does, as the end of a sentence that begins with their name."""

from bot.games.catan import terms
from bot.wording import Many, Sentences, Text, Words
from bot.wording.sentences import name, plain
from rules.catan import facts as f

Clause = (
    f.Founded
    | f.SitesPut
    | f.Rolled
    | f.DevBought
    | f.KnightPlayed
    | f.RoadsPlayed
    | f.RoadsDeclined
    | f.PlentyPlayed
    | f.MonopolyPlayed
    | f.RobberMoved
    | f.Robbed
    | f.BankTraded
    | f.ChocolateMade
    | f.ChipsGot
    | f.ResourceGot
)
"""Facts of one seat's turn that are told as one sentence if they follow each other."""

Piece = f.RoadBuilt | f.SettlementBuilt | f.CityBuilt | f.SiteBuilt
"""Pieces that are built; several are told together."""


def _site(words: Words, kind: int, hexagon: int) -> str:
    return words.say("{card} at {place}", card=terms.card(words, kind), place=terms.hexagon(hexagon))


_SAID = Sentences(
    {
        f.RoadBuilt: Text("a road at {place}"),
        f.SettlementBuilt: Text("a settlement at {place}"),
        f.CityBuilt: Text("a city at {place}"),
        f.DevBought: Text("buys a development card"),
        f.KnightPlayed: Many("plays their first knight", "plays knight number {n}"),
        f.RoadsPlayed: Many("plays road building for {n} road", "plays road building for {n} roads"),
        f.RoadsDeclined: Text("builds no more free roads"),
        f.PlentyPlayed: Text("plays year of plenty and takes {cards}"),
        f.MonopolyPlayed: Text("plays monopoly on {card}"),
        f.RobberMoved: Text("moves the robber to {place}"),
        f.Robbed: Text("takes {card} from {name}"),
        f.ChipsGot: Many("gets {n} victory point chip", "gets {n} victory point chips"),
        f.ChocolateMade: Text("makes chocolate: {sort}, row {row} ({reward})"),
    },
    {
        **terms.SLOTS,
        "card": {
            "card": lambda words, _, card: terms.card(words, card),
            "pile": lambda words, _, pile: terms.pile(words, pile),
        },
        "name": {"victim": name},
        "n": {"knights": plain, "roads": plain, "chips": plain},
    },
)


def piece(words: Words, fact: Piece) -> str:
    match fact:
        case f.RoadBuilt(free=True):
            return words.say("a free road at {place}", place=terms.edge(fact.edge))
        case f.SiteBuilt():
            return words.say("a production site for {sites}", sites=_site(words, fact.card, fact.hexagon))
        case _:
            return _SAID.say(words, fact, ())


def clause(words: Words, fact: Clause, names: tuple[str, ...]) -> str:
    match fact:
        case f.Founded() | f.SitesPut():
            return _founding(words, fact)
        case f.Rolled():
            total = fact.first + fact.second
            return words.say("rolls {total} ({first} + {second})", total=total, first=fact.first, second=fact.second)
        case f.BankTraded():
            gives = terms.cards(words, (0,) * fact.gives + (fact.rate,))
            gets = terms.cards(words, (0,) * fact.gets + (1,))
            return words.say("gives the bank {gives} for {gets}", gives=gives, gets=gets)
        case f.ResourceGot():
            return words.say("gets {cards}", cards=terms.cards(words, (0,) * fact.card + (1,)))
        case _:
            return _SAID.say(words, fact, names)


def _founding(words: Words, fact: f.Founded | f.SitesPut) -> str:
    if isinstance(fact, f.SitesPut):
        put = sorted(zip(fact.hexes, fact.cards, strict=True), key=lambda one: terms.hexagon(one[0]))
        sites = [_site(words, kind, hexagon) for hexagon, kind in put]
        if not sites:
            return words.say("finds no hex for a production site")
        return words.many(
            "places a production site: {sites}",
            "places {n} production sites: {sites}",
            len(sites),
            sites=words.listed(sites),
        )
    corner, edge = terms.corner(fact.corner), terms.edge(fact.edge)
    if not fact.gained:
        return words.say("founds a settlement at {corner} with a road at {edge}", corner=corner, edge=edge)
    return words.say(
        "founds a settlement at {corner} with a road at {edge} and gets {cards}",
        corner=corner,
        edge=edge,
        cards=terms.packed(words, fact.gained),
    )

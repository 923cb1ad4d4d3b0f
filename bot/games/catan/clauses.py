"""What one player does, as the end of a sentence that begins with his name."""

from bot.games.catan import terms
from bot.wording.words import Words
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
"""Facts of one seat's turn that are told as one sentence where they follow each other."""

Piece = f.RoadBuilt | f.SettlementBuilt | f.CityBuilt | f.SiteBuilt
"""What is built, told together."""

Played = f.KnightPlayed | f.RoadsPlayed | f.RoadsDeclined | f.PlentyPlayed | f.MonopolyPlayed


def piece(words: Words, fact: Piece) -> str:
    match fact:
        case f.RoadBuilt():
            where = terms.edge(fact.edge)
            if fact.free:
                return words.say("a free road at {place}", place=where)
            return words.say("a road at {place}", place=where)
        case f.SettlementBuilt():
            return words.say("a settlement at {place}", place=terms.corner(fact.corner))
        case f.CityBuilt():
            return words.say("a city at {place}", place=terms.corner(fact.corner))
        case f.SiteBuilt():
            return words.say("a production site for {sites}", sites=_site(words, fact.card, fact.hexagon))


def _site(words: Words, kind: int, hexagon: int) -> str:
    return words.say("{card} at {place}", card=terms.card(words, kind), place=terms.hexagon(hexagon))


def clause(words: Words, fact: Clause, names: tuple[str, ...]) -> str:
    match fact:
        case f.Founded() | f.SitesPut():
            return _founding(words, fact)
        case f.KnightPlayed() | f.RoadsPlayed() | f.RoadsDeclined() | f.PlentyPlayed() | f.MonopolyPlayed():
            return _played(words, fact)
        case f.Rolled() | f.RobberMoved() | f.Robbed():
            return _rolled(words, fact, names)
        case f.DevBought() | f.BankTraded() | f.ChocolateMade() | f.ChipsGot() | f.ResourceGot():
            return _market(words, fact)


def _founding(words: Words, fact: f.Founded | f.SitesPut) -> str:
    if isinstance(fact, f.SitesPut):
        put = sorted(zip(fact.hexes, fact.cards, strict=True), key=lambda one: terms.hexagon(one[0]))
        sites = [_site(words, kind, hexagon) for hexagon, kind in put]
        if not sites:
            return words.say("finds no hex for a production site")
        return words.many(
            "puts a production site: {sites}",
            "puts {n} production sites: {sites}",
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


def _played(words: Words, fact: Played) -> str:
    match fact:
        case f.KnightPlayed():
            return words.many("plays a knight, the first", "plays a knight, number {n}", fact.knights)
        case f.RoadsPlayed():
            return words.many("plays road building for {n} road", "plays road building for {n} roads", fact.roads)
        case f.RoadsDeclined():
            return words.say("builds no more free roads")
        case f.PlentyPlayed():
            return words.say("plays year of plenty and takes {cards}", cards=terms.packed(words, fact.gained))
        case f.MonopolyPlayed():
            return words.say("plays monopoly on {card}", card=terms.card(words, fact.card))


def _rolled(words: Words, fact: f.Rolled | f.RobberMoved | f.Robbed, names: tuple[str, ...]) -> str:
    match fact:
        case f.Rolled():
            total = fact.first + fact.second
            return words.say("rolls {total} ({first} + {second})", total=total, first=fact.first, second=fact.second)
        case f.RobberMoved():
            return words.say("moves the robber to {place}", place=terms.hexagon(fact.hexagon))
        case f.Robbed():
            return words.say("takes {card} from {name}", card=terms.pile(words, fact.pile), name=names[fact.victim])


def _market(words: Words, fact: f.DevBought | f.BankTraded | f.ChocolateMade | f.ChipsGot | f.ResourceGot) -> str:
    match fact:
        case f.DevBought():
            return words.say("buys a development card")
        case f.BankTraded():
            gives = terms.cards(words, (0,) * fact.gives + (fact.rate,))
            gets = terms.cards(words, (0,) * fact.gets + (1,))
            return words.say("gives the bank {gives} for {gets}", gives=gives, gets=gets)
        case f.ChocolateMade():
            return words.say(
                "makes chocolate: {sort}, row {row} ({reward})",
                sort=terms.sort(words, fact.sort),
                row=fact.row,
                reward=terms.reward(words, fact.row),
            )
        case f.ChipsGot():
            return words.many("gets {n} victory point chip", "gets {n} victory point chips", fact.chips)
        case f.ResourceGot():
            return words.say("gets {cards}", cards=terms.cards(words, (0,) * fact.card + (1,)))

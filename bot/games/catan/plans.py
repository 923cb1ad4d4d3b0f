"""A planned move in words, from its notation; for its player only, since it may hold a plan."""

from collections.abc import Sequence

from bot.games.catan import terms
from bot.games.catan.labels import AMOUNT, VERBS, amount, card_named, edge, named, player
from bot.wording import Words, capital
from rules.catan.facts import BankTraded
from rules.catan.moves import PILES
from rules.catan.pieces import CARD_OF, KINDS, RESOURCES, SORT_OF
from rules.catan.views import CatanPublic
from rules.contract import Fact

NO_ROAD = "none"


def planned(words: Words, text: str, _view: CatanPublic | None = None, names: Sequence[str] = ()) -> str:
    """Describes a whole move, or as much of it as has been chosen."""
    return capital(_planned(words, text.split(), names))


def plan(words: Words, moves: Sequence[str], facts: Sequence[Fact], names: Sequence[str] = ()) -> list[str]:
    """Returns a line for each move. The facts say what the bank takes: a settlement in the plan may have changed it."""
    rates = iter([fact.rate for fact in facts if isinstance(fact, BankTraded)])
    return [
        capital(_traded(words, text.split(), next(rates, 0)))
        if text.startswith("bank ")
        else planned(words, text, None, names)
        for text in moves
    ]


def _traded(words: Words, tokens: list[str], rate: int = 0) -> str:
    """Describes a trade; `rate`: 0 if it is not known."""
    _, gives, gets = tokens
    told = (
        (amount(words, gives, rate), amount(words, gets, 1))
        if rate
        else (card_named(words, gives), card_named(words, gets))
    )
    return words.say("trade with the bank: {gives} for {gets}", gives=told[0], gets=told[1])


def _planned(words: Words, tokens: list[str], names: Sequence[str]) -> str:
    match tokens:
        case ["found", corner, road]:
            beside = edge(words, road)
            return words.say("found a settlement at {corner} with a road at {edge}", corner=corner, edge=beside)
        case ["road", place]:
            return f"{_verb(words, 'road')}: {edge(words, place)}"
        case [("settlement" | "city") as verb, place]:
            return f"{_verb(words, verb)}: {place}"
        case ["site", card, place]:
            return f"{_verb(words, 'site')}: {_site(words, card, place)}"
        case ["sites", *rest]:
            put = sorted(zip(rest[1::2], rest[::2], strict=False))
            pairs = [_site(words, card, place) for place, card in put]
            return f"{_verb(words, 'sites')}: {', '.join(pairs)}" if pairs else _verb(words, "sites")
        case ["bank", _, _]:
            return _traded(words, tokens)
        case [("offer" | "counter"), *_]:
            return _offer(words, tokens, names)
        case ["need", *rest]:
            return _need(words, rest, names)
        case ["discard", *cards]:
            return _discard(words, cards)
        case ["deal", number, whom, *counter]:
            return _deal(words, number, _player(words, whom, names), counter)
        case _:
            return _other(words, tokens, names)


def _discard(words: Words, cards: Sequence[str]) -> str:
    """Lists cards with how many of each pile they are, since a number of each pile is owed."""
    amounts = _amounts(cards)
    if not any(amounts):
        return f"{_verb(words, 'discard')}: …"
    piles = terms.piles(words, sum(amounts[:RESOURCES]), sum(amounts[RESOURCES:]))
    return f"{_verb(words, 'discard')}: {terms.cards(words, amounts)} ({piles})"


def _deal(words: Words, number: str, partner: str, counter: Sequence[str]) -> str:
    with_it = words.say("close offer {number} with {player}", number=number, player=partner)
    return f"{with_it} ({words.say('the counter-offer')})" if counter else with_it


def _other(words: Words, tokens: Sequence[str], names: Sequence[str]) -> str:
    match tokens:
        case ["chocolate", sort, *rest]:
            parts = [_verb(words, "chocolate"), _sort(words, sort)]
            return ": ".join(parts) + "".join(
                f", {_reward(words, token)}" for token in rest if token not in VERBS or token == NO_ROAD
            )
        case ["raise", sort]:
            return f"{_verb(words, 'raise')}: {_sort(words, sort)}"
        case [("plenty" | "monopoly") as verb, *cards] if cards:
            return f"{_verb(words, verb)}: {', '.join(card_named(words, card) for card in cards)}"
        case ["steal", "none"]:
            return words.say("take no card")
        case ["steal", whom, *pile]:
            parts = [_player(words, whom, names), *(terms.pile(words, PILES.index(one)) for one in pile)]
            return f"{_verb(words, 'steal')}: {', '.join(parts)}"
        case [("accept" | "decline" | "withdraw") as verb, number]:
            return f"{_verb(words, verb)}: {words.say('offer {number}', number=number)}"
        case [verb, *rest] if verb in VERBS:
            said = " ".join(card_named(words, word) for word in rest)
            return f"{_verb(words, verb)}: {said}" if rest else _verb(words, verb)
        case _:
            return " ".join(tokens)


def _verb(words: Words, verb: str) -> str:
    return words.put(VERBS[verb])


def _player(words: Words, token: str, names: Sequence[str]) -> str:
    return named(token, names) if names else player(words, token)


def _sort(words: Words, token: str) -> str:
    which = SORT_OF.get(token.upper())
    return token if which is None else terms.sort(words, which)


def _reward(words: Words, token: str) -> str:
    return words.say("no road") if token == NO_ROAD else edge(words, card_named(words, token))


def _site(words: Words, card: str, place: str) -> str:
    return words.say("{card} at {place}", card=card_named(words, card), place=place)


def _amounts(tokens: Sequence[str]) -> list[int]:
    """Counts cards by kind."""
    amounts = [0] * KINDS
    for token in tokens:
        found = AMOUNT.fullmatch(token)
        kind = CARD_OF.get((found[1] if found else token).upper())
        if kind is not None:
            amounts[kind] += int(found[2]) if found else 1
    return amounts


def _cards(words: Words, tokens: Sequence[str]) -> str:
    return terms.cards(words, _amounts(tokens))


def _offer(words: Words, tokens: Sequence[str], names: Sequence[str]) -> str:
    """Describes an offer as far as it is composed; an ellipsis stands for what is not chosen yet."""
    verb, *rest = tokens
    rest = rest[1:] if verb == "counter" else rest
    gives, _, gets = " ".join(rest).partition("for")
    cards, _, more = gets.partition(" to ")
    text = words.say(
        "give {gives} for {gets}", gives=_cards(words, gives.split()) or "…", gets=_cards(words, cards.split()) or "…"
    )
    whom = [word for word in more.split() if word.isdecimal()]
    if whom:
        players = words.listed([_player(words, word, names) for word in whom])
        text = words.say("{offer}, only to {players}", offer=text, players=players)
    return words.say("{offer}, to the first to accept", offer=text) if "first" in tokens else text


def _need(words: Words, rest: Sequence[str], names: Sequence[str]) -> str:
    cards, _, more = " ".join(rest).partition("to")
    text = words.say("ask for {cards}", cards=_cards(words, cards.split()) or "…")
    whom = words.listed([_player(words, word, names) for word in more.split()])
    return words.say("{offer}, only to {players}", offer=text, players=whom) if whom else text

"""What happens at the table, each fact as a sentence of its own."""

from collections.abc import Sequence

from bot.games.catan import terms
from bot.wording import Sentences, Text, Words, capital
from bot.wording.narrator import each
from bot.wording.sentences import name, plain
from rules.catan import facts as f
from rules.catan.pieces import HAND_LIMIT
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, POINTS, RESIGNED
from rules.contract import Fact

ENDINGS = {
    POINTS: Text("The game is over: the goal is reached."),
    RESIGNED: Text("The game is over: only one player is left."),
}
"""Sentences by the endings of rules/catan/state.py."""

_GAMES = {True: Text("with the Chocolate Market"), False: Text("the base game alone")}
_LAPSED = {
    "chips": Text("Part of the reward is lost: no victory point chip is left."),
    "dev": Text("Part of the reward is lost: no development card is left."),
    "resource": Text("Part of the reward is lost: no resource is left."),
    "road": Text("Part of the reward is lost: the road is not built."),
}


def _each(words: Words, names: Sequence[str], amounts: Sequence[int]) -> str:
    """Ada 2 wool; Bo 1 ore"""
    return each(names, [terms.packed(words, one) for one in amounts], "; ")


SAID = Sentences(
    {
        f.TurnBegan: Text("{name} is next."),
        f.Resigned: Text("{name} resigns; the bot plays only forced moves for them from now on."),
        f.LargestArmy: Text("{name} has the Largest Army, with {n} knights."),
        f.NobodyRobbed: Text("No card is taken."),
        f.Began: Text("The map is ready ({game}); the robber stands at {place}. {name} founds first."),
        f.BegunAsPublished: Text(
            "The beginners' set-up of the base game stands as published; the robber stands at {place}. {name} begins."
        ),
        f.Discarded: Text("Discarded: {list}."),
        f.DiscardChosen: Text("You discard {cards}."),
        f.DevGot: Text("Your development card: {card}."),
        f.CardStolen: Text("The card that {name} took from {other}: {card}."),
        f.BarFell: Text("{sort} falls to row {row}."),
        f.MarketRolled: Text("The market die shows {die}."),
        f.AcceptanceVoid: Text("Offer {number}: {name} can no longer pay, so this answer does not count any more."),
        f.OfferClosed: Text("{name} gives {other} {gives} and gets {gets} (offer {number})."),
        f.OfferLapsed: Text("Offer {number} is no longer open."),
    },
    {
        **terms.SLOTS,
        "name": {"seat": name, "starts": name},
        "game": {"market": lambda words, _, market: words.put(_GAMES[market])},
        "place": {"robber": lambda _, __, robber: terms.hexagon(robber)},
        "other": {"victim": name, "partner": name},
        "list": {"cards": _each},
        "n": {"knights": plain},
        "card": {
            "card": lambda words, _, card: terms.card(words, card),
            "dev": lambda words, _, dev: terms.dev(words, dev),
        },
        "gives": {"gives": lambda words, _, gives: terms.packed(words, gives)},
        "gets": {"gets": lambda words, _, gets: terms.packed(words, gets)},
    },
)
"""Facts that are one sentence and no more."""


def sentence(words: Words, fact: Fact, names: tuple[str, ...]) -> str:
    match fact:
        case f.Won() | f.Ended():
            return _ended(words, fact, names)
        case f.Produced() | f.Shortage() | f.LongestRoad():
            return _dice(words, fact, names)
        case f.DiscardAsked():
            asked = owed(words, fact.resources, fact.ingredients, names)
            return words.say(
                "Half of every pile of more than {most} cards must go: {list}.", most=HAND_LIMIT, list=asked
            )
        case f.RewardLapsed():
            return words.put(_LAPSED[fact.part])
        case f.BarRose():
            chocolate = terms.sort(words, fact.sort)
            if fact.chosen:
                return words.say("{sort} is raised to row {row}.", sort=chocolate, row=fact.row)
            return words.say("{sort} rises to row {row}.", sort=chocolate, row=fact.row)
        case f.OfferMade():
            return _made(words, fact, names)
        case f.Needed():
            return _needed(words, fact, names)
        case f.OfferReplied():
            return reply(words, fact, names)
        case _:
            raise TypeError(fact)


def _ended(words: Words, fact: f.Won | f.Ended, names: tuple[str, ...]) -> str:
    match fact:
        case f.Won():
            points = terms.points(words, fact.points)
            if not fact.hidden:
                return words.say("{name} has {points}.", name=names[fact.seat], points=points)
            return words.say(
                "{name} has {points}, {n} of them hidden until now.",
                name=names[fact.seat],
                points=points,
                n=fact.hidden,
            )
        case f.Ended():
            shown = each(names, [str(n) if n else "" for n in fact.hidden], "; ")
            over = words.put(ENDINGS[fact.ending])  # the ranking below shows the points
            return f"{over} {words.say('Victory point cards: {list}.', list=shown)}" if shown else over


def _dice(words: Words, fact: f.Produced | f.Shortage | f.LongestRoad, names: tuple[str, ...]) -> str:
    match fact:
        case f.Produced():
            gains = _each(words, names, fact.gains)
            return words.say("Production: {gains}.", gains=gains) if gains else words.say("Nobody gets anything.")
        case f.Shortage():
            card = capital(terms.card(words, fact.card))
            if fact.seat < 0:
                return words.say("{card}: the bank does not have enough, so nobody gets any.", card=card)
            name = names[fact.seat]
            if not fact.amount:
                return words.say("{card}: the bank has none left for {name}.", card=card, name=name)
            return words.say("{card}: the bank has only {n} left for {name}.", card=card, n=fact.amount, name=name)
        case f.LongestRoad():
            if fact.seat < 0:
                return words.say("Nobody has the Longest Road now.")
            name = names[fact.seat]
            return words.say("{name} has the Longest Road, with {n} roads.", name=name, n=fact.length)


def owed(words: Words, resources: Sequence[int], ingredients: Sequence[int], names: Sequence[str]) -> str:
    """Ada must discard 4 resources; Bo must discard 5 ingredients"""
    both = [terms.piles(words, *piles) for piles in zip(resources, ingredients, strict=True)]
    asked = [
        words.say("{name} must discard {cards}", name=name, cards=cards)
        for name, cards in zip(names, both, strict=False)
        if cards
    ]
    return "; ".join(asked)


def _made(words: Words, fact: f.OfferMade, names: tuple[str, ...]) -> str:
    whom = words.listed([names[seat] for seat in fact.to])
    gives, gets = terms.packed(words, fact.gives), terms.packed(words, fact.gets)
    name = names[fact.seat]
    button = words.say("Answer")
    if fact.first:
        made = words.say(
            "{name} offers {gives} for {gets} (offer {number} to {whom}; the first to accept gets it).",
            name=name, gives=gives, gets=gets, number=fact.number, whom=whom,
        )  # fmt: skip
        return f"{made} {words.say('Press “{answer}” to reply.', answer=button)}"
    made = words.say(
        "{name} offers {gives} for {gets} (offer {number} to {whom}).",
        name=name, gives=gives, gets=gets, number=fact.number, whom=whom,
    )  # fmt: skip
    return f"{made} {words.say('Press “{answer}” to reply; only {name} is told.', answer=button, name=name)}"


def _needed(words: Words, fact: f.Needed, names: tuple[str, ...]) -> str:
    whom, gets = words.listed([names[seat] for seat in fact.to]), terms.packed(words, fact.gets)
    made = words.say(
        "{name} needs {gets} and asks what you want for it (request {number} to {whom}).",
        name=names[fact.seat], gets=gets, number=fact.number, whom=whom,
    )  # fmt: skip
    press = words.say(
        "Press “{answer}” and make an offer; only {name} is told.", answer=words.say("Answer"), name=names[fact.seat]
    )
    return f"{made} {press}"


_REPLIES = {
    ACCEPTED: Text("{name} accepts offer {number}."),
    DECLINED: Text("{name} declines offer {number}."),
    COUNTERED: Text("{name} makes a counter-offer to offer {number}: {gives} for {gets}."),
}
_TAKEN_BACK = Text("{name} withdraws their answer to offer {number}.")


def reply(words: Words, fact: f.OfferReplied, names: tuple[str, ...]) -> str:
    """Tells the two players concerned."""
    gives, gets = terms.packed(words, fact.gives), terms.packed(words, fact.gets)
    said = _REPLIES.get(fact.answer, _TAKEN_BACK)
    return words.put(said, name=names[fact.seat], number=fact.number, gives=gives, gets=gets)

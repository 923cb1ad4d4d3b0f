"""What one seat sees besides: its cards, its answers, and the answers to its offer."""

from collections.abc import Sequence

from bot.receipts.catan import terms
from bot.words import NARROW, Words
from rules.catan.pieces import RESOURCES, Dev
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED
from rules.catan.views import CatanSeat, ShownReply

COMMON = 4
"""What the bank takes without a harbour."""


def hand(words: Words, view: CatanSeat) -> str:
    lines = [_pile(words, view.hand), *_devs(words, view), *_rates(words, view)]
    if any(view.discarding):
        cards = terms.cards(words, view.discarding)
        lines.append(words.say("You discard {cards}. You can change it until all have chosen.", cards=cards))
    elif view.owed_resources or view.owed_ingredients:
        owed = terms.piles(words, view.owed_resources, view.owed_ingredients)
        lines.append(words.say("You have to discard {cards}.", cards=owed))
    if view.reply is not None:
        lines += _own(words, view.reply)
    return " ".join(lines)


def _pile(words: Words, amounts: Sequence[int]) -> str:
    resources, ingredients = sum(amounts[:RESOURCES]), sum(amounts[RESOURCES:])
    if not resources + ingredients:
        return words.say("You hold no cards.")
    held = terms.cards(words, amounts)
    if not ingredients:
        return words.many("You hold {n} card: {cards}.", "You hold {n} cards: {cards}.", resources, cards=held)
    piles = terms.piles(words, resources, ingredients)
    return words.say("You hold {piles}: {cards}.", piles=piles, cards=held)


def _devs(words: Words, view: CatanSeat) -> list[str]:
    lines: list[str] = []
    if any(view.devs):
        lines.append(words.say("Development cards: {list}.", list=_counted(words, view.devs)))
    if any(view.fresh):
        lines.append(words.say("To be played from your next turn on: {list}.", list=_counted(words, view.fresh)))
    if view.devs[Dev.VICTORY_POINT]:
        lines.append(words.say("With hidden cards you have {points}.", points=terms.points(words, view.points)))
    return lines


def _counted(words: Words, devs: Sequence[int]) -> str:
    return ", ".join(f"{n}{NARROW}× {terms.dev(words, kind)}" for kind, n in enumerate(devs) if n)


def _rates(words: Words, view: CatanSeat) -> list[str]:
    common = max(view.rates)
    better = [f"{rate}{NARROW}{terms.card(words, kind)}" for kind, rate in enumerate(view.rates) if rate < common]
    parts = [words.say("{n} equal ones", n=common), *better] if better or common < COMMON else []
    return [words.say("For one card the bank takes: {list}.", list=", ".join(parts))] if parts else []


def _own(words: Words, reply: ShownReply) -> list[str]:
    match reply.answer:
        case answer if answer == ACCEPTED:
            return [words.say("Your answer: you accept. You can change it while the offer is open.")]
        case answer if answer == DECLINED:
            return [words.say("Your answer: you decline. You can change it while the offer is open.")]
        case answer if answer == COUNTERED:
            gives, gets = terms.cards(words, reply.gives), terms.cards(words, reply.gets)
            return [
                words.say(
                    "Your answer: you would give {gives} for {gets}. You can change it while the offer is open.",
                    gives=gives,
                    gets=gets,
                )
            ]
        case _:
            return []


def beside(words: Words, view: CatanSeat, names: Sequence[str]) -> str:
    """Its cards, why it cannot accept, and a line for each answer to its offer."""
    lines = [hand(words, view)]
    if view.asked and not view.can_pay:
        lines.append(words.say("You do not hold what the offer asks for, but you may make a counter-offer."))
    answered = replies(words, view, names)
    return "\n".join([*lines, answered] if answered else lines)


def replies(words: Words, view: CatanSeat, names: Sequence[str]) -> str:
    """The answers to its own offer, a line each; empty without any."""
    return "\n".join(line for one in view.replies for line in _reply(words, one, names))


def _reply(words: Words, reply: ShownReply, names: Sequence[str]) -> list[str]:
    name = names[reply.seat]
    match reply.answer:
        case answer if answer == ACCEPTED:
            return [words.say("{name} accepts your offer.", name=name)]
        case answer if answer == DECLINED:
            return [words.say("{name} declines your offer.", name=name)]
        case answer if answer == COUNTERED:
            gives, gets = terms.cards(words, reply.gives), terms.cards(words, reply.gets)
            return [words.say("{name} would give {gives} for {gets}.", name=name, gives=gives, gets=gets)]
        case _:
            return []

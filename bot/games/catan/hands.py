"""What only one seat sees: its cards, its answers, and the answers to its offer."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.catan import terms
from bot.wording import Text, Words
from bot.wording.words import NARROW
from rules.catan.pieces import RESOURCES, Dev
from rules.catan.state import ACCEPTED, COUNTERED, DECLINED, OPEN
from rules.catan.views import CatanSeat, ShownReply

COMMON = 4
"""Cards that the bank takes without a harbour."""
FOUNDING = 3
"""The most cards that anybody holds while all are founding: nobody trades yet then."""


def hand(words: Words, view: CatanSeat, *, rates: bool = True) -> str:
    lines = [_pile(words, view.hand), *_devs(words, view)]
    discards = any(view.discarding) or view.owed_resources or view.owed_ingredients
    offered = view.asked or view.answers  # what the bank gives is not asked then, and a telephone is low
    if rates and not discards and not offered and sum(view.hand) > FOUNDING:
        lines += _rates(words, view)
    if any(view.discarding):
        cards = terms.cards(words, view.discarding)
        lines.append(words.say("You discard {cards}. You can change it until all have chosen.", cards=cards))
    elif view.owed_resources or view.owed_ingredients:
        owed = terms.piles(words, view.owed_resources, view.owed_ingredients)
        lines.append(words.say("You have to discard {cards}.", cards=owed))
    if view.reply is not None:
        lines += _answered(words, _OWN, view.reply)
    for answer in view.answers:
        said = _answered(words, _OWN, answer.reply) if answer.reply is not None else []
        lines += [f"{words.say('Offer {number}:', number=answer.number)} {line}" for line in said]
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
        cards = [_dev(words, kind, *both) for kind, both in enumerate(zip(view.devs, view.fresh, strict=True))]
        lines.append(words.say("Development cards: {list}.", list=", ".join(card for card in cards if card)))
    if view.devs[Dev.VICTORY_POINT]:
        lines.append(words.say("With hidden cards you have {points}.", points=terms.points(words, view.points)))
    return lines


def _dev(words: Words, kind: int, n: int, fresh: int) -> str:
    """2 × knight (1 of them from your next turn on); victory points are never played."""
    card = f"{n}{NARROW}× {terms.dev(words, kind)}" if n else ""
    if not fresh or kind == Dev.VICTORY_POINT:
        return card
    if fresh == n:
        return words.say("{card} (playable from your next turn)", card=card)
    return words.say("{card} ({fresh} of them playable only from your next turn)", card=card, fresh=fresh)


def _rates(words: Words, view: CatanSeat) -> list[str]:
    common = max(view.rates)
    better = [terms.amount(words, kind, rate) for kind, rate in enumerate(view.rates) if rate < common]
    parts = [words.say("{n} of a kind", n=common), *better] if better or common < COMMON else []
    return [words.say("The bank gives 1 card for: {list}.", list=", ".join(parts))] if parts else []


_OWN: Final = {
    ACCEPTED: Text("Your answer: you accept. You can change it while the offer is open."),
    DECLINED: Text("Your answer: you decline. You can change it while the offer is open."),
    COUNTERED: Text("Your answer: you would give {gives} for {gets}. You can change it while the offer is open."),
}


def _answered(words: Words, told: Mapping[int, Text], reply: ShownReply, name: str = "") -> list[str]:
    """Says what was answered, by the sentences of the answers; nothing for an answer that has none."""
    gives, gets = terms.cards(words, reply.gives), terms.cards(words, reply.gets)
    return [words.put(told[reply.answer], name=name, gives=gives, gets=gets)] if reply.answer in told else []


def beside(words: Words, view: CatanSeat, names: Sequence[str]) -> str:
    """Lists its cards, why it cannot accept what it has not answered, and each answer to its offer."""
    return "\n".join([hand(words, view), *_answers(words, view, names)])


def in_short(words: Words, view: CatanSeat, names: Sequence[str]) -> str:
    """The same without what the menu of the bank says as well."""
    return "\n".join([hand(words, view, rates=False), " ".join(_answers(words, view, names))]).rstrip()


def _answers(words: Words, view: CatanSeat, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if view.asked and not view.can_pay and view.reply is None:
        lines.append(words.say("You do not hold what the offer asks for, but you may make a counter-offer."))
    return lines + _replies(words, view, names)


def replies(words: Words, view: CatanSeat, names: Sequence[str]) -> str:
    """Lists the answers to its own offer, one a line, and whose are still missing; empty without an offer."""
    return "\n".join(_replies(words, view, names))


def _replies(words: Words, view: CatanSeat, names: Sequence[str]) -> list[str]:
    lines = [line for one in view.replies for line in _answered(words, _SAID, one, names[one.seat])]
    missing = [names[one.seat] for one in view.replies if one.answer == OPEN]
    if missing:
        lines.append(words.say("No answer yet: {names}.", names=words.listed(missing)))
    elif view.replies and all(one.answer == DECLINED for one in view.replies):
        lines.append(words.put(_DECLINED))
    return lines


_DECLINED: Final = Text(
    "Everybody has declined. Withdraw it to make another offer; else it stays open until the turn ends."
)
_SAID: Final = {
    ACCEPTED: Text("{name} accepts your offer."),
    DECLINED: Text("{name} declines your offer."),
    COUNTERED: Text("{name} would give you {gives} for {gets}."),
}

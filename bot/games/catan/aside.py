"""What of Catan goes on beside panels: turns that begin and end by themselves, and offers that call (CM-27)."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.catan import terms
from bot.play.offering import Offered, Offering
from bot.play.timed.by_itself import ByItself
from bot.wording import Text, Words
from rules.catan.facts import AcceptanceVoid, Needed, OfferClosed, OfferLapsed, OfferMade, OfferReplied
from rules.catan.state import COUNTERED, OPEN, Main
from rules.catan.views import CatanPublic, CatanSeat
from rules.contract import AnyRules, Fact, PublicView, Seat, SeatView

ROLL, END = "roll", "end"
_ALWAYS: Final = frozenset({END, "offer", "need"})
"""What every turn has: it ends, and something can be offered or asked for, perhaps in vain."""


def _begins(view: PublicView, seat: int) -> str:
    """The roll, where no development card could come before it: how many a seat holds is public, which ones is not."""
    rolls = isinstance(view, CatanPublic) and view.phase == "preroll" and view.active == seat and not view.devs[seat]
    return ROLL if rolls else ""


def _ends(rules: AnyRules, state: Any, seat: int) -> str:
    """The end, where there is nothing to build, to buy, to play, to exchange with the bank, nor an offer to answer."""
    can = {choice.token for choice in rules.choices(state, Seat(seat), ())}
    return END if isinstance(state.phase, Main) and not can - _ALWAYS else ""


def _made(facts: Sequence[Fact]) -> tuple[Offered, ...]:
    """Of a request without a price there is nothing to accept."""
    found: list[Offered] = []
    for fact in facts:
        if isinstance(fact, OfferMade | Needed):
            verbs = ("accept", "decline", "counter") if isinstance(fact, OfferMade) else ("counter", "decline")
            found.append(Offered(fact, fact.number, fact.to, tuple(f"{verb} {fact.number}" for verb in verbs)))
    return tuple(found)


def _is_open(view: PublicView, number: int) -> bool:
    made = (view.offer, *view.proposals) if isinstance(view, CatanPublic) else ()
    return any(offer is not None and offer.number == number for offer in made)


def _ended(facts: Sequence[Fact]) -> frozenset[int]:
    return frozenset([fact.number for fact in facts if isinstance(fact, OfferClosed | OfferLapsed)])


def _countered(view: SeatView) -> frozenset[int]:
    return frozenset([number for number, said in _said(view).items() if said == COUNTERED])


def _answered(view: SeatView) -> bool:
    said = _said(view)
    return bool(said) and OPEN not in said.values()


def _said(view: SeatView) -> dict[int, int]:
    """What a seat has said to each offer that is made to it."""
    if not isinstance(view, CatanSeat):
        return {}
    replies = ((view.asked, view.reply), *((answer.number, answer.reply) for answer in view.answers))
    return {number: OPEN if reply is None else reply.answer for number, reply in replies if number}


def fates(words: Words, seat: int, before: Sequence[Fact], now: Sequence[Fact], names: Sequence[str]) -> list[str]:
    """Says what became of the counter-offers of a seat, by all that it has ever been told and what it is told now.

    Everybody hears that an offer is closed or open no longer; that this was the answer to theirs, nobody says.
    """
    standing: dict[int, OfferReplied] = {}
    lines: list[str] = []
    for at, fact in enumerate((*before, *now)):
        match fact:
            case OfferReplied(seat=own) if own == seat and fact.answer == COUNTERED:
                standing[fact.number] = fact
            case OfferReplied(seat=own) | AcceptanceVoid(seat=own) if own == seat:
                standing.pop(fact.number, None)
            case OfferClosed() | OfferLapsed() if fact.number in standing:
                reply = standing.pop(fact.number)
                taken = isinstance(fact, OfferClosed) and fact.partner == seat
                cards = {"gives": terms.packed(words, reply.gives), "gets": terms.packed(words, reply.gets)}
                lines += [words.put(_FATES[taken], name=names[fact.seat], **cards)] if at >= len(before) else []
            case _:
                pass
    return lines


_FATES: Final = {
    True: Text("{name} takes your counter-offer: you give {gives} and get {gets}."),
    False: Text("{name} does not take your counter-offer: {gives} for {gets}."),
}
"""By whether it has closed the deal."""


def offered(words: Words, fact: Fact, names: Sequence[str]) -> tuple[str, str]:
    """Names an offer or a request, and says it, for the call that has its answers as buttons."""
    match fact:
        case OfferMade():
            gives, gets = terms.packed(words, fact.gives), terms.packed(words, fact.gets)
            called = _OFFERS[fact.first]
            said = words.say("{name} offers {gives} for {gets}", name=names[fact.seat], gives=gives, gets=gets)
            return words.put(called, number=fact.number), said
        case Needed():
            gets = terms.packed(words, fact.gets)
            said = words.say("{name} needs {gets}: what do you want for it?", name=names[fact.seat], gets=gets)
            return words.say("request {number}", number=fact.number), said
        case _:
            return "", ""


_OFFERS: Final = {False: Text("offer {number}"), True: Text("offer {number}, first to accept")}
"""By whether the first to accept gets it."""


BY_ITSELF: Final = ByItself(_begins, ROLL, _ends)
_TALK: Final = (OfferMade, Needed, OfferReplied, AcceptanceVoid, OfferLapsed)
OFFERED: Final = Offering(_made, _is_open, _ended, _countered, _answered, _TALK)

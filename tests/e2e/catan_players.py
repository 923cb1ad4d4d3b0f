"""People who play Catan by what they see: one by presses and menus, one by slash commands. They know no rules."""

import random
import re
from collections import Counter
from typing import Any, NamedTuple

from sandbox.actor import Person, Reply
from sandbox.page.shown import Shown
from tests.e2e.players import SELECT, opener

EAGER = (
    ("Build a city", 1.0),
    ("Build a settlement", 1.0),
    ("Make chocolate", 1.0),
    ("Build a production site", 0.8),
    ("Close the deal", 0.8),
    ("Play a knight", 0.5),
    ("Play road building", 0.8),
    ("Play year of plenty", 0.8),
    ("Play monopoly", 0.8),
    ("Buy a development card", 0.6),
    ("Build a road", 0.6),
    ("Trade with the bank", 0.6),
    ("Offer a trade", 0.3),
)
"""What a turn is used for, and how eagerly."""
ASKED, CORRECTED = "Type it", "Correct it"
"""A button of every panel, and what takes its place after something was typed in vain."""
OPTIONS = {
    "found": ("corner", "road"),
    "sites": ("sites",),
    "road": ("place",),
    "settlement": ("place",),
    "city": ("place",),
    "site": ("ingredient", "hex"),
    "plenty": ("first", "second"),
    "monopoly": ("resource",),
    "discard": ("cards",),
    "robber": ("hex",),
    "steal": ("player", "pile"),
    "chocolate": ("sort", "reward"),
    "raise": ("sort",),
    "bank": ("give", "get"),
    "offer": ("give", "get"),
    "counter": ("give", "get"),
    "deal": ("player",),
}
"""Of each command; those without options stand below."""
BARE = frozenset({"roll", "buy", "knight", "roads", "end", "accept", "decline", "withdraw"})
CARDS = frozenset({"knight", "roads", "plenty", "monopoly"})
"""What is played by /catan card."""
ASIDE = frozenset({"accept", "decline", "counter", "withdraw", "offer", "need", "deal"})
"""What can be done out of turn too."""
LIKED = (
    ("city", 1.0),
    ("settlement", 1.0),
    ("chocolate", 1.0),
    ("site", 0.8),
    ("deal", 0.8),
    ("knight", 0.5),
    ("plenty", 0.8),
    ("monopoly", 0.8),
    ("buy", 0.6),
    ("road", 0.6),
    ("bank", 0.5),
    ("offer", 0.3),
    ("roll", 1.0),
)
"""Commands, and how eagerly they are used."""
ANSWERS = ("Accept", "Decline", "Make a counter-offer")
ON_A_CALL = frozenset({"Accept", "No", "Counter"})
MOST = 120


def path(verb: str) -> str:
    return f"card {verb}" if verb in CARDS else verb


class Act(NamedTuple):
    """A control, and for a menu what is chosen."""

    part: Any
    value: str = ""


def verb_of(part: Any) -> str:
    """Of a button its label, of a menu its heading, without what follows them."""
    return str(part.get("label") or part.get("placeholder")).split(":")[0].split(" · ")[0]


def _verb(label: str) -> str:
    """Of a button on a call of several offers: Accept: offer 2."""
    return label.split(":", maxsplit=1)[0]


class Trader:
    """What all have in common: a leaning, and what they have done."""

    def __init__(self, person: Person, luck: random.Random) -> None:
        self.person = person
        self.luck = luck
        self.turns: Counter[tuple[tuple[str, ...], int]] = Counter()
        """What a turn consisted of, and the interactions that it took, the one that opened it too."""
        self.done: Counter[str] = Counter()
        self.offered = False

    async def act(self, board: Shown) -> None:
        raise NotImplementedError

    async def answer(self, board: Shown) -> None:
        raise NotImplementedError


class CatanPresser(Trader):
    """Plays by presses and menus."""

    by_call = 0.7
    """How often an offer is answered where it calls, and not by the board above it."""

    async def act(self, board: Shown) -> None:
        opened: Reply | Shown | None = self._letter()
        by_board = opened is None
        if opened is None:
            opened = await (await self.person.press(board, opener(board))).done()
        count, acts, returned = 1, list[str](), False
        for _ in range(MOST):
            shown = opened.message if isinstance(opened, Reply) else opened
            if "My turn" in shown.buttons and ASKED not in shown.buttons and not returned:
                opened = await (await self.person.press(opened, "My turn")).done()  # the picture stood in its place
                count, returned = count + 1, True
                continue
            if not {ASKED, CORRECTED, "Step back"} & set(shown.buttons):
                break
            returned = False
            chosen = self._chosen(shown, acts)
            verb = verb_of(chosen.part)
            opened = await self._do(opened, chosen)
            count += 1
            if verb not in ("Commit", "Start over", "Step back"):
                acts.append(verb)
            if "Your answer is kept." in opened.text:  # it could be changed, but is not
                break
            if verb == "Commit" and acts[-1:] == ["You get"]:
                self.offered = True
                break
        else:
            raise AssertionError(f"a turn without end: {acts}\n{opened.text}")
        if by_board:  # an old letter costs a press that says so
            self.turns[tuple(acts), count] += 1
        self.done.update(acts)

    def _letter(self) -> Shown | None:
        """A question that came by direct message; sometimes he answers there."""
        newest = self.person.dms[-1:]
        return newest[0] if newest and ASKED in newest[0].buttons and self.luck.random() < 0.7 else None

    async def _do(self, opened: Reply | Shown, act: Act) -> Reply:
        if act.part["type"] == SELECT:
            return await (await self.person.choose(opened, act.part["custom_id"], act.value)).done()
        return await (await self.person.press(opened, act.part["custom_id"])).done()

    def _chosen(self, shown: Shown, acts: list[str]) -> Act:
        controls = list(shown.controls())
        named = {verb_of(part): part for part in reversed(controls)}
        composing = "▸" in shown.text
        if "Commit" in named and (composing or self.luck.random() < 0.5 or acts.count("Build a road") > 2):
            return Act(named["Commit"])
        if not composing:
            for verb, eager in EAGER:
                fresh = verb not in ("Offer a trade", "Trade with the bank") or verb not in acts
                if verb in named and fresh and self.luck.random() < eager:
                    return self._any(named[verb], controls)
            for verb in ("Roll", "End turn"):
                if verb in named:
                    return Act(named[verb])
        seen = {verb for verb in ("Show the board", "Standing order") if verb in acts}  # once a turn is enough
        rest = [
            part
            for part in controls
            if verb_of(part) not in {"Step back", "Start over", ASKED, CORRECTED, "Commit", *seen}
        ]
        if rest:
            return self._any(self.luck.choice(rest), controls)
        return Act(named.get("Commit") or named["Step back"])

    def _any(self, part: Any, controls: list[Any]) -> Act:
        """Of menus of one heading any, and of a menu any entry."""
        alike = [other for other in controls if verb_of(other) == verb_of(part)]
        part = self.luck.choice(alike)
        return Act(part, self.luck.choice(part["options"])["value"]) if part["type"] == SELECT else Act(part)

    async def answer(self, board: Shown) -> None:
        """An offer: he accepts, declines, makes another, or looks and leaves it; mostly by one press on its call."""
        calls = [shown for shown in self.person.messages(self.person.here) if ON_A_CALL & {*map(_verb, shown.buttons)}]
        at_once = [name for name in calls[-1].buttons if _verb(name) in ON_A_CALL] if calls else []
        if at_once and self.luck.random() < self.by_call:
            pressed = self.luck.choice(at_once)
            self.done[f"{_verb(pressed)} on a call"] += 1
            opened = await (await self.person.press(calls[-1], pressed)).done()
        else:
            opened = await (await self.person.press(board, "Answer")).done()
        for _ in range(6):
            named = {verb_of(part): part for part in reversed(list(opened.message.controls()))}
            if ASKED not in opened.message.buttons or not {"Accept", "Decline", "You get", "You give"} & set(named):
                return
            if "▸" in opened.text:
                act = self._chosen(opened.message, [])
            else:
                act = Act(named[self.luck.choice([verb for verb in named if verb in ANSWERS])])
            self.done[verb_of(act.part)] += 1
            opened = await self._do(opened, act)
            if verb_of(act.part) in ("Accept", "Decline", "Commit"):
                return


class CatanTypist(Trader):
    """Plays by /catan alone, by what is suggested for its options."""

    async def act(self, board: Shown) -> None:
        acts: list[str] = []
        for _ in range(MOST):
            verbs = await self._verbs()
            if not verbs or not set(verbs) - ASIDE:
                return
            verb = self._verb(verbs, acts)
            reply = await self._type(verb)
            acts.append(verb)
            self.done[verb] += 1
            assert not reply.text.startswith("I cannot read"), (verb, reply.text)
            self.offered = verb == "offer" and bool(re.match(r"Move \d+ played\.", reply.text))
            if self.offered or verb == "end" or reply.text.startswith("Your answer"):
                return
        raise AssertionError(f"a turn without end: {acts}")

    async def answer(self, board: Shown) -> None:
        verbs = [verb for verb in await self._verbs() if verb in ("accept", "decline", "counter")]
        if verbs:
            verb = self.luck.choice(verbs)
            self.done[verb] += 1
            await self._type(verb)

    async def _verbs(self) -> list[str]:
        found = await self.person.autocomplete("/play", move="")
        return list(dict.fromkeys(choice["value"].split()[0] for choice in found))

    def _verb(self, verbs: list[str], acts: list[str]) -> str:
        for verb, eager in LIKED:
            often = 1 if verb in ("offer", "bank") else 3
            if verb in verbs and acts.count(verb) < often and self.luck.random() < eager:
                return verb
        if "end" in verbs:
            return "end"
        return next(verb for verb in verbs if verb in OPTIONS or verb in BARE)

    async def _type(self, verb: str) -> Reply:
        chosen: dict[str, Any] = {}
        for option in OPTIONS.get(verb, ()):
            chosen[option] = await self._filled(verb, chosen, option)
        given = {option: value for option, value in chosen.items() if value}
        return await (await self.person.slash(f"/catan {path(verb)}", given)).done()

    async def _filled(self, verb: str, chosen: dict[str, Any], option: str) -> str:
        """What is suggested for an option; of cards and sites as much as it takes."""
        text = ""
        while True:
            found = [
                c["value"] for c in await self.person.autocomplete(f"/catan {path(verb)}", chosen | {option: text})
            ]
            longer = [value for value in found if len(value.split()) > len(text.split())]
            if not longer or (text and verb in ("offer", "counter", "deal")):
                return text
            text = self.luck.choice(longer)

"""The texts of buttons and menus: choices, groups, planned moves, standing orders, hands."""

from collections import Counter
from collections.abc import Sequence

from bot.games.guatemala import roads, terms
from bot.games.guatemala.asking import stakes
from bot.wording import Text, TextIn, Words, capital
from bot.wording.answer_text import KEPT
from bot.wording.paging import OPTION
from bot.wording.phrases import Tokens
from bot.wording.words import NARROW, size
from rules.contract import Choice
from rules.guatemala.board import EDGE, HARBOUR, PLACE_OF, Zone
from rules.guatemala.moves import BLOCK, BUYER, DONE, LAY, PASS, SAIL, SCORE, STEP, TAKE
from rules.guatemala.pieces import CODE_OF, COFFEE_OF, EMPTY, KIND_OF, LETTERS, ROAD, SACK, SACKS_EACH, Kind
from rules.guatemala.production import FIELD_OF, SPACES
from rules.guatemala.views import GuatemalaPublic, GuatemalaSeat

_VERBS = {
    BUYER: TextIn("button", "Put the Buyer"),
    STEP: TextIn("button", "Move the Buyer"),
    TAKE: TextIn("button", "Build"),
    SCORE: TextIn("button", "Score"),
    DONE: TextIn("button", "Finish"),
    BLOCK: TextIn("button", "Block"),
    PASS: TextIn("button", "Pass"),
    LAY: TextIn("button", "Which sack you lay on the emptied field"),
    SAIL: TextIn("button", "Which ship sails"),
}

_ZONES = {"grey": Zone.GREY, "green": Zone.GREEN, "yellow": Zone.YELLOW}
_GROUPS = {
    "grey": Text("Grey area"),
    "green": Text("Green area"),
    "yellow": Text("Yellow area"),
    "worker": Text("Workers"),
    "shed": Text("Sheds"),
    "ship": Text("Ships"),
    "road": Text("Roads"),
    "sack": Text("Coffee sacks"),
}


def label(words: Words, choice: Choice, tokens: Tokens, view: GuatemalaPublic | None = None) -> str:
    """Names a choice after these tokens; with the view a step also names the space that it leads to."""
    if not tokens or (choice.token in _VERBS and tokens[0] == SCORE):
        return _verb(words, choice.token, view)
    match tokens[-1]:
        case "buyer":
            return _space(words, int(choice.token))
        case "step":
            return _step(words, choice, view)
        case "lay":
            return _lay(words, choice)
        case "sail":
            return capital(terms.place(words, PLACE_OF[choice.token.upper()]))
        case _:
            return _piece(words, choice) if len(tokens) == 1 else _place(words, choice)


def _verb(words: Words, token: str, view: GuatemalaPublic | None) -> str:
    if token == DONE and view is not None and view.phase == "line":
        return words.say_in("button", "Stop")
    return words.put(_VERBS[token]) if token in _VERBS else token


def offered(words: Words, offers: Tokens) -> str:
    """Says what a line offers: workers: 2 black, white; roads: 2. By letters if a menu's line is too short for that."""
    codes = [CODE_OF[token] for token in offers]
    kinds = [kind for kind in _OFFERED if any(KIND_OF[code] == kind for code in codes)]
    found = {kind: Counter(COFFEE_OF[code] for code in sorted(codes) if KIND_OF[code] == kind) for kind in kinds}
    told = "; ".join(f"{terms.kind(words, kind)}: {_coffees(words, kind, found[kind])}" for kind in kinds)
    if size(told) <= OPTION:
        return told or words.say("nothing")
    return ", ".join(f"{terms.kind(words, kind)}{NARROW}{_letters(found[kind])}" for kind in kinds)


_OFFERED = (Kind.WORKER, Kind.SHED, Kind.SHIP, Kind.SACK, Kind.ROAD)


def _coffees(words: Words, kind: Kind, found: Counter[int]) -> str:
    if kind == Kind.ROAD:
        return str(found.total())
    return ", ".join(terms.of_kind(words, kind, coffee, n) for coffee, n in found.items())


def _letters(found: Counter[int]) -> str:
    return str(found.total()) if -1 in found else "".join(LETTERS[coffee] for coffee in found.elements())


def _space(words: Words, space: int) -> str:
    return f"{space} · {terms.line(words, space)}"


def _step(words: Words, choice: Choice, view: GuatemalaPublic | None) -> str:
    price = f" ({words.money(choice.worth)})" if choice.worth else ""
    steps = int(choice.token)
    if view is None or view.buyer < 0:
        return words.many("{n} space", "{n} spaces", steps) + price
    return f"{steps} → {_space(words, (view.buyer + steps) % SPACES)}{price}"


def _piece(words: Words, choice: Choice) -> str:
    """Names a field of the production board and what lies there; a sack also with what it would bring."""
    code = CODE_OF[choice.offers[0]]
    text = f"{choice.token} · {terms.lettered(words, code)}"
    return f"{text} · {terms.points(words, choice.worth or 0)}" if KIND_OF[code] == Kind.SACK else text


def _place(words: Words, choice: Choice) -> str:
    """H7 · green · 2 ¢"""
    where = PLACE_OF[choice.token.upper()]
    if where >= EDGE:
        return f"{choice.token} · {terms.border(words, where)}"
    price = words.money(choice.worth or 0)
    if where >= HARBOUR:
        return f"{capital(terms.place(words, where))} · {price}"
    return f"{choice.token} · {terms.zone_name(words, _ZONES[choice.group])} · {price}"


def _lay(words: Words, choice: Choice) -> str:
    sack = terms.lettered(words, SACK + LETTERS.index(choice.token))
    return f"{capital(sack)} · {words.say('you have {n}', n=choice.worth or 0)}"


def press(words: Words, choice: Choice, tokens: Tokens) -> str:
    """Labels the answers that finish a scoring, with their verb; empty for all others."""
    if tokens == (LAY,):
        return words.say_in("button", "Lay: {sack}", sack=_lay(words, choice))
    return words.say_in("button", "Sail: {place}", place=label(words, choice, tokens)) if tokens == (SAIL,) else ""


def commit(words: Words, tokens: Tokens, choice: Choice | None, view: GuatemalaPublic) -> str:
    """Says what a scoring does: of which coffee, and which sack is laid; empty for all other moves."""
    if tokens[:1] != (SCORE,) or len(tokens) < 2:
        return ""
    scored = terms.colour(words, COFFEE_OF[view.board[FIELD_OF[tokens[1]]]])
    if LAY not in tokens:
        later = view.stocks[view.active] and choice is None
        return (words.say_in("button", "Score {scored}, choose the sack later", scored=scored) if later
                else words.say_in("button", "Score {scored}", scored=scored))  # fmt: skip
    laid = terms.colour(words, LETTERS.index(tokens[tokens.index(LAY) + 1]))
    said = words.say_in("button", "Score {scored}, lay {laid}", scored=scored, laid=laid)
    return f"{said} · {words.say('you have {n}', n=choice.worth)}" if choice and choice.worth else said


def asks(tokens: Tokens, view: GuatemalaPublic) -> bool:
    """Does this move ask the others about a blockade? None is asked who holds no sack, nor where all of a coffee lie
    open (GC-26); then it can be taken back as well.
    """
    if tokens[:1] != (SCORE,) or len(tokens) < 2:
        return False
    code = view.board[FIELD_OF[tokens[1]]]
    held = any(stock for seat, stock in enumerate(view.stocks) if seat != view.active)
    return held and view.board.count(code) + view.track.count(COFFEE_OF[code]) < SACKS_EACH


def detail(
    words: Words, choice: Choice, tokens: Tokens, names: Sequence[str], view: GuatemalaPublic | None = None
) -> str:
    """Returns the second line of a menu entry: what a line offers, the points of a scoring, where a road leads."""
    if tokens in ((BUYER,), (STEP,)):
        return capital(offered(words, choice.offers))
    where = PLACE_OF.get(choice.token.upper(), 0) if tokens[:1] == (TAKE,) and len(tokens) == 2 else 0
    if where >= EDGE and view is not None:
        return capital(roads.leads(words, where - EDGE, view))
    if tokens != (SCORE,) or len(choice.offers) < 2:
        return ""
    return terms.gains(words, tuple(int(points) for points in choice.offers[1:]), tuple(names))


def group(words: Words, key: str) -> str:
    """Returns the heading of a menu: of a group of choices, or of what follows a verb."""
    if key in _GROUPS:
        return words.put(_GROUPS[key])
    return words.put(_VERBS[key]) if key in _VERBS else key


# ── planned moves and answers ────────────────────────────────────────────────────────────────────────────────────────


def planned(words: Words, text: str, view: GuatemalaPublic | None = None, names: Sequence[str] = ()) -> str:
    """Puts a move in its notation into words; for its player only, since it may hold a plan.

    An unfinished move is told as far as it goes. A piece is named if the view still shows it, so the view before the
    turn is best.
    """
    match text.split():
        case ["buyer", space]:
            return words.say("Buyer to space {space}", space=space)
        case ["step", n]:
            return words.many("Buyer {n} space on", "Buyer {n} spaces on", int(n))
        case ["take", source]:
            return f"{_begun_take(words, source, view)} …"
        case ["take", source, where]:
            return _planned_take(words, source, where, view)
        case ["score", source, *plan]:
            return _planned_score(words, source, _plan(words, plan), view, names)
        case ["lay" | "sail", _] as plan:
            return ", ".join(_plan(words, plan))
        case ["done"]:
            return words.say("finish")
        case ["block"]:
            return words.say("block")
        case ["pass"]:
            return words.say("pass")
        case [verb] if verb in _VERBS:
            return f"{words.put(_VERBS[verb])} …"
        case _:
            return text


def _begun_take(words: Words, source: str, view: GuatemalaPublic | None) -> str:
    """Describes a piece whose place is not chosen yet."""
    code = view.board[FIELD_OF[source]] if view is not None else EMPTY
    if code:
        return words.say("{piece} from {field}", piece=terms.piece(words, code), field=source)
    return words.say("from {field}", field=source)


def _planned_take(words: Words, source: str, where: str, view: GuatemalaPublic | None) -> str:
    at = PLACE_OF[where.upper()]
    place = terms.place(words, at)
    code = view.board[FIELD_OF[source]] if view is not None else EMPTY
    if at >= EDGE:
        code = ROAD
    elif KIND_OF[code] not in ((Kind.SHIP,) if at >= HARBOUR else (Kind.WORKER, Kind.SHED)):
        code = EMPTY  # in this view the piece no longer lies there
    if code:
        return words.say("{piece} from {field} to {place}", piece=terms.piece(words, code), field=source, place=place)
    return words.say("from {field} to {place}", field=source, place=place)


def _planned_score(
    words: Words, source: str, plan: Sequence[str], view: GuatemalaPublic | None, names: Sequence[str]
) -> str:
    """Says what a scoring would bring, if there is room, and that the player will then lay a sack of their own."""
    score = words.say("score the coffee sack at {field}", field=source)
    if view is None or not view.board[FIELD_OF[source]]:
        return ", ".join([score, *plan])
    gained = stakes(view, COFFEE_OF[view.board[FIELD_OF[source]]])
    own = words.say("you {points}", points=words.signed(gained[view.active]))
    own = own if any(gained) else words.say("nobody gets points")
    everybody = terms.gains(words, gained, tuple(names)) if names else ""
    brings = [f"{score} ({gains})" for gains in (everybody, own) if gains]
    if plan or view.stocks[view.active] < 2:
        rest = f", {', '.join(plan)}" if plan else ""
    else:
        rest = f"; {words.say('you choose now or later which sack you lay there')}"
    return next((text for text in (f"{brought}{rest}" for brought in brings) if size(text) <= OPTION), f"{score}{rest}")


def _plan(words: Words, plan: Sequence[str]) -> list[str]:
    parts: list[str] = []
    for verb, value in zip(plan[::2], plan[1::2], strict=False):
        if verb == LAY:
            parts.append(words.say("then lay: {sack}", sack=terms.piece(words, SACK + LETTERS.index(value))))
        else:
            parts.append(words.say("ship sails from {harbour}", harbour=terms.place(words, PLACE_OF[value.upper()])))
    return parts


def legend(words: Words) -> str:
    """Says which coffee each letter on the pieces is: the pictures are the same in all languages."""
    told = " · ".join(f"{letter} {terms.colour(words, coffee)}" for coffee, letter in enumerate(LETTERS))
    return words.say("On the pieces: {letters}", letters=told)


# ── what one seat sees besides ───────────────────────────────────────────────────────────────────────────────────────


def hand(words: Words, view: GuatemalaSeat) -> str:
    total = sum(view.stock)
    if total:
        sacks = terms.counted(words, view.stock)
        lines = [
            words.many("You have {n} coffee sack: {sacks}.", "You have {n} coffee sacks: {sacks}.", total, sacks=sacks)
        ]
    else:
        lines = [words.say("You have no coffee sacks.")]
    if view.asked:
        lines.append(_asked(words, view))
    if view.plan_lay >= 0:
        lines.append(words.say("You will lay: {sack}.", sack=terms.piece(words, SACK + view.plan_lay)))
    if view.plan_sail >= 0:
        lines.append(words.say("Your ship sails from {harbour}.", harbour=terms.harbour(words, view.plan_sail)))
    return " ".join(lines)


def when_asked(words: Words, view: GuatemalaSeat) -> str:
    """Says what a blockade would cost, or that there is no choice; the picture shows the sacks."""
    return _asked(words, view) if view.asked else ""


def _asked(words: Words, view: GuatemalaSeat) -> str:
    if view.answer in KEPT:
        return words.put(KEPT[view.answer])
    if view.may_block:
        return words.say("Block or pass? Blocking costs you one sack of that colour.")
    return words.say("You hold no sack of that colour, so you can only pass.")

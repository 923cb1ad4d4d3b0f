"""The texts of buttons and menus: choices, groups, planned moves, whole turns, hands."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.games.cafe.asking import drops_out
from bot.wording import TextIn, Words, capital
from bot.wording.phrases import Tokens
from rules.cafe.board import CHAIR_NAMES, CHAIR_OF
from rules.cafe.choices import OUT
from rules.cafe.guests import KIND_OF, NATION_OF, TOKENS
from rules.cafe.moves import BAR, NAME, SEAT, SWAP, Bar, CafeMove, Seating, Swap, parse
from rules.cafe.views import CafePublic, CafeSeat
from rules.contract import Choice
from rules.notation import NotationError

_VERBS = {
    SEAT: TextIn("button", "Seat guests"),
    BAR: TextIn("button", "To the bar"),
    SWAP: TextIn("button", "Take a joker"),
    NAME: TextIn("button", "Birthday nation"),
}


def _kind(token: str) -> int:
    return KIND_OF.get(token.upper(), -1)


def label(words: Words, choice: Choice, tokens: Tokens, _view: CafePublic | None = None) -> str:
    """Returns a choice after these tokens: a guest, a chair with its new guest, a nation; with what the turn brings."""
    token = choice.token
    if not tokens:
        return _begun(words, token)
    if token in NATION_OF:
        return _nation(words, choice, tokens)
    if token in CHAIR_OF:
        return _chair(words, choice, tokens)
    kind = _kind(token)
    if kind < 0:
        return token
    if tokens[0] == BAR:
        return _to_bar(words, choice, kind)
    return capital(terms.lettered(words, kind))


def _begun(words: Words, token: str) -> str:
    """Returns what a first word begins: a move, or more of a seating."""
    if token in _VERBS:
        return words.put(_VERBS[token])
    if token in CHAIR_OF:
        return words.put(_VERBS[SEAT])
    return words.say("Add a guest") if _kind(token) >= 0 else token


def _nation(words: Words, choice: Choice, tokens: Tokens) -> str:
    name = terms.nation(words, NATION_OF[choice.token])
    if tokens[:1] == (NAME,):
        return f"{name} ({choice.token})"
    guest = capital(terms.guest(words, _kind(tokens[-2])))
    return _worth(words, f"{guest} ({name}) → {tokens[-1]}", choice)


def _chair(words: Words, choice: Choice, tokens: Tokens) -> str:
    guest = capital(terms.guest(words, _kind(tokens[-1])))
    if tokens[0] == SWAP:
        return words.say("{guest} for the joker on {chair}", guest=guest, chair=choice.token)
    return _worth(words, f"{guest} → {choice.token}", choice)


def _to_bar(words: Words, choice: Choice, kind: int) -> str:
    text = _worth(words, capital(terms.lettered(words, kind)), choice)
    return f"{text} · {words.say('you drop out!')}" if OUT in choice.offers else text


def _worth(words: Words, text: str, choice: Choice) -> str:
    return text if choice.worth is None else f"{text} · {terms.points(words, choice.worth)}"


def detail(words: Words, choice: Choice, tokens: Tokens, _names: Sequence[str], _view: object = None) -> str:
    """Returns the second line of a menu entry: the tables of a chair, and who is still missing there."""
    chair = choice.token if choice.token in CHAIR_OF else "".join(tokens[-1:])
    if chair not in CHAIR_OF or _kind(choice.token) >= 0:
        return ""
    text = terms.tables_at(words, CHAIR_OF[chair])
    return text if choice.whole else f"{text} · {words.say('needs another guest')}"


def group(words: Words, key: str) -> str:
    """Returns the heading of a menu: of the chairs of a guest or a nation, or of what follows a verb."""
    if key in NATION_OF:
        return terms.nation(words, NATION_OF[key])
    if key in _VERBS:
        return words.put(_VERBS[key])
    kind = _kind(key)
    return words.say("Seat: {guest}", guest=terms.lettered(words, kind)) if kind >= 0 else key


# ── whole turns ──────────────────────────────────────────────────────────────────────────────────────────────────────


def planned(words: Words, text: str, _view: CafePublic | None = None, _names: Sequence[str] = ()) -> str:
    """Puts a move in its notation into words; an unfinished one as far as it goes."""
    move = _read(text)
    match move:
        case Seating():
            return ", ".join(f"{terms.seated(words, sits)} → {terms.chair_name(sits.chair)}" for sits in move.guests)
        case Bar():
            return words.say("{guest} to the bar", guest=terms.guest(words, move.kind))
        case Swap():
            guest, chair = terms.guest(words, move.kind), terms.chair_name(move.chair)
            return words.say("{guest} for the joker on {chair}", guest=guest, chair=chair)
        case None:
            return _unfinished(words, text)
        case _:
            return words.say("birthday: {nation}", nation=terms.nation(words, move.nation))


def _unfinished(words: Words, text: str) -> str:
    """Turkish man → C18, Frenchwoman → …"""
    verb, *said = text.split() or [""]
    if verb not in _VERBS:
        return text
    parts: list[str] = []
    for token in said:
        if _kind(token) >= 0:
            parts.append(f"{terms.guest(words, _kind(token))} → …")
        elif token in CHAIR_OF and parts:
            parts[-1] = f"{parts[-1].removesuffix('…')}{token}"
    return ", ".join(parts) or f"{words.put(_VERBS[verb])} …"


def _read(text: str) -> CafeMove | None:
    try:
        return parse(text)
    except NotationError:
        return None


def turn(words: Words, text: str, worth: int, view: CafePublic) -> str:
    """Returns a whole turn as a line of suggestions: USm C53 + Jf C59 DE → 12."""
    move, brings = _read(text), f" → {terms.plain(worth)}"
    match move:
        case Seating():
            guests = text.split()[1:]
            for place in range(len(guests) - 1, 0, -1):
                if _kind(guests[place]) >= 0:
                    guests.insert(place, "+")
            return " ".join(guests) + brings
        case Bar():
            said = words.say("Bar: {guest}", guest=TOKENS[move.kind]) + brings
            return f"{said} · {words.say('you drop out!')}" if drops_out(view, view.active) else said
        case Swap():
            chair = CHAIR_NAMES[move.chair]
            return words.say("{guest} for the joker on {chair}", guest=TOKENS[move.kind], chair=chair) + brings
        case _:
            return planned(words, text)


# ── what one seat sees besides ───────────────────────────────────────────────────────────────────────────────────────


def hand(words: Words, view: CafeSeat) -> str:
    lines = [
        words.say("Your guests: {list}.", list=terms.counted(words, view.hand))
        if view.hand
        else words.say("You hold no guests.")
    ]
    if view.drops_out:
        lines.append(words.say("At the bar you could not pay: you would drop out."))
    return " ".join(lines)

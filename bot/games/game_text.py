"""What happened, what is asked, what went wrong: facts, reasons, answers and public views put into words.

A public text is made of announced facts and the public view alone, one for a single person of their own view. The
caller chooses the language and cleans the names. Nothing here knows Discord but its limits: a text fits the place for
which it is meant. If a game fails to say something, no words or the notation take its place (bot/wording/mishaps.py).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.games import GAMES, end_text
from bot.games.end_text import Course
from bot.games.game import Game
from bot.play import Table, turns
from bot.play.answers import Answer, AnswerKept, BadMove, BadOrder, Played
from bot.play.timed.orders import BLOCK, PASS
from bot.wording import Phrases, Words, called, chapters, or_else, quoted, spared
from bot.wording import answer_text as answers_text
from bot.wording.paging import ALT, BUTTON, MESSAGE, OPTION, TITLE, fit, newest, pages
from bot.wording.phrases import Names, Ordering, Tokens
from bot.wording.words import clip
from rules.contract import ORDINARY, Choice, Fact, GameIsOver, NotAsked, Outcome, PublicView, Reason, SeatView, Setup
from rules.engine import Entry

END: Final = "end"
COURSE: Final = "course"
"""The names of the pictures of how a game ended, and of how its points came about."""

Facts = Sequence[Fact]
_by_key: dict[str, Game] = {}
_by_package: dict[str, Game] = {}


def know(games: Mapping[str, Game]) -> None:
    """Makes the texts of these games known: by their keys, and by where their values are defined."""
    _by_key.update(games)
    _by_package.update({game.package: game for game in games.values()})


know(GAMES)


def _game(value: object) -> Game:
    """Returns the game to which a fact, a reason or a view belongs."""
    return _by_package[type(value).__module__.rpartition(".")[0]]


def _of(value: object) -> Phrases:
    return _game(value).wording


def wording(game: str) -> Phrases:
    """Returns all that a game can say."""
    return _by_key[game].wording


def _unsaid(words: Words) -> str:
    """Returns what is said instead of a sentence that failed."""
    return words.say("This could not be put into words; the picture shows it, and the buttons work as always.")


def names(words: Words, table: Table) -> tuple[str, ...]:
    return called(words, table.seats)


# ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────────


def tell(words: Words, facts: Sequence[Fact], names: Names) -> list[str]:
    """Returns a line for each turn. The facts are those that the reader may know."""
    return or_else(lambda: _of(facts[0]).tell(words, facts, names) if facts else [], [_unsaid(words)])


def happened(words: Words, kind: str, seat: int, facts: Sequence[Fact], names: Names) -> str:
    """Tells a commit as the thread is told of it: its facts, or that one was taken back (kinds as in the records)."""
    if kind == "undo":
        return words.say("{name} has taken the last move back.", name=names[seat])
    return newest(tell(words, facts, names))


def log_line(words: Words, entry: Entry, names: Names) -> str:
    """Returns one line of the log as its reader may see it."""
    text = " ".join(happened(words, entry.kind, entry.seat, entry.facts, names).split("\n"))
    if entry.undone:
        text = f"~~{text}~~ ({words.say('taken back')})"
    return f"{entry.number} · {text}" if entry.number is not None else text


def told(words: Words, entry: Entry, at: int, names: Names) -> str:
    """Returns a line of the log with its day and hour, which Discord shows in the reader's own zone."""
    when = f"<t:{at // 1000}:d> <t:{at // 1000}:t> · " if at else ""
    return when + log_line(words, entry, names)


# ── what is asked ────────────────────────────────────────────────────────────────────────────────────────────────────


def ask(words: Words, topic: str, view: PublicView, names: Names) -> str:
    """Puts the question to a player who is asked; everybody may read it."""
    return or_else(lambda: _of(view).ask(words, topic, view, names), _unsaid(words))


def topic(words: Words, topic: str, view: PublicView) -> str:
    """Names what is asked, for a line that calls somebody."""
    if topic == ORDINARY:
        return words.say("your turn")
    known = _of(view).topics.get(topic)
    return words.put(known) if known else words.say("your answer")


def offered(words: Words, fact: Fact, names: Names) -> tuple[str, str]:
    """Names an offer, and says what it is, for the message that calls those who are asked."""
    say = _of(fact).offered
    return or_else(lambda: say(words, fact, names) if say is not None else ("", ""), ("", _unsaid(words)))


def status(words: Words, view: PublicView, names: Names) -> str:
    """Says in one sentence whose turn it is and what there is to do."""
    return or_else(lambda: _of(view).status(words, view, names), _unsaid(words))


def standing(words: Words, view: PublicView, names: Names) -> list[str]:
    """Says who has how much, by the seats' signs on the picture; nothing if the game has no such line."""
    say = _of(view).standing
    return or_else(lambda: [say(words, view, names)] if say is not None else [], [])


def legend(words: Words, view: PublicView | SeatView) -> list[str]:
    """Says in a small line what is written on the pieces; nothing if the game needs no such line."""
    say = _of(view).legend
    return or_else(lambda: [f"-# {say(words)}"] if say is not None else [], [])


def waiting_for(words: Words, seats: Sequence[int], names: Names, since: str = "") -> str:
    """Names the players whom the table waits for, and since when if that is given; empty if there are none."""
    whom = words.listed([names[seat] for seat in seats])
    if since:
        return words.say("Waiting for {names} · {since}", names=whom, since=since)
    return words.say("Waiting for {names}.", names=whom) if seats else ""


def ending(words: Words, outcome: Outcome, names: Names, view: PublicView, told: Sequence[Fact] = ()) -> str:
    """Says who won, and the ranking; with all that was told, where the points came from, too.

    The last fact and `status` say why the game ended.
    """
    brought = _game(view).brought
    return or_else(
        lambda: end_text.ending(words, _of(view), outcome, names, view, told=told, brought=brought), _unsaid(words)
    )


# ── what is answered ─────────────────────────────────────────────────────────────────────────────────────────────────


def explain(words: Words, reason: Reason, names: Names = ()) -> str:
    """Says why a move is refused, and what to do."""
    if isinstance(reason, NotAsked):
        return words.say("That is not what the game needs from you now. “My turn” shows what is.")
    if isinstance(reason, GameIsOver):
        return words.say("The game is over. See the result with /table board.")
    unknown = words.say("That is not possible now. Open “My turn” to see what is.")
    return or_else(lambda: _of(reason).explain(words, reason, names), unknown)


def reply(words: Words, answer: Answer, names: Names = (), game: str = "", heard: Sequence[Fact] = ()) -> str:
    """Puts a use case's answer to its asker into words, with what only they were told by it."""

    def explained(bad: BadMove) -> str:
        return explain(words, bad.reason, names)

    if isinstance(answer, Played) and heard:
        public = [answers_text.reply(words, answer, explained, str)] if answer.number else []
        return clip(" ".join([*public, *tell(words, heard, names)]), MESSAGE)
    known = _by_key.get(game)
    if isinstance(answer, BadOrder) and known is not None and known.orders is None:
        return order(words, game, "")
    if isinstance(answer, AnswerKept) and known is not None and answer.text not in (BLOCK, PASS):
        answer = replace(answer, text=_planned(words, answer.text, game, None, names))
    example = given.example if (given := ordering(game)) is not None else ""
    return clip(answers_text.reply(words, answer, explained, lambda rule: order(words, game, rule), example), MESSAGE)


def answer_text(words: Words, answer: Answer, table: Table | None = None) -> str:
    """Puts a use case's answer into words, with names and facts if a table is in hand."""
    if table is None:
        return reply(words, answer)
    heard = turns.told(table, answer) if isinstance(answer, Played) else ()
    said = reply(words, answer, names(words, table), table.row.game, heard)
    return chapters.as_on_board(said, words.lang, table.row.lang)


# ── menus ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def label(
    words: Words, choice: Choice, game: str, tokens: Tokens = (), view: PublicView | None = None, *, names: Names = ()
) -> str:
    """Names a choice after these tokens, short enough for a button. With the view and the names it can say more."""
    with spared:
        person = wording(game).person
        named = person(words, choice, tokens, names) if names and person is not None else ""
        return clip(named or wording(game).label(words, choice, tokens, view), BUTTON)
    return clip(choice.token, BUTTON)


def press(words: Words, choice: Choice, game: str, tokens: Tokens) -> str:
    """Labels a button if `label` would say too little; else empty."""
    say = wording(game).press
    return or_else(lambda: clip(say(words, choice, tokens), BUTTON) if say is not None else "", "")


def detail(
    words: Words, choice: Choice, game: str, tokens: Tokens, names: Names, *, view: PublicView | None = None
) -> str:
    """Returns the second line of a menu entry; may be empty. With the view it can say more."""
    return or_else(lambda: clip(wording(game).detail(words, choice, tokens, names, view), OPTION), "")


def group(words: Words, key: str, game: str) -> str:
    """Returns the heading of a group of choices."""
    return or_else(lambda: clip(wording(game).group(words, key), TITLE), clip(key, TITLE))


def heading(words: Words, key: str, game: str, tokens: Tokens, view: PublicView) -> str:
    """Returns the heading of a menu of what can follow these words: group or verb, or what the game makes of it."""
    say = wording(game).heading
    with spared:
        return clip(say(words, key, tokens, view), OPTION) if say is not None else group(words, key, game)
    return group(words, key, game)


def planned(words: Words, text: str, game: str, view: PublicView | None = None, names: Names = ()) -> str:
    """Puts a planned move's notation into words; for its player only."""
    return clip(_planned(words, text, game, view, names), OPTION)


def _planned(words: Words, text: str, game: str, view: PublicView | None, names: Names) -> str:
    return or_else(lambda: wording(game).planned(words, text, view, names), text)


def plan(
    words: Words, moves: Sequence[str], game: str, view: PublicView, facts: Sequence[Fact], *, names: Names
) -> list[str]:
    """Returns a line for each move of a plan. `view` is the position before it, `facts` what it does."""
    say = wording(game).plan
    with spared:
        if say is not None:
            return [clip(line, OPTION) for line in say(words, moves, facts, names)]
    return [planned(words, text, game, view, names) for text in moves]


def commit(words: Words, tokens: Tokens, game: str, view: PublicView, choice: Choice | None = None) -> str:
    """Labels the button that commits a move."""
    say, plain = wording(game).commit, words.say("Commit")
    return or_else(lambda: clip((say and say(words, tokens, choice, view)) or plain, BUTTON), plain)


def turn(words: Words, text: str, worth: int, view: PublicView) -> str:
    """Returns a whole turn in its notation with what it brings, as a line of a list."""
    say = _of(view).turn
    return or_else(lambda: clip(say(words, text, worth, view) if say is not None else text, OPTION), clip(text, OPTION))


def order(words: Words, game: str, rule: str) -> str:
    """Puts a standing order's canonical words into a sentence; for its giver only."""
    with spared:
        if game in _by_key:
            say = wording(game).order
            none = words.say("You have no standing order: you are asked each time.")
            return say(words, rule) if rule and say is not None else none
    return words.say("Your standing order: {rule}.", rule=quoted(rule, OPTION))


def ordering(game: str) -> Ordering | None:
    """Returns how a standing order is given by presses; None where it is typed."""
    return wording(game).ordering if game in _by_key else None


def orders_here(game: str, *, sealed: bool) -> bool:
    """Is a standing order offered beside such a question: a sealed one, or any if orders answer others, too?"""
    taken = _by_key[game].orders if ordering(game) is not None else None
    return taken is not None and (sealed or bool(taken.at_once))


def listed(words: Words, game: str, orders: Sequence[tuple[int, str]], names: Names) -> list[str]:
    """Returns lines about what players have left for all to see."""
    said = wording(game).listed
    return [line for seat, rule in orders for line in said(words, names[seat], rule)] if said is not None else []


def title(game: str) -> str:
    """Returns the game's own name: of its threads, and above its messages."""
    return _by_key[game].title if game in _by_key else game


def chapters_of(words: Words, game: str) -> tuple[tuple[str, str], ...]:
    """Returns heading and text of each chapter of its rules in short."""
    return chapters.chapters(words.lang, _by_key[game].chapters)


def chapter(words: Words, game: str, number: int = 0, table: str = "") -> str:
    """Returns one chapter as a message; the first says how a table is played. `table`: the language of its buttons."""
    return chapters.chapter(words.lang, _by_key[game].chapters, number, table) if game in _by_key else "?"


def ranks_turns(game: str) -> bool:
    """Does the game list whole turns with what they bring?"""
    return wording(game).turn is not None


def settings(words: Words, game: str, setup: Setup) -> list[str]:
    """Says how a table is going to be played: by how many, and a line for each option that matters."""
    few, most = min(_by_key[game].rules.seats), max(_by_key[game].rules.seats)
    free = words.many("{n} free seat; {few} to {most} play.", "{n} free seats; {few} to {most} play.",
                      max(0, most - setup.seats), few=few, most=most)  # fmt: skip
    said = [option for option in _by_key[game].rules.options if setup.counts(option)]
    return [free, *(setting(words, game, option.key, setup.chosen(option)) for option in said)]


def option(words: Words, game: str, key: str) -> str:
    """Names an option of a new table."""
    text = wording(game).options.get(key)
    return words.put(text) if text else key


def setting(words: Words, game: str, key: str, chosen: str) -> str:
    """Names an option with one of its values."""
    return f"{option(words, game, key)} – {value(words, game, key, chosen)}"


def part(words: Words, game: str, picture: str, region: str) -> str:
    """Names a part of a picture that can be shown larger."""
    phrases = wording(game)
    name = phrases.pictures.get(picture)
    where = phrases.regions.get(region)
    return f"{words.put(name) if name else picture}: {words.put(where) if where else region}"


def value(words: Words, game: str, key: str, value: str) -> str:
    """Names one of an option's values."""
    text = wording(game).values.get((key, value))
    return words.put(text) if text else value


# ── boards and hands in words ────────────────────────────────────────────────────────────────────────────────────────


def alt(words: Words, view: PublicView, names: Names, facts: Sequence[Fact] = ()) -> str:
    """Returns the alt text of a picture."""
    return or_else(lambda: _of(view).alt(words, view, names, facts), _game(view).title)


def alts(words: Words, view: PublicView, names: Names, outcome: Outcome | None = None, told: Facts = (), *,
         course: Course = ()) -> dict[str, str]:  # fmt: skip
    """Returns the alt texts of pictures that have a description of their own; those of the end, once it has."""
    found = or_else(lambda: {picture: say(words, view, names) for picture, say in _of(view).alts.items()}, {})
    if course:
        found |= {COURSE: clip(end_text.course(words, course, names), ALT)}
    return found if outcome is None else {**found, END: fit(_farewell(words, view, names, outcome, told), ALT)}


def _farewell(words: Words, view: PublicView, names: Names, outcome: Outcome, told: Sequence[Fact]) -> list[str]:
    """Says all that the picture of the end shows: ranking, where the points came from, every hand."""
    ranked = ending(words, outcome, names, view, told).split("\n")
    return [status(words, view, names), *ranked, *or_else(lambda: _of(view).held(words, view, names), [])]


def text_board(words: Words, view: PublicView, names: Names, outcome: Outcome | None = None, told: Facts = (), *,
               course: Course = ()) -> list[str]:  # fmt: skip
    """Returns the whole position in pages, for people who see no pictures; how it ended comes first."""
    over = [] if not course else [end_text.course(words, course, names)]
    end = [] if outcome is None else pages([[*_farewell(words, view, names, outcome, told), *over]])
    return [*end, *or_else(lambda: _of(view).text_board(words, view, names), [_unsaid(words)])]


def hand(words: Words, seat_view: SeatView, names: Names = ()) -> str:
    """Describes what only this seat sees; for its player only."""
    game = _of(seat_view)
    return or_else(
        lambda: game.beside(words, seat_view, names) if names and game.beside else game.hand(words, seat_view),
        _unsaid(words),
    )


def when_asked(words: Words, seat_view: SeatView, names: Names = ()) -> str:
    """Says what a sealed question means to its seat; by default describes what it sees."""
    say = _of(seat_view).when_asked
    return or_else(lambda: say(words, seat_view) if say is not None else "", "") or hand(words, seat_view, names)


def beside(words: Words, seat_view: SeatView, names: Names, *, brief: bool = False) -> str:
    """Describes the same for the panel of a turn; empty if the game does not want it there."""
    known = _of(seat_view)
    say = (brief and known.in_short) or known.beside
    return or_else(lambda: say(words, seat_view, names) if say is not None else "", "")

"""An analysis in words: how everybody's chances went, luck and choice, turning points, and what all of it is worth."""

from collections.abc import Sequence
from typing import Final

from bot.games import game_text
from bot.play.history.analysing import Analysed, Turned
from bot.wording import Words
from bot.wording.phrases import Names
from bot.wording.words import clip

PARTS: Final = 4
"""The curve is told after each quarter of the moves."""
MOVES: Final = 260
"""Letters of what was played, and of what was better."""
TOLD: Final = 360


def percent(thousandths: int) -> int:
    return round(thousandths / 10)


def lines(words: Words, found: Analysed, names: Names) -> list[str]:
    """Returns all that is said of it."""
    said = [words.say("**Chances of winning, move by move**"), *shares(words, found, names)]
    if found.turning:
        said += [words.say("**Turning points**"), *turning(words, found, names)]
    else:
        said.append(words.say("No single move turned this game."))
    return [*said, *(f"-# {line}" for line in worth(words, found))]


def shares(words: Words, found: Analysed, names: Names) -> list[str]:
    """What became of each seat's chances, and why as far as that can be told."""
    first, last = found.curve[0].chances, found.curve[-1].chances
    said: list[str] = []
    for seat, name in enumerate(names):
        start, end = percent(first[seat]), percent(last[seat])
        if not found.whole:
            said.append(
                words.say("{name}: {start} % at the start, {end} % at the end.", name=name, start=start, end=end)
            )
            continue
        luck = percent(found.luck[seat])
        choice = end - start - luck  # so that what is said adds up
        said.append(
            words.say(
                "{name}: {start} % at the start, luck {luck}, choices {choice}, {end} % at the end.",
                name=name,
                start=start,
                luck=words.signed(luck),
                choice=words.signed(choice),
                end=end,
            )
        )
    return [*said, *_luckiest(words, found, names)]


def _luckiest(words: Words, found: Analysed, names: Names) -> list[str]:
    seat = max(range(len(found.drawn)), key=lambda each: abs(found.drawn[each].amount), default=-1)
    if seat < 0 or not percent(found.drawn[seat].amount):
        return []
    drawn = found.drawn[seat]
    points = words.signed(percent(drawn.amount))
    return [words.say("Luck did most in move {n}: {name} {points}.", n=drawn.number, name=names[seat], points=points)]


def turning(words: Words, found: Analysed, names: Names) -> list[str]:
    return [f"**{place}** {_turned(words, found, one, names)}" for place, one in enumerate(found.turning, 1)]


def _turned(words: Words, found: Analysed, one: Turned, names: Names) -> str:
    when, points = moves(words, one), percent(abs(one.amount))
    if not one.better:
        told = clip(" ".join(game_text.tell(words, one.facts, names)), TOLD)
        change = words.signed(percent(one.amount))
        return f"{when}: {told} **{names[one.seat]} {change}**"
    game = found.table.row.game

    def said(texts: Sequence[str]) -> str:
        return clip(" · ".join(game_text.planned(words, text, game, None, names) for text in texts), MOVES)

    return words.many(
        "{moves}, {name}: {played} – better: {better}. That cost {n} point of chance.",
        "{moves}, {name}: {played} – better: {better}. That cost {n} points of chance.",
        points,
        moves=when,
        name=names[one.seat],
        played=said(one.played),
        better=said(one.better),
    )


def moves(words: Words, one: Turned) -> str:
    """Names the move, or the moves, of a turning point."""
    if one.first == one.last:
        return words.say("Move {n}", n=one.last)
    return words.say("Moves {first} to {last}", first=one.first, last=one.last)


def worth(words: Words, found: Analysed) -> list[str]:
    """What it is worth: an estimate, by whom, and how good they are."""
    tested, seats = found.tested, len(found.curve[0].chances)
    said = [
        words.say(
            "An estimate by the house player “strong”, who wins {won} of 100 games against “even” ({fair} would be "
            "level). Half-way through {games} other games its favourite went on to win {favourite} %; a blind guess is "
            "right in {guess} %.",
            won=tested.won,
            fair=tested.fair,
            games=tested.games,
            favourite=tested.favourite,
            guess=round(100 / seats),
        )
    ]
    if found.whole:
        said.append(
            words.say("“Better” is meant by what the player could know then. A point of chance is one percent.")
        )
    else:
        said.append(
            words.say(
                "Hands stay closed at this table: it is made of what everybody saw. So nobody can tell luck from "
                "choice, or what would have been better."
            )
        )
    return said


def alt(words: Words, found: Analysed, names: Names) -> str:
    """Says what the picture shows: the chances after each quarter of the moves, and where its numbers stand."""
    first, last = found.curve[0].number, found.curve[-1].number
    said = [words.say("Chances of winning over time.")]
    for part in range(PARTS + 1):
        number = round(first + (last - first) * part / PARTS)
        now = next(point for point in reversed(found.curve) if point.number <= number)
        each = ", ".join(f"{name} {percent(share)} %" for name, share in zip(names, now.chances, strict=True))
        said.append(words.say("After move {n}: {points}.", n=number, points=each))
    numbers = [f"{place}: {moves(words, one)}, {names[one.seat]}" for place, one in enumerate(found.turning, 1)]
    return " ".join([*said, *([words.say("Turning points: {points}.", points="; ".join(numbers))] if numbers else [])])

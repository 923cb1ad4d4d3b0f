"""What has happened since somebody last moved, in lines that are numbered as the picture numbers what changed."""

from collections.abc import Sequence
from typing import Final

from bot.games import game_text
from bot.play.history.news import News, Run
from bot.wording import Words
from bot.wording.paging import ALT, fit
from bot.wording.phrases import Names
from bot.wording.words import ELLIPSIS, clip
from rules.contract import PublicView

MOST: Final = 8
"""Lines in a panel."""
SIZES: Final = ((MOST, 200), (MOST, 84), (5, 84), (3, 80), (2, 40), (1, 40))
"""Lines and their letters, as the room above a panel's buttons gets less; 42 letters are a line on a telephone."""
CIRCLED: Final = "①②③④⑤⑥⑦⑧"


def heading(words: Words, news: News, *, timed: bool = True) -> str:
    """`timed`: with a moment as Discord shows it, which no alt text can."""
    if news.newest_only:
        return words.say("The last move:")
    if news.move is not None:
        return words.say("Since move {number}:", number=news.move)
    if not news.at:
        return words.say("Since the game began:")
    if not timed:
        return since_own(words, passed_on=news.passed_on)
    when = words.soon(news.at)
    if news.passed_on:
        return words.say("Since the last turn of your seat ({when}):", when=when)
    return words.say("Since your last turn ({when}):", when=when)


def since_own(words: Words, *, passed_on: bool) -> str:
    """Says since when, to whoever sits in a seat from the beginning or has taken it over."""
    return words.say("Since the last turn of your seat:") if passed_on else words.say("Since your last turn:")


def nothing(words: Words, news: News) -> str:
    """Says that nothing has happened."""
    if news.move is not None:
        return words.say("Nothing has happened since move {number}.", number=news.move)
    if not news.at:
        return words.say("Nothing has happened yet.")
    when = words.soon(news.at)
    if news.passed_on:
        return words.say("Nothing has happened since the last turn of your seat ({when}).", when=when)
    return words.say("Nothing has happened since your last turn ({when}).", when=when)


def lines(words: Words, news: News, names: Names) -> list[str]:
    """Returns a line for each run of moves, with its number if there are several."""
    first = 1 - max(0, len(news.runs) - MOST)  # as pictures number them
    told = [_told(words, run, names) for run in news.runs]
    return [_numbered(place, line) for place, line in enumerate(told, first)] if len(told) > 1 else told


def told(words: Words, news: News, names: Names, most: int = MOST, letters: int = 200) -> str:
    """Returns the newest lines under a heading, or nothing. `letters`: of a line."""
    return _headed(words, news, lines(words, news, names), most, letters)


def shortened(words: Words, news: News, names: Names) -> tuple[str, ...]:
    """Returns the same in ever fewer words, the longest first; nothing where nothing has happened."""
    every = lines(words, news, names)
    return tuple(dict.fromkeys(_headed(words, news, every, *size) for size in SIZES)) if every else ()


def described(words: Words, view: PublicView, names: Names, news: News) -> str:
    """Describes a picture that marks what has happened: that first, then the position."""
    told = [heading(words, news, timed=False), *lines(words, news, names)]
    return fit([*told, game_text.alt(words, view, names)], ALT)


def _headed(words: Words, news: News, every: Sequence[str], most: int, letters: int) -> str:
    if not every:
        return ""
    shown = [_cut(line, letters) for line in every[-most:]]
    before = len(every) - len(shown)
    more = words.many("… and {n} line before: /table log", "… and {n} lines before: /table log", before)
    return "\n".join([f"**{heading(words, news)}**", *([f"-# {more}"] if before else []), *shown])


def _cut(line: str, letters: int) -> str:
    """Returns a line, or its beginning: of what explains in brackets all or nothing."""
    cut = clip(line, letters)
    if cut == line or cut.count("(") == cut.count(")"):
        return cut
    return f"{cut[: cut.rfind('(')].rstrip(' ,;:')} {ELLIPSIS}"


def _told(words: Words, run: Run, names: Names) -> str:
    if not run.facts:
        entry = run.entries[-1]
        return game_text.happened(words, entry.kind, entry.seat, (), names)
    return " ".join(" ".join(game_text.tell(words, run.facts, names)).split("\n"))


def _numbered(number: int, line: str) -> str:
    return f"{CIRCLED[number - 1]} {line}" if number > 0 else line

"""The panel of a planned turn: what is planned, what it costs, how it can go on. It knows choices, not games."""

import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture, Row
from bot.discord.screens import order_screen, places, sizing
from bot.discord.screens.plan_text import PlanText
from bot.games import game_text, news_text
from bot.play import Panel
from bot.play.history.news import NOTHING, News
from bot.play.plans.menu import FEW, PAGE, Entry
from bot.play.plans.planning import COMPOSED
from bot.wording import Words, capital, spared
from rules.contract import ORDINARY

ROOM: Final = 40 - 6
"""Components of one message less its box, its text and its pictures; forty is all that Discord takes."""
BRIEF: Final = 84
"""Letters of two lines on a telephone."""
GROUPS: Final = 5
"""With more groups than this, entries stand in pages instead of a menu for each group."""


class PlanScreen:
    """Lays panels out in one reader's language; their pictures are painted once it is known which have room.

    `above`: what has just come to count, said first. `news`: what has happened since its owner's last turn, said next
    and marked in the picture as long as nothing is planned.
    """

    def __init__(
        self,
        words: Words,
        game: str,
        names: Sequence[str],
        gallery: Gallery,
        *,
        above: str = "",
        news: News = NOTHING,
    ) -> None:
        self._words = words
        self._game = game
        self._names = tuple(names)
        self._gallery = gallery
        self._news = news
        told = news_text.shortened(words, news, names)
        self._said = PlanText(words, game, names)
        self._tops = tuple("\n".join(filter(None, (above, text))) for text in (*told, ""))
        """What is said first: the same in ever fewer words."""

    async def form(self, panel: Panel, note: str = "", typed: str = "", *, film: Picture | None = None) -> Layout:
        """`note`: why the last press changed nothing. `typed`: what was typed in vain, to be corrected. `film`: the
        last move, above the pictures of the plan.
        """
        form, folded = await self._laid_out(panel, note, typed, film)
        if folded is None or not sizing.fits(replace(form, pictures=(self._gallery.least(folded),))):
            return form
        nearer = replace(form, pictures=await self._pictures(panel, self._gallery.part))
        return nearer if sizing.fits(nearer) else form  # there is room for the part in question, perhaps

    async def _laid_out(
        self, panel: Panel, note: str = "", typed: str = "", film: Picture | None = None
    ) -> tuple[Layout, Picture | None]:
        """Returns a panel with the pictures that there is room for; if that is none, the first that was folded away."""
        rows = self.rows(panel, typed)
        plan = await self._pictures(panel)
        pictures = (*([] if film is None else [film]), *plan)
        form = self._first(panel, note, pictures, rows)
        if not pictures or form.pictures:
            return form, None
        for most in (BRIEF, 0):
            if not sizing.fits(form):
                text, rows = self._said.of(panel, note, self._tops[-1], most), self.rows(panel, typed, brief=True)
                form = self._fitted(panel, layout.pictured(self._words, text, pictures, rows))
        return form, plan[0] if plan else pictures[0]

    async def seen(self, panel: Panel, ways: Sequence[Button] = ()) -> Layout:
        """The pictures for which a plan's panel had no room, and as many of its menus as fit below them: whoever
        chooses among places sees their names. Of its text, what has happened or its newest line. `ways`: what leads on.
        """
        words, (form, _), every = self._words, await self._laid_out(panel), await self._pictures(panel)
        back = Button(words.say("My turn"), custom_ids.board(panel.table, "turn"), discord.ButtonStyle.primary)
        newest = self._said.mapped(panel) or re.sub(r"^\d+\. ", "▸ ", form.text.rpartition("\n")[2])
        text = "\n".join([newest, *game_text.legend(words, panel.public)])
        names = [picture.name for picture in form.pictures]
        hidden = [picture for picture in every if picture.name not in names] or every
        menus = [row for row in self.rows(panel, brief=True) if isinstance(row, Menu)]
        fewer = (menus[:most] for most in range(len(menus), 0, -1))
        short = capital(game_text.topic(words, panel.topic, panel.public))
        texts, last = (*self._tops[:-1], text, short), tuple(ways) or (back,)
        found = (layout.pictured(words, said, hidden, (*some, last)) for some in fewer for said in texts)
        return next(filter(sizing.fits, found), layout.pictured(words, text, hidden, (last,)))

    def _first(self, panel: Panel, note: str, pictures: Sequence[Picture], rows: tuple[Row, ...]) -> Layout:
        """With as much of the news as there is room for beside a picture, else as there is without one."""
        last = Button(self._words.say("Just the last move"), self._id(panel, custom_ids.LAST))
        more = sizing.joined(rows, last) if self._news.moves > 1 else rows
        beside = (self._form(panel, note, top, pictures, more) for top in self._tops[:-1])
        alone = (self._form(panel, note, top, pictures, rows) for top in self._tops)
        found = next((form for form in beside if form.pictures), None)
        return (
            found or next(filter(sizing.fits, alone), None) or self._form(panel, note, self._tops[-1], pictures, rows)
        )

    def _form(self, panel: Panel, note: str, top: str, pictures: Sequence[Picture], rows: Sequence[Row]) -> Layout:
        return self._fitted(panel, layout.pictured(self._words, self._said.of(panel, note, top), pictures, rows))

    def _fitted(self, panel: Panel, form: Layout) -> Layout:
        """Without a picture nothing is said of what it names."""
        fitted = sizing.fitted(form, Button(self._words.say("Show the board"), self._id(panel, custom_ids.SEE)))
        mapped = self._said.mapped(panel)
        return (
            replace(fitted, text=fitted.text.replace(f"{mapped}\n", "")) if mapped and not fitted.pictures else fitted
        )

    async def _pictures(self, panel: Panel, paint: Any = None) -> tuple[Picture, ...]:
        """The pictures of the plan; by `paint`, what else the gallery makes of it."""
        words = self._words
        alt = game_text.alt(words, panel.public, self._names, panel.facts)
        alt = news_text.described(words, panel.public, self._names, self._news) if self._news.runs else alt
        alts = game_text.alts(words, panel.public, self._names)
        with spared:
            pointed = places.named(panel, self._game)
            paint = paint or self._gallery.plan
            since = self._news.facts
            return await paint(panel.public, panel.facts, pointed, alt, alts=alts, names=self._names, since=since)
        return ()

    async def question(self, panel: Panel, note: str = "", typed: str = "") -> Layout:
        """A sealed question: with the hand that it is about."""
        hand = game_text.hand(self._words, panel.private, self._names)
        pictures = await self._gallery.hand(panel.private, hand)
        return self._first(panel, note, pictures, self.rows(panel, typed))

    # ── what can be pressed ──

    def rows(self, panel: Panel, typed: str = "", *, brief: bool = False) -> tuple[Row, ...]:
        whole = panel.next.tokens and panel.next.whole
        rows: list[Row] = []
        with spared:
            rows = self._finishing(panel) if whole else self._going_on(panel, brief=brief)
        rows = rows or self._plain(panel)
        always = layout.buttons(*self._always(panel, typed, brief=brief))
        room = ROOM - layout.components(always)
        while layout.components(rows) > room:  # what is dropped can still be typed
            del rows[max(place for place, row in enumerate(rows) if isinstance(row, Menu))]
        return (*rows, *always)

    def _plain(self, panel: Panel) -> list[Row]:
        """Whatever can follow, in the words of the notation."""
        said = [" ".join(entry.words) for entry in panel.next.entries]
        menus = layout.menus(self._id(panel, "add", "plain"), "/play", [MenuOption(text, text) for text in said])
        commit = Button(self._words.say("Commit"), self._id(panel, "commit", COMPOSED), discord.ButtonStyle.success)
        return [*menus, (commit,)] if panel.next.closes else list(menus)

    def _going_on(self, panel: Panel, *, brief: bool) -> list[Row]:
        """Menus of what can follow, those that end the turn as buttons; `brief`: without prices on buttons."""
        entries = panel.next.entries
        few = panel.topic != ORDINARY and not panel.next.tokens and len(entries) <= FEW  # answered by one press
        ends = [entry for entry in entries if entry.choice.whole and (entry.ends or (few and entry.answers))]
        rest = [entry for entry in entries if entry not in ends]
        rows = self._best(panel)
        said, menus = self._alone(panel, rest, brief=brief)
        rows += menus
        if panel.next.ahead:
            rows += self._menu(panel, self._words.say("Move and score at once"), "ahead", list(panel.next.ahead))
        presses = [
            self._committing(panel, label, " ".join(entry.words), self._style(panel, entry), over=entry.over)
            for entry, label in [(entry, self._full(panel, entry, brief)) for entry in ends]
        ]
        return [*rows, *layout.buttons(*presses, *said)]

    def _committing(
        self, panel: Panel, label: str, rest: str, style: discord.ButtonStyle, *, over: bool = False
    ) -> Button:
        """A button that commits; by way of a panel that asks once more, where others are asked or something is left.

        `over`: it ends the game, and says so.
        """
        label = self._words.say_in("button", "{act} · the game ends", act=label) if over else label
        said = rest or panel.then
        tokens = panel.next.tokens if rest == COMPOSED else tuple(said.split())
        known = game_text.wording(self._game).asks
        asks = known is not None and known(tokens, panel.public)
        asks = asks or self._left(panel, tokens[0] if tokens else "")
        return Button(label, self._id(panel, custom_ids.SURE if asks else "commit", rest), style)

    def _left(self, panel: Panel, verb: str) -> list[str]:
        """What could still be done and would not be, if nothing of that kind is planned."""
        left = game_text.wording(self._game).leaves.get(verb, frozenset())
        found = dict.fromkeys(entry.words[0] for entry in panel.next.entries if entry.words[0] in left)
        return [] if any(move.split()[0] in left for move in panel.moves) else list(found)

    async def sure(self, panel: Panel, rest: str) -> Layout:
        """Asks once more before this is committed; the panel as it is where that is no longer offered."""
        words, known = self._words, self._id(panel, custom_ids.SURE, rest)
        presses = [press for row in self.rows(panel) if isinstance(row, tuple) for press in row]
        found = next((press for press in presses if press.custom_id == known), None)
        if found is None:
            return await self.form(panel)
        left = self._left(panel, rest.split(maxsplit=1)[0] if rest else "")
        verbs = words.listed([self._said.verb((verb,)) for verb in left])
        note = words.say("You could still do this: {verbs}.", verbs=verbs) if left else words.say(
            "This asks the others at once, and cannot be taken back.")  # fmt: skip
        style = discord.ButtonStyle.danger if left else discord.ButtonStyle.success
        yes = Button(found.label, self._id(panel, "commit", rest), style)
        back = Button(words.say("Go back"), custom_ids.board(panel.table, "turn"))
        text, rows = self._said.of(panel, note, self._tops[-1]), ((yes, back),)
        return self._fitted(panel, layout.pictured(words, text, await self._pictures(panel), rows))

    def _style(self, panel: Panel, entry: Entry) -> discord.ButtonStyle:
        """Green marks answers that do something."""
        declines = entry.words[0] in game_text.wording(self._game).declines or self._left(panel, entry.words[0])
        return discord.ButtonStyle.secondary if declines else discord.ButtonStyle.success

    def _alone(self, panel: Panel, entries: list[Entry], *, brief: bool = False) -> tuple[list[Button], list[Menu]]:
        """Turns menus of one line into buttons; returns these and the other menus."""
        presses: list[Button] = []
        headed: list[tuple[str, list[Entry]]] = []
        for heading, found in self._menus(panel, entries):
            entry = found[0]
            if len(found) == 1 and entry.menu:
                presses.append(Button(self._full(panel, entry, brief), self._id(panel, "say", " ".join(entry.words))))
            else:
                headed.append((heading, found))
        numbered = enumerate(headed)
        return presses, [menu for n, (text, own) in numbered for menu in self._menu(panel, text, f"m{n}", own)]

    def _full(self, panel: Panel, entry: Entry, brief: bool) -> str:
        """Labels a button of its own, in short without prices."""
        label = self._named(panel, entry)
        return places.short(label) if brief else label

    def _named(self, panel: Panel, entry: Entry) -> str:
        """With its verb, if neither its words nor the question says it."""
        special = game_text.press(self._words, entry.choice, self._game, entry.before)
        if special:
            return special
        label = self._label(panel, entry)
        verbs = {other.words[:1] for other in panel.next.entries}
        only = panel.topic != ORDINARY and not panel.next.tokens and len(verbs) == 1
        said = only or not entry.before or entry.menu == entry.choice.token
        return label if said or not entry.menu else f"{self._group(entry.menu)}: {label}"

    def _best(self, panel: Panel) -> list[Row]:
        """Whole turns in one menu."""
        words, game = self._words, self._game
        lines = [
            MenuOption(game_text.turn(words, text, worth, panel.before), text, game_text.planned(words, text, game))
            for text, worth in panel.best
        ]
        return list(layout.menus(self._id(panel, "add", custom_ids.BEST), words.say("The best turns"), lines))

    def _menus(self, panel: Panel, entries: list[Entry]) -> list[tuple[str, list[Entry]]]:
        """One menu a verb, unless that were more than one page."""
        found: list[tuple[str, list[Entry]]] = []
        said = len(panel.next.tokens)
        for verb, menu in dict.fromkeys((entry.before[:1], entry.menu) for entry in entries):
            own = [entry for entry in entries if (entry.before[:1], entry.menu) == (verb, menu)]
            if menu:
                heading = game_text.heading(self._words, menu, self._game, panel.next.tokens, panel.public)
            else:
                rest = own[0].before[said:]
                begun = self._said.planned(panel, " ".join(panel.next.tokens)) if said and not rest else ""
                heading = begun or self._said.verb(rest or verb)
            depth = None if menu else said + 1 if said else 2
            found += self._parted(panel, heading, own, depth)
        return found

    def _parted(self, panel: Panel, heading: str, own: list[Entry], depth: int | None) -> list[tuple[str, list[Entry]]]:
        """More than a page: one menu for each word after the verb, or for each group."""
        befores = dict.fromkeys(entry.before[:depth] for entry in own)
        groups = dict.fromkeys(entry.choice.group for entry in own)
        own = places.in_order(panel, self._game, own)
        if len(own) <= PAGE or len(befores) + len(groups) < 3 or self._is_paged(own[0], len(befores), len(groups)):
            return [(heading, own)]
        if len(befores) > 1:
            return [(self._group(before[-1]), [e for e in own if e.before[:depth] == before]) for before in befores]
        return [(self._group(group), [e for e in own if e.choice.group == group]) for group in groups]

    def _is_paged(self, first: Entry, befores: int, groups: int) -> bool:
        """Would there be too many menus, or does the game want one with pages?"""
        most = groups if befores == 1 else befores if first.menu else 0
        return most > GROUPS or places.in_pages(self._game, first)

    def _finishing(self, panel: Panel) -> list[Row]:
        """The move is whole: commit it as it is, or with what may be added to it."""
        plain = " ".join(panel.next.tokens)
        style = discord.ButtonStyle.success
        more = list(panel.next.entries)
        joined = all(entry.choice.whole and not entry.menu for entry in more)
        at_once = more if len(more) <= FEW and joined else []
        said, menus = self._alone(panel, more) if not at_once else ([], [])
        presses = [
            self._committing(panel, self._with(panel, entry), f"{plain} {' '.join(entry.words)}", style)
            for entry in at_once
        ]
        if panel.next.closes:
            label = game_text.commit(self._words, panel.next.tokens, self._game, panel.public)
            later = (
                label if label != self._words.say("Commit") or not presses else self._words.say("Commit, choose later")
            )
            fits = len(self._id(panel, "commit", plain)) < custom_ids.LONGEST
            presses.append(self._committing(panel, later, plain if fits else COMPOSED, style, over=panel.next.over))
        return [*menus, *layout.buttons(*presses, *said)]

    def _with(self, panel: Panel, entry: Entry) -> str:
        """Labels the commit of a move together with this entry."""
        tokens = (*panel.next.tokens, *entry.words)
        said, plain = (
            game_text.commit(self._words, tokens, self._game, panel.public, entry.choice),
            self._words.say("Commit"),
        )
        return said if said != plain else self._words.say("Commit · {more}", more=self._label(panel, entry))

    def _menu(self, panel: Panel, prompt: str, key: str, found: list[Entry]) -> list[Menu]:
        lines = [
            MenuOption(label, " ".join(entry.words), self._detail(panel, entry), place=self._place(panel, entry, label))
            for entry, label in [(entry, self._label(panel, entry)) for entry in found]
        ]
        return list(layout.menus(self._id(panel, "add", key), prompt, lines))

    def _always(self, panel: Panel, typed: str, *, brief: bool) -> list[Button]:
        words = self._words
        presses: list[Button] = []
        if panel.ready and not panel.next.tokens:
            presses.append(self._as_it_is(panel))
        begun = panel.moves or panel.then or panel.next.tokens
        if not begun and not brief and game_text.orders_here(self._game, sealed=panel.question.sealed):
            presses.append(order_screen.button(words, panel.table))
        if not begun and panel.hints:
            presses.append(hint_button(words, panel.table))
        if begun:
            presses.append(Button(words.say("Step back"), self._id(panel, "back")))
            presses += [] if brief else [Button(words.say("Start over"), self._id(panel, "over"))]  # steps lead there
        if typed:
            main = discord.ButtonStyle.primary
            return [*presses, Button(words.say("Correct it"), self._id(panel, custom_ids.CORRECT, typed), main)]
        return [*presses, Button(words.say("Type it"), self._id(panel, custom_ids.TYPE, panel.example))]

    def _as_it_is(self, panel: Panel) -> Button:
        """Commits what is planned; green, unless another button is: the one that ends the turn with it."""
        label = game_text.commit(self._words, tuple(panel.then.split()), self._game, panel.public)
        known = game_text.wording(self._game).leaves
        ends = (entry for entry in panel.next.entries if entry.words[0] in known and not panel.then)
        green = discord.ButtonStyle.success
        style = discord.ButtonStyle.secondary if green in {self._style(panel, entry) for entry in ends} else green
        return self._committing(panel, label, "", style, over=panel.over)

    def _group(self, group: str) -> str:
        return game_text.group(self._words, group, self._game)

    def _label(self, panel: Panel, entry: Entry) -> str:
        words, game = self._words, self._game
        label = game_text.label(words, entry.choice, game, entry.before, panel.public, names=self._names)
        if entry.first is None:
            return label
        move = game_text.label(words, entry.first.choice, game, entry.first.before, panel.public)
        return f"{move} · {label}"

    def _detail(self, panel: Panel, entry: Entry) -> str:
        return game_text.detail(self._words, entry.choice, self._game, entry.before, self._names, view=panel.public)

    def _place(self, panel: Panel, entry: Entry, label: str) -> str:
        """Names an entry in the title of its page, in whose order they stand."""
        rank = places.rank(panel, self._game, entry.before, entry.choice)
        if rank is not None:
            return rank[1]
        if places.in_pages(self._game, entry):
            return places.short(label)
        return entry.place or (entry.menu and places.short(label))

    def _id(self, panel: Panel, verb: str, rest: str = "") -> str:
        return custom_ids.plan(panel.table, panel.since, panel.rev, verb, rest)


def hint_button(words: Words, table: str) -> Button:
    return Button(words.say("Hint"), custom_ids.board(table, "hint"))

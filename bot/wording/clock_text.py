"""Texts about time at a table: its pace, whom it waits for until when, what happens to who is late, pauses, absence."""

from collections.abc import Mapping, Sequence

from bot.play.clocks import absence
from bot.play.clocks.deadlines import Deadline
from bot.play.clocks.paces import DAY, PACES
from bot.play.house.terms import AT_ONCE, AWAY, LATE, NOT_ALLOWED, PACE, STEADY, VOTE, chosen
from bot.play.outbox_bodies import NoticeBody
from bot.play.people.absences import Absent, Why
from bot.play.people.preferences import BACK_BY_MOVE
from bot.wording.words import Text, Words
from storage.rows import Person

_PACES: Mapping[str, Text] = {
    "unhurried": Text("unhurried"),
    "relaxed": Text("relaxed"),
    "steady": Text("steady"),
    "brisk": Text("brisk"),
    "live": Text("live"),
}
_LATE: Mapping[str, Text] = {
    "wait": Text("the table waits"),
    VOTE: Text("the others may let the house play"),
    AT_ONCE: Text("the house plays at once"),
}
_HOUR, _MINUTE = DAY // 24, 60_000


def pace(words: Words, name: str) -> str:
    return words.put(_PACES[name]) if name in _PACES else name


def pace_in_full(words: Words, name: str) -> str:
    """Names a pace with how long a turn may take."""
    known = PACES.get(name)
    if known is None:
        return words.say("{pace}: no deadline", pace=pace(words, name))
    return words.say("{pace}: {due} a turn", pace=pace(words, name), due=duration(words, known.due))


def of_server(words: Words, settings: Mapping[str, str]) -> list[str]:
    """Says how new tables of a server are played, as far as it has chosen."""
    lines = agreed(words, [(PACE, settings.get(PACE, STEADY)), (LATE, settings.get(LATE, VOTE))])
    lines = lines or [words.say("Pace: {pace}.", pace=pace_in_full(words, settings.get(PACE, STEADY)))]
    if "slowest" in settings:
        lines.append(words.say("The slowest pace is {pace}.", pace=pace(words, settings["slowest"])))
    if "fastest" in settings:
        lines.append(words.say("The fastest pace is {pace}.", pace=pace(words, settings["fastest"])))
    return lines


def lateness(words: Words, name: str) -> str:
    return words.put(_LATE[name]) if name in _LATE else name


def days(words: Words, number: int) -> str:
    return words.many("{n} day", "{n} days", number)


def duration(words: Words, milliseconds: int) -> str:
    """Says how long: in days, hours or minutes, whichever is whole."""
    if milliseconds % DAY == 0:
        return days(words, milliseconds // DAY)
    if milliseconds % _HOUR == 0:
        return words.many("{n} hour", "{n} hours", milliseconds // _HOUR)
    return words.many("{n} minute", "{n} minutes", milliseconds // _MINUTE)


def agreed(words: Words, terms: Sequence[tuple[str, str]]) -> list[str]:
    """Says at which pace a table is played, and what happens to who is late; nothing of an unhurried one."""
    name = chosen(terms, PACE)
    known = PACES.get(name)
    if known is None:
        return []
    lines = [
        words.say(
            "Pace: {pace}. Each turn may take {due}, and all turns together {reserve} more.",
            pace=pace(words, name),
            due=duration(words, known.due),
            reserve=duration(words, known.reserve),
        ),
        words.say("When somebody's time is used up: {what}.", what=lateness(words, chosen(terms, LATE))),
    ]
    if chosen(terms, AWAY) == NOT_ALLOWED:
        lines.append(words.say("Being away (/me away) moves no deadline at this table."))
    return lines


def waiting(words: Words, deadline: Deadline, paused: int = 0, *, listed: bool = False) -> str:
    """Says since when and until when a table waits. `listed`: beside others, in a line of a telephone."""
    if paused:
        return words.say("paused until {until}", until=words.moment(paused))
    since = words.soon(deadline.begins)
    if not deadline.at:
        return words.say("asked {since}", since=since)
    if deadline.late_at:
        return words.say("asked {since}, time used up", since=since)
    until = words.soon(deadline.at) if listed else words.moment(deadline.at)
    return words.say("asked {since}, due {until}", since=since, until=until)


def line(words: Words, deadlines: Sequence[Deadline], paused: int = 0, away: Sequence[tuple[str, int]] = ()) -> str:
    """Says in one line since when a table waits, until when, and who is away; empty where there is no hurry.

    `away`: names of those who are away and are waited for, with when they are back.
    """
    timed = [one for one in deadlines if one.at] or (list(deadlines[:1]) if paused else [])
    parts = [waiting(words, min(timed, key=lambda one: one.at), paused)] if timed else []
    parts += [words.say("{name} is away until {until}", name=name, until=words.moment(until)) for name, until in away]
    return " · ".join(parts)


def late(words: Words, names: Sequence[str], wanted: int, *, sealed: bool) -> str:
    """Tells the others that somebody's time is used up, and what they can do."""
    if sealed:
        return words.many(
            "Answers are missing: {names} were asked, and the time is used up. If {n} player presses, the house "
            "answers for whoever is missing.",
            "Answers are missing: {names} were asked, and the time is used up. If {n} players press, the house "
            "answers for whoever is missing.",
            wanted,
            names=words.listed(names),
        )
    return words.many(
        "The time of {names} is used up. If {n} other player presses, the house plays until {names} is back.",
        "The time of {names} is used up. If {n} other players press, the house plays until {names} is back.",
        wanted,
        names=words.listed(names),
    )


def notice(words: Words, body: NoticeBody, names: Sequence[str], terms: Sequence[tuple[str, str]]) -> str:
    """Returns a line about time; empty for what is none."""
    name = names[body.seat] if 0 <= body.seat < len(names) else ""
    match body.what:
        case "sits-in":
            return words.say("{name}: from here the house plays, until the player is back.", name=name)
        case "back":
            return words.say("{name} plays again.", name=name)
        case "pause-vote":
            return _pause_vote(words, body)
        case "paused":
            until = words.moment(body.until)
            return words.say("The table is paused until {until}. Whoever wants may still play.", until=until)
        case "resumed":
            return words.say("The pause is over; the clocks run again.")
        case "pace-vote":
            return words.say(
                "There are {votes} of {wanted} votes for another pace: /clock pace.",
                votes=body.votes,
                wanted=body.wanted,
            )
        case "pace":
            said = agreed(words, terms) or [words.say("From now on this table is unhurried: nobody is late.")]
            return "\n".join(said)
        case "downtime":
            return words.say(
                "The bot was out of service for {long}. That costs nobody any time.",
                long=duration(words, max(1, body.votes // 60) * _HOUR),
            )
        case "abandoned":
            return words.say("For sixty days nobody has played, so this table is over. You can still read it here.")
        case _:
            return ""


def _pause_vote(words: Words, body: NoticeBody) -> str:
    if body.until:
        return words.say(
            "There are {votes} of {wanted} votes for a pause of {long}: /clock pause.",
            votes=body.votes,
            wanted=body.wanted,
            long=duration(words, body.until * DAY),
        )
    return words.say(
        "There are {votes} of {wanted} votes for ending the pause: /clock pause.",
        votes=body.votes,
        wanted=body.wanted,
    )


# ── being away ──

_WHY: Mapping[Why, Text] = {
    Why.UNREADABLE: Text("I cannot read that. Write a date such as 2027-06-30, or a number of days such as 10."),
    Why.PAST: Text("That is over already. Write a date to come, or a number of days such as 10."),
    Why.LONG: Text("Nobody is away for more than 21 days at once. Choose an earlier date."),
    Why.BUDGET: Text("You can be away for 30 days a year, and not that many are left. Choose an earlier date."),
    Why.FAR: Text("That begins too far ahead. Say it again within half a year of it."),
    Why.NOT_AWAY: Text("You are not away. With /me away you say until when you will be."),
}


def absent(words: Words, found: Absent | Why, *, back: bool = False) -> str:
    """Says what came of somebody's wish to be away, or to be back."""
    if isinstance(found, Why):
        return words.put(_WHY[found])
    left = _left(words, found.left)
    if back:
        return f"{words.say('You are back.')} {left}"
    span = words.say("You are away from {since} until {until}; your deadlines move until then.",
                     since=words.moment(found.begin), until=words.moment(found.end))  # fmt: skip
    return " ".join((span, *_sooner(words, by_move=found.by_move), left))


def _sooner(words: Words, *, by_move: bool) -> tuple[str, ...]:
    """Says what ends an absence before its time, if anything does."""
    sooner = words.say("Your next move ends your absence sooner; a secret answer or a look does not.")
    return (sooner,) if by_move else ()


def _left(words: Words, milliseconds: int) -> str:
    whole = max(0, milliseconds) // DAY
    return words.many(
        "You can be away for {n} more day this year.", "You can be away for {n} more days this year.", whole
    )


def away(words: Words, person: Person, now: int) -> str:
    """Says when somebody is away, and how much they may be still."""
    spans = person.away
    coming = [span for span in spans if span[1] > now]
    lines = [
        words.say("Away from {since} until {until}.", since=words.moment(begin), until=words.moment(end))
        for begin, end in coming
    ]
    lines += _sooner(words, by_move=bool(coming) and BACK_BY_MOVE in person.settings)
    return " ".join([*(lines or [words.say("You are not away.")]), _left(words, absence.left(spans, now, now + 1))])

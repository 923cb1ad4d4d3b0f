"""What is said of the file of a game: what was proved, what was not and why, and the labels of its page."""

from collections.abc import Mapping, Sequence

from bot.play.gamefile import verified
from bot.play.gamefile.form import LIVE, GameFile
from bot.play.gamefile.verified import Finding
from bot.wording import Text, Words
from bot.wording.words import ENGLISH

_HOLDS: Mapping[str, Text] = {
    verified.WHOLE: Text("The file is as it was written."),
    verified.RECORDED: Text("Moves, times and posts are those whose hash is given below."),
    verified.SEED_FITS: Text("The seed is the one whose hash stood on the card before anybody joined."),
    verified.SALTS_RISE: Text("Every draw is salted by a post of the list below, none younger than its move."),
    verified.DRAWS_FOLLOW: Text("Every draw follows from the seed, its post and its number; none is left out."),
    verified.SEATS_FOLLOW: Text("The order of the seats is the one that was drawn."),
    verified.MOVES_LEAD: Text("The moves, judged anew, draw and lead to what the file says."),
    verified.ENDS_SO: Text("The game ended so."),
}
_FAILS: Mapping[str, Text] = {
    verified.WHOLE: Text("The file is not as it was written: something in it was changed."),
    verified.RECORDED: Text("Moves, times or posts are not those whose hash is given."),
    verified.SEED_FITS: Text("The seed is not the one whose hash is given."),
    verified.SALTS_RISE: Text("The posts of the draws do not fit."),
    verified.DRAWS_FOLLOW: Text("A draw does not follow from the seed, its post and its number."),
    verified.SEATS_FOLLOW: Text("The order of the seats was not drawn so."),
    verified.MOVES_LEAD: Text("The moves do not lead to what the file says."),
    verified.ENDS_SO: Text("The game did not end so."),
}
_OPEN: Mapping[str, Text] = {
    verified.FORM_1: Text("Times are unproved: a file of the first form holds no hash of its record."),
    verified.CLOSED: Text("Unproved: this file holds no secrets and no seed."),
    verified.NO_SEED: Text("Unproved: the luck of this table was drawn live, without a seed."),
    verified.OTHER_RULES: Text("The moves were not judged anew: this program plays other rules of the game."),
    verified.NOT_FROM_THE_BEGINNING: Text("The moves were not judged anew: the rules changed during the game."),
}


def line(words: Words, one: Finding) -> str:
    if one.holds is None:
        return words.put(_OPEN[one.why])
    if one.holds:
        return words.put(_HOLDS[one.what])
    why = one.why if words.lang == ENGLISH else ""  # for whoever looks into the file; no catalogue has it
    where = ", ".join([part for part in (why, str(one.move) if one.move >= 0 else "") if part])
    return f"{words.put(_FAILS[one.what])} ({where})" if where else words.put(_FAILS[one.what])


def lines(words: Words, file: GameFile, found: Sequence[Finding]) -> list[str]:
    """Returns what was found, the hash that was shown, and the posts, to be compared with the thread."""
    told = list(dict.fromkeys(line(words, one) for one in found))
    if file.record:
        told.append(words.say("Hash in the post of the end: {hash}", hash=file.record))
    if file.luck.kind == LIVE:
        return told
    told.append(words.say("Hash on the card: {hash}", hash=file.luck.commitment))
    if file.open and (joined := verified.joined(file)):
        told.append(words.say("Seats in the order of the post: {names}", names=", ".join(joined)))
    told.append(words.say("Numbers of the posts, the deal's first: {posts}", posts=" ".join(_posts(file))))
    return told


def _posts(file: GameFile) -> list[str]:
    return list(dict.fromkeys(salt.post for salt in file.luck.salts))


def result(words: Words, file: GameFile, names: Sequence[str]) -> str:
    """Says how it stands."""
    if not file.result:
        return words.say("The game is not over.")
    ranked = sorted(file.result, key=lambda one: (one.rank, one.seat))
    return " · ".join(
        f"{one.rank}. {names[one.seat]}" + (f" ({_signed(one.points)})" if one.points is not None else "")
        for one in ranked
    )


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def labels(words: Words) -> dict[str, str]:
    """Returns what the page calls its buttons."""
    return {
        "MOVES": words.say("Moves"),
        "FIRST": words.say("To the beginning"),
        "BACK": words.say("One move back"),
        "ON": words.say("One move on"),
        "LAST": words.say("To the end"),
        "PLAY": words.say("Play by itself"),
        "ALL": words.say("All moves"),
        "PROOF": words.say("What is proved"),
        "LOOK": words.say("Light or dark"),
    }

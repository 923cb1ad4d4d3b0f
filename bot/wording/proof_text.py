"""What is said of what can be proved: the seal of luck on a lobby's card, the post that fixes the seats, the record."""

from collections.abc import Sequence

from bot.play.luck import commitment
from bot.wording.words import Words
from storage.rows import Loaded


def seal(loaded: Loaded) -> str:
    """Returns the hash of a table's seed, whole, in two lines that fit a phone."""
    digits = commitment(loaded.table.id, bytes.fromhex(loaded.luck.seed))
    return f"`{digits[:32]}`\n`{digits[32:]}`"


def sealed(words: Words, loaded: Loaded) -> list[str]:
    """Says on the card of a lobby that its luck is sealed; nothing where luck is live."""
    if not loaded.luck.seed:
        return []
    return [words.say("The luck of this table is sealed, and can be proved after the game:"), seal(loaded)]


def fixed(words: Words, loaded: Loaded, names: Sequence[str]) -> str:
    """Says who plays, and that all else follows from this post."""
    seats = words.say("The seats are fixed: {names}.", names=words.listed(list(names)))
    follows = (
        words.say("Who sits where and the deal follow from the number of this post and from the sealed luck:")
        if loaded.table.random_seats
        else words.say("The deal follows from the number of this post and from the sealed luck:")
    )
    return "\n".join([seats, follows, seal(loaded)])


def recorded(words: Words, record: str) -> str:
    """Says under the end of a game by what its file can be told from another."""
    return words.say("Hash of the record: {hash}", hash=f"`{record}`")

"""What is said, in three languages. Nothing here knows Discord or a picture.

Theory of operation. `words_for(locale)` gives a reader's `Words`: `say` is the one place where a sentence written in
English becomes theirs, with its values put in, `many` where a number decides the form, `say_in` where English has
one word for two things. What is told apart from where it is said is a `Text` or a `TextIn`; `put` says it later.

A game has its `Phrases`: what its facts, choices, refusals and pictures are called; `Sentences` does so for those that
are one sentence each, a `Narrator` tells the rest a turn a line. What is about a table and no game stands here:
`table_text`, `answer_text`, `chapters`, `paging`. Whatever fails while something is said is `spared`, and said plainly.
"""

from bot.wording.mishaps import or_else, spared
from bot.wording.names import called
from bot.wording.narrator import Narrator
from bot.wording.phrases import Phrases
from bot.wording.sentences import Sentences
from bot.wording.words import LANGUAGES, Many, Noun, Text, TextIn, Words, capital, quoted, words_for, words_in

__all__ = [
    "LANGUAGES",
    "Many",
    "Narrator",
    "Noun",
    "Phrases",
    "Sentences",
    "Text",
    "TextIn",
    "Words",
    "called",
    "capital",
    "or_else",
    "quoted",
    "spared",
    "words_for",
    "words_in",
]

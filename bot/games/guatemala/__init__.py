"""Guatemala Café in words."""

from bot.games.guatemala import asking, boards, labels, reasons, telling
from bot.wording.phrases import Phrases
from bot.wording.words import Text

PHRASES = Phrases(
    key="guatemala",
    title=boards.TITLE,
    package="rules.guatemala",
    options={"side": Text("Production area board")},
    values={
        ("side", "varied"): Text("varied: pieces at random"),
        ("side", "fixed"): Text("fixed: the prescribed starting set-up"),
    },
    pictures={"production": Text("Production area board"), "plantation": Text("Plantation board")},
    tell=telling.tell,
    explain=reasons.explain,
    ask=asking.ask,
    status=asking.status,
    ending=asking.ending,
    label=labels.label,
    detail=labels.detail,
    group=labels.group,
    planned=labels.planned,
    order=labels.order,
    alt=boards.alt,
    text_board=boards.text_board,
    alts={"plantation": boards.plantation_alt},
    hand=labels.hand,
    example="step 2; done",
)

"""Catan with the Chocolate Market in words."""

from bot.receipts.catan import asking, boards, hands, labels, plans, reasons, telling
from bot.receipts.phrases import Phrases
from bot.words import Text

PHRASES = Phrases(
    key="catan",
    title=boards.TITLE,
    package="rules.catan",
    options={},
    values={},
    pictures={"map": Text("Map")},
    tell=telling.tell,
    explain=reasons.explain,
    ask=asking.ask,
    status=asking.status,
    ending=asking.ending,
    label=labels.label,
    detail=labels.detail,
    group=labels.group,
    planned=plans.planned,
    order=plans.order,
    alt=boards.alt,
    text_board=boards.text_board,
    hand=hands.hand,
    example="road B3ne; end",
)

"""Why there is no analysis of a game now."""

from bot.play.answer_kinds import Refusal


class NotYetAnalysed(Refusal, frozen=True, tag="not-yet-analysed"):
    """The game is still on: an analysis would be advice."""


class Unanalysed(Refusal, frozen=True, tag="unanalysed"):
    """This bot analyses nothing, or not this game."""


class ManyAnalyses(Refusal, frozen=True, tag="many-analyses"):
    """Others are being made first."""

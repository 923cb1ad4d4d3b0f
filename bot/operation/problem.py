"""The problem that keeps the bot from running, for its operator."""

from storage.problem import EX_CONFIG


class CannotRun(Exception):  # noqa: N818 (an answer to the operator)
    """Says what is wrong, what helps, and by the exit code whether a restart does."""

    def __init__(self, problem: str, solution: str, exit_code: int = EX_CONFIG) -> None:
        super().__init__(problem)
        self.problem = problem
        self.solution = solution
        self.exit_code = exit_code

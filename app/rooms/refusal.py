"""Why a command is refused: a stable code and one sentence for a person."""


class Refusal(Exception):
    """The command changes nothing. `code` is one of the codes the protocol names."""

    def __init__(self, code: str, message: str, *, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.suggestion = suggestion

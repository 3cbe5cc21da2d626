"""The one form that all errors under /api have."""

from fastapi.responses import Response
from starlette.responses import JSONResponse

STATUS = {
    "removed": 403, "bad_origin": 403, "not_allowed": 403, "no_such_room": 404, "no_such_scores": 404,
    "room_full": 409, "already_started": 409, "name_taken": 409, "stale_version": 409, "too_large": 413,
    "rate_limited": 429, "unavailable": 503,
}  # fmt: skip
BAD_REQUEST = 400
"""The status of every code that has none of its own."""


class ApiError(Exception):
    """An answer that is not what was asked for: a code, and one sentence for a person."""

    def __init__(
        self, code: str, message: str, *, suggestion: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.suggestion = suggestion
        self.retry_after = retry_after

    def response(self) -> Response:
        """The error as JSON, in the form all errors have."""
        extra = {} if self.suggestion is None else {"suggestion": self.suggestion}
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        return error_response(STATUS.get(self.code, BAD_REQUEST), self.code, self.message, headers, **extra)


def error_response(
    status: int, code: str, message: str, headers: dict[str, str] | None = None, **extra: str
) -> JSONResponse:
    """An error in the form all errors under /api have."""
    return JSONResponse({"error": code, "message": message, **extra}, status_code=status, headers=headers)

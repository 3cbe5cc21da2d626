"""Requests made up from the API's own description, sent to the running server: what comes back is what it describes."""

import asyncio
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server import Server
from tests.sockets.client import new_room

CHANGES = ["POST /api/rooms", "POST /api/rooms/{code}/join", "POST /api/scores", "PUT /api/scores/{code}"]
GETS = ["GET /api/rooms/{code}", "GET /api/rooms/{code}/log", "GET /api/rooms/{code}/odds", "GET /api/scores/{code}"]
MADE_UP = [
    *((call, schemathesis.GenerationMode.POSITIVE) for call in CHANGES + GETS),
    *((call, schemathesis.GenerationMode.NEGATIVE) for call in CHANGES),  # any text is a code that might be
]
FIT = {"POST /api/scores": {400}, "PUT /api/scores/{code}": {400, 409}}
"""What else may come of a body that fits the description: a game may not fit together, a version is a guess."""

NOT_PROMISED = [positive_data_acceptance]
"""A text may still be no name, and an object no rules."""


@pytest.fixture(scope="module")
def described(unlimited: Server) -> Any:
    """The server's description of its API. What makes no sense may also be too much to be read at all."""
    schema = schemathesis.openapi.from_url(f"{unlimited.url}/openapi.json")
    schema.config.checks.negative_data_rejection.expected_statuses.append("413")
    return schema


@pytest.fixture
def shared(unlimited: Server) -> tuple[str, str]:
    """The code of shared scores, and the cookie of the browser that may change them."""
    answer = httpx.post(f"{unlimited.url}/api/scores", json={"players": ["Ada", "Bo"]})
    return answer.json()["code"], answer.headers["set-cookie"].partition(";")[0]


@pytest.fixture
def codes(unlimited: Server) -> list[str]:
    """A lobby, a table that plays, and one that is full."""

    async def make() -> list[str]:
        rooms = [
            await new_room(unlimited, seats=6),
            await new_room(unlimited, start=True),
            await new_room(unlimited, bots=3),
        ]
        return [room.code for room in rooms]

    return asyncio.run(make())


def operations(described: Any) -> dict[str, Any]:
    """Every call by its method and path."""
    return {found.label: found for found in (result.ok() for result in described.get_all_operations())}


def test_every_call_is_described(described: Any) -> None:
    """With each answer it has, and no other."""
    found = operations(described)
    assert sorted(found) == sorted(CHANGES + GETS)
    statuses = {call: set(operation.definition.raw["responses"]) for call, operation in found.items()}
    reading = {"200", "400", "404", "429", "503"}
    assert statuses == {
        "POST /api/rooms": {"201", "400", "403", "413", "429", "503"},
        "POST /api/rooms/{code}/join": reading | {"403", "409", "413"},
        "POST /api/scores": {"201", "400", "403", "413", "429", "503"},
        "PUT /api/scores/{code}": reading | {"403", "409", "413"},
        "GET /api/scores/{code}": reading | {"304"},
        "GET /api/rooms/{code}": reading,
        "GET /api/rooms/{code}/log": reading,
        "GET /api/rooms/{code}/odds": reading | {"403"},
    }


@pytest.mark.parametrize(("call", "mode"), MADE_UP, ids=lambda value: str(getattr(value, "value", value)))
def test_answers_are_those_that_are_described(
    described: Any, codes: list[str], shared: tuple[str, str], full: bool, call: str, mode: schemathesis.GenerationMode
) -> None:
    """Whatever fits the description, and whatever does not: a described status with a body as described, no 5xx."""
    statuses: set[int] = set()
    own, cookie = shared
    known = [own] if "scores" in call else codes

    @settings(
        max_examples=300 if full else 25,
        deadline=None,
        derandomize=not full,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operations(described)[call].as_strategy(generation_mode=mode), code=st.sampled_from([None, *known]))
    def ask(case: Any, code: str | None) -> None:
        if code is not None and "code" in case.path_parameters:
            case.path_parameters["code"] = code
            case.headers["Cookie"] = cookie
        answer = case.call(timeout=20)
        case.validate_response(answer, excluded_checks=NOT_PROMISED)
        statuses.add(answer.status_code)

    ask()
    assert statuses & ({400} if mode is schemathesis.GenerationMode.NEGATIVE else {200, 201} | FIT.get(call, set()))

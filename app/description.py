"""What /openapi.json tells of the JSON calls, whose bodies and answers the framework neither reads nor writes."""

from typing import Any

from pydantic import BaseModel

from app.errors import BAD_REQUEST, STATUS

Schema = dict[str, Any]

_WHOLE: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_TEXT: Schema = {"type": "string"}
_OBJECT: Schema = {"type": "object"}
_FOR_ALL = "bad_message unavailable"
_WITH_A_BODY = "bad_origin too_large"


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


NEW_ROOM = _object(code=_TEXT, url=_TEXT, seat=_WHOLE)
SEAT = _object(seat=_WHOLE)
LOG = _object(changes=_list(_object(seq=_WHOLE, digest=_TEXT, now=_WHOLE, events=_list(_OBJECT))))
ODDS = _object(
    seq=_WHOLE,
    unseen=_OBJECT,
    seats=_list(
        _or_null(
            _object(
                cards=_WHOLE,
                duplicates=_WHOLE,
                bust=_NUMBER,
                chance_used=_NUMBER,
                flip_seven=_NUMBER,
                stay=_WHOLE,
                hit_then_stay=_NUMBER,
            )
        )
    ),
)
NEW_SCORES = _object(code=_TEXT, url=_TEXT, version=_WHOLE, expires_at=_WHOLE)
VERSION = _object(version=_WHOLE)
SCORES = _object(code=_TEXT, version=_WHOLE, expires_at=_WHOLE, game=_OBJECT)
NOT_MODIFIED: Schema = {"description": "as the If-None-Match says"}
ROOM = _object(
    code=_TEXT,
    phase={"enum": ["lobby", "turn", "target", "round_over", "game_over"]},
    expires_at=_WHOLE,
    host=_WHOLE,
    rules=_OBJECT,
    round=_WHOLE,
    dealer=_or_null(_WHOLE),
    seats=_list(_OBJECT),
    decision=_or_null(_OBJECT),
    flip_three=_or_null(_OBJECT),
    set_aside=_list(_OBJECT),
    draw_count=_WHOLE,
    discard=_OBJECT,
    discard_top=_or_null(_TEXT),
    rounds=_list(_list(_WHOLE)),
    sheet=_list(_OBJECT),
    more_time_used=_OBJECT,
    reserved=_OBJECT,
    winner=_or_null(_WHOLE),
    daily=_or_null(_TEXT),
    seq=_WHOLE,
    now=_WHOLE,
)


def call(
    answer: Schema,
    errors: str = "",
    *,
    status: int = 200,
    body: type[BaseModel] | None = None,
    missing: str | None = "no_such_room",
) -> dict[str, Any]:
    """What a route's decorator says of one call: its answer, and the codes of its own `errors`, separated by blanks.

    `missing`: the code of the error where the path's code is nothing's; None: the path has none.
    """
    shared = [_FOR_ALL, *([missing, "rate_limited"] if missing else []), *([_WITH_A_BODY] if body else [])]
    codes = [*" ".join(shared).split(), *errors.split()]
    extra: dict[str, Any] = {}
    if missing:
        extra["parameters"] = [{"name": "code", "in": "path", "required": True, "schema": _TEXT}]
    if body is not None:
        schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    responses = {each: _error(each, [code for code in codes if _status(code) == each]) for each in map(_status, codes)}
    responses[status] = {"content": {"application/json": {"schema": answer}}}
    return {"status_code": status, "responses": responses, "openapi_extra": extra}


def _status(code: str) -> int:
    return STATUS.get(code, BAD_REQUEST)


def _error(status: int, codes: list[str]) -> dict[str, Any]:
    schema = _object(error={"enum": codes}, message=_TEXT)
    if {"name_taken", "bad_name"} & set(codes):
        schema["properties"]["suggestion"] = _TEXT
    described = {
        "description": " or ".join(codes),
        "content": {"application/json": {"schema": {**schema, "additionalProperties": False}}},
    }
    seconds = {"Retry-After": {"required": True, "description": "seconds", "schema": _WHOLE}}
    return {**described, "headers": seconds} if status == STATUS["rate_limited"] else described

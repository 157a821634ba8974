"""What a page sends: one JSON object, never more of it than can be meant, never waited for without an end."""

from __future__ import annotations

import asyncio
import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware.errors import TouchError, TouchLateError, TouchLongError

LARGEST_BODY = 8192
"""Bytes; the longest touch is a new game with two names, some hundred bytes."""

BODY_S = 5.0
"""A body is there at once; whoever dribbles it is no page of ours."""


async def json_of(request: Request) -> dict[str, object]:
    """Return the JSON object of a request.

    Raises:
        TouchLongError: If it is longer than a touch can be; the rest is not read.
        TouchLateError: If it does not come.
        TouchError: If it is not declared as JSON, or no object.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise TouchError(f"got content of type {request.headers.get('content-type')!r}; it must be application/json")
    try:
        async with asyncio.timeout(BODY_S):
            body = await _body_of(request)
    except TimeoutError as error:
        raise TouchLateError(f"no whole touch came within {BODY_S:g} s") from error
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise TouchError(f"got {body[:40]!r}; it must be JSON") from error
    if not isinstance(data, dict):
        raise TouchError(f"got {type(data).__name__}; it must be an object")
    return data


async def _body_of(request: Request) -> bytes:
    too_long = f"got more than {LARGEST_BODY} bytes; no touch is that long"
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > LARGEST_BODY:
        raise TouchLongError(too_long)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise TouchLongError(too_long)
    return body


async def refused(_: Request, error: Exception) -> Response:
    """Answer what was no touch, in a sentence.

    After a body that was not read to its end the connection cannot be used again.
    """
    match error:
        case TouchLongError():
            return JSONResponse({"error": str(error)}, status_code=413, headers={"connection": "close"})
        case TouchLateError():
            return JSONResponse({"error": str(error)}, status_code=408, headers={"connection": "close"})
        case _:
            return JSONResponse({"error": str(error)}, status_code=400)


async def gone(_: Request, __: Exception) -> Response:
    """Answer a page that went away before it had said all; nobody hears it."""
    return Response(status_code=400)

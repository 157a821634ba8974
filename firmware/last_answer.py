"""How long the newest press took, asked of a companion that runs: for ``serviert doctor``, which is another process."""

from __future__ import annotations

import http.client
import json
import logging

from firmware.table.latency import Answer

log = logging.getLogger(__name__)

ANSWER_S = 2.0


def last_answer(host: str, port: int, *, timeout_s: float = ANSWER_S) -> Answer | None:
    """Return the newest answer to a press, None where no companion serves there or nobody has pressed yet.

    Its ``str`` says it in words, ``spent`` has every stage, ``after_frame`` is the way from the still frame to the
    stored entry.

    Args:
        host: As in the page's address.
        port: As in the page's address.
        timeout_s: No answer within this is none.
    """
    connection = http.client.HTTPConnection(host, port, timeout=timeout_s)
    try:
        connection.request("GET", "/latency")
        answers = json.loads(connection.getresponse().read())["answers"]
        return Answer.from_data(answers[-1]) if answers else None
    except (OSError, http.client.HTTPException, LookupError, TypeError, ValueError, AttributeError) as error:
        log.debug("nobody tells how long a press took: %s", error)
        return None
    finally:
        connection.close()

"""A client of Tools API in the standard library of Python 3.9 or later. Copy this file into your program.

    from tools_api import Client

    client = Client("http://localhost:3000", "tk_live_...")
    analysis = client.call("text-analyzer", {"text": "Not bad at all."})
    print(analysis["sentiment"]["label"])
    with open("photo.jpg", "rb") as photo:
        webp = client.call("image-converter", {"image": photo.read(), "format": "webp"})
    print(len(webp["image"]), "bytes")
"""

import base64
import email.utils
import http.client
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

MAX_RETRY_AFTER = 60
FIRST_DELAY = 0.5
MAX_DELAY = 8


class ApiError(Exception):
    """A response that is not a result. Branch on `code`, never on the message."""

    def __init__(self, status, problem, headers):
        super().__init__(problem.get("message") or f"expected a response of the API, received status {status}")
        self.status = status
        self.code = problem.get("code", "unexpected_response")
        self.errors = problem.get("errors", [])
        self.request_id = problem.get("request_id") or headers.get("X-Request-Id")
        self.retry_after = _retry_after(headers)

    @property
    def is_transient(self):
        """Whether another attempt can succeed."""
        if (self.retry_after or 0) > MAX_RETRY_AFTER:
            return False
        if self.status == 429:
            return self.code != "too_many_attempts"
        return self.status == 408 or self.status >= 500 or self.code == "idempotency_in_progress"


class NetworkError(Exception):
    """A request that got no complete response. Its cause is the error of the connection."""


def _retry_after(headers):
    """Returns the seconds of Retry-After, which can be a date (RFC 9110 section 10.2.3)."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _form(fields):
    """Returns the body and the type of a form in which bytes are files (RFC 7578)."""
    boundary = secrets.token_hex(16)
    body = bytearray()
    for name, value in fields.items():
        if value is None:
            continue
        is_file = isinstance(value, (bytes, bytearray))
        extra = f'; filename="{name}"\r\nContent-Type: application/octet-stream' if is_file else ""
        text = value if isinstance(value, str) else json.dumps(value) if not is_file else ""
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{extra}\r\n\r\n'.encode()
        body += value if is_file else text.encode()
        body += b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    return bytes(body), f"multipart/form-data; boundary={boundary}"


def _read_result(headers, body):
    """Returns the result of a response, with its binary field as bytes."""
    field, _, header = (headers.get("X-Binary-Field") or "").partition(";record=")
    record = json.loads(headers[header] if header else body)
    if field:
        record[field] = body if header else base64.b64decode(record[field])
    return record


class Client:
    """Calls the API of a server with an API key, an OAuth 2.0 token or a JWT.

    A call is attempted again after a failed connection, 408, 429 and 5xx, with the pause that the server asks for. All
    attempts have one Idempotency-Key, so none is counted twice.
    """

    def __init__(self, base_url, token, max_retries=2, timeout=60):
        self.base_url = base_url.rstrip("/")
        self.token = token
        self.max_retries = max_retries
        self.timeout = timeout

    def call(self, tool, request):
        """Calls a tool. Members of `bytes` are files. Returns the record, with bytes where the result is binary."""
        if any(isinstance(value, (bytes, bytearray)) for value in request.values()):
            body, content_type = _form(request)
        else:
            body, content_type = json.dumps(request).encode(), "application/json"
        headers = {
            "Content-Type": content_type,
            "Accept": "*/*, application/json;q=0.5",
            "Idempotency-Key": secrets.token_hex(16),
        }
        return self._attempt("POST", f"/v1/tools/{urllib.parse.quote(tool, safe='')}", headers, body)

    def usage(self, **parameters):
        """Returns the usage report. The parameters are those of GET /v1/analytics/usage."""
        given = {name: value for name, value in parameters.items() if value is not None}
        query = urllib.parse.urlencode(given)
        return self._attempt("GET", "/v1/analytics/usage" + (f"?{query}" if query else ""))

    def profile(self):
        """Returns the profile of the account."""
        return self._attempt("GET", "/v1/user/profile")

    def _attempt(self, method, path, headers=None, body=None):
        retry = 0
        while True:
            try:
                return self._send(method, path, headers or {}, body)
            except (ApiError, NetworkError) as error:
                is_transient = not isinstance(error, ApiError) or error.is_transient
                if retry >= self.max_retries or not is_transient:
                    raise
                asked = getattr(error, "retry_after", None) or 0
                time.sleep(asked + random.random() * min(MAX_DELAY, FIRST_DELAY * 2**retry))
                retry += 1

    def _send(self, method, path, headers, body):
        request = urllib.request.Request(
            self.base_url + path,
            data=body,
            method=method,
            headers={"Authorization": f"Bearer {self.token}", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                content = response.read()
                try:
                    return _read_result(response.headers, content)
                except (ValueError, KeyError):
                    raise ApiError(response.status, {}, response.headers) from None
        except urllib.error.HTTPError as error:
            raise ApiError(error.code, _problem(error), error.headers) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            raise NetworkError(str(error)) from error


def _problem(error):
    """Returns the members of a problem (RFC 9457), or none of a response that is not of the API."""
    try:
        problem = json.loads(error.read())
        return problem if isinstance(problem, dict) else {}
    except (ValueError, http.client.HTTPException, OSError):
        return {}

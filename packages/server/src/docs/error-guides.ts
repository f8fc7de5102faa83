import type { ErrorCode, ParameterError } from "@tools-api/core";

/** Guidance on an error, in addition to its sentence in the catalog. */
export interface ErrorGuide {
  /** The action to take. */
  remedy: string;
  /** True if a call under /v1 with this error counts against the allowance. */
  counts: boolean;
  /** True if only management calls and pages return it; they never count. */
  isManagement?: true;
  /** True if only tools with certain members return it. See `errorsOfTool`. */
  isOfTools?: true;
  /** True if `Retry-After` tells when to retry. */
  retryAfter?: true;
  sample: {
    /** Default: the path of a tool that returns the error. */
    instance?: string;
    message: string;
    errors?: ParameterError[];
  };
}

/** Guidance for every code. A missing code is a compile error. */
export const errorGuides: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: {
    remedy:
      "Send one JSON object in UTF-8 with `Content-Type: application/json`. It may have at most 32 levels and 1,000 members, unless the tool states another number.",
    counts: true,
    sample: {
      message: "body: expected a JSON object, received text that is not JSON in UTF-8",
    },
  },
  invalid_request: {
    remedy:
      "Send the credential only in the `Authorization` header. Let your HTTP library write forms. Send the body without " +
      "pauses of 15 seconds. Send the parameters of a GET request in the query if this server does not read its body.",
    counts: true,
    sample: {
      message:
        "api_key: expected the credential only in the Authorization header, received another one. Remove api_key.",
      errors: [
        {
          pointer: "#/api_key",
          detail: "expected the credential only in the Authorization header, received another one",
        },
      ],
    },
  },
  missing_credentials: {
    remedy: "Send `Authorization: Bearer` with an API key or an access token.",
    counts: false,
    sample: {
      message: "Authorization: expected Bearer with an API key or an access token, received none.",
    },
  },
  invalid_credentials: {
    remedy:
      "Check the key, or create a new one. Replace an expired access token with the refresh token. One message covers all " +
      "causes, so that probing reveals nothing.",
    counts: false,
    sample: { message: "The credential is unknown, malformed, revoked or expired." },
  },
  insufficient_scope: {
    remedy:
      "Use a key or a token that has the scope in `WWW-Authenticate`. By default, a key cannot read or change the account.",
    counts: false,
    sample: { instance: "/v1/user/profile", message: "The credential lacks the scope profile:read." },
  },
  account_suspended: {
    remedy: "Contact the operator of this server.",
    counts: false,
    sample: { message: "The account acct_UC0zuL8FAzkuapBgSj3Uff is suspended." },
  },
  address_not_allowed: {
    remedy:
      "Call from an address that the API key allows, or change `allowed_ips` of the key. Behind a proxy, the operator sets `TRUST_PROXY`.",
    counts: false,
    sample: {
      message: "The credential key_9Xb2mUu4UnQvO3zZ0tGSyl does not allow the address 198.51.100.7.",
    },
  },
  sign_up_refused: {
    remedy:
      "Ask the operator of the server for an invitation, or use an email address of an accepted domain.",
    counts: false,
    isManagement: true,
    sample: {
      instance: "/sign-up",
      message: "A new account needs a valid invitation from the operator of this server.",
    },
  },
  cross_origin_request: {
    remedy:
      "From a program, send a bearer credential without a cookie. In a browser, open the page again and send the form from " +
      "there.",
    counts: false,
    isManagement: true,
    sample: {
      instance: "/account/keys",
      message:
        "The request did not come from a page of this server. Open the page again and send the form from there.",
    },
  },
  not_found: {
    remedy: "Check the path and the id in it. An object of another account also gets this error.",
    counts: false,
    sample: { instance: "/v1/tools/translator", message: "There is nothing at /v1/tools/translator." },
  },
  method_not_allowed: {
    remedy: "Use a method in the `Allow` header.",
    counts: false,
    sample: {
      instance: "/v1/user/profile",
      message: "/v1/user/profile: expected one of the methods GET, HEAD, OPTIONS, received POST",
    },
  },
  not_acceptable: {
    remedy: "Send the target's type, `image/*` or `application/json` in `Accept`, or omit the header.",
    counts: true,
    isOfTools: true,
    sample: {
      message: 'Accept: expected application/json, image/* or image/webp, received "image/jpeg"',
    },
  },
  conflict: {
    remedy:
      "Read the record again and follow the message. An account has at most 100 active API keys and 100 active OAuth " +
      "clients. Revoke one before you create another.",
    counts: false,
    isManagement: true,
    sample: { instance: "/account/plan", message: "plan: the account is already on the pro plan" },
  },
  idempotency_in_progress: {
    remedy:
      "Wait, then send the same request with the same key again. You get the response of the first request.",
    counts: false,
    retryAfter: true,
    sample: {
      message: "Idempotency-Key: another call with this key is in progress.",
    },
  },
  quote_expired: {
    remedy: "Request a new preview and confirm its quote. The server changed and charged nothing.",
    counts: false,
    isManagement: true,
    sample: {
      instance: "/account/plan",
      message: "The quote expired after 15 minutes. Request a new preview.",
    },
  },
  payload_too_large: {
    remedy: "Send less. The reference states the limits of each call.",
    counts: true,
    sample: {
      message: "body: expected at most 1000000 bytes, received more",
    },
  },
  unsupported_media_type: {
    remedy: "Send one of the content types that the call lists, without compression.",
    counts: true,
    sample: { message: 'Content-Type: expected application/json, received "text/plain"' },
  },
  invalid_parameter: {
    remedy: "Fix every parameter in `errors`. Each entry states the expected and the received value.",
    counts: true,
    sample: {
      instance: "/v1/analytics/usage",
      message: 'granularity: expected "hour", "day", "week" or "month", received "year"',
      errors: [
        { pointer: "#/granularity", detail: 'expected "hour", "day", "week" or "month", received "year"' },
      ],
    },
  },
  unsupported_language: {
    remedy: "Request an analysis that supports the language. The message lists the languages.",
    counts: true,
    isOfTools: true,
    sample: {
      message:
        "language: the text is in Vietnamese (vi), but the analysis is available in: en, ar, bg, bs, cs, da, de, el, es, " +
        "fi, fr, he, hr, hu, it, nl, no, pl, pt, ro, ru, sr, sv, tr",
    },
  },
  invalid_image: {
    remedy: "Send an image file without changes. The message names the detected format.",
    counts: true,
    isOfTools: true,
    sample: {
      message: "image: png was recognized, but it is damaged, truncated or of an unsupported kind",
    },
  },
  image_too_large: {
    remedy: "Scale the image down. The message names the largest accepted size.",
    counts: true,
    isOfTools: true,
    sample: {
      message:
        "image: the image has 30000 × 30000 pixels, 900 megapixels; the limit is 50 megapixels; resize to at most 7071 × 7071",
    },
  },
  processing_limit: {
    remedy: "Send a smaller or simpler input. The same input fails again and counts again.",
    counts: true,
    isOfTools: true,
    sample: { message: "The input exceeded the time limit of a job, 30 s of CPU time." },
  },
  result_too_large: {
    remedy:
      "Ask for less: send a smaller input, or choose fewer or smaller outputs. The same call over HTTP has no such limit.",
    counts: true,
    sample: {
      instance: "/mcp",
      message: "The result has 5200000 bytes as a message of MCP; the limit is 4000000. Ask for less.",
    },
  },
  idempotency_mismatch: {
    remedy: "Send a new `Idempotency-Key` with a new request.",
    counts: true,
    sample: {
      message:
        "Idempotency-Key: expected the first request with this key, received a different one. Use a new key.",
    },
  },
  quota_exceeded: {
    remedy:
      "Wait for the time in `Retry-After`, or upgrade your plan, which takes effect from the next call. " +
      "`violated-policies` names the exceeded limits.",
    counts: false,
    retryAfter: true,
    sample: {
      message: "1000 of 1000 calls used on the free plan; the allowance resets at 2026-11-22T00:00:00Z.",
    },
  },
  too_many_attempts: {
    remedy: "Fix the credential, and wait for the time in `Retry-After`. Valid credentials continue to work.",
    counts: false,
    retryAfter: true,
    sample: {
      message:
        "20 of 20 failed authentication attempts per minute came from this address. Try again in 41 s.",
    },
  },
  internal_error: {
    remedy:
      "Try again. If the error persists, send the `request_id` to the operator of this server, who finds the cause in the log.",
    counts: false,
    sample: {
      message: "The server failed to handle the request. Its log has the cause under this request id.",
    },
  },
  overloaded: {
    remedy:
      "Wait for the time in `Retry-After`, then try again. If the message names your account, send fewer requests at a time " +
      "and read the responses faster.",
    counts: false,
    retryAfter: true,
    sample: { message: "All 64 slots of the work queue are in use. Try again later." },
  },
  storage_unavailable: {
    remedy: "Wait for the time in `Retry-After`, then try again.",
    counts: false,
    retryAfter: true,
    sample: { message: "The store does not respond." },
  },
};

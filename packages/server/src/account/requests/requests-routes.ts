import type { DocumentStore } from "@tools-api/core";
import { apiKeys } from "@tools-api/core/internal";
import { parameter } from "@tools-api/core/internal/schema";
import { hourMs } from "@tools-api/core/internal/time";
import {
  listRequests as listStoredRequests,
  type LoggedRequest,
  summarizeRequests,
} from "@tools-api/core/request-log";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { defaultLimit, pageExample, PageQuery, pageRecord, timeBound } from "../call/page.ts";
import { LoggedRequestRecord, requestExample, RequestSummaryRecord } from "../call/records.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

const id = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);

const RequestQuery = PageQuery.extend({
  request_id: parameter("the X-Request-Id of a response", id.optional(), {
    purpose: "Only the request with this `X-Request-Id`. Default: all.",
  }),
  credential: parameter("the id of a key or a grant", id.optional(), {
    purpose: "Only requests of this key or grant, by its id. Default: all.",
  }),
  endpoint: parameter(
    "a method and a route, such as GET /v1/user/profile",
    z.string().min(1).max(200).optional(),
    { purpose: "Only requests to one endpoint, such as `GET /v1/user/profile`. Default: all." },
  ),
  status: parameter(
    "a status from 100 to 599, or its first digit",
    z
      .int()
      .refine((status) => (status >= 1 && status <= 5) || (status >= 100 && status <= 599))
      .optional(),
    {
      purpose: "Only responses with this status, such as `422`, or of its class, such as `4`. Default: all.",
    },
  ),
  transport: parameter("http or mcp", z.enum(["http", "mcp"]).optional(), {
    purpose: "Only direct calls (`http`) or only those through `/mcp`. Default: both.",
  }),
  since: timeBound("The earliest time of a request, included, such as `2026-11-21`. Default: the oldest."),
  until: timeBound("The time before which requests end, such as `2026-11-21T14:00:00Z`. Default: now."),
});

/** Returns the names of the keys among credentials. */
export async function apiKeyNames(
  documents: DocumentStore,
  account: string,
  credentials: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(credentials)].filter((credential) => credential.startsWith("key_"));
  const found = await Promise.all(ids.map((key) => apiKeys.get(documents, { account, id: key })));
  return new Map(found.flatMap((key) => (key ? [[key.value.id, key.value.name]] : [])));
}

/** Returns the record of a request without the name of its credential. */
export function exportedRequest({
  isMcp,
  parameters = [],
  ...request
}: LoggedRequest): Omit<LoggedRequestRecord, "credentialName"> {
  return { ...request, parameters: [...parameters], transport: isMcp ? "mcp" : "http" };
}

function requestRecord(request: LoggedRequest, names: ReadonlyMap<string, string>): LoggedRequestRecord {
  return { ...exportedRequest(request), credentialName: names.get(request.credential) ?? null };
}

/** Returns the earliest instant that the log shows. */
function requestsSince({ requestLogMs }: AccountServices, now: number): number {
  return now - requestLogMs;
}

export const listRequests = managementRoute({
  method: "GET",
  path: "/account/requests",
  operationId: "list-requests",
  summary: "List the last requests of the account's credentials, newest first.",
  description:
    "Each request has its time, credential, endpoint, status, duration and bytes, and no content. A request is in the log " +
    "within about a second. The server keeps requests for `REQUEST_LOG_DAYS`, 3 by default, and at least the last 5,000 of " +
    "an account. Of more than 100 requests in a second, it keeps the last 100. With `REQUEST_LOG_DAYS=0` the list is empty.",
  query: RequestQuery,
  status: 200,
  answer: pageRecord(LoggedRequestRecord),
  example: (source) =>
    pageExample({ ...requestExample(source), credential_name: "Production" }, { limit: 20, status: 2 }),
  async handle({ services, caller, query, now }) {
    const { documents } = services;
    const {
      after,
      limit = defaultLimit,
      request_id: requestId,
      credential,
      endpoint,
      status,
      transport,
      since = 0,
      until,
    } = query;
    const { requests, next } = await listStoredRequests(documents, caller.account.id, {
      after,
      limit,
      since: Math.max(since, requestsSince(services, now)),
      until,
      requestId,
      credential,
      endpoint,
      status,
      ...(transport && { isMcp: transport === "mcp" }),
    });
    const names = await apiKeyNames(
      documents,
      caller.account.id,
      requests.map((request) => request.credential),
    );
    return { items: requests.map((request) => requestRecord(request, names)), next };
  },
});

const maxSummaryHours = 720;

export const getRequestSummary = managementRoute({
  method: "GET",
  path: "/account/requests/summary",
  operationId: "get-request-summary",
  summary: "Get the statuses, the latency and the newest errors of the last requests.",
  description:
    "The figures describe the last 2,000 requests in the log within `hours`. `latency_ms` has the durations that 50 and 95 " +
    "percent of them do not exceed; `null` without requests.",
  query: z.strictObject({
    hours: parameter(
      `an integer from 1 to ${maxSummaryHours}`,
      z.int().min(1).max(maxSummaryHours).default(24),
      { purpose: "How many hours back the figures reach." },
    ),
    credential: RequestQuery.shape.credential,
    endpoint: RequestQuery.shape.endpoint,
  }),
  status: 200,
  answer: RequestSummaryRecord,
  example: (source) => ({
    parameters: { hours: 24 },
    answer: {
      since: "2026-11-20T12:15:24.000Z",
      requests: 1204,
      statuses: [
        { status: 200, requests: 1203 },
        { status: 422, requests: 1 },
      ],
      latency_ms: { p50: 3.1, p95: 48.7 },
      errors: [
        {
          ...requestExample(source),
          status: 422,
          code: "invalid_parameter",
          parameters: ["analysis_type"],
          credential_name: "Production",
          requests: 1,
        },
      ],
    },
  }),
  async handle({ services, caller, query: { hours, ...conditions }, now }) {
    const { documents } = services;
    const since = Math.max(now - hours * hourMs, requestsSince(services, now));
    const summary = await summarizeRequests(documents, caller.account.id, { ...conditions, since });
    const names = await apiKeyNames(
      documents,
      caller.account.id,
      summary.errors.map((request) => request.credential),
    );
    return {
      ...summary,
      since,
      errors: summary.errors.map(({ requests, ...request }) => ({
        ...requestRecord(request, names),
        requests,
      })),
    };
  },
});

/** The management calls under `/account/requests`. */
export const requestRoutes: readonly ManagementRoute[] = [listRequests, getRequestSummary];

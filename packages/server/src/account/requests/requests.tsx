import { type ErrorCode, errorCodes, ToolsError } from "@tools-api/core";
import { dayMs, hourMs, isoInstant } from "@tools-api/core/internal/time";
import { listEndpoints } from "@tools-api/core/tools";
import { problemKinds } from "../../http/problem.ts";
import { singleValues } from "../../http/query.ts";
import { credentialChoices } from "./credential-choices.ts";
import { listRequests } from "./requests-routes.ts";
import type { LoggedRequestRecord } from "../call/records.ts";
import {
  type Choice,
  type Faults,
  Field,
  formFaults,
  FormFault,
  SelectField,
  withCurrent,
} from "../../ui/form.tsx";
import { InstantAndDistance, Relative, size } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { numberFrom } from "../keys/key-fields.tsx";
import { milliseconds } from "../report/tables.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { Facts, OlderAndNewest, pageQuery, Table } from "../../ui/parts.tsx";

/** Returns the color of the badge of a status. */
export function statusTone(status: number): string {
  return status < 400 ? "good" : status < 500 ? "warn" : "bad";
}

function Credential({ base, request }: { base: string; request: LoggedRequestRecord }) {
  const { credential, credentialName } = request;
  return credentialName === null ? (
    <code>{credential}</code>
  ) : (
    <a href={`${base}/keys/${credential}`}>{credentialName}</a>
  );
}

function requestPath(base: string, { requestId }: LoggedRequestRecord): string {
  return `${base}/requests/${encodeURIComponent(requestId)}`;
}

function duration({ durationMs }: LoggedRequestRecord): string {
  return milliseconds(Math.round(durationMs * 10) / 10);
}

/** Renders requests, newest first. */
export function RequestTable({ base, requests }: { base: string; requests: readonly LoggedRequestRecord[] }) {
  return (
    <Table
      label="Requests"
      class="stacked"
      columns={[
        "Time",
        "Request",
        "Result",
        "Key",
        { amount: "Duration" },
        { amount: "Request size" },
        { amount: "Response size" },
      ]}
    >
      {requests.map((request) => (
        <tr key={`${request.at}_${request.requestId}`}>
          <td data-label="Time">
            <Relative at={request.at} />
          </td>
          <td data-label="Request">
            {request.endpoint}
            {request.transport === "mcp" && " by MCP"}
            <div class="muted small">
              <a href={requestPath(base, request)}>
                <code>{request.requestId}</code>
              </a>
            </div>
          </td>
          <td data-label="Result">
            <span class={`badge ${statusTone(request.status)}`}>{request.status}</span>
            {request.code !== null && (
              <div class="small">
                <a href={`${base}/docs/errors#${request.code}`}>{request.code}</a>
              </div>
            )}
          </td>
          <td data-label="Key">
            <Credential base={base} request={request} />
          </td>
          <td data-label="Duration" class="amount">
            {duration(request)}
          </td>
          <td data-label="Request size" class="amount">
            {size(request.bytesIn)}
          </td>
          <td data-label="Response size" class="amount">
            {size(request.bytesOut)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const results = [
  ["", "All"],
  ["2", "Successes"],
  ["4", "Errors of the request (4xx)"],
  ["5", "Errors of the server (5xx)"],
  ["429", "Over the limit (429)"],
] as const;

interface SearchProps {
  base: string;
  values: Readonly<Record<string, string>>;
  endpoints: readonly string[];
  /** The names of keys by id. */
  keyNames: ReadonlyMap<string, string>;
  faults: Faults;
}

function SearchForm({ base, values, endpoints, keyNames, faults }: SearchProps) {
  return (
    <section class="card" aria-label="Search">
      <FormFault faults={faults} />
      <form method="get" action={`${base}/requests`} class="fields range">
        <Field name="request_id" label="Request ID" value={values["request_id"]} faults={faults} optional />
        <SelectField
          name="endpoint"
          label="Endpoint"
          options={withCurrent(
            [["", "All"], ...endpoints.map((name): Choice => [name, name])],
            values["endpoint"],
          )}
          selected={values["endpoint"] ?? ""}
          fault={faults["endpoint"]}
        />
        <SelectField
          name="credential"
          label="Key"
          options={withCurrent([["", "All"], ...keyNames], values["credential"])}
          selected={values["credential"] ?? ""}
          fault={faults["credential"]}
        />
        <SelectField
          name="status"
          label="Result"
          options={results}
          selected={values["status"] ?? ""}
          fault={faults["status"]}
        />
        {["period", "since", "until"].map(
          (name) => values[name] && <input type="hidden" name={name} value={values[name]} />,
        )}
        <button>Show requests</button>
      </form>
    </section>
  );
}

function NoRequests({ base, isFiltered }: { base: string; isFiltered: boolean }) {
  return (
    <p class="empty">
      {isFiltered ? (
        <>
          No request meets these conditions. <a href={`${base}/requests`}>Show all requests</a>
        </>
      ) : (
        <>
          No request has arrived yet. Try a tool in the <a href={`${base}/playground`}>playground</a>.
        </>
      )}
    </p>
  );
}

const searched = ["request_id", "credential", "endpoint", "status", "transport", "since", "until", "period"];

/** The ranges that end now, by their name in the query of the page. */
const periods = new Map([
  ["hour", { label: "Last hour", lengthMs: hourMs }],
  ["day", { label: "Last day", lengthMs: dayMs }],
  ["week", { label: "Last week", lengthMs: 7 * dayMs }],
]);

function PeriodLinks({ base, query }: { base: string; query: URLSearchParams }) {
  const current = query.has("since") || query.has("until") ? undefined : query.get("period");
  const link = (period: string | null, label: string) => {
    const linked = new URLSearchParams(query);
    for (const name of ["period", "since", "until"]) linked.delete(name);
    if (period !== null) linked.set("period", period);
    return (
      <a
        href={`${base}/requests?${linked.toString()}`}
        aria-current={period === current ? "true" : undefined}
      >
        {label}
      </a>
    );
  };
  return (
    <nav class="tabs" aria-label="Time">
      {link(null, "All")}
      {Array.from(periods, ([period, { label }]) => link(period, label))}
    </nav>
  );
}

/** `GET /requests`: shows the last requests of the account's credentials. */
async function showRequests(page: PageCall): Promise<Response> {
  const { c, base, services, ask } = page;
  const sent = singleValues(Object.entries(c.req.query()));
  // A form sends the fields that the user left empty.
  const filled = Object.entries(sent).flatMap(([name, value]) =>
    value.trim() === "" ? [] : [[name, value.trim()]],
  );
  const { after, ...values } = Object.fromEntries(filled) as Record<string, string>;
  const query = new URLSearchParams(Object.entries(values).filter(([name]) => searched.includes(name)));
  const days = services.requestLogMs / dayMs;
  let faults: Faults = {};
  let found: { items: readonly LoggedRequestRecord[]; next: string | null } = { items: [], next: null };
  let failure: unknown;
  try {
    const { status, period = "", ...others } = values;
    const chosen = periods.get(period);
    found = await ask(listRequests, {
      query: {
        ...others,
        ...(chosen && { since: isoInstant(services.clock.now() - chosen.lengthMs) }),
        ...pageQuery(after),
        ...(status !== undefined && { status: numberFrom(status) }),
      },
    });
  } catch (error) {
    failure = error;
    faults = formFaults(error, {
      request_id: "Enter the X-Request-Id of a response.",
      credential: "Choose a key.",
      endpoint: "Choose an endpoint.",
      status: "Choose a result.",
    });
  }
  return respondDashboard(
    page,
    { title: "Requests", section: "requests", error: failure },
    <>
      <h1>Requests</h1>
      {days === 0 ? (
        <p class="card empty">This server keeps no request log.</p>
      ) : (
        <>
          <p class="muted">
            The last requests with your keys and tokens, for {days === 1 ? "1 day" : `${days} days`}, without
            their content.
          </p>
          <PeriodLinks base={base} query={query} />
          <SearchForm
            base={base}
            values={values}
            endpoints={listEndpoints(services.tools)}
            keyNames={await credentialChoices(page, [values["credential"]])}
            faults={faults}
          />
          <section class="card">
            {found.items.length === 0 ? (
              <NoRequests base={base} isFiltered={query.size > 0} />
            ) : (
              <RequestTable base={base} requests={found.items} />
            )}
            <OlderAndNewest path={`${base}/requests`} query={query} next={found.next} after={after} />
          </section>
        </>
      )}
    </>,
  );
}

/** Renders the meaning of an error, and the way to the remedy. */
function RequestError({ base, code }: { base: string; code: string }) {
  const known = (Object.keys(errorCodes) as ErrorCode[]).find((name) => name === code);
  return (
    <section class="card">
      <h2>{known ? problemKinds[known].title : "Error"}</h2>
      {known && <p>{errorCodes[known]}</p>}
      <p>
        <a href={`${base}/docs/errors#${code}`}>How to correct {code}</a>
      </p>
      <p class="muted small">
        The response had the details. The log keeps the names of parameters, and neither values nor content.
      </p>
    </section>
  );
}

/** `GET /requests/:id`: shows the newest request with an id. */
async function showRequest(page: PageCall): Promise<Response> {
  const { base, id, ask } = page;
  const { items } = await ask(listRequests, { query: { request_id: id, limit: 1 } });
  const [request] = items;
  if (!request) throw new ToolsError("not_found", `request ${id}: there is no such request in the log.`);
  return respondDashboard(
    page,
    { title: "Request", section: "requests", crumb: ["/requests", "Requests"] },
    <>
      <h1>{request.endpoint}</h1>
      <section class="card">
        <h2>Details</h2>
        <Facts
          rows={[
            ["Status", <span class={`badge ${statusTone(request.status)}`}>{request.status}</span>],
            request.code !== null && ["Code", <code>{request.code}</code>],
            request.parameters.length > 0 && [
              "Parameters at fault",
              <code>{request.parameters.join(", ")}</code>,
            ],
            ["Time", <InstantAndDistance at={request.at} />],
            ["Duration", duration(request)],
            ["Request size", size(request.bytesIn)],
            ["Response size", size(request.bytesOut)],
            ["Key", <Credential base={base} request={request} />],
            ["Way in", request.transport === "mcp" ? "MCP" : "HTTP"],
            ["Request ID", <code>{request.requestId}</code>],
          ]}
        />
      </section>
      {request.code !== null && <RequestError base={base} code={request.code} />}
    </>,
  );
}

export const requestPageRoutes: readonly PageRoute[] = [
  { path: "/requests", get: signedIn(showRequests) },
  { path: "/requests/:id", get: signedIn(showRequest) },
];

import type { Plans } from "@tools-api/core";
import { offeredPlans, planTitle } from "@tools-api/core/billing";
import type { Tool, ToolTable } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { firstPlainTool } from "../ui/sample-call.ts";
import { defaultBodyBytes } from "../api/tools/read-request.ts";
import { money, number } from "../ui/format.tsx";
import { conventions } from "../openapi/document.ts";
import type { ScopeCatalog } from "../http/scope-catalog.ts";
import type { ApiDocument, Header } from "./api-document.ts";
import type { Group } from "./contents.tsx";
import type { DocsSection } from "./docs-page.tsx";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import { InlineText, Path } from "../ui/inline-text.tsx";
import { ReferenceTable, tableId, tableMarkdown } from "./reference-table.tsx";
import { problemExample } from "./problem-example.ts";

/** The props of the introduction. */
export interface IntroductionProps {
  document: ApiDocument;
  groups: readonly Group[];
  base: string;
  publicUrl: string;
  tools: readonly Tool[];
  plans: Plans;
  catalog: ScopeCatalog;
  hasSessions: boolean;
  hasOauth: boolean;
}

function firstCurl({ document, tools }: Pick<IntroductionProps, "document" | "tools">): string | undefined {
  const { name = "profile" } = firstPlainTool(tools) ?? {};
  const first = document.operations.find(({ operationId }) => operationId === name);
  return first?.["x-codeSamples"][0]?.source;
}

/** Returns the purposes of the tools, one sentence each. */
export function leadOf(tools: readonly Tool[]): string {
  return tools.map(({ consent }) => `${consent}.`).join(" ");
}

function firstAnswer({ document, tools }: Pick<IntroductionProps, "document" | "tools">): unknown {
  const { name = "profile" } = firstPlainTool(tools) ?? {};
  const first = document.operations.find(({ operationId }) => operationId === name);
  return first?.responses["200"]?.content?.["application/json"]?.example;
}

/** Renders the way from a key to the first response. */
function Start(props: IntroductionProps): Child {
  const { base, tools, hasSessions } = props;
  const curl = firstCurl(props);
  const answer = firstAnswer(props);
  return (
    <section class="card" id="introduction">
      <p>{leadOf(tools)}</p>
      <ol>
        <li>
          {hasSessions ? (
            <>
              <a href={`${base}/keys`}>Create an API key</a> and keep it in <code>TOOLS_API_KEY</code>.
            </>
          ) : (
            "Ask the operator of this server for an API key."
          )}
        </li>
        <li>Send the call below.</li>
        <li>
          Read the response: the reference of <a href="#operations">each operation</a> says what its fields
          mean.
        </li>
        <li>
          <a href="#errors">Handle errors</a> by their <code>code</code>.
        </li>
      </ol>
      {curl !== undefined && <CodeSample id="curl-first" label="First call" text={curl} language="sh" />}
      {answer !== undefined && (
        <CodeSample id="answer-first" label="Response 200" text={prettyJson(answer)} language="json" />
      )}
    </section>
  );
}

/** Returns the largest request of a tool in words. */
function largestRequest({ longText, file, maxBodyBytes = defaultBodyBytes }: Tool): string {
  if (file) return `${number(file.maxBytes)} bytes of \`${file.field}\``;
  return longText
    ? `${number(longText.maxBytes)} bytes of \`${longText.field}\``
    : `${number(maxBodyBytes)} bytes`;
}

function longestTime({ execution = "inline" }: Tool): string {
  return execution === "inline" ? "–" : `${execution.pool.deadlineMs / 1000} seconds`;
}

function limitsTable({ tools }: Pick<IntroductionProps, "tools">): ToolTable {
  return {
    title: "Limits and costs",
    note:
      "A call counts in the UTC day in which it is admitted. Responses with 401, 403, 404, 405, 429 or 5xx do not " +
      "count, and neither do calls under `/account`.",
    head: ["Call", "Largest request", "Longest time", "Counts as"],
    rows: [
      ...tools.map((tool) => [
        `\`POST /v1/tools/${tool.name}\``,
        largestRequest(tool),
        longestTime(tool),
        tool.units ? "1 call or more, by its outputs" : "1 call",
      ]),
      ["`GET /v1/analytics/usage`, `GET /v1/user/profile`", "–", "–", "1 call"],
    ],
  };
}

function plansTable({ plans }: Pick<IntroductionProps, "plans">): ToolTable {
  const limit = (value: number | null) => (value === null ? "no limit" : number(value));
  return {
    title: "Plans",
    head: ["Plan", "Calls a day", "A minute", "A second", "Price a month"],
    rows: offeredPlans(plans).map((plan) => [
      planTitle(plans, plan.name),
      number(plan.dailyLimit),
      limit(plan.perMinute),
      limit(plan.perSecond),
      money(plan.price),
    ]),
  };
}

/** Returns the tables at the top: what a call may need, what it costs, and the plans of a server with accounts. */
function topTables(props: IntroductionProps): ToolTable[] {
  return [limitsTable(props), ...(props.hasSessions ? [plansTable(props)] : [])];
}

function Rules({ base }: IntroductionProps): Child {
  return (
    <section class="card" id="rules">
      <h2>Rules for all calls</h2>
      <ul>
        {conventions.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
      <p class="small">
        The server generates this reference from <a href={`${base}/openapi.json`}>openapi.json</a>, an OpenAPI
        3.1 document for your tools. Append <code>.md</code> to the address of a page for its Markdown.{" "}
        <a href={`${base}/llms.txt`}>llms.txt</a> lists the pages for agents.
      </p>
    </section>
  );
}

function GroupList({ base, groups }: Pick<IntroductionProps, "base" | "groups">): Child {
  return groups.map(({ id, name, operations }) => (
    <>
      <h3>
        <a href={`${base}/docs/reference/${id}`}>{name}</a>
      </h3>
      <ul class="operations">
        {operations.map(({ operationId, method, path, summary }) => (
          <li key={operationId} id={operationId}>
            <a href={`${base}/docs/reference/${id}#${operationId}`}>
              <span class={`method ${method.toLowerCase()}`}>{method}</span> <Path path={path} />
            </a>{" "}
            <span class="muted small">
              <InlineText text={summary} />
            </span>
          </li>
        ))}
      </ul>
    </>
  ));
}

/** Renders the list of operations. Those of operators are collapsed at its end. */
function Operations({ base, groups }: Pick<IntroductionProps, "base" | "groups">): Child {
  return (
    <section class="card" id="operations">
      <h2>Operations</h2>
      <GroupList base={base} groups={groups.filter((group) => !group.isForOperators)} />
      <details id="for-operators">
        <summary>Operations for operators of the server</summary>
        <GroupList base={base} groups={groups.filter((group) => group.isForOperators)} />
      </details>
    </section>
  );
}

function Authentication({ base, catalog, hasSessions, hasOauth }: IntroductionProps): Child {
  return (
    <section class="card" id="authentication">
      <h2>Authentication</h2>
      <p>
        Send <code>Authorization: Bearer</code> with one of three credentials. The server never accepts a
        credential in the query or the body.
      </p>
      <dl>
        <dt>API key</dt>
        <dd>
          For your own programs: <code>tk_live_…</code>, shown once
          {hasSessions ? (
            <>
              {" when you "}
              <a href={`${base}/keys`}>create it</a>.
            </>
          ) : (
            ". Ask the operator of this server for a key."
          )}
        </dd>
        <dt>OAuth 2.0</dt>
        <dd>
          For applications that act for users:{" "}
          {hasOauth ? (
            <>
              authorization code with PKCE, client credentials and refresh tokens. The endpoints are in the{" "}
              <a href={`${base}/.well-known/oauth-authorization-server`}>metadata</a>.
            </>
          ) : (
            "a token of the authorization server that the operator of this server trusts."
          )}
        </dd>
        <dt>JWT</dt>
        <dd>An access token (RFC 9068) of an identity provider that the operator of this server trusts.</dd>
      </dl>
      {hasSessions && (
        <p>
          Calls under <code>/account</code> also accept the session of a signed-in browser. A key needs{" "}
          <code>account:read</code> or <code>account:write</code>.
        </p>
      )}
      <h3>Scopes</h3>
      <dl>
        {(hasSessions ? catalog.all : catalog.calls).map((scope) => (
          <>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{catalog.permissions[scope]}.</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

/** Returns every response header of the document once. */
function responseHeaders({ operations }: ApiDocument): [string, Header][] {
  const all = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ headers = {} }) => Object.entries(headers)),
  );
  return [...new Map(all)];
}

function Headers({ document }: IntroductionProps): Child {
  return (
    <section class="card" id="headers">
      <h2>Response headers</h2>
      <p>
        Every response under <code>/v1</code> states the remaining allowance, whatever its status.
      </p>
      <ul class="schema">
        {responseHeaders(document).map(([name, { description = "", schema }]) => (
          <li key={name} id={`header-${name.toLowerCase()}`}>
            <div class="signature">
              <code>{name}</code>
              <span class="muted small">{schema.type}</span>
            </div>
            {description !== "" && (
              <p>
                <InlineText text={description} />
              </p>
            )}
            {schema.examples?.[0] !== undefined && (
              <p class="small">
                <code>{schema.examples[0]}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Errors({ base, publicUrl, tools }: IntroductionProps): Child {
  return (
    <section class="card" id="errors">
      <h2>Errors</h2>
      <p>
        An error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>, which stays
        the same across releases. Show <code>message</code> to a developer, never to a program.{" "}
        <code>errors</code> lists every invalid parameter. Send a call again only after 429 and 503, when{" "}
        <code>Retry-After</code> has passed, and after other 5xx. Keep the <code>request_id</code> to find the
        call in the server's log. <a href={`${base}/docs/errors`}>See all errors and how to fix them</a>
      </p>
      <CodeSample
        id="problem-first"
        label="Response 422"
        text={prettyJson(problemExample("invalid_parameter", { publicUrl, tools }))}
        language="json"
      />
    </section>
  );
}

/** Renders the chapters that apply to all calls, and the list of operations. */
export function Introduction(props: IntroductionProps): Child {
  return (
    <>
      <div class="page-title">
        <h1>API reference</h1>
        <p class="muted">{`Version ${props.document.info.version}`}</p>
      </div>
      <Start {...props} />
      <Errors {...props} />
      {topTables(props).map((table) => (
        <ReferenceTable key={table.title} table={table} />
      ))}
      <Authentication {...props} />
      <Operations {...props} />
      <Headers {...props} />
      <Rules {...props} />
    </>
  );
}

/** Returns the sections of the introduction for the contents and the search. */
export function introductionSections(props: IntroductionProps): DocsSection[] {
  const { document, catalog } = props;
  const headers = responseHeaders(document).map(([name, { description = "" }]) => `${name}: ${description}`);
  const scopes = catalog.all.map((scope) => `${scope}: ${catalog.permissions[scope]}`);
  return [
    { id: "", title: "API reference", text: leadOf(props.tools) },
    {
      id: "errors",
      title: "Errors",
      text: "Errors are application/problem+json (RFC 9457). Branch on code. Send a call again only after 429 and 5xx.",
    },
    ...topTables(props).map((table) => ({
      id: tableId(table),
      title: table.title,
      text: [table.note ?? "", ...table.rows.flat()].join(" "),
    })),
    {
      id: "authentication",
      title: "Authentication",
      text: `Send Authorization: Bearer with an API key, an OAuth 2.0 token or a JWT. Scopes: ${scopes.join(", ")}.`,
    },
    { id: "operations", title: "Operations", text: "All operations by group." },
    { id: "headers", title: "Response headers", text: headers.join(" ") },
    { id: "rules", title: "Rules for all calls", text: conventions.join(" ") },
  ];
}

/** Returns the introduction in Markdown, in the order of the page. */
export function introductionMarkdown(props: IntroductionProps): string {
  const { document, groups, publicUrl, tools } = props;
  const curl = firstCurl(props);
  const answer = firstAnswer(props);
  const problem = problemExample("invalid_parameter", { publicUrl, tools });
  const textOf = (id: string) =>
    introductionSections(props)
      .filter((section) => section.id === id)
      .flatMap(({ title, text }) => [`## ${title}`, "", text, ""]);
  return [
    `# ${document.info.title}, version ${document.info.version}`,
    "",
    leadOf(tools),
    "",
    ...(curl === undefined ? [] : ["```sh", curl, "```", ""]),
    ...(answer === undefined ? [] : ["```json", prettyJson(answer), "```", ""]),
    ...textOf("errors"),
    "```json",
    prettyJson(problem),
    "```",
    "",
    ...topTables(props).map(tableMarkdown),
    ...textOf("authentication"),
    ...groups.flatMap(({ name, operations }) => [
      `## ${name}`,
      "",
      ...operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`),
      "",
    ]),
    "## Response headers",
    "",
    ...responseHeaders(document).map(([name, { description = "" }]) => `- \`${name}\`: ${description}`),
    "",
    "## Rules for all calls",
    "",
    ...conventions.map((rule) => `- ${rule}`),
    "",
  ].join("\n");
}

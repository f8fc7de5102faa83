import type { Tool } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { firstPlainTool } from "../ui/sample-call.ts";
import { conventions } from "../openapi/document.ts";
import type { ScopeCatalog } from "../http/scope-catalog.ts";
import type { ApiDocument, Header } from "./api-document.ts";
import type { Group } from "./contents.tsx";
import type { DocsSection } from "./docs-page.tsx";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import { InlineText, Path } from "../ui/inline-text.tsx";
import { problemExample } from "./problem-example.ts";

/** The props of the introduction. */
export interface IntroductionProps {
  document: ApiDocument;
  groups: readonly Group[];
  base: string;
  publicUrl: string;
  tools: readonly Tool[];
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

function About({ document, base, tools }: IntroductionProps): Child {
  const curl = firstCurl({ document, tools });
  return (
    <section class="card" id="introduction">
      <p>{leadOf(tools)}</p>
      <ul>
        {conventions.map((rule) => (
          <li key={rule}>
            <InlineText text={rule} />
          </li>
        ))}
      </ul>
      {curl !== undefined && <CodeSample id="curl-first" label="First call" text={curl} language="sh" />}
      <p class="small">
        The server generates this reference from <a href={`${base}/openapi.json`}>openapi.json</a>, an OpenAPI
        3.1 document for your tools. Append <code>.md</code> to the address of a page for its Markdown.{" "}
        <a href={`${base}/llms.txt`}>llms.txt</a> lists the pages for agents.
      </p>
    </section>
  );
}

function Operations({ base, groups }: Pick<IntroductionProps, "base" | "groups">): Child {
  return (
    <section class="card" id="operations">
      <h2>Operations</h2>
      {groups.map(({ id, name, operations }) => (
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
      ))}
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
        the same across releases. <code>errors</code> lists every invalid parameter. Keep the{" "}
        <code>request_id</code> to find the call in the server's log.{" "}
        <a href={`${base}/docs/errors`}>See all errors and how to fix them</a>
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
      <About {...props} />
      <Authentication {...props} />
      <Headers {...props} />
      <Errors {...props} />
      <Operations {...props} />
    </>
  );
}

/** Returns the sections of the introduction for the contents and the search. */
export function introductionSections({ document, catalog }: IntroductionProps): DocsSection[] {
  const headers = responseHeaders(document).map(([name, { description = "" }]) => `${name}: ${description}`);
  const scopes = catalog.all.map((scope) => `${scope}: ${catalog.permissions[scope]}`);
  return [
    { id: "", title: "API reference", text: document.info.description },
    {
      id: "authentication",
      title: "Authentication",
      text: `Send Authorization: Bearer with an API key, an OAuth 2.0 token or a JWT. Scopes: ${scopes.join(", ")}.`,
    },
    { id: "headers", title: "Response headers", text: headers.join(" ") },
    {
      id: "errors",
      title: "Errors",
      text: "Errors are application/problem+json (RFC 9457). Branch on code.",
    },
    { id: "operations", title: "Operations", text: "All operations by group." },
  ];
}

/** Returns the introduction in Markdown. */
export function introductionMarkdown(props: IntroductionProps): string {
  const { document, groups, catalog } = props;
  const curl = firstCurl(props);
  return [
    `# ${document.info.title}, version ${document.info.version}`,
    "",
    document.info.description,
    ...(curl === undefined ? [] : ["", "```sh", curl, "```"]),
    ...introductionSections(props)
      .filter(({ id }) => ["authentication", "errors"].includes(id))
      .flatMap(({ title, text }) => ["", `## ${title}`, "", text]),
    "",
    "## Response headers",
    "",
    ...responseHeaders(document).map(([name, { description = "" }]) => `- \`${name}\`: ${description}`),
    ...groups.flatMap(({ name, operations }) => [
      "",
      `## ${name}`,
      "",
      ...operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`),
    ]),
    "",
    `Scopes: ${catalog.all.map((scope) => `\`${scope}\``).join(", ")}`,
    "",
  ].join("\n");
}

import type { Tool } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { firstPlainTool } from "../account/sample-call.ts";
import type { ScopeCatalog } from "../api/scope-catalog.ts";
import type { ApiDocument, Header } from "./api-document.ts";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import { InlineText } from "../account/pages/inline-text.tsx";
import { problemExample } from "./problem-example.ts";

/** The props of the introduction. */
export interface IntroductionProps {
  document: ApiDocument;
  base: string;
  publicUrl: string;
  tools: readonly Tool[];
  catalog: ScopeCatalog;
  hasSessions: boolean;
  hasOauth: boolean;
}

function About({ document, base, tools }: IntroductionProps): Child {
  const { name = "profile" } = firstPlainTool(tools) ?? {};
  const first = document.operations.find(({ operationId }) => operationId === name);
  const [curl] = first?.["x-codeSamples"] ?? [];
  return (
    <section class="card" id="introduction">
      <h2>Introduction</h2>
      <p>{document.info.description}</p>
      {curl && <CodeSample id="curl-first" label="First call" text={curl.source} />}
      <p>
        The <a href={`${base}/docs/guides`}>guides</a> explain keys, OAuth, billing and operation.
      </p>
      <p class="small">
        The server generates this page from <a href={`${base}/openapi.json`}>openapi.json</a>, an OpenAPI 3.1
        document for your tools.
      </p>
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
      />
    </section>
  );
}

/** Renders the chapters that apply to all calls. */
export function Introduction(props: IntroductionProps): Child {
  return (
    <>
      <About {...props} />
      <Authentication {...props} />
      <Headers {...props} />
      <Errors {...props} />
    </>
  );
}

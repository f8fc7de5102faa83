import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agree, type Browser, openBrowser, signUp } from "../../engines/cookie-browser.ts";
import { freePort } from "../../engines/free-port.ts";
import { type StartedServer, startServerOn } from "../server-process.ts";

/** The parts of an agent's requests in which agents differ. */
interface Agent {
  name: string;
  redirectUris: string[];
  metadata?: object;
  /** The requested scopes. Default: all of the metadata. */
  scope?: string;
  accept?: string;
  headers?: Record<string, string>;
  args?: object | null;
  /** Whether the request for tokens has the redirect URI. */
  sendsRedirectUri?: boolean;
}

const everyType = "application/json, text/event-stream";
const native = { token_endpoint_auth_method: "none", application_type: "native" };
const browserPage = { Origin: "http://localhost:6274", "Sec-Fetch-Mode": "cors" };

const agents: Agent[] = [
  {
    name: "Claude",
    redirectUris: ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"],
    scope: "claudeai",
  },
  {
    name: "ChatGPT",
    redirectUris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
    metadata: { token_endpoint_auth_method: "client_secret_post", contacts: null, scope: null },
    accept: "application/json",
    args: null,
  },
  {
    name: "Cursor",
    redirectUris: [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://www.cursor.com/agents/mcp/oauth/callback",
      "http://localhost:8787/callback",
    ],
    metadata: native,
  },
  {
    name: "Visual Studio Code",
    redirectUris: [
      "http://127.0.0.1:33418/",
      "http://localhost/",
      "https://vscode.dev/redirect",
      "vscode://vscode.mcp/callback",
    ],
    metadata: {
      ...native,
      client_uri: "https://code.visualstudio.com",
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    },
  },
  { name: "Codex", redirectUris: ["http://127.0.0.1:51121/callback"], sendsRedirectUri: false },
  { name: "Gemini CLI", redirectUris: ["http://localhost:7777/oauth/callback"], accept: "*/*" },
  {
    name: "mcp-remote",
    redirectUris: ["http://localhost:3334/oauth/callback"],
    metadata: { ...native, software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d", software_version: "0.1.38" },
  },
  {
    name: "MCP Inspector",
    redirectUris: ["http://localhost:6274/oauth/callback", "http://localhost:6274/oauth/callback/debug"],
    headers: browserPage,
  },
];

const places = [
  { runtime: "node", prefix: "" },
  { runtime: "node", prefix: "/tools" },
  { runtime: "deno", prefix: "" },
] as const;

describe.each(places)("on $runtime, with the prefix “$prefix”,", ({ runtime, prefix }) => {
  let server: StartedServer;
  let browser: Browser;
  let origin = "";
  /** Sends a request as a proxy forwards it, without the prefix. */
  const reach = (url: string, init?: RequestInit) => fetch(url.replace(origin + prefix, origin), init);

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const settings = { PORT: String(port), PUBLIC_URL: origin + prefix, DATABASE_URL: "memory:" };
    server = await startServerOn(runtime, settings);
    browser = openBrowser(origin);
    await signUp(browser, "ada@example.com");
  });
  afterAll(() => server.stop());

  /** Finds the authorization server from the refusal of `/mcp`, with the preflights of a page. */
  async function discover(mcp: string, headers: Record<string, string>) {
    const refused = await reach(mcp, { method: "POST", headers });
    const [, found = ""] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get("WWW-Authenticate") ?? "") ?? [];
    const {
      resource,
      authorization_servers: [issuer],
    } = await (await reach(found)).json();
    const document = `${issuer}/.well-known/oauth-authorization-server`;
    const wanted = "authorization,content-type,mcp-protocol-version,traceparent";
    const asks = { "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": wanted };
    for (const url of [found, document, `${issuer}/.well-known/openid-configuration`]) {
      const preflight = await reach(url, { method: "OPTIONS", headers: { ...browserPage, ...asks } });
      expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe(wanted);
      expect((await reach(url, { headers: browserPage })).headers.get("Access-Control-Allow-Origin")).toBe(
        "*",
      );
    }
    return { resource, endpoints: await (await reach(document)).json() };
  }

  it.each(agents)("signs $name in and lets it list and call tools", async (agent) => {
    const { name, redirectUris, metadata, accept = everyType, headers = {}, args = {} } = agent;
    const [redirectUri = ""] = redirectUris;
    const { resource, endpoints } = await discover(`${origin}${prefix}/mcp`, { Accept: accept, ...headers });
    const json = { "Content-Type": "application/json", ...headers };
    const send = async (url: string, body: object, more: Record<string, string> = {}) => {
      const init = { method: "POST", headers: { ...json, ...more }, body: JSON.stringify(body) };
      return reach(url, init);
    };
    const registered = await send(endpoints.registration_endpoint, {
      client_name: name,
      redirect_uris: redirectUris,
      ...metadata,
    });
    expect(registered.status).toBe(201);
    const { client_id } = await registered.json();
    const verifier = generateRandomCodeVerifier();
    const asked = new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri: redirectUri,
      scope: agent.scope ?? endpoints.scopes_supported.join(" "),
      state: "x",
      resource,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const landed = await agree(browser, new URL(`/oauth/authorize?${asked.toString()}`, origin));
    expect(landed.href).toMatch(redirectUri);
    const token = async (form: Record<string, string>) =>
      (
        await reach(endpoints.token_endpoint, {
          method: "POST",
          body: new URLSearchParams({ client_id, ...form }),
        })
      ).json();
    const { access_token, refresh_token } = await token({
      grant_type: "authorization_code",
      code: landed.searchParams.get("code") ?? "",
      code_verifier: verifier,
      resource,
      ...(agent.sendsRedirectUri !== false && { redirect_uri: redirectUri }),
    });
    let id = 0;
    const call = async (method: string, params?: object | null, version?: string) => {
      const response = await send(
        resource,
        { jsonrpc: "2.0", id: ++id, method, ...(params !== undefined && { params }) },
        {
          Accept: accept,
          Authorization: `Bearer ${access_token}`,
          ...(version !== undefined && { "MCP-Protocol-Version": version }),
        },
      );
      return (await response.json()).result;
    };
    const clientInfo = { name, version: "1.0.0", title: null };
    const hello = { protocolVersion: "2025-06-18", capabilities: { roots: null }, clientInfo };
    const { protocolVersion } = await call("initialize", hello);
    const { tools } = await call("tools/list", args === null ? null : { cursor: null }, protocolVersion);
    expect(tools.map((tool: { name: string }) => tool.name)).toContain("usage");
    const used = await call("tools/call", { name: "usage", arguments: args }, protocolVersion);
    expect(used.structuredContent.totals).toBeDefined();
    const refresh = { grant_type: "refresh_token", refresh_token };
    for (const { scope } of await Promise.all([token(refresh), token(refresh), token(refresh)]))
      expect(scope).toContain("usage:read");
  });
});

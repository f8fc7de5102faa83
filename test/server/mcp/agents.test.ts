import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agree, type Browser, openBrowser, signUp } from "../../engines/cookie-browser.ts";
import { freePort } from "../../engines/free-port.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type StartedServer, startServerOn } from "../server-process.ts";

/** The parts of an agent's requests in which agents differ. */
interface Agent {
  name: string;
  /** Separated by spaces. The sign-in uses the first one. */
  uris: string;
  metadata?: object;
  /** The requested scopes. Default: all of the metadata. */
  scope?: string;
  accept?: string;
  headers?: Record<string, string>;
  args?: null;
  /** Whether the request for tokens has no redirect URI. */
  omitsUri?: boolean;
}

const everyType = "application/json, text/event-stream";
const native = { token_endpoint_auth_method: "none", application_type: "native" };
const page = { Origin: "http://localhost:6274", "Sec-Fetch-Mode": "cors" };
const asksSecret = { token_endpoint_auth_method: "client_secret_post", contacts: null, scope: null };
const device = { grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"] };
const [chatGpt, cursor] = ["https://chatgpt.com/connector_platform_oauth_redirect", "anysphere.cursor-mcp"];
const editor = "http://127.0.0.1:33418/ http://localhost/ https://vscode.dev/redirect vscode://vscode.mcp/cb";
const inspector = "http://localhost:6274/oauth/callback http://localhost:6274/oauth/callback/debug";

const agents: Agent[] = [
  { name: "Claude", uris: "https://claude.ai/api/mcp/auth_callback", scope: "claudeai" },
  { name: "ChatGPT", uris: chatGpt, metadata: asksSecret, accept: "application/json", args: null },
  { name: "Cursor", uris: `cursor://${cursor}/oauth/callback http://localhost:8787/cb`, metadata: native },
  { name: "Visual Studio Code", uris: editor, metadata: { ...native, ...device } },
  { name: "Codex", uris: "http://127.0.0.1:51121/callback", omitsUri: true },
  { name: "Gemini CLI", uris: "http://localhost:7777/oauth/callback", accept: "*/*" },
  { name: "mcp-remote", uris: "http://localhost:3334/oauth/callback", metadata: native },
  { name: "MCP Inspector", uris: inspector, headers: page },
];

const places = testedRuntimes.flatMap((runtime) => ["", "/tools"].map((prefix) => ({ runtime, prefix })));

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
      const preflight = await reach(url, { method: "OPTIONS", headers: { ...page, ...asks } });
      expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe(wanted);
      expect((await reach(url, { headers: page })).headers.get("Access-Control-Allow-Origin")).toBe("*");
    }
    return { resource, endpoints: await (await reach(document)).json() };
  }

  it.each(agents)("signs $name in and lets it list and call tools", async (agent) => {
    const { name, uris, metadata, accept = everyType, headers = {}, args = {} } = agent;
    const redirectUris = uris.split(" ");
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
      ...(!agent.omitsUri && { redirect_uri: redirectUri }),
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

import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canCreateCertificate, createCertificate } from "../../engines/certificate.ts";
import { hasChromium, startBrowser, type TestBrowser, type Visitor } from "../../engines/chromium.ts";
import { type FileHost, serveFiles } from "../../engines/file-host.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";

const insecure = { [oauth.allowInsecureRequests]: true };
const hasParts = canCreateCertificate && hasChromium();

describe.skipIf(!hasParts).each(testedRuntimes)("an agent that has never seen a server on %s", (runtime) => {
  const folder = temporaryFolder();
  let site: FileHost;
  let callbacks: FileHost;
  let server: ServerProcess;
  let browser: TestBrowser;
  let visitor: Visitor;
  let documents: Record<string, object | string> = {};
  let requested: string[] = [];

  beforeAll(async () => {
    const certificate = createCertificate("localhost", folder.path);
    site = await serveFiles(
      ({ url = "" }, response) => {
        requested.push(url);
        const document = documents[url];
        if (typeof document === "string") response.writeHead(302, { Location: document }).end();
        else if (document)
          response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(document));
        else response.writeHead(404).end();
      },
      { certificate },
    );
    callbacks = await serveFiles((_, response) => response.end("You can close this page."));
    const trusted = { NODE_EXTRA_CA_CERTS: certificate.path, DENO_CERT: certificate.path };
    const settings = { DATABASE_URL: "memory:", FETCH_URLS: `localhost:${site.port}`, ...trusted };
    [server, browser] = await Promise.all([startServer(settings, runtime), startBrowser()]);
    visitor = await browser.visit(server.url);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await site.close();
    await callbacks.close();
    folder.remove();
  });

  const analysis = {
    method: "tools/call",
    params: { name: "text-analyzer", arguments: { text: "A fine day in Paris." } },
  };
  const clientUrl = (path: string) => `https://localhost:${site.port}${path}`;
  const redirectUri = () => `http://${callbacks.host}/callback`;
  const metadata = () => ({
    client_name: "Agent",
    redirect_uris: [redirectUri()],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });

  function call(token: string | null, message: object): Promise<Response> {
    return fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  }

  /** Follows the 401 of `/mcp` to its metadata and to its authorization server. */
  async function discover() {
    const refused = await call(null, { method: "tools/list" });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get("WWW-Authenticate") ?? "";
    const location = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
    const scope = /scope="([^"]+)"/.exec(challenge)?.[1] ?? "";
    const resource = new URL(`${server.url}/mcp`);
    const found = await oauth.processResourceDiscoveryResponse(resource, await fetch(location));
    const issuer = new URL(found.authorization_servers?.[0] ?? "");
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    const as = await oauth.processDiscoveryResponse(issuer, discovered);
    return { as, resource: found.resource, scope };
  }

  /** Lets the visitor allow the client in the browser, and returns the tokens. */
  async function authorize(
    { as, resource, scope }: Awaited<ReturnType<typeof discover>>,
    client: oauth.Client,
  ) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri(),
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      scope,
      resource,
    }).toString();
    const { page } = visitor;
    await page.goto(url.href);
    const shown = await page.innerText("main");
    await page.click('button[value="allow"]');
    await page.waitForURL(`${redirectUri()}?*`);
    const answer = oauth.validateAuthResponse(as, client, new URL(page.url()), state);
    const sent = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      answer,
      redirectUri(),
      verifier,
      { ...insecure, additionalParameters: { resource } },
    );
    return { shown, tokens: await oauth.processAuthorizationCodeResponse(as, client, sent) };
  }

  /** Lists the tools and calls one. */
  async function useTools(token: string): Promise<{ names: string[]; language: unknown }> {
    const listed = await call(token, { method: "tools/list" });
    expect(listed.status).toBe(200);
    // The result of tools/list.
    const { result } = (await readMessage(listed)) as { result: { tools: { name: string }[] } };
    const called = await call(token, analysis);
    // The result of tools/call.
    const answer = (await readMessage(called)) as { result: { structuredContent: { language: unknown } } };
    return {
      names: result.tools.map(({ name }) => name),
      language: answer.result.structuredContent.language,
    };
  }

  async function readMessage(response: Response): Promise<unknown> {
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1];
    return JSON.parse(data ?? text);
  }

  it("registers, gets consent in a browser and calls tools (RFC 7591)", async () => {
    await visitor.signUp();
    const found = await discover();
    const request = await oauth.dynamicClientRegistrationRequest(found.as, metadata(), insecure);
    const client = await oauth.processDynamicClientRegistrationResponse(request);
    const { shown, tokens } = await authorize(found, client);
    expect(shown).toContain("This application registered itself");
    expect(shown).toContain(`You continue to ${callbacks.host}`);
    const { names, language } = await useTools(tokens.access_token);
    expect(names).toEqual(expect.arrayContaining(["text-analyzer", "image-converter", "usage", "profile"]));
    expect(language).toBeDefined();
    const v1 = await fetch(`${server.url}/v1/user/profile`, {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    expect(v1.status).toBe(401);
    await visitor.goTo("/apps");
    expect(await visitor.page.innerText("main")).toContain(`Registered itself, from ${callbacks.host}`);
    await visitor.page.click('button[aria-label="Revoke access of Agent"]');
    await visitor.page.waitForURL("**/apps?notice=withdrawn");
    expect((await call(tokens.access_token, analysis)).status).toBe(401);
  });

  it("is refused if its document redirects, is too large, or is on a private address", async () => {
    const padded = (id: string, bytes: number) => {
      const base = { ...metadata(), client_id: id, contacts: "" };
      return { ...base, contacts: "x".repeat(bytes - JSON.stringify(base).length) };
    };
    documents = {
      "/to-private": "https://10.0.0.1/agent.json",
      "/to-itself": clientUrl("/fits"),
      "/to-metadata": "http://169.254.169.254/latest/meta-data/",
      "/fits": padded(clientUrl("/fits"), 5120),
      "/large": padded(clientUrl("/large"), 5121),
    };
    requested = [];
    const status = async (id: string) => {
      const query = new URLSearchParams({ client_id: id, redirect_uri: redirectUri() });
      return visitor.goTo(`/oauth/authorize?${query.toString()}`);
    };
    for (const path of ["/to-private", "/to-itself", "/to-metadata", "/large", "/missing"]) {
      expect(await status(clientUrl(path)), path).toBe(400);
      expect(await visitor.page.innerText("main")).toContain("client_id: expected");
    }
    // The client is known, and the request has no response type: the error goes to the client.
    await status(clientUrl("/fits"));
    expect(new URL(visitor.page.url()).searchParams.get("error")).toBe("invalid_request");
    for (const host of ["127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", `127.0.0.1:${site.port}`])
      expect(await status(`https://${host}/agent.json`), host).toBe(400);
    expect(requested).toEqual(["/to-private", "/to-itself", "/to-metadata", "/large", "/missing", "/fits"]);
  });
});

import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as UnauthorizedV1 } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agree, type Browser, openBrowser, signUp } from "../engines/cookie-browser.ts";
import { canCreateCertificate, createCertificate } from "../engines/certificate.ts";
import { type FileHost, serveFiles } from "../engines/file-host.ts";
import { type Runtime, type ServerProcess, startServer, temporaryFolder } from "../server/server-process.ts";

const runtimes: Runtime[] = ["node", "deno"];
const identity = { name: "judge", version: "1.0.0" };
const redirectUrl = "http://127.0.0.1:49152/callback";
const clientMetadata = {
  client_name: "Judge",
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** Creates a client's store, whose user agrees in the browser. */
function openProvider(browser: Browser, clientMetadataUrl: string | undefined) {
  const kept: {
    information?: { client_id: string };
    tokens?: never;
    verifier?: string;
    discovered?: unknown;
  } = {};
  let landed = new URLSearchParams();
  return {
    kept,
    landed: () => landed,
    redirectUrl,
    clientMetadata,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientInformation: () => kept.information,
    saveClientInformation: (information: { client_id: string }) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens as never),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    saveDiscoveryState: (state: unknown) => void (kept.discovered = state),
    discoveryState: () => kept.discovered as never,
    codeVerifier: () => kept.verifier ?? "",
    async redirectToAuthorization(url: URL) {
      landed = (await agree(browser, url)).searchParams;
    },
  };
}

type Provider = ReturnType<typeof openProvider>;

const judges = {
  async v2(url: URL, provider: Provider) {
    // The client validates what the methods return.
    const authProvider = provider as unknown as OAuthClientProvider;
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    await expect(new Client(identity).connect(transport)).rejects.toThrow(UnauthorizedError);
    await transport.finishAuth(provider.landed());
    const client = new Client(identity);
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
    return client;
  },
  async v1(url: URL, provider: Provider) {
    const transport = new TransportV1(url, { authProvider: provider });
    await expect(new ClientV1(identity).connect(transport)).rejects.toThrow(UnauthorizedV1);
    await transport.finishAuth(provider.landed().get("code") ?? "");
    const client = new ClientV1(identity);
    await client.connect(new TransportV1(url, { authProvider: provider }));
    return client;
  },
};

describe.skipIf(!canCreateCertificate).each(runtimes)("an official client that signs in on %s", (runtime) => {
  const folder = temporaryFolder();
  let site: FileHost;
  let server: ServerProcess;
  let browser: Browser;
  let documentUrl = "";

  beforeAll(async () => {
    const certificate = createCertificate("localhost", folder.path);
    site = await serveFiles(
      (_, response) =>
        response
          .writeHead(200, { "Content-Type": "application/json" })
          .end(JSON.stringify({ ...clientMetadata, client_id: documentUrl })),
      { certificate },
    );
    documentUrl = `https://localhost:${site.port}/judge.json`;
    const trusted = { NODE_EXTRA_CA_CERTS: certificate.path, DENO_CERT: certificate.path };
    const settings = { DATABASE_URL: "memory:", FETCH_URLS: `localhost:${site.port}`, ...trusted };
    server = await startServer(settings, runtime);
    browser = openBrowser(server.url);
    await signUp(browser, "ada@example.com");
  });
  afterAll(async () => {
    await server.stop();
    await site.close();
    folder.remove();
  });

  it.each(["v2", "v1"] as const)(
    "finds the server, registers by either way and calls tools: %s",
    async (name) => {
      for (const metadataUrl of [undefined, documentUrl]) {
        const provider = openProvider(browser, metadataUrl);
        const client = await judges[name](new URL(`${server.url}/mcp`), provider);
        expect(provider.kept.information?.client_id).toMatch(metadataUrl ?? /^app_/);
        expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("text-analyzer");
        const call = { name: "text-analyzer", arguments: { text: "A fine day in Paris." } };
        expect(await client.callTool(call)).toMatchObject({ structuredContent: { language: {} } });
        await client.close();
      }
    },
  );
});

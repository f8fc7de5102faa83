// Connects to a server by its URL alone, as an agent does: it registers itself, a user signs in and allows it in a browser,
// and it calls a tool for that user: npx tsx agent.ts http://127.0.0.1:3000/mcp "A fine day in Paris."
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";

const [url = "http://127.0.0.1:3000/mcp", text = "The room was clean and the staff were kind."] =
  process.argv.slice(2);

// The browser returns to a port of this machine (RFC 8252 §7.3).
const landing = createServer().listen(0, "127.0.0.1");
await once(landing, "listening");
const redirectUrl = `http://127.0.0.1:${(landing.address() as AddressInfo).port}/callback`;

const state = crypto.randomUUID();
let registration: OAuthClientInformationMixed | undefined;
let tokens: OAuthTokens | undefined;
let discovered: OAuthDiscoveryState | undefined;
let verifier = "";
const authProvider: OAuthClientProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: "Example agent",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  state: () => state,
  // Keep these in a file or keychain, and the user signs in only once.
  clientInformation: () => registration,
  saveClientInformation: (received) => void (registration = received),
  tokens: () => tokens,
  saveTokens: (received) => void (tokens = received),
  discoveryState: () => discovered,
  saveDiscoveryState: (received) => void (discovered = received),
  codeVerifier: () => verifier,
  saveCodeVerifier: (created) => void (verifier = created),
  redirectToAuthorization: (page) => console.log(`Open this page to sign in: ${page}`),
};

/** Resolves to the parameters with which the browser returns. */
async function receiveCode(): Promise<URLSearchParams> {
  for (;;) {
    const [request, response] = await once(landing, "request");
    const { pathname, searchParams } = new URL(request.url, redirectUrl);
    const isOurs = pathname === "/callback" && searchParams.get("state") === state;
    response.writeHead(isOurs ? 200 : 404, { "Content-Type": "text/plain", Connection: "close" });
    response.end(isOurs ? "You can close this page." : "Not found.");
    if (isOurs) return searchParams;
  }
}

async function connect(): Promise<Client> {
  const client = new Client({ name: "example-agent", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    await transport.finishAuth(await receiveCode());
    return connect();
  }
}

const client = await connect().catch((error: unknown) => {
  console.error(`No server answers at ${url}: ${String(error)}`);
  process.exit(1);
});
landing.close();
const { tools } = await client.listTools();
console.log(`Tools: ${tools.map(({ name }) => name).join(", ")}`);
const result = await client.callTool({
  name: "text-analyzer",
  arguments: { text, analysis_type: "sentiment" },
});
console.log(result.structuredContent ?? result.content);
console.log("Quota:", result._meta?.["tools-api/quota"]);
await client.close();

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A real identity provider, in a process of its own. */
export interface IdentityProvider {
  issuer: string;
  /** An access token for a resource, by client credentials. */
  token(resource: string, scope?: string): Promise<string>;
  /** Revokes a token (RFC 7009). */
  revoke(token: string): Promise<void>;
  /** The secret of one of its clients, `batch` and `tools-api`. */
  secretOf(client: string): string;
  stop(): void;
}

const program = fileURLToPath(new URL("./oidc-provider-program.mjs", import.meta.url));

/** Starts oidc-provider, which ends with this process at the latest. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  // It warns of whatever is not for production.
  const child = fork(program, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const issuer = await new Promise<string>((resolve, reject) => {
    // The program sends one message.
    child.once("message", (message: { issuer: string }) => resolve(message.issuer));
    child.once("exit", (code) => reject(new Error(`oidc-provider ended with ${code}`)));
  });
  const secretOf = (client: string) => `${client}: the secret+of/the client & 32 characters`;
  const post = async (path: string, fields: Record<string, string>) => {
    const client = new URLSearchParams({ "": "batch" }).toString().slice(1);
    const secret = new URLSearchParams({ "": secretOf("batch") }).toString().slice(1);
    const response = await fetch(`${issuer}${path}`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${client}:${secret}`)}` },
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  return {
    issuer,
    secretOf,
    async token(resource, scope = "text:analyze profile:read") {
      // The shape of RFC 6749 §5.1.
      const answer = JSON.parse(
        await post("/token", { grant_type: "client_credentials", resource, scope }),
      ) as { access_token: string };
      return answer.access_token;
    },
    async revoke(token) {
      await post("/token/revocation", { token });
    },
    stop: () => child.disconnect(),
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolsError } from "@tools-api/core";
import { readConfig, serveNode } from "@tools-api/server/node";
import { SignJWT } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { getRequest } from "../contract.ts";
import { startServerHere } from "../server-process.ts";

const issuer = "https://login.example.com/";
const audience = "https://tools.example.com";
const secret = "open sesame, a secret of more than 32 bytes";

function faultOf(environment: Record<string, string>): ToolsError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ToolsError) return error;
    throw error;
  }
  throw new Error("expected a fault");
}

it("reports every error in JWT_ISSUERS and TOKEN_INTROSPECTION with its position, and prints no secret", () => {
  const settings = {
    JWT_ISSUERS: JSON.stringify([
      { issuer, audience, secret, algorithms: ["RS256"] },
      { issuer, jwks: [] },
    ]),
    TOKEN_INTROSPECTION: JSON.stringify({ issuer, audience, client_id: "a", client_secret: [secret] }),
  };
  const fault = faultOf(settings);
  for (const told of ["JWT_ISSUERS", "#/1/audience", "#/1/jwks", "TOKEN_INTROSPECTION", "#/client_secret"])
    expect(fault.message).toContain(told);
  const mixed = faultOf({
    JWT_ISSUERS: JSON.stringify([{ issuer, audience, secret, algorithms: ["RS256"] }]),
  });
  expect(mixed.message).toContain("#/0/algorithms: expected only HS256");
  const broken = faultOf({ JWT_ISSUERS: `[{"secret":"${secret}"`, TOKEN_INTROSPECTION: `"${secret}"` });
  expect(broken.message).toContain("JWT_ISSUERS: expected JSON, received other text");
  for (const one of [fault, mixed, broken])
    expect(one.message + JSON.stringify(one.errors)).not.toContain("sesame");
});

it("stops the start for a scope that no tool has, with the list of those that exist", async () => {
  const settings = { issuer, audience, secret };
  const config = readConfig({
    DATABASE_URL: "memory:",
    JWT_ISSUERS: JSON.stringify([settings, { ...settings, issuer: "b", allowed_scopes: ["text:analyse"] }]),
  });
  await expect(serveNode(config)).rejects.toThrow(
    "JWT_ISSUERS: #/1/allowed_scopes: expected a list of text:analyze, image:convert, usage:read, profile:read, " +
      "account:read, account:write",
  );
  const malformed = { JWT_ISSUERS: JSON.stringify([{ ...settings, scopes: ["all"] }]) };
  expect(faultOf(malformed).message).toContain("#/0/scopes/0: expected a scope such as usage:read");
});

it("accepts both kinds of tokens on a server with these settings", async () => {
  const introspection = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ active: true, sub: "ada", aud: audience, client_id: "batch" }));
  });
  await new Promise<void>((resolve) => introspection.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void introspection.close());
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = introspection.address() as AddressInfo;
  const server = await startServerHere({
    DATABASE_URL: "memory:",
    JWT_ISSUERS: JSON.stringify([{ issuer, audience, secret, provision: true }]),
    TOKEN_INTROSPECTION: JSON.stringify({
      issuer,
      audience,
      introspection_endpoint: `http://127.0.0.1:${port}/introspect`,
      client_id: "tools-api",
      client_secret: "x",
      provision: true,
    }),
  });
  onTestFinished(async () => void (await server.stop()));
  const jwt = await new SignJWT({ iss: issuer, aud: audience, sub: "ada" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1 minute")
    .sign(new TextEncoder().encode(secret));
  const profiles = [];
  for (const token of [jwt, "opaque", server.key]) {
    const response = await fetch(`${server.url}/v1/user/profile`, getRequest(token));
    expect(response.status).toBe(200);
    // The contract's body.
    profiles.push((await response.json()) as { id: string; credential: { method: string } });
  }
  expect(profiles.map(({ credential }) => credential.method)).toEqual(["jwt", "oauth2", "api_key"]);
  expect(profiles[1]?.id).toBe(profiles[0]?.id);
  expect(profiles[2]?.id).not.toBe(profiles[0]?.id);
});

import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { Authenticator } from "@tools-api/core";
import { createApi, type RequestRecord } from "@tools-api/server";
import { describe, expect, it } from "vitest";

const random = "4fJdQ8zLk2VnP0sTbXw7RyMa1cEgHi";
const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.${random}_-${random}`;
const token = `${random}0123456789abc`;

/** Credentials that a client can send as a request id by mistake. */
const credentials: [kind: string, credential: string][] = [
  ["an API key", `tk_live_${random}12345678`],
  ["a client secret", `tcs_${token}`],
  ["an authorization code", `toc_${token}`],
  ["a refresh token", `trt_${token}`],
  ["a JWT", jwt],
  ["a JWT without its signature", jwt.slice(0, 43)],
  ["an encrypted JWT", `${jwt}.${random}.${random}`.slice(0, 128)],
  ["the token of a session or sign-in link", token],
  ["a key in a longer id", `request-tk_test_${random}12345678.1`],
  ["a refresh token in a longer id", `job.trt_${token}-2`],
];

const ordinary = [
  "Abc-1.2_3",
  "01a20376-a9e4-72fb-a08c-2dde17173967",
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  "Root-1-67891233-abcdef012345678912345678",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "acct_4fJdQ8zLk2VnP0sTbXw7Ry",
  "job_trt_7",
  "k8s-pod-tools-api-5d9c7b6f4-x2x9z.req-000123",
];

/** Starts an API whose authenticator fails with the test's message. */
function openApi(message = "") {
  const records: RequestRecord[] = [];
  const authenticator: Authenticator = {
    async authenticate() {
      throw new Error(message);
    },
  };
  const documents = memoryDocuments();
  const api = createApi({
    documents,
    usage: memoryUsage(),
    authenticator,
    log: (record) => records.push(record),
  });
  return { api, records };
}

describe("X-Request-Id", () => {
  it.each(credentials)(
    "is a new id when the client sends %s, and no log line contains the credential",
    async (_, credential) => {
      const { api, records } = openApi();
      const response = await api.request("/v1/user/profile", { headers: { "X-Request-Id": credential } });
      const id = response.headers.get("X-Request-Id") ?? "";
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
      expect(records[0]?.request_id).toBe(id);
      expect(JSON.stringify(records)).not.toContain(credential);
      expect(await response.text()).not.toContain(credential);
    },
  );

  it.each(ordinary)("is the client's own if it is an ordinary id: %s", async (id) => {
    const { api, records } = openApi();
    const response = await api.request("/v1/user/profile", { headers: { "X-Request-Id": id } });
    expect(response.headers.get("X-Request-Id")).toBe(id);
    expect(records[0]?.request_id).toBe(id);
  });
});

describe("credentials", () => {
  const texts = [
    ...credentials.map(([, credential]) => `failed for ${credential}, again`),
    `GET /sign-in/link?token=${token} failed`,
    `https://app.example/callback?code=${random}&state=${random}&iss=x`,
    `Authorization: Bearer ${random}`,
    `authorization: basic ${btoa(`client_1:${random}`)}`,
  ];

  it.each(texts)("of an error are absent from every field of the log: %s", async (text) => {
    const { api, records } = openApi(text);
    const headers = { Authorization: "Bearer x" };
    expect((await api.request("/v1/user/profile", { headers })).status).toBe(500);
    const line = records[0]?.error ?? "";
    expect(line).toContain("[redacted]");
    for (const secret of [random, token, btoa(`client_1:${random}`)]) expect(line).not.toContain(secret);
  });

  it("of a path are absent from the body of an error", async () => {
    const { api } = openApi();
    for (const [, credential] of credentials) {
      const response = await api.request(`/nothing/${credential}`);
      expect(response.status).toBe(404);
      const body = await response.text();
      expect(body).toContain("[redacted]");
      expect(body).not.toContain(credential);
    }
  });
});

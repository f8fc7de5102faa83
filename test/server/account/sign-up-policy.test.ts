import { findAccountByEmail, listInvitations, revokeInvitation } from "@tools-api/core/accounts";
import type { SignUpPolicy } from "@tools-api/core/accounts";
import { dayMs } from "@tools-api/core/internal/time";
import { expect, it, onTestFinished } from "vitest";
import { type AccountServer, openBrowser, startAccounts } from "../account-server.ts";
import { linkIn, sentInvitation, sentMails } from "../sent-mail.ts";

const password = "correct horse battery";

async function start(signUp?: SignUpPolicy, overrides: Parameters<typeof startAccounts>[0] = {}) {
  const server = await startAccounts({ signUp, ...overrides });
  onTestFinished(() => server.close());
  return server;
}

const invite = { mode: "invite", domains: [] } as const;

function signUp({ url }: AccountServer, fields: Record<string, string>) {
  return openBrowser(url).post("/sign-up", { password, ...fields });
}

it("opens no account when sign-up is closed, with or without an invitation", async () => {
  const server = await start({ mode: "closed", domains: [] });
  const { token } = await sentInvitation(server, {});
  for (const sent of ["", token]) {
    const response = await signUp(server, { email: "ada@example.com", invitation: sent });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("This server does not accept new accounts.");
  }
  expect((await openBrowser(server.url).get("/sign-up")).status).toBe(403);
  expect(await findAccountByEmail(server.documents, "ada@example.com")).toBeNull();
});

it("opens one account with an invitation, on its plan, and none without", async () => {
  const server = await start(invite);
  expect((await signUp(server, { email: "ada@example.com" })).status).toBe(403);
  const { token, id } = await sentInvitation(server, { plan: "pro" });
  expect((await openBrowser(server.url).get(`/sign-up?invitation=${token}`)).status).toBe(200);
  const results = await Promise.all(
    ["ada@example.com", "eve@example.com", "bob@example.com"].map((email) =>
      signUp(server, { email, invitation: token }),
    ),
  );
  expect(results.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
  const [used] = await listInvitations(server.documents, { limit: 10 });
  expect(used).toMatchObject({ id, plan: "pro" });
  expect(used?.account).toMatch(/^acct_/);
  expect((await signUp(server, { email: "late@example.com", invitation: token })).status).toBe(403);
});

it("refuses an invitation of another address, one that expired, one that was revoked, and a forged token", async () => {
  const server = await start(invite);
  const bound = await sentInvitation(server, { email: "ada@example.com" });
  expect((await signUp(server, { email: "eve@example.com", invitation: bound.token })).status).toBe(403);
  const old = await sentInvitation(server, {}, Date.now() - 7 * dayMs);
  expect((await signUp(server, { email: "eve@example.com", invitation: old.token })).status).toBe(403);
  const revoked = await sentInvitation(server, {});
  await revokeInvitation(server.documents, revoked.id);
  expect((await signUp(server, { email: "eve@example.com", invitation: revoked.token })).status).toBe(403);
  const forged = `${bound.id}.${"A".repeat(43)}`;
  expect((await signUp(server, { email: "ada@example.com", invitation: forged })).status).toBe(403);
  expect((await signUp(server, { email: "Ada@example.com", invitation: bound.token })).status).toBe(303);
});

it("opens accounts only for the domains that the operator names, unless the operator invites", async () => {
  const server = await start({ mode: "open", domains: ["example.com"] });
  expect((await signUp(server, { email: "ada@EXAMPLE.com" })).status).toBe(303);
  expect((await signUp(server, { email: "ada@example.com.evil.org" })).status).toBe(403);
  expect((await signUp(server, { email: "ada@sub.example.com" })).status).toBe(403);
  const { token } = await sentInvitation(server, { email: "eve@other.org" });
  expect((await signUp(server, { email: "eve@other.org", invitation: token })).status).toBe(303);
});

it("needs an invitation by default in a host's app that is not on loopback", async () => {
  const server = await start(undefined, { publicUrl: "https://tools.example.com" });
  expect((await openBrowser(server.url).get("/sign-up")).status).toBe(403);
});

it("uses the invitation when the owner confirms the address by mail", async () => {
  const server = await start(invite, { mail: { provesAddresses: true } });
  const { token } = await sentInvitation(server, { email: "ada@example.com", plan: "pro" });
  expect((await signUp(server, { email: "ada@example.com", invitation: token })).status).toBe(303);
  const [mail] = await sentMails(server.documents, server.url);
  const link = linkIn(mail, server.url);
  const confirm = { token: link.replace(/^.*token=/, ""), password };
  expect((await openBrowser(server.url).post("/sign-up/confirm", confirm)).status).toBe(303);
  expect((await findAccountByEmail(server.documents, "ada@example.com"))?.plan).toBe("pro");
  expect((await listInvitations(server.documents, { limit: 1 }))[0]?.usedAt).not.toBeNull();
});

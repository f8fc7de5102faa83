import { findAccountByEmail } from "@tools-api/core/accounts";
import { listAuditEntries } from "@tools-api/core/audit";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";
import { linkIn, sentMails } from "../sent-mail.ts";

const url = "http://localhost:3000";
const password = "correct horse battery";

interface Invited {
  id: string;
  url: string;
  email: string | null;
  state: string;
  account: string | null;
}

let server: ManagementServer;
let operator: Awaited<ReturnType<ManagementServer["operator"]>>;
beforeEach(async () => {
  server = managementServer();
  operator = await server.operator();
});

const create = (body: object) => server.call("POST /operator/invitations", { as: operator, body });
const list = async () =>
  (await answerOf<{ items: Invited[] }>(await server.call("GET /operator/invitations", { as: operator })))
    .items;

async function signUp(link: string, email: string): Promise<number> {
  const invitation = new URL(link, url).searchParams.get("invitation") ?? "";
  const response = await server.call("POST /sign-up", {
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: url },
    body: new URLSearchParams({ email, password, invitation }).toString(),
  });
  return response.status;
}

describe("an invitation by an operator", () => {
  it("opens one account on its plan by its link, and then names the account", async () => {
    const invited = await answerOf<Invited>(await create({ email: "grace@example.com", plan: "pro" }), 201);
    expect(invited).toMatchObject({ state: "open", email: "grace@example.com", account: null });
    expect(await signUp(invited.url, "grace@example.com")).toBe(303);
    const account = await findAccountByEmail(server.documents, "grace@example.com");
    expect(account?.plan).toBe("pro");
    expect(await list()).toMatchObject([{ id: invited.id, state: "used", account: account?.id }]);
    await expectRefusal(
      await server.call(`DELETE /operator/invitations/${invited.id}`, { as: operator }),
      409,
      "conflict",
    );
  });

  it("is mailed with `send`, with a link that works", async () => {
    await answerOf(await create({ email: "grace@example.com", send: true }), 201);
    const [mail] = await sentMails(server.documents, url);
    expect(mail?.to).toBe("grace@example.com");
    expect(await signUp(linkIn(mail, url), "grace@example.com")).toBe(303);
    const refused = await expectRefusal(await create({ send: true }), 422, "invalid_parameter");
    expect(refused.errors).toMatchObject([{ pointer: "#/email" }]);
  });

  it("is revoked once, which the audit log of the operator records with its creation", async () => {
    const { id } = await answerOf<Invited>(await create({}), 201);
    const path = `DELETE /operator/invitations/${id}`;
    await answerOf(await server.call(path, { as: operator }), 204);
    await expectRefusal(await server.call(path, { as: operator }), 404, "not_found");
    expect(await list()).toEqual([]);
    const log = await listAuditEntries(server.documents, operator.account.id, { limit: 10 });
    const entries = log.filter(({ target }) => target === id);
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "invitation.created",
      "invitation.revoked",
    ]);
  });

  it("is created, mailed and revoked by the forms of the console", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const post = (fields: Record<string, string>) =>
      server.call("POST /operator/invite", {
        as: operator,
        headers,
        body: new URLSearchParams(fields).toString(),
      });
    const shown = await (await post({ email: "", plan: "enterprise" })).text();
    expect(shown).toContain(`${url}/sign-up?invitation=inv_`);
    const sent = await post({ email: "grace@example.com", plan: "free", send: "true" });
    expect(sent.headers.get("Location")).toBe("/operator/invite?notice=sent");
    expect((await sentMails(server.documents, url)).map(({ to }) => to)).toEqual(["grace@example.com"]);
    const refused = await post({ email: "nobody", plan: "free" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Enter an email address such as ada@example.com.");
    for (const { id } of await list()) await post({ revoke: id });
    expect(await list()).toEqual([]);
  });
});

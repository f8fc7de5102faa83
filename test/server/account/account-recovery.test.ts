import { createOAuthClient, listGrants } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import {
  changeAccount,
  changePassword,
  closeAccount,
  createApiKey,
  createSession,
  getAccount,
  listApiKeys,
  listSessions,
} from "@tools-api/core/accounts";
import { describe, expect, it } from "vitest";
import {
  passwords,
  publicUrl,
  squattersPassword,
  takenAccount,
  browserOf,
  type Uses,
} from "./taken-account.ts";

const all = (works: boolean): Uses => ({
  key: works,
  userToken: works,
  machineToken: works,
  clientSecret: works,
  refreshToken: works,
  session: works,
});

describe("an owner who replaces a squatter's password by a sign-in link", () => {
  it("ends every key, client, grant, session, link and code of the account, in every process", async () => {
    const taken = await takenAccount();
    expect([await taken.uses(0), await taken.uses(1)]).toEqual([all(true), all(true)]);
    const owner = await taken.ownerByLink();
    const page = await (await taken.request("/password", { headers: owner })).text();
    for (const named of ["default", "Robot", "Reader"]) expect(page).toContain(`<li>${named}</li>`);
    expect(page).toMatch(/<input type="checkbox" name="end_credentials" checked/);
    const set = await taken.setPassword(owner, { offered: "end_credentials", end_credentials: "on" });
    expect([set.status, set.headers.get("Location")]).toEqual([303, "/profile?notice=password-all"]);
    expect([await taken.uses(1), await taken.uses(0)]).toEqual([all(false), all(false)]);
    expect(await taken.pending()).toEqual({ code: false, link: false });
    const { documents } = taken.stores;
    expect(
      (await listApiKeys(documents, taken.account.id)).every(({ revokedAt }) => revokedAt !== null),
    ).toBe(true);
    expect(await listGrants(documents, taken.account.id, { limit: 10 })).toEqual([]);
    expect(await listSessions(documents, taken.account.id, { limit: 10 })).toHaveLength(1);
    expect((await taken.request("/profile", { headers: browserOf(set) })).status).toBe(200);
  });

  it("ends them by default through the API, where a credential cannot keep itself", async () => {
    const taken = await takenAccount();
    const put = (body: object, headers: Record<string, string>) =>
      taken.request("/account/password", {
        method: "PUT",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const bearer = { Authorization: `Bearer ${taken.key.secret}` };
    const own = { current_password: squattersPassword, password: "another of mine", end_credentials: true };
    expect((await put(own, bearer)).status).toBe(204);
    expect(await taken.uses(1)).toEqual(all(false));

    const again = await takenAccount();
    const byLink = await again.request("/account/password", {
      method: "PUT",
      headers: { "Content-Type": "application/json", ...(await again.ownerByLink()) },
      body: JSON.stringify({ password: "the owner's new one" }),
    });
    expect(byLink.status).toBe(204);
    expect(await again.uses(1)).toEqual(all(false));
  });

  it("keeps keys, clients and grants on request, and still ends all sessions and links", async () => {
    const taken = await takenAccount();
    const owner = await taken.ownerByLink();
    const set = await taken.setPassword(owner, { offered: "end_credentials" });
    expect(set.headers.get("Location")).toBe("/profile?notice=password");
    expect(await taken.uses(1)).toEqual({ ...all(true), session: false });
    expect((await taken.pending())["link"]).toBe(false);
  });

  it("ends all access before the password is stored, so no access survives if the process ends then", async () => {
    let isArmed = false;
    let isDead = false;
    const taken = await takenAccount((documents) => ({
      ...documents,
      async commit(operations) {
        if (isDead) throw new Error("The process has ended.");
        const result = await documents.commit(operations);
        isDead = isArmed && operations.some(({ key }) => key.startsWith("passwords/"));
        return result;
      },
    }));
    const owner = await taken.ownerByLink();
    isArmed = true;
    const set = await taken.setPassword(owner, { offered: "end_credentials", end_credentials: "on" });
    expect(set.status).toBe(500);
    expect(isDead).toBe(true);
    isArmed = isDead = false;
    expect(await taken.uses(1)).toEqual(all(false));
    expect(await taken.pending()).toEqual({ code: false, link: false });
    const { documents } = taken.stores;
    const signedIn = await taken.request(
      "/sign-in",
      taken.form({ email: taken.email, password: "the owner's new one" }, { Origin: publicUrl }),
    );
    const keys = await (await taken.request("/keys", { headers: browserOf(signedIn) })).text();
    expect(keys).toContain("You have no active keys.");
    expect((await listApiKeys(documents, taken.account.id))[0]?.revokedAt).not.toBeNull();
  });

  it("prevents requests that were authenticated before from creating access or changing the account", async () => {
    const taken = await takenAccount();
    const { documents } = taken.stores;
    const before = (await getAccount(documents, taken.account.id))?.value;
    const owner = await taken.ownerByLink();
    await taken.setPassword(owner, { offered: "end_credentials", end_credentials: "on" });
    const late = await createApiKey(documents, taken.account.id, {}, { at: Date.now(), epochs: before });
    const used = await taken.request("/v1/user/profile", {
      headers: { Authorization: `Bearer ${late.secret}` },
    });
    expect(used.status).toBe(401);
    const registered = await createOAuthClient(
      documents,
      taken.account.id,
      { name: "Late", scopes: ["profile:read"] },
      { at: Date.now(), epochs: before },
    );
    const token = await taken.request(
      "/oauth/token",
      taken.form({
        grant_type: "client_credentials",
        client_id: registered.client.id,
        client_secret: registered.secret ?? "",
        scope: "profile:read",
      }),
    );
    // The documented response of the token endpoint.
    const { access_token: bearer = "" } = (await token.json()) as { access_token?: string };
    const asClient = await taken.request("/v1/user/profile", {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    expect(asClient.status).toBe(401);
    const squatter = before ?? taken.account;
    const session = await createSession(
      documents,
      { account: squatter.id, method: "link", epochs: squatter },
      Date.now(),
    );
    const resumed = await taken.request("/account", {
      headers: { Cookie: `session=${session?.token ?? ""}` },
    });
    expect(resumed.status).toBe(401);
    const meanwhile = { code: "conflict", message: "The password was changed meanwhile. Sign in again." };
    const { stores } = taken;
    const address = { email: "squatter2@example.com" };
    await expect(changeAccount(stores, squatter.id, address, { caller: squatter })).rejects.toMatchObject(
      meanwhile,
    );
    await expect(closeAccount(stores, squatter.id, Date.now(), squatter)).rejects.toMatchObject(meanwhile);
    const changer = { account: squatter, session: session && session.session };
    const replaced = changePassword(
      { ...stores, passwords },
      changer,
      { password: "squatter once more" },
      Date.now(),
    );
    await expect(replaced).rejects.toMatchObject(meanwhile);
    const consent = { account: squatter.id, client: registered.client.id, scopes: ["profile:read"] };
    await allowClient(stores, consent, Date.now());
    await expect(allowClient(stores, { ...consent, epochs: squatter }, Date.now())).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("requests that race with a new password", () => {
  it("leave no password, address, key or grant of the squatter", async () => {
    for (let round = 0; round < 5; round++) {
      const taken = await takenAccount();
      const owner = await taken.ownerByLink();
      const json = { "Content-Type": "application/json" };
      const send = (method: string, path: string, body: object, headers: Record<string, string>) =>
        taken.request(path, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) });
      const bearer = { Authorization: `Bearer ${taken.key.secret}` };
      const attempts = Array.from({ length: 6 }, (_, index) => [
        send("POST", "/account/keys", { name: `late ${index}` }, index % 2 ? bearer : taken.sessionCookie),
        send("POST", "/account/clients", { name: `late ${index}` }, taken.sessionCookie),
        send(
          "PUT",
          "/account/password",
          { current_password: squattersPassword, password: "squatter once more" },
          taken.sessionCookie,
        ),
        send(
          "PATCH",
          "/account",
          { email: `squatter${round}.${index}@example.com`, password: squattersPassword },
          taken.sessionCookie,
        ),
      ]).flat();
      const set = await taken.setPassword(owner, { offered: "end_credentials", end_credentials: "on" });
      const answers = await Promise.all(attempts.map((attempt) => Promise.resolve(attempt)));
      if (set.status !== 303) continue;
      const { documents } = taken.stores;
      const page = browserOf(set);
      const active = await taken.request("/account/keys?state=active", { headers: page });
      expect(await active.json()).toEqual({ items: [], next: null });
      const clients = await taken.request("/account/clients?state=active", { headers: page });
      expect(await clients.json()).toEqual({ items: [], next: null });
      for (const answer of answers.filter(({ status }) => status === 201)) {
        // The documented response of a new key or client.
        const { key } = (await answer.json()) as { key?: string };
        if (key === undefined) continue;
        const used = await taken.request("/v1/user/profile", { headers: { Authorization: `Bearer ${key}` } });
        expect(used.status).toBe(401);
      }
      const signedIn = await taken.request(
        "/sign-in",
        taken.form(
          {
            email: (await getAccount(documents, taken.account.id))?.value.email ?? "",
            password: "the owner's new one",
          },
          { Origin: publicUrl },
        ),
      );
      expect(signedIn.status).toBe(303);
    }
  });
});

it("keeps keys by default when the owner changes the password with the current one, or sets the first password", async () => {
  const taken = await takenAccount();
  const put = await taken.request("/account/password", {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...taken.sessionCookie },
    body: JSON.stringify({ current_password: squattersPassword, password: "another of mine" }),
  });
  expect(put.status).toBe(204);
  expect(await taken.uses()).toEqual({ ...all(true), session: false });
});

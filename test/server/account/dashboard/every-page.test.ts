import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  isSameForAll,
  ownerPages,
  pathsOf,
  pathsOfOwner,
  pathsOfStranger,
  type Shown,
  shownOf,
  signInLink,
  strangerPages,
} from "./all-pages.ts";
import { hasChromium, type Visitor } from "../../../engines/chromium.ts";
import { type BusyDashboard, startBusyDashboard } from "./busy-dashboard.ts";
import { faultsOf, layoutShift, looks } from "./page-looks.ts";
import { enter, statesOfOwner, statesOfStranger } from "./page-states.ts";
import { wireBytes } from "./wire-bytes.ts";
import { isWhole } from "../../../whole.ts";

/** The bytes of all bodies that a browser loads with a page: HTML, style sheets, scripts and the mark. */
const maxWireBytes = 25_000;
/** The introduction shows photos. */
const maxWithPhotos = 90_000;
/** The sum of layout shifts from which a reader notices them. */
const maxShift = 0.02;

const formWithTarget = /<form [^>]*action=[\s\S]*?<\/form>/g;
const control = /<(?:button|input|select|textarea|copy-button)\b/;

/** Returns the paths of a route that a run visits: all of them, or the one with the most content. */
function someOf<Visit>(visits: readonly Visit[]): readonly Visit[] {
  return isWhole ? visits : visits.slice(0, 1);
}

interface Owner {
  visitor: Visitor;
  email: string;
  shown: Shown;
}

describe.skipIf(!hasChromium())("every page", () => {
  let dashboard: BusyDashboard;
  /** The owner of the account that has the maximum of everything. */
  let busy: Owner;
  /** The owner of a new account with a key that made three calls. */
  let fresh: Owner;
  let stranger: Visitor;
  /** A visitor who goes through the states in order. */
  let user: Visitor;
  let isSignedIn = false;
  beforeAll(async () => {
    dashboard = await startBusyDashboard(20);
    const { url } = dashboard;
    const [visitor, other] = [await dashboard.visit(looks.desktop), await dashboard.visit(looks.phone)];
    await visitor.signIn(dashboard.owner);
    busy = { visitor, email: dashboard.owner.email, shown: await shownOf(url, await visitor.cookie()) };
    const { email } = await other.signUp();
    const headers = { Cookie: await other.cookie(), Origin: url, "Content-Type": "application/json" };
    const made = await fetch(`${url}/account/keys`, { method: "POST", headers, body: "{}" });
    // The documented response.
    const { key } = (await made.json()) as { key: string };
    for (let count = 0; count < 3; count++)
      await fetch(`${url}/v1/user/profile`, { headers: { Authorization: `Bearer ${key}` } });
    fresh = { visitor: other, email, shown: await shownOf(url, headers.Cookie) };
    stranger = await dashboard.visit(looks.phone);
    user = await dashboard.visit(looks.phone);
    // A year of data, a server, Chromium and two sessions.
  }, 600_000);
  afterAll(() => dashboard.close());

  async function faultsAt(visitor: Visitor, path: string, look: Parameters<typeof faultsOf>[1]) {
    const known = visitor.complaints.length;
    await visitor.goTo(path);
    const shift = await layoutShift(visitor.page);
    const found = shift > maxShift ? [`${path} shifts by ${shift.toFixed(3)}`] : [];
    found.push(...(await faultsOf(visitor.page, look)));
    const complaints = visitor.complaints.slice(known);
    return [...found, ...complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))];
  }

  it.each(Object.keys(ownerPages).map((route, index) => [route, index] as const))(
    "%s passes axe-core, fits a phone and stays in place while it loads",
    async (route, index) => {
      const much = pathsOf(route, busy.shown).map((path) => ({ path, visitor: busy.visitor }));
      const little = pathsOf(route, fresh.shown)
        .filter((path) => !isSameForAll(path))
        .map((path) => ({ path, visitor: fresh.visitor }));
      const faults: string[] = [];
      for (const { path, visitor } of someOf([...much, ...little]))
        faults.push(...(await faultsAt(visitor, path, index % 2 ? looks.phone : looks.desktop)));
      expect(faults).toEqual([]);
    },
  );

  it.each(Object.entries(strangerPages))("%s does so for a signed-out visitor", async (route, paths) => {
    const link = route === "/sign-in/link" ? [await signInLink(dashboard, fresh.email)] : [];
    const faults: string[] = [];
    for (const path of someOf([...link, ...paths]))
      faults.push(...(await faultsAt(stranger, path, looks.phone)));
    expect(faults).toEqual([]);
  });

  it.each([...statesOfStranger, ...statesOfOwner].filter(({ isTypical }) => isWhole || isTypical))(
    "passes axe-core with created items, errors and content drawn by scripts: $name",
    async (state) => {
      if (!isSignedIn && statesOfOwner.includes(state)) {
        await user.signUp();
        isSignedIn = true;
      }
      await enter(user, state);
      expect(await faultsOf(user.page, looks.phone)).toEqual([]);
      user.expectQuiet(/status of 4\d\d/);
    },
  );

  it("takes at most 25 kB on the wire with all that it loads, for a usual account and a signed-out visitor", async () => {
    const reference = await (await fetch(`${dashboard.url}/docs`)).text();
    const documented = [...reference.matchAll(/href="(\/docs\/[\w/-]+)"/g)].map(([, path = ""]) => path);
    const own = await pathsOfOwner(dashboard, fresh.visitor);
    const cookie = await fresh.visitor.cookie();
    const large: string[] = [];
    const visits = [
      ...own.map((path) => [path, cookie] as const),
      ...[...(await pathsOfStranger(dashboard, fresh.email)), ...documented].map(
        (path) => [path, ""] as const,
      ),
    ];
    for (const [path, sent] of new Map(visits.map((visit) => [visit.join(), visit])).values()) {
      const { page, photos } = await wireBytes(dashboard.url + path, sent);
      if (page > maxWireBytes || page + photos > maxWithPhotos) large.push(`${path}: ${page}, ${photos}`);
    }
    expect(large).toEqual([]);
  });

  it("stays in place while a slow network delivers it in parts", async () => {
    const slow = createServer(async ({ url = "", headers: { cookie = "" } }, answer) => {
      const response = await fetch(dashboard.url + url, { headers: { Cookie: cookie } });
      answer.writeHead(response.status, { "Content-Type": response.headers.get("Content-Type") ?? "" });
      const body = Buffer.from(await response.arrayBuffer());
      for (let part = 0; part < 8; part++) {
        answer.write(body.subarray((part * body.length) / 8, ((part + 1) * body.length) / 8));
        await setTimeout(30);
      }
      answer.end();
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    // A server that listens on TCP has an `AddressInfo`.
    const { port } = slow.address() as AddressInfo;
    for (const path of ["/", "/keys", "/ended-keys", "/profile/activity"]) {
      await busy.visitor.page.goto(`http://127.0.0.1:${port}${path}`);
      expect(await layoutShift(busy.visitor.page), path).toBeLessThan(maxShift);
    }
    slow.closeAllConnections();
    slow.close();
  });

  it("has a skip link to the content as its first stop", async () => {
    const { page } = busy.visitor;
    await busy.visitor.goTo("/keys");
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.locator("main :focus").textContent()).toBe("Create key");
  });

  it("works without JavaScript: it has its heading and no control without an effect", async () => {
    const visitor = await dashboard.visit({ javaScriptEnabled: false });
    await visitor.context.addCookies(await busy.visitor.context.cookies());
    const paths = await pathsOfOwner(dashboard, visitor);
    const strangers = await pathsOfStranger(dashboard, dashboard.owner.email);
    for (const path of [...paths, ...strangers]) {
      if (path === strangers[0]) await visitor.context.clearCookies();
      const headers = { Cookie: await visitor.cookie(), Accept: "text/html" };
      const html = await (await fetch(dashboard.url + path, { headers })).text();
      expect(html.match(/<h1\b/g), path).toHaveLength(1);
      // A form with a target works without scripts. Only the browser knows which other controls it shows.
      if (!control.test(html.replaceAll(formWithTarget, ""))) continue;
      await visitor.goTo(path);
      const idle = visitor.page.locator(
        ":is(button, input, select, textarea):visible:not(form[action] *), :is(button[type=button], copy-button):visible",
      );
      expect(await idle.evaluateAll((controls) => controls.map(({ outerHTML }) => outerHTML)), path).toEqual(
        [],
      );
    }
    visitor.expectQuiet(/status of 4\d\d/);
    await visitor.close();
  });
});

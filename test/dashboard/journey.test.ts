import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, hasChromium, startDashboard, type VisitOptions } from "./browser.ts";
import { hasCurl } from "./curl.ts";
import { keyboardHands, mouseHands, touchHands } from "./hands.ts";
import { freeLimit, travel } from "./owner-journey.ts";

const ways: Record<string, VisitOptions & { hands: typeof mouseHands }> = {
  "a mouse on a desktop in the light": { hands: mouseHands },
  "a finger on a phone in the dark": { hands: touchHands, screen: "phone", colorScheme: "dark" },
  "a keyboard alone, the focus seen at every stop": { hands: keyboardHands },
  "JavaScript off": { hands: mouseHands, javaScriptEnabled: false },
};

describe.skipIf(!hasChromium() || !hasCurl())("an owner signs up, calls, upgrades and signs out", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard({ PLAN_FREE_DAILY_LIMIT: String(freeLimit) });
  });
  afterAll(() => dashboard.close());

  it.each(Object.entries(ways))("with %s, each number as curl has it", async (way, { hands, ...options }) => {
    const visitor = await dashboard.visit(options);
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const hasScripts = options.javaScriptEnabled ?? true;
    const email = `${way.replaceAll(/\W+/g, "-")}@example.com`;
    await travel({ dashboard, visitor, hands: hands(visitor.page), email, hasScripts });
    expect([...visitor.origins]).toEqual([dashboard.url]);
    await visitor.close();
  });
});

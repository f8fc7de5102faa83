import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The operations of a user on a page. An operation that leads to another page resolves after the page has loaded. */
export interface Hands {
  /** The number of chosen links and buttons. */
  readonly choices: number;
  /** Chooses a link by its accessible name. */
  follow: (name: string | RegExp) => Promise<void>;
  /** Presses a button that leads to another page. */
  submit: (name: string | RegExp) => Promise<void>;
  /** Presses a button that stays on the page. */
  press: (name: string | RegExp) => Promise<void>;
  /** Checks the box with that label. */
  check: (label: string) => Promise<void>;
  /** Types into the field with that label. */
  fill: (label: string, text: string) => Promise<void>;
}

/** How an input device reaches an element, and then chooses it or types into it. */
interface Touch {
  choose: (target: Locator, role: "link" | "button") => Promise<void>;
  write: (target: Locator, text: string) => Promise<void>;
}

function handsOf(page: Page, { choose, write }: Touch): Hands {
  let choices = 0;
  const element = (role: "link" | "button", name: string | RegExp) =>
    page.getByRole(role, { name, exact: true }).first();
  const chooseOne = (role: "link" | "button", name: string | RegExp) => {
    choices += 1;
    return choose(element(role, name), role);
  };
  const leave = async (role: "link" | "button", name: string | RegExp) => {
    // Both run together, so that a missing element is reported before the timeout of the load.
    await Promise.all([page.waitForEvent("load", { timeout: 60_000 }), chooseOne(role, name)]);
  };
  return {
    get choices() {
      return choices;
    },
    follow: (name) => leave("link", name),
    submit: (name) => leave("button", name),
    press: (name) => chooseOne("button", name),
    check: (label) => choose(page.getByLabel(label, { exact: true }), "button"),
    fill: (label, text) => write(page.getByLabel(label, { exact: true }), text),
  };
}

/** Returns the operations of a mouse. */
export function mouseHands(page: Page): Hands {
  return handsOf(page, {
    choose: (target) => target.click(),
    write: (target, text) => target.fill(text),
  });
}

/** Returns the operations of a touch screen. */
export function touchHands(page: Page): Hands {
  return handsOf(page, {
    choose: (target) => target.tap(),
    async write(target, text) {
      await target.tap();
      await page.keyboard.type(text);
    },
  });
}

/** More stops than any page of a new account has. */
const mostStops = 100;

/**
 * Returns why a user cannot see the focus, or an empty string. After the last stop of a page, the focus is in the
 * browser's address bar.
 */
function focusFault(): string {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return "";
  const name = activeElement.outerHTML.slice(0, 120);
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return `No outline: ${name}`;
  const [box] = activeElement.getClientRects();
  if (!box) return `No box: ${name}`;
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth);
  const bottom = Math.min(box.bottom, innerHeight);
  if (right <= left || bottom <= top) return `Off the screen: ${name}`;
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return activeElement.contains(seen) || seen?.contains(activeElement) ? "" : `Covered: ${name}`;
}

/** Returns the operations of a keyboard. It moves by Tab from stop to stop, and requires a visible focus at each. */
export function keyboardHands(page: Page): Hands {
  const reach = async (target: Locator) => {
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let stop = 0; stop < mostStops; stop++) {
      if (await isThere()) return;
      await page.keyboard.press("Tab");
      expect(await page.evaluate(focusFault), page.url()).toBe("");
    }
    throw new Error(`No way to ${String(target)} on ${page.url()} in ${mostStops} stops.`);
  };
  return handsOf(page, {
    async choose(target, role) {
      await reach(target);
      await page.keyboard.press(role === "link" ? "Enter" : "Space");
    },
    async write(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
  });
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { runAxe } from "./browser.ts";

const run = promisify(execFile);

/** Starts what the form of the playground describes and waits for its end. */
export async function runTool(page: Page): Promise<void> {
  await page.click(".run");
  await page.waitForFunction(() => document.querySelector(".cancel")?.hasAttribute("hidden"));
}

/** What the playground says went wrong; empty if nothing did. */
export function problemOf(page: Page): Promise<string> {
  return page.innerText(".problem");
}

/** The answer as the page shows it. */
export async function shownJson(page: Page): Promise<Record<string, unknown>> {
  if (!(await page.isVisible(".raw pre"))) await page.click(".raw summary");
  const text = await page.innerText(".raw pre");
  // Each test requires what it reads of it.
  return JSON.parse(text) as Record<string, unknown>;
}

/** The texts of elements, to the letter. */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => elements.map(({ textContent }) => textContent));
}

/** Runs the command that the page shows in a shell, and returns what it printed. */
export async function runCommand(page: Page, key: string, cwd: string): Promise<string> {
  const command = await page.locator("#curl").evaluate(({ textContent }) => textContent);
  const env = { ...process.env, TOOLS_API_KEY: key };
  const { stdout, stderr } = await run("sh", ["-c", command], { env, cwd, maxBuffer: 64e6 });
  expect(stderr).toBe("");
  return stdout;
}

/** How many calls are left, as the page says it. */
export async function callsLeft(page: Page): Promise<number> {
  const [, left = ""] = /([\d,]+) of/.exec(await page.innerText("#allowance")) ?? [];
  return Number(left.replaceAll(",", ""));
}

/** Requires of the page as it stands that axe-core finds nothing, in light and dark, and that it fits a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await runAxe(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { runAxe, type Visitor, type VisitOptions } from "../../../engines/chromium.ts";
import { visualRules } from "./page-looks.ts";

const run = promisify(execFile);

/** Opens a visitor with the session of another one, which takes a tenth of the time of a sign-up. */
export async function visitLike(
  owner: Visitor,
  visit: (options?: VisitOptions) => Promise<Visitor>,
  options?: VisitOptions,
): Promise<Visitor> {
  const visitor = await visit(options);
  await visitor.context.addInitScript(() => {
    // A run of its own would count as a call between those of a test.
    if (location.protocol === "http:") localStorage.setItem("playground-live", "off");
  });
  await visitor.context.addCookies(await owner.context.cookies());
  return visitor;
}

/** Submits the form of the playground and waits for the result. */
export async function runTool(page: Page): Promise<void> {
  await page.click(".run");
  // The script of the form is loaded at its first use, and sets the attribute from its first run on.
  await page.waitForSelector('tool-playground form[aria-busy="false"]');
}

/** Opens the options of a subject, unless they are open. */
export async function openOptions(page: Page, title: string): Promise<void> {
  const options = page.locator("details.more", { has: page.getByText(title, { exact: true }) });
  if ((await options.getAttribute("open")) === null) await options.locator("summary").click();
}

/** Returns the error that the playground shows, or an empty string. */
export function problemOf(page: Page): Promise<string> {
  return page.innerText(".problem");
}

/** Returns the response that the page shows. */
export async function shownJson(page: Page): Promise<Record<string, unknown>> {
  if (!(await page.isVisible(".raw pre"))) await page.click(".raw summary");
  const text = await page.innerText(".raw pre");
  // Each test checks the fields that it reads.
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns the exact texts of elements. */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => elements.map(({ textContent }) => textContent));
}

/** Runs the command that the page shows in a shell, and returns its output. */
export async function runCommand(page: Page, key: string, cwd: string): Promise<string> {
  const command = await page.locator("#curl").evaluate(({ textContent }) => textContent);
  const env = { ...process.env, TOOLS_API_KEY: key };
  const { stdout, stderr } = await run("sh", ["-c", command], { env, cwd, maxBuffer: 64e6 });
  expect(stderr).toBe("");
  return stdout;
}

/** Returns the number of calls left that the page shows. */
export async function callsLeft(page: Page): Promise<number> {
  const [, left = ""] = /([\d,]+) of/.exec(await page.innerText("#allowance")) ?? [];
  return Number(left.replaceAll(",", ""));
}

/** Requires that axe-core finds nothing on the page, in light and dark mode, and that the page fits a phone. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await runAxe(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await runAxe(page, visualRules)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

// Takes a picture of every page in light and dark, on a phone and a desktop, of an account with nothing and of one with as
// much as there can be, on the built server: pictures are to be looked at. Prints what the first paint of each page takes
// over the wire (HTML and style sheets, as a browser asks for them), and fails where a page is wider than its screen, or
// where a browser complains:
// pnpm --filter @tools-api/bench screenshots FOLDER [part of the path, …]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathsOfOwner, pathsOfStranger } from "../dashboard/all-pages.ts";
import type { Visitor, VisitOptions } from "../dashboard/browser.ts";
import { startBusyDashboard } from "../dashboard/busy-dashboard.ts";
import { firstPaintBytes } from "./screenshots/first-paint.ts";

const [folder, ...parts] = process.argv.slice(2);
if (folder === undefined) throw new Error("expected a folder for the pictures");
const callsADay = 600;
const colorSchemes = ["light", "dark"] as const;

/** The picture's name: the path without what changes from run to run. */
function nameOf(path: string): string {
  const named = path
    .replace(/^\/$/, "start")
    .replace(/(key|client|acct)_\w+|\d{8}/, "one")
    .replace(/token=\w{20,}|\?response_type=.*/, "");
  return named.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$/g, "");
}

let failed = false;

/** Takes the picture of a page, and says what is wrong with it. */
async function takePicture({ page, goTo, complaints }: Visitor, path: string, file: string): Promise<void> {
  const known = complaints.length;
  await goTo(path);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: file, fullPage: true });
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { documentElement } = document;
    return { scrollWidth: documentElement.scrollWidth, clientWidth: documentElement.clientWidth };
  });
  const faults = complaints.slice(known).filter((complaint) => !/status of 4\d\d/.test(complaint));
  if (scrollWidth > clientWidth) faults.push(`${scrollWidth} px wide on a screen of ${clientWidth}`);
  for (const fault of faults) console.log(`${file}: ${fault}`);
  failed ||= faults.length > 0;
}

mkdirSync(folder, { recursive: true });
const dashboard = await startBusyDashboard(callsADay);
const [much, none, nobody] = await Promise.all([dashboard.visit(), dashboard.visit(), dashboard.visit()]);
await much.signIn(dashboard.owner);
const { email } = await none.signUp();
const accounts = [
  { of: "much", visitor: much, paths: await pathsOfOwner(dashboard, much) },
  { of: "none", visitor: none, paths: await pathsOfOwner(dashboard, none) },
  { of: "stranger", visitor: nobody, paths: await pathsOfStranger(dashboard, email) },
];
const isWanted = (path: string) => parts.length === 0 || parts.some((part) => path.includes(part));
const sizes: { page: string; account: string; html: number; css: number; total: number }[] = [];

for (const { of: account, visitor, paths } of accounts) {
  const wanted = paths.filter(isWanted);
  const cookie = await visitor.cookie();
  for (const path of wanted) {
    const bytes = await firstPaintBytes(dashboard.url + path, cookie);
    sizes.push({ page: nameOf(path), account, ...bytes, total: bytes.html + bytes.css });
  }
  const cookies = await visitor.context.cookies();
  for (const colorScheme of colorSchemes)
    for (const screen of ["desktop", "phone"] as const satisfies VisitOptions["screen"][]) {
      const other = await dashboard.visit({ screen, colorScheme });
      await other.context.addCookies(cookies);
      for (const path of wanted)
        await takePicture(
          other,
          path,
          join(folder, `${nameOf(path)}.${account}.${screen}.${colorScheme}.png`),
        );
      await other.close();
    }
}
await dashboard.close();
console.table(sizes);
process.exitCode = failed ? 1 : 0;

// Takes a picture of every page on the built server, in light and dark, on a phone and a desktop. The pages
// are those of an empty account, of an account with the maximum of data, and error pages. The pictures are
// for review by people. Prints the bytes of each page's first paint (HTML and style sheets, as a browser
// requests them). Fails if a page is wider than its screen or a browser reports an error:
// pnpm --filter @tools-api/bench screenshots FOLDER [part of the path, …]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathsOfOwner, pathsOfStranger } from "../server/account/dashboard/all-pages.ts";
import { endBrowser, type Visitor } from "../engines/chromium.ts";
import { startBusyDashboard } from "../server/account/dashboard/busy-dashboard.ts";
import { inEveryState } from "../server/account/dashboard/page-states.ts";
import { firstPaintBytes } from "./screenshots/first-paint.ts";

const [folder, ...parts] = process.argv.slice(2);
if (folder === undefined) throw new Error("expected a folder for the pictures");
const callsADay = 600;
/** Pixels of a picture. Image viewers cannot open the whole reference. */
const mostHeight = 12_000;
const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
  (["desktop", "phone"] as const).map((screen) => ({ colorScheme, screen })),
);

/** Returns the picture's name: the path without the identifiers that change from run to run. */
function nameOf(path: string): string {
  const named = path
    .replace(/^\/$/, "start")
    .replace(/(key|client|acct)_\w+|\d{8}/, "one")
    .replace(/token=\w{20,}|\?response_type=.*/, "");
  return named.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$/g, "");
}

let failed = false;

/** Takes a picture of a page in its current state, and reports its faults. */
async function takePicture({ page, complaints }: Visitor, known: number, file: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const { height, scrollWidth, clientWidth } = await page.evaluate(() => {
    const { documentElement } = document;
    const { scrollWidth, clientWidth, scrollHeight } = documentElement;
    return { height: scrollHeight, scrollWidth, clientWidth };
  });
  const clip = { x: 0, y: 0, width: clientWidth, height: Math.min(height, mostHeight) };
  await page.screenshot({ path: file, fullPage: true, clip });
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
  for (const { colorScheme, screen } of looks) {
    const other = await dashboard.visit({ screen, colorScheme });
    await other.context.addCookies(cookies);
    const fileOf = (name: string) => join(folder, `${name}.${account}.${screen}.${colorScheme}.png`);
    for (const path of wanted) {
      const known = other.complaints.length;
      await other.goTo(path);
      await takePicture(other, known, fileOf(nameOf(path)));
    }
    await other.close();
  }
}
for (const { colorScheme, screen } of looks) {
  const user = await dashboard.visit({ screen, colorScheme });
  await inEveryState(user, async (name, known) => {
    await takePicture(user, known, join(folder, `${name}.used.${screen}.${colorScheme}.png`));
  });
  await user.close();
}
await dashboard.close();
await endBrowser();
console.table(sizes);
process.exitCode = failed ? 1 : 0;

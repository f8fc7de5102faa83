import type { Page } from "playwright-core";
import sharp from "sharp";

/** A page behind something that its visitor does. */
export interface PageState {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560">
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1b3a6b"/><stop offset="1" stop-color="#f4a259"/></linearGradient>
  <rect width="900" height="560" fill="url(#sky)"/><circle cx="640" cy="330" r="80" fill="#ffe8c2"/>
  <path d="M0 560 240 300 420 470 600 340 900 560Z" fill="#22313f"/>
</svg>`;

async function runTool(page: Page): Promise<void> {
  await page.click(".run");
  await page.waitForFunction(() => document.querySelector(".cancel")?.hasAttribute("hidden"));
}

async function submit(page: Page, name: RegExp): Promise<void> {
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name }).click()]);
}

/** What pages look like once they are used. */
export const states: readonly PageState[] = [
  { name: "playground-text-result", path: "/playground", act: runTool },
  {
    name: "playground-image-result",
    path: "/playground?tool=image",
    async act(page) {
      const buffer = await sharp(Buffer.from(drawing)).png().toBuffer();
      await page.setInputFiles("#image", { name: "evening.png", mimeType: "image/png", buffer });
      await page.locator("details.more summary").click();
      await runTool(page);
    },
  },
  {
    name: "playground-fault",
    path: "/playground",
    async act(page) {
      await page.fill("#text", "");
      await runTool(page);
    },
  },
  {
    name: "keys-fault",
    path: "/new-key",
    async act(page) {
      await page.fill("#name", " ");
      await submit(page, /^Create the key$/);
    },
  },
  { name: "keys-issued", path: "/new-key", act: (page) => submit(page, /^Create the key$/) },
  {
    name: "apps-issued",
    path: "/new-client",
    async act(page) {
      await page.fill("#name", "App");
      await page.fill("[name=redirect_uris]", "https://app.example/callback");
      await submit(page, /^Register the client$/);
    },
  },
  {
    name: "apps-fault",
    path: "/new-client",
    async act(page) {
      await page.fill("#name", "App");
      await page.fill("[name=redirect_uris]", "ftp://app.example/callback\nhttps://app.example/#top");
      await submit(page, /^Register the client$/);
    },
  },
  {
    name: "password-fault",
    path: "/password",
    async act(page) {
      await page.fill("#current_password", "not the password");
      await page.fill("#password", "short");
      await submit(page, /password$/);
    },
  },
  {
    name: "docs-try-it",
    path: "/docs",
    async act(page) {
      const summary = page.locator("summary", { hasText: "Try POST /v1/tools/text-analyzer" });
      await summary.click();
      await summary.scrollIntoViewIfNeeded();
    },
  },
];

import type { Page } from "playwright-core";
import sharp from "sharp";
import type { Visitor } from "../../../engines/chromium.ts";
import { runTool } from "./playground-page.ts";

/** The state of a page after actions of its visitor. */
export interface PageState {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
  /** A text that the page shows in this state. */
  shows: string;
  /** Whether other states consist of the same elements. Only a whole run looks at those. */
  isTypical?: true;
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560">
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1b3a6b"/><stop offset="1" stop-color="#f4a259"/></linearGradient>
  <rect width="900" height="560" fill="url(#sky)"/><circle cx="640" cy="330" r="80" fill="#ffe8c2"/>
  <path d="M0 560 240 300 420 470 600 340 900 560Z" fill="#22313f"/>
</svg>`;

const wrong = "not the password";

/** Fills in a form and submits it, including values that only the server rejects. */
function sent(button: string | RegExp, fields: Record<string, string> = {}): PageState["act"] {
  return async (page) => {
    for (const [name, text] of Object.entries(fields)) await page.fill(`main [name="${name}"]`, text);
    const named = page.getByRole("button", { name: button, exact: true });
    await Promise.all([page.waitForEvent("load"), named.click()]);
  };
}

/** The states of a signed-out visitor. */
export const statesOfStranger: readonly PageState[] = [
  {
    name: "sign-up-fault",
    isTypical: true,
    path: "/sign-up",
    act: sent("Create account", { email: "ada@example.com", password: "short" }),
    shows: "Expected 8 to 128 characters",
  },
  {
    name: "sign-in-fault",
    path: "/sign-in",
    act: sent("Sign in", { email: "ada@example.com", password: wrong }),
    shows: "password",
  },
];

/** The states of the owner of a new account, in order. */
export const statesOfOwner: readonly PageState[] = [
  {
    name: "keys-fault",
    path: "/new-key",
    act: sent("Create key", { name: " " }),
    shows: "Enter a name",
  },
  {
    name: "keys-issued",
    isTypical: true,
    path: "/new-key",
    act: sent("Create key", { name: "site" }),
    shows: "Your new API key",
  },
  {
    name: "apps-fault",
    path: "/new-client",
    act: sent("Register client", {
      name: "App",
      redirect_uris: "ftp://app.example/callback\nhttps://app.example/#top",
    }),
    shows: "it has a fragment",
  },
  {
    name: "apps-issued",
    path: "/new-client",
    act: sent("Register client", { name: "App", redirect_uris: "https://app.example/callback" }),
    shows: "You registered the client",
  },
  {
    name: "webhooks-fault",
    path: "/webhooks",
    act: sent("Add endpoint", { url: "http://hooks.example.com/" }),
    shows: "Enter an https URL",
  },
  {
    name: "webhooks-issued",
    path: "/webhooks",
    act: sent("Add endpoint", { url: "https://hooks.example.com/" }),
    shows: "Save the secret now",
  },
  {
    name: "profile-fault",
    path: "/profile",
    act: sent("Save changes", { email: "other@example.com", password: wrong }),
    shows: "The password does not match",
  },
  {
    name: "profile-close-fault",
    path: "/profile/close",
    act: sent("Close account permanently", { confirm: "nobody@example.com", password: wrong }),
    shows: "Enter the email address of your account.",
  },
  {
    name: "password-fault",
    path: "/password",
    act: sent("Change password", { current_password: wrong, password: "short" }),
    shows: "Expected 8 to 128 characters",
  },
  {
    name: "playground-text-result",
    isTypical: true,
    path: "/playground",
    act: runTool,
    shows: "Strongest words",
  },
  {
    name: "playground-image-result",
    isTypical: true,
    path: "/playground?tool=image-converter",
    async act(page) {
      const buffer = await sharp(Buffer.from(drawing)).png().toBuffer();
      await page.setInputFiles("#field-image", { name: "evening.png", mimeType: "image/png", buffer });
      await page.locator("details.more summary").first().click();
      await runTool(page);
    },
    shows: "Original on the left",
  },
  {
    name: "playground-fault",
    isTypical: true,
    path: "/playground?tool=image-converter",
    async act(page) {
      const name = "no-image.png";
      await page.setInputFiles("#field-image", { name, mimeType: "image/png", buffer: Buffer.from("none") });
      await runTool(page);
    },
    shows: "no-image.png",
  },
  {
    name: "plan-changed",
    isTypical: true,
    path: "/plan/change?plan=pro",
    act: sent(/^Change to pro for/),
    shows: "You are on the pro plan.",
  },
  {
    name: "plan-scheduled",
    path: "/plan/change?plan=free",
    act: sent("Schedule the change to free"),
    shows: "You scheduled the change to the free plan.",
  },
  { name: "plan-called-off", path: "/plan", act: sent("Cancel change"), shows: "You canceled the change" },
];

/** Takes a visitor to a state. */
export async function enter(visitor: Visitor, { path, act, shows }: PageState): Promise<void> {
  await visitor.goTo(path);
  await act(visitor.page);
  await visitor.page.locator("main", { hasText: shows }).waitFor();
}

/**
 * Takes a visitor through the pages, first signed out and then with a new account. The states cover rejected forms,
 * forms that create something, and content drawn by scripts.
 *
 * @param look Called on each page with its name and the errors before it.
 */
export async function inEveryState(
  visitor: Visitor,
  look: (name: string, complaints: number) => Promise<void>,
): Promise<void> {
  for (const state of [...statesOfStranger, ...statesOfOwner]) {
    const known = visitor.complaints.length;
    if (state === statesOfOwner[0]) await visitor.signUp();
    await enter(visitor, state);
    await look(state.name, known);
  }
}

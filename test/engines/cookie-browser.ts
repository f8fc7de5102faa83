/** A user's browser without scripts: it keeps cookies and sends forms. */
export interface Browser {
  /** Sends a request with the cookies. It does not follow redirects. */
  request(path: string, form?: Record<string, string>): Promise<Response>;
  /** Sends JSON, as a script of our own pages does. The default method is POST. */
  send(path: string, record: object, method?: string): Promise<Response>;
}

/** Opens a browser that sends the headers of a form or script on a page of that origin. */
export function openBrowser(origin: string): Browser {
  const cookies = new Map<string, string>();

  async function sent(
    path: string,
    { headers, ...init }: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...headers, Cookie: cookie, ...(init.method !== undefined && { Origin: origin }) };
    const response = await fetch(origin + path, { redirect: "manual", headers: all, ...init });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  return {
    request: (path, form) => sent(path, form && { method: "POST", body: new URLSearchParams(form) }),
    send: (path, record, method = "POST") =>
      sent(path, {
        method,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(record),
      }),
  };
}

/** A client as its owner receives it. */
export interface RegisteredClient {
  id: string;
  /** Empty for a public client. */
  secret: string;
}

/** Registers a client of the signed-in user. */
export async function registerClient(browser: Browser, fields: object): Promise<RegisteredClient> {
  const response = await browser.send("/account/clients", fields);
  const text = await response.text();
  if (response.status !== 201) throw new Error(`clients: ${response.status} ${text}`);
  // The form that the API documents.
  const made = JSON.parse(text) as { id: string; client_secret: string | null };
  return { id: made.id, secret: made.client_secret ?? "" };
}

/** Signs up a new user. */
export async function signUp(browser: Browser, email: string): Promise<void> {
  const form = { email, name: "Ada", password: "correct horse battery staple", next: "/" };
  const response = await browser.request("/sign-up", form);
  if (response.status !== 303) throw new Error(`sign-up: ${response.status} ${await response.text()}`);
}

/** Returns the ticket of a consent page. */
export function ticketOf(page: string): string {
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1];
  if (ticket === undefined) throw new Error(`no consent page: ${page.slice(0, 2000)}`);
  return ticket;
}

/** Returns the final URL of an authorization request, after consent if asked. */
export async function agree(browser: Browser, request: URL): Promise<URL> {
  const asked = await browser.request(request.pathname + request.search);
  const answered =
    asked.status === 200
      ? await browser.request("/oauth/authorize", { ticket: ticketOf(await asked.text()), decision: "allow" })
      : asked;
  const location = answered.headers.get("Location");
  if (location === null) throw new Error(`authorize: ${answered.status} ${await answered.text()}`);
  return new URL(location, request);
}

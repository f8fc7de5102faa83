/** A part of a response. */
export interface ToolAnswer {
  status: number;
  type: string | null;
  policy: string | null;
  body: unknown;
}

interface Sent {
  body: BodyInit;
  headers?: Record<string, string>;
}

type Fetch = (path: string, init: RequestInit) => Promise<Response> | Response;

const page = "<title>t</title><h1>Tea &amp; cake</h1><table><tr><th>a<tr><td>b|c</table><script>x()</script>";

/** Calls the tools of `examples/tools` in all ways: their results, transports and errors. */
export async function callExampleTools(fetch: Fetch, key: string): Promise<ToolAnswer[]> {
  const json = (body: unknown): Sent => ({
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  const form = new FormData();
  form.append("html", new Blob([page], { type: "text/html" }), "page.html");
  form.append("bullet", "+");
  const raw = (body: BodyInit): Sent => ({ body, headers: { "Content-Type": "text/html" } });
  const requests: [path: string, Sent][] = [
    ["/v1/tools/qr-code", json({ text: "https://example.com" })],
    ["/v1/tools/qr-code", json({ text: "hi", border: 17 })],
    ["/v1/tools/html-to-markdown", json({ html: btoa("<ul><li>one<li>two</ul>"), bullet: "*" })],
    ["/v1/tools/html-to-markdown", { body: form }],
    ["/v1/tools/html-to-markdown?bullet=-", raw(page)],
    ["/v1/tools/html-to-markdown", raw(new Uint8Array([0x3c, 0xff]))],
    ["/v1/tools/html-to-markdown", raw("<div>".repeat(20_000))],
  ];
  const answers: ToolAnswer[] = [];
  for (const [path, init] of requests) {
    const response = await fetch(path, {
      ...init,
      method: "POST",
      headers: { ...init.headers, Authorization: `Bearer ${key}` },
    });
    // These depend on the call and on the path of the mount.
    const { request_id: _, instance: __, ...body } = (await response.json()) as Record<string, unknown>;
    answers.push({
      status: response.status,
      type: response.headers.get("Content-Type"),
      policy: response.headers.get("RateLimit-Policy"),
      body,
    });
  }
  return answers;
}

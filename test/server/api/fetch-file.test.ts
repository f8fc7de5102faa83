import { setTimeout as sleep } from "node:timers/promises";
import { ToolsError } from "@tools-api/core";
import { fetchFile, type FetchOptions } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type FileHost, serveFiles } from "../../engines/file-host.ts";

const forbidden =
  /^image: expected a URL that this server can fetch, received ".*"(?:… \(\d+ characters\))?\. Its host, or one that it redirects to, is not allowed, does not exist, does not respond or has no valid certificate$/;

/** Returns the error of a fetch, which must fail. */
async function errorOf(url: string, options: Partial<FetchOptions> = {}): Promise<ToolsError> {
  const result = await fetchFile(url, {
    field: "image",
    maxBytes: 1000,
    policy: "public",
    ...options,
  }).then(
    ({ bytes }) => `received ${bytes.length} bytes`,
    (error: unknown) => error,
  );
  if (!(result instanceof ToolsError)) throw new Error(`${url}: ${String(result)}`);
  return result;
}

/** Returns the reason of a refusal, which the message does not tell. */
async function reasonOf(url: string, options: Partial<FetchOptions> = {}): Promise<string> {
  const error = await errorOf(url, options);
  expect(error.code).toBe("invalid_parameter");
  expect(error.message).toMatch(forbidden);
  return (error.cause as Error).message;
}

const resolvesTo = (...addresses: string[]) => ({ resolve: () => Promise.resolve(addresses) });

describe("a host under the policy public", () => {
  it.each([
    ["loopback", "127.0.0.1", "127.255.255.254", "[::1]"],
    ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "[fd00::1]", "[fc00::1]"],
    ["link-local", "169.254.169.254", "[fe80::1]", "[fec0::1]"],
    ["shared (CGNAT)", "100.64.0.1", "100.127.255.255"],
    ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "[ff02::1]"],
    ["unspecified and reserved", "0.0.0.0", "0.1.2.3", "192.0.0.1", "198.18.0.1", "240.0.0.1", "[::]"],
    ["for documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff::1]"],
    ["of IPv4 in IPv6", "[::ffff:10.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[::ffff:0:10.0.0.1]"],
    ["of NAT64, 6to4 or Teredo", "[64:ff9b::a00:1]", "[64:ff9b:1::1]", "[2002:a00:1::]", "[2001::1]"],
    ["unassigned", "[4000::1]", "[5f00::1]", "[100::1]", "[100:0:0:1::1]"],
  ])("is refused if its address is %s", async (_, ...hosts) => {
    for (const host of hosts) {
      expect(await reasonOf(`http://${host}/`)).toMatch(/^[\d.:a-f]+ is not a public address\.$/);
      const address = host.replace(/^\[|\]$/g, "");
      expect(await reasonOf("https://example.com/", resolvesTo(address))).toContain(" is not a public");
      expect(await reasonOf("https://example.com/", resolvesTo("8.8.8.8", address))).toContain(" is not a");
    }
  });

  it.each([
    "2130706433",
    "0x7f000001",
    "017700000001",
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
    "127.0.0.1.",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:0:0:1]",
  ])("is refused if its address is 127.0.0.1 or ::1 spelled %s", async (host) => {
    expect(await reasonOf(`http://${host}/`)).toContain("is not a public address");
  });

  it("gets the same error if it does not exist, by the DNS of this machine", async () => {
    expect(await reasonOf("http://files.invalid/", { deadlineMs: 60_000 })).toMatch(/files\.invalid/);
    expect(await reasonOf("http://localhost/", { deadlineMs: 60_000 })).toMatch(/localhost|127\.0\.0\.1|::1/);
  });

  it("is refused on other ports than the default one, so that the server cannot scan ports", async () => {
    for (const url of ["http://8.8.8.8:22/", "http://8.8.8.8:443/", "https://8.8.8.8:80/"])
      expect(await reasonOf(url)).toContain("is not allowed.");
  });

  it("gets the same error without a connection, whether its private address responds or not", async (context) => {
    let host: FileHost;
    try {
      host = await serveFiles((_, response) => response.end("private"), { address: "127.7.7.7", port: 80 });
    } catch (error) {
      // `public` allows only the default ports, so the host must listen on port 80. On most systems only root can, as in
      // CI. Another port would be refused before the address is looked at, and the test would prove nothing.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EACCES" && code !== "EADDRINUSE") throw error;
      return context.skip(`needs port 80 of 127.7.7.7 (${code}): run the suite as root`);
    }
    onTestFinished(() => host.close());
    const { message } = await errorOf("http://internal.example/", resolvesTo());
    for (const address of ["127.7.7.7", "10.77.77.77"])
      expect((await errorOf("http://internal.example/", resolvesTo(address))).message).toBe(message);
    // Without a connection, the time of a refusal tells nothing about the address.
    expect(host.connections()).toBe(0);
    return undefined;
  });
});

describe("fetchFile", () => {
  let host: FileHost;
  let hosts: (string | undefined)[];
  beforeAll(async () => {
    host = await serveFiles((request, response) => {
      hosts.push(request.headers.host);
      response.setHeader("Content-Type", "Image/PNG; charset=x");
      if (request.url === "/slow") return;
      response.end(`${request.method} ${request.url}`);
    });
  });
  afterAll(() => host.close());

  it("connects to the address that was checked, and never resolves a name twice", async () => {
    hosts = [];
    let lookups = 0;
    const named = `files.example:${host.port}`;
    const rebinding = () => Promise.resolve([++lookups === 1 ? "127.0.0.1" : "127.0.0.2"]);
    const options = { field: "image", maxBytes: 1000, policy: [named], resolve: rebinding };
    const { bytes, mediaType, name } = await fetchFile(`http://${named}/a%20b.png?c=d#e`, options);
    expect(Buffer.from(bytes).toString()).toBe("GET /a%20b.png?c=d");
    expect({ mediaType, name, lookups, hosts }).toEqual({
      mediaType: "image/png",
      name: "a b.png",
      lookups: 1,
      hosts: [named],
    });
  });

  it("tries at most two addresses of each family, and the next one only if an address does not respond", async () => {
    hosts = [];
    const named = `files.example:${host.port}`;
    const options = { field: "image", maxBytes: 1000, policy: [named] };
    const fetchFrom = (...addresses: string[]) =>
      fetchFile(`http://${named}/`, { ...options, ...resolvesTo(...addresses) });
    await expect(fetchFrom("::1", "127.0.0.2", "127.0.0.1")).resolves.toMatchObject({ name: null });
    await expect(fetchFrom("127.0.0.1", "127.0.0.2")).resolves.toBeDefined();
    await expect(fetchFrom("127.0.0.2", "127.0.0.3", "127.0.0.1")).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    expect(hosts).toHaveLength(2);
  });

  it("counts each chunk before it keeps it, and stops when the counter throws", async () => {
    const counted: number[] = [];
    const url = `http://${host.host}/`;
    const options = { field: "image", maxBytes: 1000, policy: [host.host] };
    await fetchFile(url, { ...options, onBytes: (bytes) => counted.push(bytes) });
    expect(counted).toEqual(["GET /".length]);
    const full = new ToolsError("overloaded", "No room.");
    const refuse = () => {
      throw full;
    };
    await expect(fetchFile(url, { ...options, onBytes: refuse })).rejects.toBe(full);
  });

  it("ends with the reason of its signal, also while the name is being resolved", async () => {
    const options = { field: "image", maxBytes: 1000, policy: [host.host, "never.example"] };
    const reason = new Error("hung up");
    const never = () => new Promise<string[]>(() => {});
    for (const url of [`http://${host.host}/slow`, "http://never.example/"]) {
      const controller = new AbortController();
      const fetching = fetchFile(url, { ...options, signal: controller.signal, resolve: never });
      void sleep(50).then(() => controller.abort(reason));
      await expect(fetching).rejects.toBe(reason);
      await expect(fetchFile(url, { ...options, signal: controller.signal })).rejects.toBe(reason);
    }
  });

  it("ends at its deadline, also while the name is being resolved", async () => {
    const options = { policy: [host.host, "never.example"], deadlineMs: 100 };
    const never = () => new Promise<string[]>(() => {});
    for (const url of [`http://${host.host}/slow`, "http://never.example/"]) {
      const { message } = await errorOf(url, { ...options, resolve: never });
      expect(message).toBe("image: expected a file that arrives within 0.1 s, received 0 bytes in that time");
    }
  });

  it("leads to no host if it is off, and only to the listed hosts and ports if there is a list", async () => {
    expect(await reasonOf(`http://${host.host}/`, { policy: "off" })).toContain("is not allowed.");
    const allowed = { host: [host.host], localhost: [`LOCALHOST:${host.port}`] };
    await fetchFile(`http://${host.host}/`, { field: "image", maxBytes: 1000, policy: allowed.host });
    await fetchFile(`http://localhost:${host.port}/`, {
      field: "image",
      maxBytes: 1000,
      policy: allowed.localhost,
    });
    const refused: [list: string[], url: string][] = [
      [allowed.localhost, `http://localhost.:${host.port}/`],
      [allowed.localhost, `http://${host.host}/`],
      [allowed.localhost, `http://sub.localhost:${host.port}/`],
      [["localhost"], `http://localhost:${host.port}/`],
      [["files.example:80"], "https://files.example/"],
      [["files.example:443"], "http://files.example/"],
    ];
    for (const [policy, url] of refused)
      expect(await reasonOf(url, { policy }), url).toContain("is not allowed.");
  });

  it.each([
    ["another scheme", "ftp://files.example/", "expected an http or https URL, received "],
    ["no host", "http:", "expected an http or https URL, received "],
    ["a port beyond 65535", "http://files.example:65616/", "expected an http or https URL, received "],
    ["user information", "http://a:secret@127.0.0.1/", "expected a URL without user information"],
    ["a user name", "http://files.example@127.0.0.1/", "expected a URL without user information"],
    ["8,193 characters", `http://a/${"b".repeat(8184)}`, "expected a URL of at most 8192 characters"],
  ])("refuses a URL with %s", async (_, url, detail) => {
    const { code, message } = await errorOf(url);
    expect(code).toBe("invalid_parameter");
    expect(message).toContain(`image: ${detail}`);
    expect(message).not.toContain("secret");
  });
});

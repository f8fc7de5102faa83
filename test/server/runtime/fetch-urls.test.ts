import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canCreateCertificate, createCertificate } from "../../engines/certificate.ts";
import { type FileHost, serveBytes, serveFiles } from "../../engines/file-host.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { type ServerProcess, startServer, startServerOn, temporaryFolder } from "../server-process.ts";

const maxImageBytes = 25 * 1024 * 1024;
const forbidden = /^image: expected a URL that this server can fetch, received "/;

/** The `Location` of each redirect. */
const redirects: Record<string, string> = {
  "/once": "/picture.png",
  "/thrice": "/twice",
  "/twice": "/once",
  "/four-times": "/thrice",
  "/loop": "/loop",
  "/to-private": "http://10.0.0.1/",
  "/to-metadata": "http://169.254.169.254/latest/meta-data/",
  "/to-decimal": "http://2130706433/",
  "/to-file": "file:///etc/passwd",
  "/to-user": "http://user:secret@127.0.0.1/",
};

describe.each(testedRuntimes)("files by URL on %s", (runtime) => {
  const folder = temporaryFolder();
  let picture: Buffer;
  let files: FileHost;
  let other: FileHost;
  let ipv6: FileHost | undefined;
  let secure: FileHost | undefined;
  const raw: Record<string, FileHost> = {};
  let server: ServerProcess;
  let requests: { url: string; headers: Record<string, unknown> }[] = [];
  let ended: string[] = [];

  beforeAll(async () => {
    picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "navy" } })
      .png()
      .toBuffer();
    files = await serveFiles((request, response) => {
      const { url = "", headers } = request;
      requests.push({ url, headers });
      request.socket.on("close", () => ended.push(url));
      const location = redirects[url];
      if (location) response.writeHead(302, { Location: location, "Set-Cookie": "a=b" }).end(picture);
      else if (url === "/missing") response.writeHead(404).end(picture);
      else if (url === "/partial") response.writeHead(206).end(picture);
      else if (url === "/no-location") response.writeHead(302).end(picture);
      else if (url === "/gzip") {
        // 25 kB inflate to 25 MB.
        const bomb = gzipSync(Buffer.alloc(maxImageBytes));
        response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb);
      } else if (url === "/announced") {
        response.writeHead(200, { "Content-Length": String(maxImageBytes + 1) }).flushHeaders();
      } else if (url === "/endless") {
        const send = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
        };
        response.on("drain", send);
        send();
      } else if (url === "/slow-body" || url === "/hang") {
        const timer = setInterval(() => response.write("x"), 200);
        response.on("close", () => clearInterval(timer));
      } else if (url === "/silent") {
        // Sends nothing.
      } else response.end(picture);
    });
    other = await serveFiles((_, response) => response.end(picture));
    ipv6 = await serveFiles((_, response) => response.end(picture), { address: "::1" }).catch(
      () => undefined,
    );
    const certificate = canCreateCertificate ? createCertificate("localhost", folder.path) : undefined;
    secure = certificate && (await serveFiles((_, response) => response.end(picture), { certificate }));
    const header = `HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n`;
    raw["too-short"] = await serveBytes((socket) => socket.end(`${header}Content-Length: 1000\r\n\r\nabc`));
    raw["two-lengths"] = await serveBytes((socket) =>
      socket.end(`${header}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`),
    );
    raw["cut-chunk"] = await serveBytes((socket) =>
      socket.end(`${header}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`),
    );
    raw["no-http"] = await serveBytes((socket) => socket.end("220 smtp.example ESMTP\r\n"));
    raw["closes"] = await serveBytes((socket) => socket.destroy());
    raw["switches"] = await serveBytes((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    raw["informs"] = await serveBytes((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 200);
      socket.on("close", () => clearInterval(timer));
    });
    raw["long-header"] = await serveBytes((socket) =>
      socket.end(`${header}X: ${"x".repeat(1e6)}\r\n\r\nabc`),
    );
    raw["slow-header"] = await serveBytes((socket) => {
      const timer = setInterval(() => socket.write("X: y\r\n"), 200);
      socket.write(header);
      socket.on("close", () => clearInterval(timer));
    });
    const hosts = [files, ipv6, ...Object.values(raw)].flatMap((one) => (one ? [one.host] : []));
    if (secure) hosts.push(`localhost:${secure.port}`, secure.host);
    server = await startServer(
      {
        DATABASE_URL: "memory:",
        FETCH_URLS: hosts.join(", "),
        ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.path, DENO_CERT: certificate.path }),
      },
      runtime,
    );
  });
  afterAll(async () => {
    await server.stop();
    for (const one of [files, other, ipv6, secure, ...Object.values(raw)]) await one?.close();
    folder.remove();
  });

  const convert = (image: string, fields: Record<string, unknown> = {}, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/tools/image-converter`, {
      ...jsonRequest(server.key, { image, format: "webp", ...fields }),
      ...(signal && { signal }),
    });
  const at = (path: string) => `http://${files.host}${path}`;

  async function expectPicture(response: Response): Promise<void> {
    expect(await response.json()).toMatchObject({ format: "webp", width: 30, height: 20 });
    expect(response.status).toBe(200);
  }

  async function refusal(url: string): Promise<string> {
    return (await expectProblem(await convert(url), 422, "invalid_parameter")).message;
  }

  it("converts the image at a URL, and sends no credential, cookie or referrer to its host", async () => {
    requests = [];
    await expectPicture(await convert(at("/picture.png?size=large#part")));
    expect(requests.map(({ url }) => url)).toEqual(["/picture.png?size=large"]);
    expect(requests[0]?.headers).toEqual({
      host: files.host,
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "tools-api",
      connection: "close",
    });
    await expectPicture(await convert(at("/picture.png").replace("http:", "HTTP:")));
    if (ipv6) await expectPicture(await convert(`http://${ipv6.host}/`));
  });

  it("follows three redirects without cookies, and refuses the fourth", async () => {
    requests = [];
    await expectPicture(await convert(at("/thrice")));
    expect(requests.map(({ url }) => url)).toEqual(["/thrice", "/twice", "/once", "/picture.png"]);
    expect(requests.every(({ headers }) => headers["cookie"] === undefined)).toBe(true);
    const tooMany = "image: expected a URL with at most 3 redirects, received more";
    expect(await refusal(at("/four-times"))).toBe(tooMany);
    expect(await refusal(at("/loop"))).toBe(tooMany);
    expect(requests).toHaveLength(12);
  });

  it("checks the host of each redirect, and reveals nothing about it", async () => {
    redirects["/to-other"] = `http://${other.host}/`;
    const expected = (await refusal("http://10.0.0.1/")).split("Its host")[1];
    for (const path of ["/to-private", "/to-metadata", "/to-decimal", "/to-other"]) {
      const message = await refusal(at(path));
      expect(message).toMatch(forbidden);
      expect(message.split("Its host")[1]).toBe(expected);
    }
    expect(await refusal(at("/to-file"))).toContain("expected an http or https URL, received ");
    const user = await refusal(at("/to-user"));
    expect(user).toContain("expected a URL without user information");
    expect(user).not.toContain("secret");
    expect(other.connections()).toBe(0);
  });

  it("refuses a status other than 200, and a compressed body", async () => {
    expect(await refusal(at("/missing"))).toBe("image: expected a URL with status 200, received status 404");
    expect(await refusal(at("/partial"))).toContain("received status 206");
    expect(await refusal(at("/no-location"))).toContain("received status 302");
    expect(await refusal(at("/gzip"))).toBe(
      'image: expected a file without Content-Encoding, received "gzip"',
    );
  });

  it("refuses a file that is too large from its announced length, or as soon as too many bytes have arrived", async () => {
    const tooLarge = `image: expected at most ${maxImageBytes} bytes, received`;
    const announced = await expectProblem(await convert(at("/announced")), 413, "payload_too_large");
    expect(announced.message).toBe(`${tooLarge} ${maxImageBytes + 1}`);
    ended = [];
    const endless = await expectProblem(await convert(at("/endless")), 413, "payload_too_large");
    expect(endless.message).toBe(`${tooLarge} more`);
    await expect.poll(() => ended).toContain("/endless");
  });

  it("refuses a file that ends before its announced length", async () => {
    const { "too-short": short, "cut-chunk": cut } = raw;
    expect(await refusal(`http://${short?.host}/`)).toBe(
      "image: expected a complete file, received only 3 bytes",
    );
    expect(await refusal(`http://${cut?.host}/`)).toBe(
      "image: expected a complete file, received only 3 bytes",
    );
  });

  it.each(["two-lengths", "no-http", "closes", "switches", "long-header"])(
    "refuses the response of a server that violates HTTP: %s",
    async (name) => {
      expect(await refusal(`http://${raw[name]?.host}/`)).toMatch(forbidden);
    },
  );

  describe.concurrent("a server that is slow", () => {
    it.each(["/slow-body", "/silent"])("is left after 10 s: %s", async (path) => {
      expect(await refusal(at(path))).toMatch(
        /^image: expected a file that arrives within 10 s, received \d+ bytes in that time$/,
      );
    });

    it.each(["slow-header", "informs"])("is left after 10 s: its header, %s", async (name) => {
      expect(await refusal(`http://${raw[name]?.host}/`)).toContain("arrives within 10 s, received 0 bytes");
    });
  });

  it.runIf(canCreateCertificate)("verifies the certificate of the host name", async () => {
    await expectPicture(await convert(`https://localhost:${secure?.port}/`));
    expect(await refusal(`https://${secure?.host}/`)).toMatch(forbidden);
    expect(await refusal(`http://localhost:${secure?.port}/`)).toMatch(forbidden);
  });

  it("fetches nothing for a request with other errors, and only from JSON", async () => {
    requests = [];
    const response = await convert(at("/picture.png"), { quality: 1000, width: 0 });
    const { errors } = await expectProblem(response, 422, "invalid_parameter");
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["#/quality", "#/width"]);
    const inQuery = await fetch(
      `${server.url}/v1/tools/image-converter?format=webp&image=${encodeURIComponent(at("/picture.png"))}`,
      { method: "POST", headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "image/png" } },
    );
    await expectProblem(inQuery, 422, "invalid_parameter");
    const form = new FormData();
    form.append("format", "webp");
    form.append("image", at("/picture.png"));
    const asText = await fetch(`${server.url}/v1/tools/image-converter`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.key}` },
      body: form,
    });
    await expectProblem(asText, 422, "invalid_image");
    expect(requests).toEqual([]);
  });

  it("counts each call, whether its file could be fetched or not", async () => {
    const used = async () => {
      const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
      // The contract defines the fields.
      return ((await profile.json()) as { quota: { used: number } }).quota.used;
    };
    const before = await used();
    await convert(at("/picture.png"));
    await convert("http://10.0.0.1/");
    await convert(at("/missing"));
    expect(await used()).toBe(before + 4);
  });

  it("logs the host, the bytes and the reason of a failure, and neither path nor query", async () => {
    await convert(at("/picture.png?secret-query"));
    await convert("http://10.0.0.1/secret-path");
    await convert("http://user:secret-password@10.0.0.1/");
    await convert(`http://${other.host}/`);
    await expect
      .poll(() => server.output())
      .toContain(`"fetched_from":"${files.host}","bytes_fetched":${picture.length}`);
    const reason = `"fetched_from":"10.0.0.1","bytes_fetched":0,"fetch_error":"10.0.0.1 is not allowed."`;
    await expect.poll(() => server.output()).toContain(reason);
    await expect.poll(() => server.output()).toContain(`"fetch_error":"${other.host} is not allowed."`);
    expect(server.output()).not.toContain("secret");
  });

  // On Deno, the signal of a request does not abort when the client disconnects.
  it.runIf(runtime === "node")("ends the fetch when the caller disconnects", async () => {
    ended = [];
    requests = [];
    const body = JSON.stringify({ image: at("/hang"), format: "webp" });
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/tools/image-converter HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => requests.map(({ url }) => url)).toContain("/hang");
    expect(ended).not.toContain("/hang");
    socket.destroy();
    await expect.poll(() => ended).toContain("/hang");
  });
});

describe.each(testedRuntimes)("a server on %s", (runtime) => {
  it("that fetches from public addresses refuses this machine and its network", async () => {
    const settings = { DATABASE_URL: "memory:", FETCH_URLS: "public" };
    const server = await startServerOn(runtime, settings);
    const files = await serveFiles((_, response) => response.end("x"));
    const urls = [
      "http://127.0.0.1/",
      "http://localhost/",
      "http://[::1]/",
      "http://0x7f.1/",
      "http://10.1/",
    ];
    const messages = new Set<string | undefined>();
    for (const image of [...urls, `http://${files.host}/`, `${server.url}/healthz`]) {
      const request = jsonRequest(server.key, { image, format: "png" });
      const response = await fetch(`${server.url}/v1/tools/image-converter`, request);
      const { message } = await expectProblem(response, 422, "invalid_parameter");
      expect(message).toMatch(forbidden);
      messages.add(message.split("Its host")[1]);
    }
    expect(messages.size).toBe(1);
    expect(files.connections()).toBe(0);
    await server.stop();
    await files.close();
  });
});

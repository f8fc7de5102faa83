import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { nodeListener } from "@tools-api/server/node";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { expectContractHeaders, getRequest, jsonRequest } from "../contract.ts";
import { type EchoApi, echoApi } from "./echo-api.ts";
import { type StartedServer, startServerOn, temporaryFolder } from "../server-process.ts";

const path = "/v1/tools/image-converter";

/** A PNG of more than a megabyte, which arrives in many chunks. */
function noise(): Promise<Buffer> {
  const pixels = { width: 700, height: 700, channels: 3, background: "#000" } as const;
  return sharp({ create: { ...pixels, noise: { type: "gaussian", mean: 128, sigma: 60 } } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe.each(testedRuntimes)("the transport of images on %s", (runtime) => {
  const folder = temporaryFolder();
  let server: StartedServer;
  let picture: Buffer<ArrayBuffer>;
  let authorization: { Authorization: string };

  beforeAll(async () => {
    server = await startServerOn(runtime, { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` });
    authorization = { Authorization: `Bearer ${server.key}` };
    picture = Buffer.from(await noise());
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const post = (init: RequestInit & { duplex?: "half" }, query = "") =>
    fetch(server.url + path + query, {
      method: "POST",
      ...init,
      headers: { ...authorization, ...(init.headers as Record<string, string>) },
    });

  function asForm(fields: Record<string, string>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("image", new Blob([picture]), "picture.png");
    return form;
  }

  /** Makes the same conversion by each transport. */
  const transports = (headers: Record<string, string> = {}): Record<string, () => Promise<Response>> => ({
    JSON: () => {
      const body = {
        image: picture.toString("base64"),
        format: "webp",
        quality: 60,
        width: 50,
        lossless: false,
      };
      return fetch(server.url + path, jsonRequest(server.key, body, headers));
    },
    "a form": () =>
      post({ body: asForm({ format: "webp", quality: "60", width: "50", lossless: "false" }), headers }),
    "a raw body": () =>
      post(
        { body: picture, headers: { "Content-Type": "image/png", ...headers } },
        "?format=webp&quality=60&width=50&lossless=false",
      ),
    "a raw body of unknown length": () =>
      post(
        {
          body: new Blob([picture]).stream(),
          duplex: "half",
          headers: { "Content-Type": "application/octet-stream", ...headers },
        },
        "?format=webp&quality=60&width=50&lossless=false",
      ),
  });

  it("returns the same image for every transport of request and response", async () => {
    const images: Buffer[] = [];
    for (const [name, convert] of Object.entries(transports())) {
      const response = await convert();
      expect(response.status, name).toBe(200);
      expectContractHeaders(response);
      expect(response.headers.get("Vary"), name).toBe("Accept");
      expect(response.headers.get("X-Binary-Field"), name).toBe("image");
      // The contract's statement about the record.
      const { image, ...record } = (await response.json()) as { image: string; bytes: number };
      expect(record, name).toMatchObject({
        format: "webp",
        quality: 60,
        width: 50,
        height: 50,
        original: { format: "png", width: 700, height: 700, bytes: picture.length },
      });
      images.push(Buffer.from(image, "base64"));
      expect(images.at(-1)?.length).toBe(record.bytes);
    }
    for (const [name, convert] of Object.entries(transports({ Accept: "image/*" }))) {
      const response = await convert();
      expect(response.headers.get("Content-Type"), name).toBe("image/webp");
      const record: unknown = JSON.parse(response.headers.get("X-Image") ?? "");
      expect(record).toMatchObject({ format: "webp", quality: 60, width: 50 });
      expect(response.headers.get("X-Binary-Field")).toBe("image;record=X-Image");
      images.push(Buffer.from(await response.arrayBuffer()));
    }
    for (const image of images) expect(image.equals(images[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it("rejects a body beyond 25 MiB without waiting for its end", async () => {
    const types = {
      "image/png": "?format=webp",
      "application/json": "",
      "multipart/form-data; boundary=b": "",
    };
    for (const [type, query] of Object.entries(types)) {
      const answer = await new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(server.url);
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST ${path}${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization.Authorization}\r\n` +
              `Content-Type: ${type}\r\nContent-Length: 40000000\r\n\r\n`,
          );
        });
        socket.once("data", (data) => {
          socket.destroy();
          resolve(data.toString());
        });
        socket.once("error", reject);
      });
      expect(answer, type).toMatch(/^HTTP\/1\.1 413 /);
    }
  });

  it("continues to serve after a body that is shorter than declared, or a client that disconnects", async () => {
    const { hostname, port } = new URL(server.url);
    for (const end of ["end", "destroy"] as const)
      for (const type of ["image/png", "application/json", "multipart/form-data; boundary=b"])
        await new Promise<void>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => {
            socket.write(
              `POST ${path}?format=webp HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization.Authorization}\r\n` +
                `Content-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n{"image":"AAAA`,
              () => setTimeout(() => socket[end](), 50),
            );
          });
          socket.resume();
          socket.once("close", () => resolve());
          socket.once("error", reject);
        });
    const profile = await fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    expect(await profile.json()).toMatchObject({ status: "active" });
    const response = await transports()["a raw body"]?.();
    expect(await response?.json()).toMatchObject({ format: "webp" });
  });
});

describe("a request to the image converter", () => {
  let api: EchoApi;
  const body = Buffer.from("not looked at");

  beforeAll(async () => {
    api = await echoApi();
  });

  const raw = (query: string, headers: Record<string, string> = {}) =>
    api.convert([body], { "Content-Type": "image/png", ...headers }, query);

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "image",
    "image/",
    "multipart/mixed; boundary=b",
    "",
  ])("rejects the content type %j and lists the accepted types", async (type) => {
    const answer = await api.convert([body], type === "" ? {} : { "Content-Type": type }, "?format=png");
    expect(answer).toMatchObject({ status: 415, code: "unsupported_media_type" });
    for (const taken of ["application/json", "multipart/form-data", "image/*", "application/octet-stream"])
      expect(answer.message).toContain(taken);
  });

  it.each([
    "image/png",
    "IMAGE/SVG+XML; charset=utf-8",
    "image/vnd.adobe.photoshop",
    "application/octet-stream",
    "application/pdf",
  ])("accepts a raw body of the type %s", async (type) => {
    const answer = await api.convert([body], { "Content-Type": type }, "?format=png&page=2&max_bytes=1000");
    expect(answer.image).toEqual(body);
    expect(answer.conversion).toMatchObject({ formats: ["png"], page: 2, maxBytes: 1000 });
  });

  it.each([
    ["format=png&quality=8o", 'quality: expected an integer from 1 to 100, received "8o"'],
    ["format=png&quality=", "quality: expected an integer from 1 to 100, received an empty string"],
    ["format=png&lossless=yes", 'lossless: expected true or false, received "yes"'],
    ["format=png&format=webp", "format: expected one value, received 2"],
    [
      "format=png&image=AAAA",
      "image: expected the image only as the body, received another one in the query",
    ],
  ])("rejects the query %s before the body has arrived", async (query, message) => {
    let read = 0;
    function* pieces() {
      for (; read < 100; read++) yield body;
    }
    const answer = await api.convert(pieces(), { "Content-Type": "image/png" }, `?${query}`);
    expect(answer).toMatchObject({ status: 422, code: "invalid_parameter" });
    expect(answer.message).toContain(message);
    expect(read).toBeLessThan(3);
  });

  it("rejects an empty body as an invalid image", async () => {
    const answer = await api.convert([], { "Content-Type": "image/png" }, "?format=png");
    expect(answer).toMatchObject({ status: 422, code: "invalid_image" });
  });

  const all = ["avif", "webp", "jpeg", "png"];
  it.each([
    [undefined, all, "application/json"],
    ["*/*", all, "application/json"],
    ["image/*", all, "image/png"],
    ["image/png,image/webp", ["webp", "png"], "image/png"],
    ["image/avif,image/webp,image/apng,image/*,*/*;q=0.8", all, "image/png"],
    ["*/*,image/avif;q=0", ["webp", "jpeg", "png"], "application/json"],
    ["image/webp,application/json", ["webp"], "application/json"],
    ["text/html,image/webp;q=0.1", ["webp"], "image/png"],
    ["*/*,application/json;q=0.5", all, "image/png"],
    ["application/json;q=0.9,*/*;q=0.8", all, "application/json"],
  ])("selects the format for auto by Accept: %s from %j", async (accept, formats, type) => {
    const { status, headers, conversion } = await raw(
      "?format=auto",
      accept === undefined ? {} : { Accept: accept },
    );
    expect(status).toBe(200);
    expect(conversion?.formats.toSorted()).toEqual(formats.toSorted());
    expect(headers.get("Content-Type")).toBe(type);
    expect(headers.get("Vary")).toBe("Accept");
  });

  it("returns not_acceptable if Accept names only image types that auto does not offer", async () => {
    const answer = await raw("?format=auto", { Accept: "image/gif, image/tiff" });
    expect(answer).toMatchObject({ status: 406, code: "not_acceptable" });
  });
});

describe("nodeListener", () => {
  const hosts: Record<string, (host: Hono, api: EchoApi["api"]) => void> = {
    "an app that the API is a route of": (host, api) => host.route("/", api),
    "an app that mounts the API": (host, api) => host.mount("/", api.fetch),
    "a host that limits bodies as they come": (host, api) => {
      host.use(bodyLimit({ maxSize: 50_000_000 }));
      host.route("/", api);
    },
    "a host that has looked at the body": (host, api) => {
      host.use(async (c, next) => {
        await c.req.raw.clone().arrayBuffer();
        await next();
      });
      host.route("/", api);
    },
    "a host that sends another body on": (host, api) => {
      host.all("*", async (c) => {
        const request = new Request(c.req.url, {
          method: "POST",
          headers: c.req.raw.headers,
          body: (await c.req.text()).toLowerCase(),
        });
        return api.fetch(request, c.env);
      });
    },
  };

  it.each(Object.entries(hosts))("passes the complete body to the API through %s", async (name, install) => {
    const { api, key } = await echoApi();
    const host = new Hono();
    install(host, api);
    const server = createServer(nodeListener(host.fetch));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on TCP has an `AddressInfo`.
    const { port } = server.address() as AddressInfo;
    const body = "An image in many pieces. ".repeat(20_000);
    for (const init of [{ body }, { body: new Blob([body]).stream(), duplex: "half" }]) {
      const response = await fetch(`http://127.0.0.1:${port}${path}?format=png`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "image/png", Accept: "image/*" },
        ...init,
      });
      const sent = name.includes("another body") ? body.toLowerCase() : body;
      expect((await response.text()) === sent).toBe(true);
    }
    await new Promise((resolve) => server.close(resolve));
  });
});

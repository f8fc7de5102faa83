import { readConfig, serveNode } from "@tools-api/server/node";
import { expect, it, vi } from "vitest";

it("a starting server loads every text model, including the language model", async () => {
  const decode = vi.spyOn(globalThis, "atob");
  const server = await serveNode(readConfig({ PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent" }));
  const models = () => decode.mock.calls.filter(([encoded]) => encoded.length > 10_000).length;
  await vi.waitFor(() => expect(models()).toBe(8), 60_000);
  await server.close();
  decode.mockRestore();
});

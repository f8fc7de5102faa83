import { join } from "node:path";
import { readConfig, type RunningServer, serveNode } from "@tools-api/server/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  expectedOutcomes,
  judgeWithOauth4webapi,
  judgeWithOpenidClient,
  type Scene,
  setScene,
} from "./judges.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
let server: RunningServer;
let scene: Scene;

beforeAll(async () => {
  const settings = {
    PORT: "0",
    DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}`,
    LOG_LEVEL: "silent",
  };
  server = await serveNode(readConfig(settings));
  scene = await setScene(server.url);
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

it("conforms to the OAuth RFCs with oauth4webapi", async () => {
  expect(await judgeWithOauth4webapi(scene)).toEqual(expectedOutcomes(server.url).oauth4webapi);
});

it("conforms to the OAuth RFCs with openid-client", async () => {
  expect(await judgeWithOpenidClient(scene)).toEqual(expectedOutcomes(server.url).openidClient);
});

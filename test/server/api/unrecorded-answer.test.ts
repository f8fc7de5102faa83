import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { expect, it } from "vitest";
import { echoApi } from "./echo-api.ts";

it("returns an error without the image or its length if the conversion of a large image cannot be recorded", async () => {
  const usage = memoryUsage();
  const { convert } = await echoApi({
    ...usage,
    complete: () => Promise.reject(new Error("The table of outcomes is gone.")),
  });
  const image = new Uint8Array(1_200_000);
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const answer = await convert([image], { "Content-Type": "image/png", Accept: "image/*" }, "?format=png");
  expect(answer).toMatchObject({ status: 503, code: "storage_unavailable" });
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
  expect(answer.headers.get("Retry-After")).toBe("1");
  for (const name of ["Content-Length", "Content-Disposition", "X-Image", "X-Binary-Field"])
    expect(answer.headers.get(name), name).toBeNull();
});

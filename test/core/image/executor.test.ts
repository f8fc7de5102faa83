import { convertImage, type ImageJob, type JobLimits } from "@tools-api/core/image";
import { describe, expect, it } from "vitest";
import { flatPpm, netpbmCodec } from "./netpbm-codec.ts";
import { asymmetric } from "./pictures.ts";

describe("executors", () => {
  it("passes the image, the plain options and the limits to an executor, without codecs", async () => {
    const jobs: { job: ImageJob; limits: JobLimits; signal: AbortSignal | undefined }[] = [];
    const { signal } = new AbortController();
    const input = await asymmetric().png().toBuffer();
    const result = await convertImage(input, {
      format: "jxl",
      quality: 40,
      codecs: [netpbmCodec()],
      signal,
      executor: (job, limits, passed) => {
        jobs.push({ job, limits, signal: passed });
        return convertImage(job.image, { ...job.options, format: "webp" });
      },
    });
    expect(result.format).toBe("webp");
    expect(jobs).toEqual([
      {
        job: { image: input, options: { format: "jxl", quality: 40 } },
        limits: { deadlineMs: 30_000, memoryMb: 1024, lane: "wasm" },
        signal,
      },
    ]);
    expect(structuredClone(jobs[0]?.job.options)).toEqual(jobs[0]?.job.options);
  });

  it("rejects invalid options without calling the executor", async () => {
    const executor = () => Promise.reject(new Error("was called"));
    const image = await asymmetric().png().toBuffer();
    await expect(convertImage(image, { format: "png", quality: 0, executor })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(convertImage(new Uint8Array(0), { format: "png", executor })).rejects.toMatchObject({
      code: "invalid_image",
    });
    // @ts-expect-error The executor is invalid on purpose.
    await expect(convertImage(image, { format: "png", executor: 5, codecs: 6 })).rejects.toMatchObject({
      errors: [
        { pointer: "#/codecs", detail: "expected an array of codecs, received 6" },
        { pointer: "#/executor", detail: "expected a function, received 5" },
      ],
    });
  });

  it("aborts a conversion by its signal without an executor", async () => {
    const reason = new Error("The caller has hung up.");
    const image = await asymmetric().png().toBuffer();
    await expect(convertImage(image, { format: "png", signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const codec = netpbmCodec();
    const decode = codec.decode.bind(codec);
    codec.decode = (input) => {
      controller.abort(reason);
      return decode(input);
    };
    await expect(
      convertImage(flatPpm(1, 1, 0), {
        format: "ppm",
        codecs: [codec],
        signal: controller.signal,
      }),
    ).rejects.toBe(reason);
    expect(codec.calls).toEqual(["readHeader", "decode one"]);
  });
});

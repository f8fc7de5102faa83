// The second account, in a process of its own. From "start" to "stop" it makes one call of each kind every
// 100 ms, then sends the outcomes once all calls are answered.
import { Agent, request as httpRequest } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { bearer, json } from "./attack.ts";
import { type Kind, kinds, type Outcome, type Probes, type Victim } from "./probes.ts";

const everyMs = 100;
const answerWithinMs = 30_000;
// A client with several unanswered calls sends no more: a blocked server would get them all in one burst.
const maxOpen = { healthz: 4, profile: 4, text: 4, image: 4, "long text": 1 };
/** Calls of a kind are made every so many rounds: a text of 12 kB takes a worker tens of milliseconds. */
const everyRounds = { healthz: 1, profile: 1, text: 1, image: 1, "long text": 5 };
const resolutionMs = 1;

const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
  .png()
  .toBuffer();
const sentence = "The new engine is not bad at all. ";
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function callsOf({ key }: Victim) {
  const text = JSON.stringify({ text: sentence, analysis_type: "sentiment" });
  return {
    healthz: { path: "/healthz", method: "GET", headers: {}, body: "" },
    profile: { path: "/v1/user/profile", method: "GET", headers: bearer(key), body: "" },
    text: { path: "/v1/tools/text-analyzer", method: "POST", headers: json(key), body: text },
    "long text": {
      path: "/v1/tools/text-analyzer",
      method: "POST",
      headers: json(key),
      body: JSON.stringify({ text: sentence.repeat(350), analysis_type: "sentiment" }),
    },
    image: {
      path: "/v1/tools/image-converter?format=webp",
      method: "POST",
      headers: { ...bearer(key), "Content-Type": "image/png", Accept: "image/*" },
      body: image,
    },
  };
}

type Call = ReturnType<typeof callsOf>[Kind];

/** Resolves with the reason of a failure, or `null`. */
function send({ url, address }: Victim, { path, method, headers, body }: Call): Promise<string | null> {
  return new Promise((resolve) => {
    const request = httpRequest(
      url + path,
      {
        agent,
        method,
        localAddress: address,
        headers: {
          ...headers,
          ...(method === "POST" && { "Content-Length": String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          if (response.statusCode !== 200) text += chunk.toString();
        });
        response.once("end", () =>
          resolve(
            response.statusCode === 200
              ? null
              : `${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`,
          ),
        );
        response.once("error", () => resolve("the answer broke off"));
      },
    );
    // A connection that the server closed while it was idle is not a failed call: agents send it again.
    request.once("error", (error: NodeJS.ErrnoException) =>
      resolve(request.reusedSocket && error.code === "ECONNRESET" ? "again" : `no answer: ${error.code}`),
    );
    setTimeout(() => {
      request.destroy();
      resolve("no answer in 30 s");
    }, answerWithinMs).unref();
    request.end(body);
  });
}

async function probe(victim: Victim, stopped: Promise<void>): Promise<Probes> {
  const calls = callsOf(victim);
  const outcome = (): Outcome => ({ calls: 0, failures: 0, worstMs: 0 });
  const outcomes: Record<Kind, Outcome> = {
    healthz: outcome(),
    profile: outcome(),
    text: outcome(),
    image: outcome(),
    "long text": outcome(),
  };
  const reasons: Record<string, number> = {};
  const open: Record<Kind, number> = { healthz: 0, profile: 0, text: 0, image: 0, "long text": 0 };
  let round = 0;
  const underway = new Set<Promise<void>>();
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const call = async (kind: Kind) => {
    const kept = outcomes[kind];
    kept.calls += 1;
    open[kind] += 1;
    const started = performance.now();
    let reason: string | null;
    do reason = await send(victim, calls[kind]);
    while (reason === "again");
    kept.worstMs = Math.max(kept.worstMs, performance.now() - started);
    open[kind] -= 1;
    if (reason === null) return;
    kept.failures += 1;
    reasons[`${kind}: ${reason}`] = (reasons[`${kind}: ${reason}`] ?? 0) + 1;
  };
  const tick = () => {
    round += 1;
    for (const kind of kinds) {
      if (open[kind] >= maxOpen[kind] || round % everyRounds[kind] !== 0) continue;
      const made = call(kind).finally(() => underway.delete(made));
      underway.add(made);
    }
  };
  delay.enable();
  tick();
  const timer = setInterval(tick, everyMs);
  await stopped;
  clearInterval(timer);
  await Promise.all(underway);
  delay.disable();
  return { outcomes, reasons, proberHeldMs: delay.max / 1e6 - resolutionMs };
}

let stop: () => void = () => {};

process.on("message", async (message: Victim | "stop") => {
  if (message === "stop") return stop();
  const probes = await probe(message, new Promise((resolve) => (stop = resolve)));
  process.send?.(probes);
});
process.once("disconnect", () => process.exit());
process.send?.("ready");

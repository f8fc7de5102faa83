import { sendAll } from "./client.ts";
import { median } from "../median.ts";
import { noteResult } from "../results.ts";
import { watchPeak } from "./memory.ts";
import type { Photo } from "./photos.ts";
import type { Service, StartService, Target } from "./services.ts";

/** One run of one service over all photos. */
export interface Run {
  service: string;
  imagesPerSecond: number;
  megapixelsPerSecond: number;
  peakMb: number;
  /** Total of all converted photos, each counted once. */
  bytes: number;
}

/** Settings of a comparison of services. */
export interface Comparison {
  photos: readonly Photo[];
  /** Returns the conversion that a service performs for a photo. */
  targetFor: (service: string, photo: Photo) => Target;
  clients: number;
  /** Conversions of each photo in a run. */
  times: number;
}

async function runOnce(service: Service, { photos, targetFor, clients, times }: Comparison): Promise<Run> {
  const calls = photos.map((photo) => service.call(photo, targetFor(service.name, photo)));
  // The first images also start processes, load libraries and allocate memory.
  const [smallest] = calls;
  if (smallest)
    await sendAll(
      Array.from({ length: clients }, () => smallest),
      clients,
    );
  const stopWatching = watchPeak(service.pid);
  const started = performance.now();
  const answers = await sendAll(Array.from({ length: times }, () => calls).flat(), clients);
  const seconds = (performance.now() - started) / 1000;
  const peakMb = stopWatching();
  const failed = answers.find(({ status }) => status !== 200);
  if (failed)
    throw new Error(`${service.name} answered ${failed.status}: ${failed.body.toString("utf8", 0, 500)}`);
  const megapixels = photos.reduce((sum, photo) => sum + photo.megapixels, 0) * times;
  return {
    service: service.name,
    imagesPerSecond: answers.length / seconds,
    megapixelsPerSecond: megapixels / seconds,
    peakMb,
    bytes: answers.reduce((sum, { body }) => sum + body.length, 0) / times,
  };
}

/** Runs every service in turn, each in a fresh process, round after round, and prints a line per run. */
export async function compareServices(
  services: readonly StartService[],
  rounds: number,
  comparison: Comparison,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const start of services) {
      const service = await start(comparison.photos);
      const run = await runOnce(service, comparison).finally(() => service.stop());
      runs.push(run);
      console.log(
        `round ${round}, ${run.service}: ${run.imagesPerSecond.toFixed(2)} images/s, ` +
          `${run.megapixelsPerSecond.toFixed(1)} MP/s, peak ${run.peakMb.toFixed(0)} MB, ${(run.bytes / 1e6).toFixed(2)} MB written`,
      );
    }
  return runs;
}

/**
 * Prints the ratio of the first service's medians to those of every other service, and notes them as results of a
 * benchmark.
 */
export function printRatios(runs: readonly Run[], benchmark: string, setting: string): void {
  const names = [...new Set(runs.map(({ service }) => service))];
  const middle = (name: string, figure: (run: Run) => number) =>
    median(runs.filter(({ service }) => service === name).map(figure));
  const [ours = "", ...peers] = names;
  for (const peer of peers) {
    const ratio = (figure: (run: Run) => number) => (middle(ours, figure) / middle(peer, figure)).toFixed(2);
    const speeds = [ours, peer].map((name) => middle(name, (run) => run.imagesPerSecond));
    const peaks = [ours, peer].map((name) => middle(name, (run) => run.peakMb));
    const note = (measure: string, unit: string, [mine = 0, theirs = 0]: number[], better: number) =>
      noteResult({
        benchmark,
        measure,
        unit,
        setting,
        peer,
        ours: mine,
        theirs,
        ratio: better,
        isHeadline: true,
      });
    note("conversions over HTTP", "images/s", speeds, (speeds[0] ?? 0) / (speeds[1] ?? 0));
    note("peak memory", "MB", peaks, (peaks[1] ?? 0) / (peaks[0] ?? 0));
    console.log(
      `${ours} to ${peer}: speed ${ratio((run) => run.imagesPerSecond)}, peak memory ${ratio((run) => run.peakMb)}, ` +
        `bytes ${ratio((run) => run.bytes)}`,
    );
  }
}

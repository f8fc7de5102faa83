import { readFileSync } from "node:fs";

/** Returns the words of a file of the kernel; none if it does not exist. */
function wordsIn(path: string): string[] {
  try {
    return readFileSync(path, "utf8").trim().split(/\s+/);
  } catch {
    return [];
  }
}

/** Returns how many cores the control group of this process may use; `Infinity` without a limit. */
export function coresOfQuota(): number {
  const quotas = wordsIn("/proc/self/cgroup").map((line) => {
    // Version 2 has one line, `0::PATH`. Version 1 has a line for each controller.
    const [, controllers = "", path = ""] = line.split(":");
    if (controllers !== "" && !controllers.split(",").includes("cpu")) return Infinity;
    const folder = `/sys/fs/cgroup${controllers === "" ? "" : "/cpu"}${path}`;
    const files = controllers === "" ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"];
    const [quota = -1, period = 1] = files.flatMap((file) => wordsIn(`${folder}/${file}`)).map(Number);
    // Without a limit it is -1, or `max`.
    return quota > 0 ? quota / period : Infinity;
  });
  return Math.min(...quotas);
}

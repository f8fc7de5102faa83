import type { System } from "../systems/system.ts";

interface Peer {
  packages: string;
  tasks: readonly string[];
  load: () => Promise<{ systems: System[] }>;
}

/** All peers. To add one, write its adapter and add its row. */
const peers: readonly Peer[] = [
  {
    packages: "wink-nlp with wink-eng-lite-web-model",
    tasks: ["sentiment", "graded-sentiment", "entities", "sentence-ends", "parts-of-speech", "throughput"],
    load: () => import("./wink-nlp.ts"),
  },
  { packages: "Node.js", tasks: ["sentence-ends"], load: () => import("./segmenter.ts") },
  {
    packages: "vader-sentiment",
    tasks: ["sentiment", "graded-sentiment"],
    load: () => import("./vader-sentiment.ts"),
  },
  {
    packages: "sentiment",
    tasks: ["sentiment", "graded-sentiment"],
    load: () => import("./sentiment.ts"),
  },
  { packages: "compromise", tasks: ["entities", "throughput"], load: () => import("./compromise.ts") },
  { packages: "rake-modified", tasks: ["keyphrases"], load: () => import("./rake-modified.ts") },
  { packages: "eld", tasks: ["language"], load: () => import("./eld.ts") },
  { packages: "franc", tasks: ["language"], load: () => import("./franc.ts") },
];

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

/**
 * Returns the installed peers that support one of the tasks, and the packages of those that are not
 * installed.
 */
export async function loadPeers(
  tasks: ReadonlySet<string>,
): Promise<{ systems: System[]; missing: string[] }> {
  const systems: System[] = [];
  const missing: string[] = [];
  for (const peer of peers.filter((row) => row.tasks.some((task) => tasks.has(task))))
    try {
      systems.push(...(await peer.load()).systems);
    } catch (error) {
      if (!isMissingPackage(error)) throw error;
      missing.push(peer.packages);
    }
  return { systems, missing };
}

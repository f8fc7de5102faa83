import { readLines } from "../shared-data.ts";
import { seededRandom } from "../random.ts";
import { loadWordVectors } from "../../src/text/english/word-vectors.ts";
import { tokenize } from "../../src/text/english/tokenize.ts";
import { createLexicon } from "../../src/text/sentiment/english/lexicon.ts";
import { createWordReader } from "../../src/text/sentiment/english/words.ts";
import { emotionNames, readExamples } from "./examples.ts";
import { composeExamples } from "./composed/compose-sentences.ts";
import { induceGrades } from "./induce-grades.ts";
import { buildLexicon } from "./lexicon.ts";
import { prepareText, type PreparedText } from "./prepare.ts";
import { hashTexts, ngramLogits, trainNgrams } from "./ngrams.ts";
import { convolutionLogits, trainConvolution } from "./convolution.ts";
import { reviewSentences } from "../../../../test/core/text/review-sentences.ts";

const t0 = performance.now();
const log = (...a: unknown[]) => console.log(((performance.now() - t0) / 1000).toFixed(1), ...a);
const arg = (name: string, d: number) => {
  const a = process.argv.find((x) => x.startsWith(`--${name}=`));
  return a ? Number(a.split("=")[1]) : d;
};
const random = seededRandom(arg("seed", 1));
const vectors = await loadWordVectors();
const D = vectors.dimensions;
const identity = new Float32Array(D * D);
for (let i = 0; i < D; i++) identity[i * D + i] = 1;
const project = vectors.projection(identity, D);
const dense = new Float32Array(vectors.words.length * D);
for (let r = 0; r < vectors.words.length; r++) project(r, dense, r * D);
const table = buildLexicon();
const lexicon = createLexicon(table.entries, table.tenths);
const inducedGrades = process.argv.includes("--noconv")
  ? new Int8Array(vectors.words.length)
  : induceGrades(vectors.words, dense, lexicon, random);
let examples = readExamples(random);
const dev = ["sst2-dev", "tweeteval-val", "goemotions-dev"].map((n) => ({
  name: n,
  rows: readLines<{ text: string; label?: string }>(`dev/sentiment-${n}`).filter((x) => x.label),
}));
const own = {
  name: "own",
  rows: (["positive", "negative"] as const).flatMap((label) =>
    reviewSentences[label].map((text) => ({ text, label: label as string })),
  ),
};
const trainTexts = new Set(examples.map((e) => e.text));
for (const d of dev) d.rows = d.rows.filter((r) => !trainTexts.has(r.text));
const amazonOut = process.argv.includes("--hold-amazon");
let amazon: { name: string; rows: { text: string; label?: string }[] } | null = null;
amazon = {
  name: "amazon",
  rows: readLines<{ text: string; score: number }>("train/sentiment-vader-amazon")
    .filter((x) => Math.abs(x.score) > 0.7)
    .map((x) => ({ text: x.text, label: x.score > 0 ? "positive" : "negative" })),
};
if (amazonOut) {
  const s = new Set(readLines<{ text: string }>("train/sentiment-vader-amazon").map((x) => x.text));
  examples = examples.filter((e) => !s.has(e.text));
}
if (!process.argv.includes("--nocomp"))
  examples.push(...composeExamples(random).map((e) => ({ ...e, weight: arg("compw", 0.5) })));
const sets = [...dev, own, ...(amazonOut ? [amazon] : [])];
const counts = new Map<string, number>();
const base = createWordReader({
  vectors,
  lexicon,
  vocabulary: new Map(),
  inducedGrades,
  project: () => new Float32Array(0),
});
for (const e of examples)
  for (const t of tokenize(e.text, [])) {
    const f = base(t).form;
    counts.set(f, (counts.get(f) ?? 0) + 1);
  }
const vocab = new Map([...counts].filter(([, c]) => c >= arg("least", 5)).map(([w], i) => [w, i]));
log("vocab", vocab.size, "lexicon", table.entries.length);
const readWord = createWordReader({
  vectors,
  lexicon,
  vocabulary: vocab,
  inducedGrades,
  project: () => new Float32Array(0),
});
// keep word identity stable beyond cache: intern
const intern = new Map<string, ReturnType<typeof readWord>>();
const read = (t: Parameters<typeof readWord>[0]) => {
  const k = t.kind + t.text;
  let w = intern.get(k);
  if (!w) {
    w = readWord(t);
    intern.set(k, w);
  }
  return w;
};
const prepared = examples.map((e) => prepareText(e.text, read, lexicon));
const devPrepared = sets.map((s) => s.rows.map((r) => prepareText(r.text, read, lexicon)));
log("prepared", prepared.length);
type Logits = [number, number, number];
const cls = ["positive", "neutral", "negative"];
function evaluate(name: string, logits: Logits[][]) {
  const parts: string[] = [];
  sets.forEach((s, i) => {
    const L = logits[i]!;
    const two = s.rows
      .map((r, j) => [r.label, L[j]![0] - L[j]![2]] as const)
      .filter(([l]) => l !== "neutral");
    const acc = two.filter(([l, d]) => (d >= 0 ? "positive" : "negative") === l).length / two.length;
    let line = `${s.name} two ${acc.toFixed(4)}`;
    if (s.rows.some((r) => r.label === "neutral")) {
      let best = 0,
        bestB = 0;
      let at0 = 0;
      for (let b = -1; b <= 1.5; b += 0.1) {
        const pred = L.map((z) => {
          const zz = [z[0], z[1] + b, z[2]];
          return cls[zz.indexOf(Math.max(...zz))];
        });
        const f =
          cls
            .map((c) => {
              const tp = pred.filter((p, j) => p === c && s.rows[j]!.label === c).length;
              return (
                (2 * tp) / (pred.filter((p) => p === c).length + s.rows.filter((r) => r.label === c).length)
              );
            })
            .reduce((a, b) => a + b, 0) / 3;
        if (f > best) {
          best = f;
          bestB = b;
        }
        if (Math.abs(b) < 1e-6) at0 = f;
      }
      line += ` F1 ${at0.toFixed(4)} best ${best.toFixed(4)}@${bestB.toFixed(1)}`;
    }
    parts.push(line);
  });
  log(name, parts.join(" | "));
}
const rule = devPrepared.map((d) => d.map((p): Logits => [3 * p.features[0]!, 1, -3 * p.features[0]!]));
evaluate("rules", rule);
const buckets = 2 ** arg("bits", 18);
const ng = trainNgrams(
  hashTexts(prepared, buckets),
  examples.map((e) => e.target),
  examples.map((e) => e.weight),
  {
    buckets,
    leastCount: arg("ngleast", 2),
    epochs: arg("ngepochs", 8),
    rate: arg("ngrate", 0.3),
    decay: arg("ngdecay", 1e-5),
  },
  seededRandom(2),
);
const ngl = devPrepared.map((d) =>
  hashTexts(d, buckets).map((h): Logits => {
    const [p, n] = ngramLogits(h, ng);
    return [p, n, -p];
  }),
);
evaluate("ngrams", ngl);
{
  const { packNgrams } = await import("./pack.ts");
  const { deflateRawSync } = await import("node:zlib");
  const packed = packNgrams(ng) as any;
  const nz = packed.ngramPolarity.filter((x: number) => x !== 0).length;
  const size = (x: Int8Array) => deflateRawSync(Buffer.from(x.buffer), { level: 9 }).length;
  log(
    "bytes",
    (size(packed.ngramPolarity) * 4) / 3,
    (size(packed.ngramNeutral) * 4) / 3,
    "nonzero",
    nz,
    ng.polarity.filter((x) => x !== 0).length,
  );
  const [a, b] = packed.ngramScales;
  const q = {
    polarity: Float32Array.from(packed.ngramPolarity, (x: number) => x * Math.abs(x) * a),
    neutral: Float32Array.from(packed.ngramNeutral, (x: number) => x * Math.abs(x) * b),
    bias: ng.bias,
  };
  evaluate(
    "ngrams quantised",
    devPrepared.map((d) =>
      hashTexts(d, buckets).map((h): Logits => {
        const [p, n] = ngramLogits(h, q);
        return [p, n, -p];
      }),
    ),
  );
}
if (process.argv.includes("--noconv")) process.exit();
const convLogits: Logits[][][] = [];
for (let s = 0; s < arg("members", 1); s++) {
  let last: Logits[][] = [];
  trainConvolution(
    examples.map((e, i) => ({
      text: prepared[i]!,
      target: e.target,
      weight: e.weight,
      emotions: e.emotions,
    })),
    dense,
    {
      width: arg("width", 64),
      learned: 16,
      vocabulary: vocab.size,
      vectorLength: D,
      emotions: emotionNames.length,
      epochs: arg("epochs", 6),
      batch: arg("batch", 128),
      rate: arg("rate", 0.002),
      decay: arg("decay", 0.02),
      dropout: arg("dropout", 0.4),
      wordDropout: arg("worddrop", 0.08),
      emotionWeight: arg("emow", 0.3),
      featureDropout: arg("featdrop", 0.2),
    },
    seededRandom(100 + s),
    (epoch, loss, model) => {
      const cache = new Map();
      last = devPrepared.map((d) => d.map((p) => convolutionLogits(p, dense, D, model, cache)));
      evaluate(`conv ${s} epoch ${epoch} loss ${loss.toFixed(4)}`, last);
      const norms = model.output;
      let m = 0;
      for (const v of norms) m = Math.max(m, Math.abs(v));
    },
  );
  convLogits.push(last);
}
const mean = devPrepared.map((d, i) =>
  d.map(
    (_, j): Logits =>
      [0, 1, 2].map((k) => convLogits.reduce((a, c) => a + c[i]![j]![k]!, 0) / convLogits.length) as Logits,
  ),
);
evaluate("conv mean", mean);
for (const w of [0.25, 0.35])
  evaluate(
    `mix ${w}`,
    mean.map((d, i) => d.map((z, j): Logits => z.map((v, k) => (1 - w) * v + w * ngl[i]![j]![k]!) as Logits)),
  );

import { entities } from "./entities.ts";
import { expectations } from "./expectations.ts";
import { figures } from "./figures.ts";
import { gradedSentiment } from "./graded-sentiment.ts";
import { keyphrases } from "./keyphrases.ts";
import { language } from "./language.ts";
import { partsOfSpeech } from "./parts-of-speech.ts";
import { pii } from "./pii.ts";
import { sentenceEnds } from "./sentence-ends.ts";
import { sentiment } from "./sentiment.ts";
import type { Task } from "./task.ts";
import { throughput } from "./throughput.ts";

/**
 * All tasks, those with the most distinctive fields first. A file belongs to the first task that recognizes
 * one of its lines.
 */
export const tasks: readonly Task[] = [
  sentiment,
  gradedSentiment,
  keyphrases,
  sentenceEnds,
  expectations,
  figures,
  partsOfSpeech,
  entities,
  pii,
  language,
  throughput,
];

import { beforeEach } from "vitest";

/** Skips the tests of Node in files that test both runtimes. */
beforeEach(({ task, skip }) => skip(!/deno/i.test(task.fullName)));

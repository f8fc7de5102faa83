import type { Tool } from "@tools-api/core/tools";
import { binaryRanges } from "../../../api/http/accept.ts";
import { readQuery } from "../../../api/http/query.ts";
import { resultHeader } from "../../../api/tools/result-header.ts";
import { getUsage } from "../../management/usage.ts";
import { findAssetPath } from "../../pages/assets.ts";
import { count, Instant, number } from "../../pages/format.tsx";
import { InlineText } from "../../pages/inline-text.tsx";
import { type PageCall, respondDashboard } from "../../pages/page-call.tsx";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { Copyable } from "../../pages/parts.tsx";
import { callCommand, toolSample } from "../../sample-call.ts";
import { ToolForm } from "./form.tsx";

interface Shown {
  base: string;
  tool: Tool;
  /** The index of the example in the form. */
  index: number;
}

function Tools({ base, tools, current }: { base: string; tools: readonly Tool[]; current: Tool }) {
  return (
    <nav class="tabs" aria-label="Tools">
      {tools.map(({ name }) => (
        <a
          key={name}
          href={`${base}/playground?tool=${name}`}
          aria-current={name === current.name ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Examples({ base, tool, index }: Shown) {
  const { name, examples } = tool;
  return examples.length === 1 ? null : (
    <nav class="tabs" aria-label="Examples">
      {examples.map((_, at) => (
        <a
          key={at}
          href={`${base}/playground?tool=${name}&example=${at + 1}`}
          aria-current={at === index ? "page" : undefined}
        >
          {`Example ${at + 1}`}
        </a>
      ))}
    </nav>
  );
}

/** Renders the call of the form as a command, which the script updates. Without scripts it is a working sample. */
function Command({ text }: { text: string }) {
  return (
    <section class="card" aria-labelledby="curl-title">
      <h2 id="curl-title">The same call with curl</h2>
      <p class="muted">
        Set the variable <code>TOOLS_API_KEY</code> to one of your API keys first.
      </p>
      <Copyable id="curl" text={text} label="command" />
    </section>
  );
}

/** Renders the form of a tool with what its script needs, and the command. */
function Bench({ base, tool, index, publicUrl }: Shown & { publicUrl: string }) {
  const { name, binary, playground, examples } = tool;
  const { request } = examples[index] ?? examples[0];
  // A definition can name a script that this release lacks: the result is then drawn by its media type.
  const script = playground === undefined ? undefined : findAssetPath(`draw-${playground}.js`);
  return (
    <div class="bench">
      <tool-playground
        class="needs-script"
        data-base={base}
        data-url={publicUrl}
        data-path={`/v1/tools/${name}`}
        data-accept={binary && binaryRanges(binary.mediaTypes)}
        data-record={binary && resultHeader(binary)}
        data-draw={script && base + script}
      >
        <ToolForm tool={tool} example={request} />
      </tool-playground>
      <Command text={callCommand(publicUrl, toolSample(tool, request), "$TOOLS_API_KEY")} />
    </div>
  );
}

async function showPlayground(page: PageCall): Promise<Response> {
  const { c, services, base, ask } = page;
  const { tools, publicUrl } = services;
  const query = readQuery(c);
  const tool = tools.find(({ name }) => name === query["tool"]) ?? tools[0];
  const frame = { section: "playground", styles: ["playground.css"] } as const;
  if (!tool)
    return respondDashboard(
      page,
      { ...frame, title: "Playground" },
      <>
        <h1>Playground</h1>
        <p class="card empty">This server has no tools.</p>
      </>,
    );
  const { quota } = await ask(getUsage);
  const wanted = Number(query["example"]) - 1;
  const index = tool.examples[wanted] ? wanted : 0;
  return respondDashboard(
    page,
    { ...frame, title: `Playground: ${tool.name}`, scripts: ["copy-button.js", "playground.js"] },
    <>
      <h1>Playground</h1>
      <Tools base={base} tools={tools} current={tool} />
      <p>
        <InlineText text={tool.summary} />
      </p>
      <p class="muted">
        {tool.units ? "A run can count as several calls. " : "Each run counts as a call. "}
        <span id="allowance">
          {number(quota.remaining)} of {count(quota.limit, "call")} left. The allowance resets at{" "}
          <Instant at={quota.resetsAt} />.
        </span>
      </p>
      <noscript>
        <p class="notice warn">
          The playground needs JavaScript. Turn it on in your browser, or use the command below.
        </p>
      </noscript>
      <Examples base={base} tool={tool} index={index} />
      <Bench base={base} tool={tool} index={index} publicUrl={publicUrl} />
      <div id="result"></div>
    </>,
  );
}

export const playgroundRoutes: readonly PageRoute[] = [
  { path: "/playground", get: signedIn(showPlayground) },
];

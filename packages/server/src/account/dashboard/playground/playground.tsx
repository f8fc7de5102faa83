import { readQuery } from "../../../api/http/query.ts";
import { getUsage } from "../../management/usage.ts";
import { count, Instant, number } from "../../pages/format.tsx";
import { type PageCall, respondDashboard } from "../../pages/page-call.tsx";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { Copyable } from "../../pages/parts.tsx";
import { ImagePlayground, sampleConversion } from "./image.tsx";
import { sampleAnalysis, TextPlayground } from "./text.tsx";

/** The tools with their forms, scripts and sample commands. To add one, add a row. */
const tools = [
  {
    name: "text",
    label: "Text analyzer",
    Form: TextPlayground,
    script: "playground-text.js",
    command: sampleAnalysis,
  },
  {
    name: "image",
    label: "Image converter",
    Form: ImagePlayground,
    script: "playground-image.js",
    command: sampleConversion,
  },
] as const;

type Tool = (typeof tools)[number];

function Tools({ base, current }: { base: string; current: Tool }) {
  return (
    <nav class="tabs" aria-label="Tools">
      {tools.map(({ name, label }) => (
        <a
          key={name}
          href={`${base}/playground?tool=${name}`}
          aria-current={name === current.name ? "page" : undefined}
        >
          {label}
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

async function showPlayground(page: PageCall): Promise<Response> {
  const { c, services, base, ask } = page;
  const wanted = readQuery(c)["tool"];
  const tool: Tool = tools.find(({ name }) => name === wanted) ?? tools[0];
  const { quota } = await ask(getUsage);
  const { Form } = tool;
  return respondDashboard(
    page,
    {
      title: `Playground: ${tool.label.toLowerCase()}`,
      section: "playground",
      styles: ["playground.css"],
      scripts: ["copy-button.js", tool.script],
    },
    <>
      <h1>Playground</h1>
      <Tools base={base} current={tool} />
      <p class="muted" id="allowance">
        Each run counts as a call. {number(quota.remaining)} of {count(quota.limit, "call")} left. The
        allowance resets at <Instant at={quota.resetsAt} />.
      </p>
      <noscript>
        <p class="notice warn">
          The playground needs JavaScript. Turn it on in your browser, or use the command below.
        </p>
      </noscript>
      <div class="bench">
        <Form base={base} url={services.publicUrl} />
        <Command text={tool.command(services.publicUrl)} />
      </div>
      <div id="result"></div>
    </>,
  );
}

export const playgroundRoutes: readonly PageRoute[] = [
  { path: "/playground", get: signedIn(showPlayground) },
];

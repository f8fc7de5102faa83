import type { Tool } from "@tools-api/core/tools";
import { binaryRanges } from "../../http/accept.ts";
import { readQuery } from "../../http/query.ts";
import { resultHeader } from "../../http/result-header.ts";
import { getUsage } from "../report/usage-routes.ts";
import { assetPath, findAssetPath, importedBy } from "../../ui/assets.ts";
import { count, number, Relative } from "../../ui/format.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { Copyable } from "../../ui/parts.tsx";
import { CodeTabs, type CodeText } from "../../ui/code-tabs.tsx";
import { fieldWords, formFields } from "./fields.ts";
import { exampleCalls } from "./example-calls.ts";
import { ToolForm } from "./form.tsx";
import { type Sample, sampleAnswer, samplesFor } from "./samples.ts";

interface Shown {
  base: string;
  tool: Tool;
  /** The example in the form. */
  sample: Sample;
}

type Fields = Readonly<Record<string, unknown>>;

/** The controls of free texts. */
const textControls: readonly string[] = ["text", "long-text", "lines", "json"];

/** Returns the names of the texts that a tool works on, which a link can contain after its `#`. */
function textFields(tool: Tool): string[] {
  const texts = formFields(tool, {}).flatMap(({ name, isRequired, control }) =>
    isRequired && textControls.includes(control) ? [name] : [],
  );
  return [...new Set([...(tool.longText ? [tool.longText.field] : []), ...texts])];
}

/** Returns the names of the fields with the content of a request, which the server never gets from a link. */
function contentFields(tool: Tool): string[] {
  const { file, content = [] } = tool;
  return [...(file ? [file.field] : []), ...textFields(tool), ...content];
}

/** Returns the options in a link; `null` if it has none. A link can contain anything, so the form checks nothing. */
function linkedOptions(tool: Tool, text: string | undefined): Fields | null {
  if (text === undefined) return null;
  const content = contentFields(tool);
  try {
    const options: unknown = JSON.parse(text);
    if (typeof options !== "object" || options === null) return null;
    return Object.fromEntries(
      Object.entries(options).filter(
        ([name]) => Object.hasOwn(tool.request.shape, name) && !content.includes(name),
      ),
    );
  } catch {
    return null;
  }
}

/** Returns the content of an example with the options of a link, or the whole example without them. */
function filledRequest(tool: Tool, example: Fields, options: Fields | null): Fields {
  if (options === null) return example;
  const content = contentFields(tool);
  return {
    ...Object.fromEntries(Object.entries(example).filter(([name]) => content.includes(name))),
    ...options,
  };
}

/** Returns the path of the playground with a tool and its options. */
function optionsPath({ name }: Tool, options: Fields): string {
  return `/playground?${new URLSearchParams({ tool: name, options: JSON.stringify(options) }).toString()}`;
}

/** Renders links to common options. With scripts, they keep the content of the form. */
function Presets({ base, tool }: Pick<Shown, "base" | "tool">) {
  return tool.presets === undefined ? null : (
    <nav class="tabs small presets" aria-label="Presets">
      {tool.presets.map(({ title, options }) => (
        <a key={title} href={base + optionsPath(tool, options)} data-options={JSON.stringify(options)}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Renders the link to the options of the form, which the script updates. */
function ShareLink({ url, hasText }: { url: string; hasText: boolean }) {
  return (
    <section class="card" aria-labelledby="share-title">
      <h2 id="share-title">Share</h2>
      <Copyable id="share" text={url} label="link" />
      {hasText && (
        <label class="choice share-text">
          <input type="checkbox" />
          Include the text. It comes after the #, which browsers do not send to the server.
        </label>
      )}
    </section>
  );
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
          {fieldWords(name)}
        </a>
      ))}
    </nav>
  );
}

/** Renders what depends on the language of a text, before it is analyzed. */
function Languages({ base }: { base: string }) {
  return (
    <p class="muted small">
      Keywords, summaries and figures work in every language, sentiment and names in some.{" "}
      <a href={`${base}/docs/guides/accuracy#languages`}>Languages of each analysis</a>
    </p>
  );
}

function Examples({ base, tool, sample }: Shown) {
  const offered = samplesFor(tool);
  return offered.length === 1 ? null : (
    <nav class="tabs small" aria-label="Examples">
      {offered.map((other, at) => (
        <a
          key={other.title}
          href={`${base}/playground?tool=${tool.name}&example=${at + 1}`}
          aria-current={other === sample ? "page" : undefined}
        >
          {other.title}
        </a>
      ))}
    </nav>
  );
}

/** Renders the call of the form in three languages, which the script updates. Without scripts they are working samples. */
function Code({ texts }: { texts: readonly CodeText[] }) {
  return (
    <section class="card samples" aria-labelledby="code-title">
      <h2 id="code-title">The same call in code</h2>
      <p class="muted">
        Set the variable <code>TOOLS_API_KEY</code> to one of your API keys first.
      </p>
      <CodeTabs texts={texts} />
    </section>
  );
}

/** The script with everything that the form does. It is loaded when the visitor begins to use the page. */
const benchScript = "playground-bench.js";

function assetPaths(base: string, names: readonly string[]): string {
  return names.map((name) => base + assetPath(name)).join(" ");
}

interface BenchProps extends Shown {
  request: Fields;
  publicUrl: string;
  /** The response to the request, if the page shows one when it opens. */
  answer: unknown;
}

/** Renders the form of a tool next to the place of its result, then the calls in code and the link to its options. */
function Bench({ base, tool, sample, request, publicUrl, answer }: BenchProps) {
  const { name, binary, playground } = tool;
  const { picture } = sample;
  const [content, texts] = [contentFields(tool), textFields(tool)];
  const options = Object.fromEntries(Object.entries(request).filter(([field]) => !content.includes(field)));
  // A definition can name a script that this release lacks: the result is then drawn by its media type.
  const script = playground === undefined ? undefined : findAssetPath(`draw-${playground}.js`);
  return (
    <>
      <div class="bench">
        <tool-playground
          data-base={base}
          data-url={publicUrl}
          data-tool={name}
          data-content={content.join(" ")}
          data-texts={texts.join(" ")}
          data-scripts={assetPaths(base, [benchScript, ...importedBy([benchScript])])}
          data-path={`/v1/tools/${name}`}
          data-accept={binary && binaryRanges(binary.mediaTypes)}
          data-record={binary && resultHeader(binary)}
          data-draw={script && base + script}
        >
          <ToolForm base={base} tool={tool} example={request} picture={picture}>
            <Presets base={base} tool={tool} />
          </ToolForm>
        </tool-playground>
        <div id="result" class={answer ? "pending" : undefined}></div>
      </div>
      {answer ? (
        <p id="answer" hidden>
          {JSON.stringify(answer)}
        </p>
      ) : null}
      <Code texts={exampleCalls(tool, { request, ...(picture && { picture }) }, publicUrl)} />
      <ShareLink url={publicUrl + optionsPath(tool, options)} hasText={texts.length > 0} />
    </>
  );
}

async function showPlayground(page: PageCall): Promise<Response> {
  const { c, services, base, ask } = page;
  const { tools, publicUrl } = services;
  const query = readQuery(c);
  const tool = tools.find(({ name }) => name === query["tool"]) ?? tools[0];
  const frame = { section: "playground", styles: ["demo.css", "playground.css"] } as const;
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
  const offered = samplesFor(tool);
  const sample = offered[Number(query["example"]) - 1] ?? offered[0];
  const options = linkedOptions(tool, query["options"]);
  const request = filledRequest(tool, sample.request, options);
  const answer = options === null ? await sampleAnswer(tool, sample, base) : null;
  return respondDashboard(
    page,
    {
      ...frame,
      title: `Playground: ${fieldWords(tool.name)}`,
      scripts: ["copy-button.js", "playground.js"],
    },
    <>
      <h1>Playground</h1>
      <Tools base={base} tools={tools} current={tool} />
      <p class="muted">
        {tool.units ? "A run can count as several calls. " : "Each run counts as a call. "}
        <span id="allowance">
          {number(quota.remaining)} of {count(quota.limit, "call")} left. The allowance resets{" "}
          <Relative at={quota.resetsAt} />.
        </span>
      </p>
      <noscript>
        <p class="notice warn">
          The playground needs JavaScript. Turn it on in your browser, or use the code below.
        </p>
      </noscript>
      {tool.playground === "text" && <Languages base={base} />}
      <Examples base={base} tool={tool} sample={sample} />
      <Bench
        base={base}
        tool={tool}
        sample={sample}
        request={request}
        publicUrl={publicUrl}
        answer={answer}
      />
    </>,
  );
}

export const playgroundRoutes: readonly PageRoute[] = [
  { path: "/playground", get: signedIn(showPlayground) },
];

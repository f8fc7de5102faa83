import type { Tool } from "@tools-api/core/tools";
import { binaryRanges } from "../../http/accept.ts";
import { readQuery } from "../../http/query.ts";
import { resultHeader } from "../../http/result-header.ts";
import { getUsage } from "../usage/usage-routes.ts";
import { assetPath, findAssetPath, importedBy } from "../../ui/assets.ts";
import { count, number, Relative } from "../../ui/format.tsx";
import { InlineText } from "../../ui/inline-text.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { Copyable } from "../../ui/parts.tsx";
import { jsonCommand } from "../../../dist/islands/curl-command.js";
import { formFields } from "./fields.ts";
import { exampleFile, ToolForm } from "./form.tsx";

interface Shown {
  base: string;
  tool: Tool;
  /** The index of the example in the form. */
  index: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The controls of free texts. */
const textControls: readonly string[] = ["text", "long-text", "lines", "json"];

/** Returns the names of the fields with the content of a request, which a link never contains. */
function contentFields(tool: Tool): string[] {
  const { file, longText, content = [] } = tool;
  const texts = formFields(tool, {}).flatMap(({ name, isRequired, control }) =>
    isRequired && textControls.includes(control) ? [name] : [],
  );
  return [file?.field, longText?.field, ...content, ...texts].filter((name) => name !== undefined);
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
    <nav class="tabs presets" aria-label="Presets">
      {tool.presets.map(({ title, options }) => (
        <a key={title} href={base + optionsPath(tool, options)} data-options={JSON.stringify(options)}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Renders the link to the options of the form, which the script updates. */
function ShareLink({ url }: { url: string }) {
  return (
    <section class="card" aria-labelledby="share-title">
      <h2 id="share-title">Link to these options</h2>
      <p class="muted">The link contains the tool and its options, and no text or file.</p>
      <Copyable id="share" text={url} label="link" />
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

/** Returns the call of the form as the script writes it, so that the text does not change when the script is loaded. */
function exampleCommand(tool: Tool, request: Fields, publicUrl: string): string {
  const { name, file, binary } = tool;
  const fields = formFields(tool, {}).flatMap(({ name: field }) =>
    request[field] === undefined ? [] : [[field, request[field]] as const],
  );
  const json = JSON.stringify({
    ...(file && { [file.field]: exampleFile(request[file.field]) }),
    ...Object.fromEntries(fields),
  });
  const accept = binary && binaryRanges(binary.mediaTypes);
  return jsonCommand({ url: `${publicUrl}/v1/tools/${name}`, accept }, json);
}

/** The script with everything that the form does. It is loaded when the visitor begins to use the page. */
const benchScript = "playground-bench.js";

function assetPaths(base: string, names: readonly string[]): string {
  return names.map((name) => base + assetPath(name)).join(" ");
}

/** Renders the form of a tool with what its script needs, the command and the link to its options. */
function Bench({
  base,
  tool,
  request,
  publicUrl,
}: Pick<Shown, "base" | "tool"> & { request: Fields; publicUrl: string }) {
  const { name, binary, playground } = tool;
  const content = contentFields(tool);
  const options = Object.fromEntries(Object.entries(request).filter(([field]) => !content.includes(field)));
  // A definition can name a script that this release lacks: the result is then drawn by its media type.
  const script = playground === undefined ? undefined : findAssetPath(`draw-${playground}.js`);
  return (
    <div class="bench">
      <tool-playground
        data-base={base}
        data-url={publicUrl}
        data-tool={name}
        data-content={content.join(" ")}
        data-scripts={assetPaths(base, [benchScript, ...importedBy([benchScript])])}
        data-path={`/v1/tools/${name}`}
        data-accept={binary && binaryRanges(binary.mediaTypes)}
        data-record={binary && resultHeader(binary)}
        data-draw={script && base + script}
      >
        <ToolForm tool={tool} example={request} />
      </tool-playground>
      <div>
        <Command text={exampleCommand(tool, request, publicUrl)} />
        <ShareLink url={publicUrl + optionsPath(tool, options)} />
      </div>
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
  const { request: example } = tool.examples[index] ?? tool.examples[0];
  const request = filledRequest(tool, example, linkedOptions(tool, query["options"]));
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
          {number(quota.remaining)} of {count(quota.limit, "call")} left. The allowance resets{" "}
          <Relative at={quota.resetsAt} />.
        </span>
      </p>
      <noscript>
        <p class="notice warn">
          The playground needs JavaScript. Turn it on in your browser, or use the command below.
        </p>
      </noscript>
      <Examples base={base} tool={tool} index={index} />
      <Presets base={base} tool={tool} />
      <Bench base={base} tool={tool} request={request} publicUrl={publicUrl} />
      <div id="result"></div>
    </>,
  );
}

export const playgroundRoutes: readonly PageRoute[] = [
  { path: "/playground", get: signedIn(showPlayground) },
];

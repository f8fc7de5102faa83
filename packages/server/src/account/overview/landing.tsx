import { hasScope, type Plans } from "@tools-api/core";
import { offeredPlans, planTitle } from "@tools-api/core/billing";
import type { Tool } from "@tools-api/core/tools";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { assetPath } from "../../ui/assets.ts";
import { CodeTabs } from "../../ui/code-tabs.tsx";
import { Highlighted } from "../../ui/highlight.tsx";
import { count, money } from "../../ui/format.tsx";
import { Page } from "../../ui/layout.tsx";
import { Outcome } from "../../ui/parts.tsx";
import { respondPage } from "../../ui/respond-page.ts";
import { firstPlainTool } from "../../ui/sample-call.ts";
import { currentView } from "../../ui/view.ts";
import { exampleCalls } from "../playground/example-calls.ts";
import { ImageDemo, TextDemo } from "./landing-demos.tsx";

const outcomes = new Map([["closed", "You closed your account and are signed out."]]);

function PlanCards({ base, plans }: { base: string; plans: Plans }) {
  return (
    <ul class="plans">
      {offeredPlans(plans).map(({ name, description, dailyLimit, price }) => (
        <li key={name} class="card">
          <h3>{planTitle(plans, name)}</h3>
          <p>
            {price.amount === 0 ? (
              <b>No charge</b>
            ) : (
              <>
                <b>{money(price)}</b> a month
              </>
            )}
          </p>
          <p>{count(dailyLimit, "call")} a day</p>
          {description && <p class="muted small">{description}</p>}
          <p>
            <a class="button quiet small" href={`${base}/sign-up`}>
              {`Start with ${planTitle(plans, name)}`}
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

const features = [
  [
    "Each call counts once",
    "If 1,200 calls arrive together on a plan of 1,000, exactly 1,000 are admitted, in one process or in many.",
  ],
  ["Server errors are free", "A call that fails through an error of the server is refunded."],
  [
    "Your data stays here",
    "Texts and images are analyzed on this server. It stores and logs neither the input nor the results of these calls.",
  ],
  [
    "Changes apply to the next call",
    "A revoked key, a new limit and a new plan apply to the next request. Keys have scopes, limits and an expiry.",
  ],
] as const;

function Cards({ rows }: { rows: readonly (readonly [title: string, sentence: string])[] }) {
  return (
    <ul class="plans">
      {rows.map(([title, sentence]) => (
        <li key={title} class="card">
          <h3>{title}</h3>
          <p class="muted">{sentence}</p>
        </li>
      ))}
    </ul>
  );
}

/** Renders both tools at work, with results that the tests compute again. Other tools have their summaries. */
function Demos({ base, tools }: { base: string; tools: readonly Tool[] }) {
  const text = tools.find(({ playground }) => playground === "text");
  const image = tools.find(({ playground }) => playground === "image");
  const others = tools.filter((tool) => tool !== text && tool !== image);
  return (
    <>
      {(text ?? image) && (
        <div class="demos">
          {text && <TextDemo tool={text} />}
          {image && <ImageDemo base={base} />}
        </div>
      )}
      {others.length > 0 && <Cards rows={others.map(({ consent, summary }) => [consent, summary])} />}
    </>
  );
}

const librarySample = `import { analyzeText } from "@tools-api/core/text";
import { convertImage } from "@tools-api/core/image";

const { sentiment } = await analyzeText("Not bad at all!");
const { image } = await convertImage(photo, { format: "avif" });`;

/** Renders the ways to have the software instead of the service. A service under its own name does not advertise them. */
function OwnServer({ tools }: { tools: readonly Tool[] }) {
  const drawings = tools.map(({ playground }) => playground);
  const hasLibrary = drawings.includes("text") && drawings.includes("image");
  return (
    <>
      <h2>Run it yourself</h2>
      <div class="demos">
        <section class="card" aria-labelledby="self-host">
          <h3 id="self-host">A server of your own</h3>
          <p class="muted">
            One process and one SQLite file on Node or Deno, with the dashboard, OAuth, billing and MCP. MIT
            license.
          </p>
          <pre class="wrap" tabindex={0} aria-label="Start the server">
            <Highlighted text={"npm start   # in a clone of the repository"} language="sh" />
          </pre>
        </section>
        {hasLibrary && (
          <section class="card" aria-labelledby="library">
            <h3 id="library">A library without a server</h3>
            <pre class="wrap" tabindex={0} aria-label="Use the library">
              <Highlighted text={librarySample} language="ts" />
            </pre>
          </section>
        )}
      </div>
    </>
  );
}

/** Returns a title that names a few tools, or counts many. */
function landingTitle(tools: readonly Tool[]): string {
  if (tools.length > 3) return `${tools.length} tools with one API`;
  const [first, ...others] = tools.map(({ consent }) => consent);
  if (first === undefined) return currentView().brand.name;
  const continued = others.map((consent) => consent.charAt(0).toLowerCase() + consent.slice(1));
  return [first, ...continued].join(continued.length > 1 ? ", " : " and ");
}

/** Renders the page for previews of links (Open Graph). The picture names the product, not a service under its own name. */
function Preview({ title, description, url }: { title: string; description: string; url: string }) {
  const { brand } = currentView();
  const properties = [
    ["og:type", "website"],
    ["og:site_name", brand.name],
    ["og:title", title],
    ["og:description", description],
    ["og:url", `${url}/`],
    ...(brand.isOwn ? [] : [["og:image", url + assetPath("card.png")] as const]),
  ] as const;
  return (
    <>
      {properties.map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {!brand.isOwn && <meta name="twitter:card" content="summary_large_image" />}
    </>
  );
}

/** Shows visitors without a session an introduction to the service. */
export function showLanding(
  c: ApiContext,
  { basePath: base, publicUrl: url, plans, scopes, tools }: AccountServices,
): Promise<Response> {
  const callable = tools.filter(({ scope }) => hasScope(scopes.calls, scope));
  const called = firstPlainTool(callable) ?? callable[0];
  const example = called?.examples.find(({ response }) => response) ?? called?.examples[0];
  const title = landingTitle(tools);
  const description = `${title} over HTTP with API keys and exact quotas. The server stores neither the input nor the results of your calls.`;
  return respondPage(
    c,
    <Page
      title={title}
      base={base}
      styles={["demo.css", "landing.css"]}
      scripts={["copy-button.js", "picture-split.js"]}
      description={description}
      head={<Preview title={title} description={description} url={url} />}
    >
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <div class="hero">
        <h1>{title}</h1>
        <p class="muted">
          One HTTP API with keys, exact quotas and a dashboard. The server stores neither the input nor the
          results of your calls.
        </p>
        <p class="actions">
          <a class="button" href={`${base}/sign-up`}>
            Create account
          </a>
          <a class="button quiet" href={`${base}/docs`}>
            Read the docs
          </a>
        </p>
      </div>
      <Demos base={base} tools={tools} />
      {called && example && (
        <section class="card samples" aria-labelledby="code-title">
          <h2 id="code-title">One call away</h2>
          <CodeTabs texts={exampleCalls(called, example, url)} inColor />
        </section>
      )}
      <h2>Why this one</h2>
      <Cards rows={features} />
      <h2>Plans</h2>
      <PlanCards base={base} plans={plans} />
      {!currentView().brand.isOwn && <OwnServer tools={tools} />}
    </Page>,
    { runsScripts: true },
  );
}

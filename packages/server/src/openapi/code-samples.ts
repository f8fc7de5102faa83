import { pythonLiteral, typescriptLiteral } from "../../dist/islands/code-literals.js";
import { shellQuote } from "../ui/shell-word.ts";

/** The parts of an operation that its example request needs, without references. */
export interface SampledOperation {
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly { name: string; in: string; example?: string | number | boolean }[];
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, unknown>> }>>;
}

/** A code sample of an operation, in the format of Redocly's `x-codeSamples`. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The address of a server and the name of its session cookie. */
interface Server {
  /** Empty if it is unknown: samples then read it from `TOOLS_API_URL`. */
  publicUrl: string;
  /** The name of the session cookie. */
  cookie: string;
}

/** The example request of an operation. */
interface Example extends Server {
  method: string;
  /** The path with the query. */
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  credential: "bearer" | "session" | "client" | undefined;
  json: unknown;
  form: Readonly<Record<string, string>> | undefined;
  /** Whether the body is a file. */
  sendsFile: boolean;
  /** The form of the response: JSON, text, or no body. */
  answer: "json" | "text" | "none";
}

const credentials = ["bearer", "client", "session"] as const;

/** The file that samples send. */
const file = { name: "photo.jpg", type: "image/jpeg" };

function exampleOf(method: string, path: string, operation: SampledOperation, server: Server): Example {
  const { parameters = [], requestBody, security, responses } = operation;
  const given = (place: string) =>
    parameters.flatMap(({ name, in: at, example }) =>
      at === place && example !== undefined ? [[name, String(example)] satisfies [string, string]] : [],
    );
  const filled = given("path").reduce(
    (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const { "application/json": json, "application/x-www-form-urlencoded": form } = requestBody?.content ?? {};
  // The query of a call with a body belongs to another type of body.
  const query = requestBody ? [] : given("query");
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const [type] = Object.keys(success?.[1].content ?? {});
  return {
    ...server,
    method,
    path: query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`,
    headers: given("header"),
    credential: credentials.find((name) => security.some((scheme) => name in scheme)),
    json: json?.example,
    // The examples of forms have texts.
    form: form?.example as Readonly<Record<string, string>> | undefined,
    sendsFile: requestBody !== undefined && !json && !form,
    answer: type === undefined ? "none" : type === "application/json" ? "json" : "text",
  };
}

function curl(example: Example): string {
  const { method, path, publicUrl, cookie, headers, credential, json, form, sendsFile } = example;
  const target = publicUrl === "" ? `"$TOOLS_API_URL"${shellQuote(path)}` : shellQuote(publicUrl + path);
  const lines = [
    `curl -sS ${method === "GET" ? "" : `-X ${method} `}${target}`,
    ...{
      bearer: ['-H "Authorization: Bearer $TOOLS_API_KEY"'],
      client: ['-u "$TOOLS_API_CLIENT_ID:$TOOLS_API_CLIENT_SECRET"'],
      session: [
        `-b "${cookie}=$TOOLS_API_SESSION"`,
        `-H ${publicUrl === "" ? '"Origin: $TOOLS_API_URL"' : shellQuote(`Origin: ${new URL(publicUrl).origin}`)}`,
      ],
      none: [],
    }[credential ?? "none"],
    ...headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(json === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(json))}`]),
    ...(sendsFile ? [`-H 'Content-Type: ${file.type}'`, `--data-binary @${file.name}`] : []),
    ...Object.entries(form ?? {}).map(
      ([name, value]) => `-d ${shellQuote(`${name}=${encodeURIComponent(value)}`)}`,
    ),
  ];
  return lines.join(" \\\n  ");
}

function typescript(example: Example): string {
  const { method, path, publicUrl, cookie, headers, credential, json, form, sendsFile, answer } = example;
  const fields = [
    ...{
      bearer: ["Authorization: `Bearer ${process.env.TOOLS_API_KEY}`"],
      client: [
        "Authorization: `Basic ${btoa(`${process.env.TOOLS_API_CLIENT_ID}:${process.env.TOOLS_API_CLIENT_SECRET}`)}`",
      ],
      session: [
        `Cookie: \`${cookie}=\${process.env.TOOLS_API_SESSION}\``,
        `Origin: ${publicUrl === "" ? "`${process.env.TOOLS_API_URL}`" : JSON.stringify(new URL(publicUrl).origin)}`,
      ],
      none: [],
    }[credential ?? "none"],
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(sendsFile ? [`"Content-Type": "${file.type}"`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(fields.length === 0 ? [] : ["  headers: {", ...fields.map((field) => `    ${field},`), "  },"]),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${typescriptLiteral(json, "  ")}),`]),
    ...(form === undefined ? [] : [`  body: new URLSearchParams(${typescriptLiteral(form, "  ")}),`]),
    ...(sendsFile ? [`  body: await readFile("${file.name}"),`] : []),
  ];
  const url =
    publicUrl === ""
      ? `process.env.TOOLS_API_URL + ${JSON.stringify(path)}`
      : JSON.stringify(publicUrl + path);
  const result = { json: "await response.json()", text: "await response.text()", none: "response.status" }[
    answer
  ];
  return [
    ...(sendsFile ? ['const { readFile } = await import("node:fs/promises");'] : []),
    options.length === 0 ? `const response = await fetch(${url});` : `const response = await fetch(${url}, {`,
    ...options,
    ...(options.length === 0 ? [] : ["});"]),
    "if (!response.ok) throw new Error(await response.text());",
    `console.log(${result});`,
  ].join("\n");
}

function python(example: Example): string {
  const { method, path, publicUrl, cookie, headers, credential, json, form, sendsFile, answer } = example;
  const client = "f\"{os.environ['TOOLS_API_CLIENT_ID']}:{os.environ['TOOLS_API_CLIENT_SECRET']}\"";
  const fields = [
    ...{
      bearer: [`"Authorization": f"Bearer {os.environ['TOOLS_API_KEY']}"`],
      client: [`"Authorization": "Basic " + base64.b64encode(${client}.encode()).decode()`],
      session: [
        `"Cookie": f"${cookie}={os.environ['TOOLS_API_SESSION']}"`,
        `"Origin": ${publicUrl === "" ? 'os.environ["TOOLS_API_URL"]' : JSON.stringify(new URL(publicUrl).origin)}`,
      ],
      none: [],
    }[credential ?? "none"],
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(sendsFile ? [`"Content-Type": "${file.type}"`] : []),
  ];
  const usesEnvironment = credential !== undefined || publicUrl === "";
  const modules = [
    ...(credential === "client" ? ["base64"] : []),
    ...(json !== undefined || answer === "json" ? ["json"] : []),
    ...(usesEnvironment ? ["os"] : []),
  ];
  const url =
    publicUrl === ""
      ? `os.environ["TOOLS_API_URL"] + ${JSON.stringify(path)}`
      : JSON.stringify(publicUrl + path);
  const result = { json: "json.load(response)", text: "response.read().decode()", none: "response.status" }[
    answer
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    ...(form === undefined ? [] : ["from urllib.parse import urlencode"]),
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    ${url},`,
    `    method="${method}",`,
    ...(fields.length === 0
      ? []
      : ["    headers={", ...fields.map((field) => `        ${field},`), "    },"]),
    ...(json === undefined ? [] : [`    data=json.dumps(${pythonLiteral(json, "    ")}).encode(),`]),
    ...(form === undefined ? [] : [`    data=urlencode(${pythonLiteral(form, "    ")}).encode(),`]),
    ...(sendsFile ? [`    data=open("${file.name}", "rb").read(),`] : []),
    ")",
    "with urlopen(request) as response:",
    `    print(${result})`,
  ].join("\n");
}

/**
 * Returns the example request of an operation in curl, TypeScript and Python, with nothing to install. Credentials are in
 * the environment.
 */
export function codeSamples(
  { method, path, operation }: { method: string; path: string; operation: SampledOperation },
  server: Server,
): CodeSample[] {
  const example = exampleOf(method, path, operation, server);
  return [
    { lang: "Shell", label: "curl", source: curl(example) },
    { lang: "TypeScript", label: "TypeScript", source: typescript(example) },
    { lang: "Python", label: "Python", source: python(example) },
  ];
}

import { element, part, remark } from "./dom.ts";

/** The revision of MCP Apps that the pages speak. */
const protocolVersion = "2026-01-26";

type Members = Readonly<Record<string, unknown>>;

/** A block of the content of a result. */
interface Block {
  type: string;
  text?: string;
  /** Bytes in base64. */
  data?: string;
  mimeType?: string;
}

/** A result of a tool. */
interface Result {
  content?: readonly Block[];
  structuredContent?: Members;
  isError?: boolean;
}

/** A call of a tool that has ended, as the host describes it. */
export interface EndedCall {
  arguments: Members;
  record: Members;
  content: readonly Block[];
  /** Reads a file of the server through the host: a handle, or a path of the folder. Returns its bytes in base64, or `null`. */
  readFile: (reference: string) => Promise<string | null>;
}

/** Draws the result of a call. */
type DrawCall = (call: EndedCall) => readonly HTMLElement[] | Promise<readonly HTMLElement[]>;

/** A message of JSON-RPC. */
interface Message {
  id?: number | string;
  method?: string;
  params?: Members;
  result?: Members;
}

const methodNotFound = -32_601;

/** Returns the sentence of a problem, which is JSON in the text of a result. */
function problemIn(content: readonly Block[]): string {
  const text = content.find(({ type }) => type === "text")?.text ?? "";
  try {
    // A tool returns its problem as an object with a message.
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}

/**
 * Connects the page with the host that shows it (MCP Apps, SEP-1865): JSON-RPC by `postMessage`. Draws each result that the
 * host sends, and follows its theme.
 */
export function connectHost(name: string, draw: DrawCall): void {
  const host = globalThis.parent;
  const main = part(document, "main", HTMLElement);
  const pending = new Map<unknown, (answer: Message) => void>();
  let input: Members = {};
  let canRead = false;

  // The origin of the host is not known. A message has only what the host sent itself, and the size of the page.
  const post = (message: object) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const ask = (method: string, params: object) =>
    new Promise<Message>((resolve) => {
      const id = pending.size + 1;
      pending.set(id, resolve);
      post({ id, method, params });
    });

  const readFile: EndedCall["readFile"] = async (reference) => {
    if (!canRead) return null;
    const uri = `tools-api://files/${encodeURIComponent(reference)}`;
    const { result } = await ask("resources/read", { uri });
    // MCP describes the result.
    const [file] = (result?.["contents"] ?? []) as readonly { blob?: string }[];
    return file?.blob ?? null;
  };

  async function show({ content = [], structuredContent = {}, isError }: Result): Promise<void> {
    const problem = () => element("p", { class: "notice bad", role: "alert" }, problemIn(content));
    const parts = isError
      ? [problem()]
      : await draw({ arguments: input, record: structuredContent, content, readFile });
    main.replaceChildren(...parts);
  }

  function follow(context: Members): void {
    const { theme } = context;
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  }

  const notifications: Readonly<Record<string, (params: Members) => unknown>> = {
    "ui/notifications/tool-input": ({ arguments: sent = {} }) => (input = sent as Members),
    "ui/notifications/tool-result": (params) => show(params),
    "ui/notifications/tool-cancelled": () => main.replaceChildren(remark("The call was canceled.")),
    "ui/notifications/host-context-changed": follow,
  };
  const requests = new Set(["ping", "ui/resource-teardown"]);

  addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== host || typeof data !== "object" || data === null) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      pending.get(id)?.(data);
    } else if (id === undefined) {
      if (Object.hasOwn(notifications, method)) notifications[method]?.(params);
    } else if (requests.has(method)) {
      post({ id, result: {} });
    } else {
      post({ id, error: { code: methodNotFound, message: `There is no method ${method}.` } });
    }
  });

  async function start(): Promise<void> {
    const { result = {} } = await ask("ui/initialize", {
      protocolVersion,
      appInfo: { name, version: "1" },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    });
    const { hostContext = {}, hostCapabilities = {} } = result as Record<string, Members>;
    follow(hostContext);
    canRead = hostCapabilities["serverResources"] !== undefined;
    post({ method: "ui/notifications/initialized", params: {} });
    new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect();
      const size = { width: Math.ceil(width), height: Math.ceil(height) };
      post({ method: "ui/notifications/size-changed", params: size });
    }).observe(document.documentElement);
  }

  void start();
}

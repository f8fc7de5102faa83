import { ToolsError } from "@tools-api/core/errors";
import { version } from "../version.ts";

/** `sdk`: the server starts the SDK of OpenTelemetry. `runtime`: Deno has registered its own. */
export type TelemetrySource = "off" | "sdk" | "runtime";

/** The variables that ask for telemetry. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
const requests = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
  "OTEL_TRACES_EXPORTER",
  "OTEL_METRICS_EXPORTER",
];

/** Returns where the providers of OpenTelemetry come from, by its standard environment variables. */
export function telemetrySource(environment: Record<string, string | undefined>): TelemetrySource {
  if (environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return "off";
  // https://docs.deno.com/runtime/fundamentals/open_telemetry/
  if (/^(?:1|true)$/.test(environment["OTEL_DENO"] ?? "")) return "runtime";
  return requests.some((name) => (environment[name] ?? "") !== "") ? "sdk" : "off";
}

/** The collector of one signal. */
export interface Collector {
  /** The variable that names the collector. */
  setting: string;
  url: string;
  /** `grpc`, `http/protobuf` or `http/json`. */
  protocol: string;
  headers: Readonly<Record<string, string>>;
}

/** Reads headers as in `api-key=secret,tenant=a%20b`. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs.flatMap(([name = "", ...value]) =>
      name.trim() === "" ? [] : [[name.trim(), decodeURIComponent(value.join("=").trim())]],
    ),
  );
}

/** Returns the collectors of traces and metrics, by the standard environment variables. */
export function collectors(environment: Readonly<Record<string, string | undefined>>): Collector[] {
  return ["TRACES", "METRICS"].flatMap((signal) => {
    const exporters = environment[`OTEL_${signal}_EXPORTER`] || "otlp";
    if (!exporters.split(",").some((name) => name.trim() === "otlp")) return [];
    const read = (name: string) =>
      environment[`OTEL_EXPORTER_OTLP_${signal}_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`];
    const protocol = read("PROTOCOL") ?? "http/protobuf";
    const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`;
    const common = environment["OTEL_EXPORTER_OTLP_ENDPOINT"];
    const base = common || `http://localhost:${protocol === "grpc" ? 4317 : 4318}`;
    // Only the common endpoint is a base. That of a signal is used as it is.
    const url = environment[own] || (protocol === "grpc" ? base : joined(base, signal));
    const setting = environment[own] ? own : "OTEL_EXPORTER_OTLP_ENDPOINT";
    return { setting, url, protocol, headers: readHeaders(read("HEADERS") ?? "") };
  });
}

function joined(base: string, signal: string): string {
  return `${base.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`;
}

/** Telemetry of a server. */
export interface ServerTelemetry {
  isOn: boolean;
  /** Exports what remains. Takes a few seconds at most if the collector does not respond. */
  close(): Promise<void>;
}

/**
 * Starts the SDK of OpenTelemetry if the settings ask for it. The SDK reads its own variables.
 *
 * @throws ToolsError `invalid_parameter` if its package is not installed.
 */
export async function startTelemetry(source: TelemetrySource): Promise<ServerTelemetry> {
  if (source !== "sdk") return { isOn: source !== "off", close: async () => {} };
  const { NodeSDK, resources } = await import("@opentelemetry/sdk-node").catch((cause: unknown) => {
    throw new ToolsError(
      "invalid_parameter",
      "OTEL_…: expected the package @opentelemetry/sdk-node to be installed, because these variables ask for telemetry. Run npm install @opentelemetry/sdk-node, or set OTEL_SDK_DISABLED=true.",
      { cause },
    );
  });
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come before these attributes.
  const service = { "service.name": "tools-api", "service.version": version };
  const sdk = new NodeSDK({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(service)),
  });
  sdk.start();
  return { isOn: true, close: () => sdk.shutdown().catch(() => {}) };
}

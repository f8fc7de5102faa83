import { ToolsError } from "@tools-api/core";
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

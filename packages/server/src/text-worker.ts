import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { analyzeToJson } from "./text-json.ts";

serveJobs(analyzeToJson);

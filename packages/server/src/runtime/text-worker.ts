import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { analyzeToJson } from "../api/text-json.ts";

serveJobs(analyzeToJson);

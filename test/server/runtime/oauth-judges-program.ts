// Runs the judges on Deno against the server at the given URL, and prints their results.
import process from "node:process";
import { judgeWithOauth4webapi, judgeWithOpenidClient, setScene } from "../oauth/judges.ts";

const scene = await setScene(process.argv[2] ?? "");
const oauth4webapi = await judgeWithOauth4webapi(scene);
const openidClient = await judgeWithOpenidClient(scene);
process.stdout.write(JSON.stringify({ oauth4webapi, openidClient }));

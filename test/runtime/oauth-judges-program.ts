// The judges on Deno: prints what they come to with the server of the URL.
import process from "node:process";
import { judgeWithOauth4webapi, judgeWithOpenidClient, setScene } from "../oauth/judges.ts";

const scene = await setScene(process.argv[2] ?? "");
const oauth4webapi = await judgeWithOauth4webapi(scene);
const openidClient = await judgeWithOpenidClient(scene);
process.stdout.write(JSON.stringify({ oauth4webapi, openidClient }));

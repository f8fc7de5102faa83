import { scenarioTool } from "./_scenario-tool.mjs";

export default scenarioTool("test-simple-text", { run: () => ({}) });

import { scenarioTool } from "./_scenario-tool.mjs";

export default scenarioTool("test-error-handling", {
  run() {
    throw new Error("This message reaches the log only.");
  },
});

import { fileTool } from "./_scenario-tool.mjs";

export default fileTool("test-embedded-resource", "application/pdf");

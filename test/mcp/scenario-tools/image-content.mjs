import { fileTool } from "./_scenario-tool.mjs";

export default fileTool("test-image-content", "image/png");

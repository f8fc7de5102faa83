import { fileTool } from "./_scenario-tool.mjs";

export default fileTool("test-audio-content", "audio/wav");

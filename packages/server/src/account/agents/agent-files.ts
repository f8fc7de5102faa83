/** An agent, and the file in which it keeps the addresses of MCP servers. */
export interface AgentFile {
  name: string;
  file: string;
  /** The content for an agent that signs in with OAuth. */
  signedIn: string;
  /** The content for an agent that sends a key. */
  withKey: string;
  /** A sentence that tells how the agent receives the key. */
  keySource: string;
}

const fromEnvironment = "Set the environment variable TOOLS_API_KEY to the key.";

/** Returns the content of a file as JSON with one server. */
function listed(member: "mcpServers" | "servers", server: object, others: object = {}): string {
  return JSON.stringify({ ...others, [member]: { "tools-api": server } }, null, 2);
}

function bearer(variable: string) {
  return { headers: { Authorization: `Bearer ${variable}` } };
}

/** Returns the files of common agents for the address of an MCP server. */
export function agentFiles(url: string): AgentFile[] {
  const server = { type: "http", url };
  const input = { type: "promptString", id: "tools-api-key", description: "API key", password: true };
  return [
    {
      name: "Claude Code",
      file: ".mcp.json in the folder of your project",
      signedIn: listed("mcpServers", server),
      withKey: listed("mcpServers", { ...server, ...bearer("${TOOLS_API_KEY}") }),
      keySource: fromEnvironment,
    },
    {
      name: "Cursor",
      file: ".cursor/mcp.json in your project or home folder",
      signedIn: listed("mcpServers", { url }),
      withKey: listed("mcpServers", { url, ...bearer("${env:TOOLS_API_KEY}") }),
      keySource: fromEnvironment,
    },
    {
      name: "VS Code",
      file: ".vscode/mcp.json in the folder of your project",
      signedIn: listed("servers", server),
      withKey: listed("servers", { ...server, ...bearer("${input:tools-api-key}") }, { inputs: [input] }),
      keySource: "VS Code asks for the key and keeps it.",
    },
  ];
}

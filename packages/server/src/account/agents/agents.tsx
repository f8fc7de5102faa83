import { mcpPath } from "../../http/protected-resource.ts";
import { listRequests } from "../requests/requests-routes.ts";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { Copyable } from "../../ui/parts.tsx";
import { RequestTable } from "../requests/requests.tsx";
import { type AgentFile, agentFiles } from "./agent-files.ts";

const shownRequests = 10;

function Agent({ agent: { name, file, signedIn: content, withKey, keySource } }: { agent: AgentFile }) {
  const id = name.toLowerCase().replace(" ", "-");
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p>Add this to {file}:</p>
      <Copyable id={`${id}-file`} text={content} label={`file for ${name}`} />
      <h3>With a key</h3>
      <p>{keySource}</p>
      <Copyable id={`${id}-key`} text={withKey} label={`file for ${name} with a key`} />
    </section>
  );
}

/** `GET /agents`: shows how to connect agents to `/mcp`. */
async function showAgents(page: PageCall): Promise<Response> {
  const { base, services, ask } = page;
  const url = services.publicUrl + mcpPath;
  const { items: requests } = await ask(listRequests, { query: { transport: "mcp", limit: shownRequests } });
  return respondDashboard(
    page,
    { title: "Connect an agent", section: "agents", scripts: ["copy-button.js"] },
    <>
      <h1>Connect an agent</h1>
      <section class="card" aria-labelledby="address">
        <h2 id="address">Address</h2>
        <p>
          Agents call the tools through the Model Context Protocol (MCP) at this address. Calls count against
          the allowance of your account.
        </p>
        <Copyable id="url" text={url} label="address" />
        <p>
          In Claude Desktop and on claude.ai, add the address as a custom connector in the settings. They
          connect from the internet, so they cannot reach a server on your machine.
        </p>
        <p class="muted">
          An agent that signs in asks you here for access, and then appears under{" "}
          <a href={`${base}/apps`}>Apps</a>. For an agent that cannot sign in,{" "}
          <a href={`${base}/new-key`}>create a key</a> that allows only what it needs.
        </p>
      </section>
      {agentFiles(url).map((agent) => (
        <Agent key={agent.name} agent={agent} />
      ))}
      {services.requestLogMs > 0 && (
        <section class="card" aria-labelledby="last-calls">
          <h2 id="last-calls">Last calls by agents</h2>
          {requests.length === 0 ? (
            <p class="empty">No agent has called a tool yet.</p>
          ) : (
            <>
              <RequestTable base={base} requests={requests} />
              <p>
                <a href={`${base}/requests?transport=mcp`}>View all calls by agents</a>
              </p>
            </>
          )}
        </section>
      )}
    </>,
  );
}

export const agentRoutes: readonly PageRoute[] = [{ path: "/agents", get: signedIn(showAgents) }];

import { readConfig } from "@tools-api/server/node";
import { expect, it } from "vitest";
import { runCommandHere } from "../command.ts";
import { startServerHere } from "../server-process.ts";

const warned = (environment: Record<string, string>) =>
  readConfig(environment).warnings.map(({ message, advice }) => `${message} ${advice}`);

it.each([
  ["SMPT_URL", "SMTP_URL"],
  ["SMTP_URLS", "SMTP_URL"],
  ["SMTP_HOST", "SMTP_URL"],
  ["PLAN_FREE_DAILY_LIMITS", "PLAN_FREE_DAILY_LIMIT"],
  ["PLAN_PRO_PER_HOUR", "PLAN_PRO_PER_MINUTE"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["SESION_SECRET", "SESSION_SECRET"],
  ["KEY_PEPER", "KEY_PEPPER"],
  ["TRUSTED_PROXY", "TRUST_PROXY"],
  ["public_url", "PUBLIC_URL"],
  ["TOOLS_API_PORT", "PORT"],
  ["USEAGE_URL", "USAGE_URL"],
])("warns that %s is no setting, names %s, and never prints the value", (name, nearest) => {
  const [warning, ...others] = warned({ [name]: "hunter2" });
  expect(others).toEqual([]);
  expect(warning).toContain(`${name} is not a setting`);
  expect(warning).toContain(`The nearest setting is ${nearest}.`);
  expect(warning).not.toContain("hunter2");
});

// Variables of shells, desktops, editors, package managers, runtimes, clusters, clouds, CI and common libraries.
const foreign = `
  PATH HOME USER LOGNAME SHELL SHLVL PWD OLDPWD TERM TERM_PROGRAM COLORTERM LANG LANGUAGE LC_ALL TZ EDITOR VISUAL PAGER
  DISPLAY MAIL HOSTNAME HOSTTYPE OSTYPE MACHTYPE HISTFILE TMPDIR TEMP XDG_RUNTIME_DIR XDG_SESSION_ID SSH_AUTH_SOCK
  DBUS_SESSION_BUS_ADDRESS LS_COLORS PS1 IFS WINDOWID JAVA_HOME GOPATH PYTHONPATH VIRTUAL_ENV CONDA_PREFIX
  NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION DENO_DIR UV_THREADPOOL_SIZE
  npm_config_registry npm_lifecycle_event npm_package_name INIT_CWD PNPM_HOME COREPACK_HOME NVM_DIR VITEST TEST DEBUG
  KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR POSTGRES_SERVICE_PORT REDIS_PORT_6379_TCP
  OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_EXPORTER
  REDIS_URL MONGO_URL POSTGRES_URL POSTGRES_PASSWORD POSTGRES_USER PGHOST PGPASSWORD MYSQL_HOST DATABASE_HOST DATABASE_NAME
  DATABASE_PASSWORD API_URL API_KEY API_PORT BASE_URL APP_URL SITE_URL SERVER_PORT HTTP_PORT WEB_PORT METRICS_PORT DB_HOST
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SECRET_KEY JWT_SECRET SESSION_KEY IMAGE_NAME IMAGE_TAG
  TEXT_DOMAIN LOG_FILE LOG_FORMAT AWS_REGION AWS_SECRET_ACCESS_KEY GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID
  SENTRY_DSN CI GITHUB_ACTIONS GITHUB_TOKEN CHROMIUM_PATH DOCKER_HOST COMPOSE_PROJECT_NAME HOSTS PORTS PLAN TOOL
  TEST_TIMEOUT NEXT_PUBLIC_URL VITE_PUBLIC_URL TOOLS_API_DATA TOOLS_API_KEY TOOLS_API_URL TOOLS_API_WHOLE
`;

it("does not warn of common variables of other programs, nor of its own settings", () => {
  const names = foreign.trim().split(/\s+/);
  expect(warned(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  expect(warned({ PORT: "3001", DATABASE_URL: "memory:", PLAN_FREE_PER_MINUTE: "5" })).toEqual([]);
  // Another program may send mail as well.
  const mail = { SMTP_URL: "smtp://localhost", MAIL_FROM: "a@example.com", SMTP_HOST: "localhost" };
  expect(warned(mail)).toEqual([]);
});

it("warns of them at the start and in doctor, which is no fault", async () => {
  const environment = { DATABASE_URL: "memory:", SMPT_URL: "smtp://localhost" };
  const server = await startServerHere(environment);
  await server.stop();
  expect(server.warnings.join("\n")).toContain("SMPT_URL is not a setting of this server");
  const { stdout, code } = await runCommandHere(["doctor", "--json"], environment);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toContainEqual({
    check: "settings",
    level: "warning",
    message: expect.stringContaining("SMPT_URL"),
    advice: expect.stringContaining("SMTP_URL"),
  });
});

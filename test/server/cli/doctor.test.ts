import { describe, expect, it, onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { canStartRedis, startRedis } from "../../engines/redis.ts";
import { startSmtp } from "../../engines/smtp.ts";
import { toolsApiHere } from "../command.ts";
import { startServerHere, temporaryFolder } from "../server-process.ts";

interface Found {
  check: string;
  level: string;
  message: string;
  advice?: string;
}

/** Runs the doctor, and returns its findings and exit code. */
async function examine(settings: Record<string, string>) {
  const { stdout, code } = await toolsApiHere(["doctor", "--json"], settings);
  return { findings: JSON.parse(stdout) as Found[], code };
}

const of = (findings: readonly Found[], check: string) => findings.filter((found) => found.check === check);

function newFile(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  return `sqlite:${folder.path}/tools.db`;
}

describe("tools-api doctor", () => {
  it("finds no fault in the settings of a working server, with mail and a public URL", async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const settings = { DATABASE_URL: newFile(), SMTP_URL: smtp.url, MAIL_FROM: "no-reply@example.com" };
    const server = await startServerHere(settings);
    onTestFinished(async () => void (await server.stop()));
    const { findings, code } = await examine({ ...settings, PUBLIC_URL: server.url });
    expect(code).toBe(0);
    // A busy machine may take long for a write.
    const isSlow = ({ message }: Found) => message.includes("accepted a write");
    expect(findings.filter((found) => found.level !== "ok" && !isSlow(found))).toEqual([]);
    expect(of(findings, "public url")[0]?.message).toContain("answered with 200");
    expect(of(findings, "mail")[0]?.message).toContain("accepts the connection");
    expect(of(findings, "disk")).toHaveLength(1);
    expect(of(findings, "codecs").map(({ message }) => message)).toContain("@hyzyla/pdfium is installed.");
  });

  it("ends with 1 for a store or a mail server that does not respond, and says what to check of both", async () => {
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "no-reply@example.com" };
    const both = await examine({ DATABASE_URL: "postgres://a:hunter2@127.0.0.1:9/tools", ...mail });
    expect(both.code).toBe(1);
    expect(of(both.findings, "stores")).toMatchObject([{ level: "fault" }]);
    expect(of(both.findings, "mail")).toMatchObject([{ level: "fault", advice: /SMTP_URL/ }]);
    expect(JSON.stringify(both.findings)).not.toContain("hunter2");
    const onlyMail = await examine({ DATABASE_URL: newFile(), ...mail });
    expect(onlyMail.code).toBe(1);
  });

  it("warns of weak secrets, open sign-up, plain text and a URL that nothing answers", async () => {
    const { findings, code } = await examine({
      DATABASE_URL: "memory:",
      SESSION_SECRET: "a".repeat(40),
      SIGN_UP: "open",
      HOST: "0.0.0.0",
      PUBLIC_URL: "http://nothing.invalid",
    });
    expect(code).toBe(0);
    const warned = findings.filter(({ level }) => level === "warning").map(({ check }) => check);
    expect(warned).toEqual(["stores", "plans", "secrets", "public url", "public url", "sign-up"]);
    expect(findings.every(({ level, advice }) => level === "ok" || advice !== undefined)).toBe(true);
  });

  it.runIf(canStartPostgres() && canStartRedis())(
    "compares the clocks with PostgreSQL and Redis, and warns of a Redis that can lose writes",
    async () => {
      const [postgres, redis] = [await startPostgres(), await startRedis({ appendonly: "no" })];
      onTestFinished(async () => {
        await postgres.remove();
        await redis.remove();
      });
      const { findings } = await examine({
        DATABASE_URL: await postgres.newLocation(),
        USAGE_URL: `redis://${redis.host}:${redis.port}`,
      });
      expect(of(findings, "clock").map(({ level }) => level)).toEqual(["ok", "ok"]);
      const isLossy = ({ message }: Found) => message.includes("can lose acknowledged writes");
      expect(of(findings, "stores").some(isLossy)).toBe(true);
    },
  );

  it("prints a line for each finding, with the advice below", async () => {
    const { stdout } = await toolsApiHere(["doctor"], { DATABASE_URL: "memory:" });
    expect(stdout).toMatch(/^WARNING {2}stores {6}DATABASE_URL: accounts, keys and counts are lost/m);
    // On a busy machine, slow writes are another warning.
    expect(stdout).toMatch(/\n0 faults, (?:1 warning|[2-9] warnings)\n$/);
  });
});

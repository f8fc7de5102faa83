import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A mail that the server accepted. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** The header fields by name in lower case, unfolded. A repeated field is joined by a line break. */
  headers: Map<string, string>;
  raw: string;
  /** The decoded parts by media type. */
  parts: Map<string, string>;
}

/** A reply that refuses a command. */
interface Refusal {
  code: number;
  text: string;
}

/** A real SMTP server in this process. */
export interface SmtpServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Returns the refusal of a receiver, or `undefined` to accept it. Tests replace it. */
  refuse: (address: string) => Refusal | undefined;
  /** Resolves when a mail to the address with the words in its subject has arrived. */
  mail: (to: string, subject: string | RegExp) => Promise<ReceivedMail>;
  close: () => Promise<void>;
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [name = "", ...value] = line.split(":");
    const key = name.toLowerCase();
    const text = value.join(":").trim();
    headers.set(key, headers.has(key) ? `${headers.get(key)}\n${text}` : text);
  }
  return headers;
}

function decoded(head: Map<string, string>, body: string): string {
  const encoding = head.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

function partsOf(headers: Map<string, string>, body: string): Map<string, string> {
  const type = headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return new Map([[type.split(";")[0] ?? "", decoded(headers, body)]]);
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.flatMap((part) => {
      const [head = "", ...rest] = part.replace(/^\r\n/, "").split("\r\n\r\n");
      return [...partsOf(headersOf(head), rest.join("\r\n\r\n"))];
    }),
  );
}

/** Starts an SMTP server that stores what it accepts. */
export async function startSmtp(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refusal = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    disableReverseLookup: true,
    onRcptTo({ address }, _: SMTPServerSession, done) {
      const refused = smtp.refuse(address);
      done(refused && refusal(refused));
    },
    onData(stream, { envelope }, done) {
      const store = async () => {
        const raw = (await buffer(stream)).toString("latin1");
        const [head = "", ...body] = raw.split("\r\n\r\n");
        const headers = headersOf(head);
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, headers, raw, parts: partsOf(headers, body.join("\r\n\r\n")) });
      };
      // A client that is killed ends before its mail.
      callbackify(store)(done);
    },
  });
  // A client that is killed resets its connection.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.server.address() as AddressInfo;
  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    refuse: () => undefined,
    async mail(to, subject) {
      for (const end = Date.now() + 20_000; Date.now() < end;) {
        const found = received.find(
          (mail) => mail.to.includes(to) && new RegExp(subject).test(mail.headers.get("subject") ?? ""),
        );
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const arrived = received.map((mail) => `${mail.to.join()}: ${mail.headers.get("subject")}`);
      throw new Error(`No mail to ${to} about ${String(subject)} arrived, only ${arrived.join("; ")}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

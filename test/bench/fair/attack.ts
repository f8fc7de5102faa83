/** Source address of the second account's connections. */
export const victimAddress = "127.0.0.1";

/** The server under attack, and the credentials of the attacking account. */
export interface Target {
  url: string;
  /** Source address of the attacker's connections. Linux accepts any address in 127.0.0.0/8. */
  address: string;
  account: string;
  /** An API key with the four call scopes. */
  key: string;
  /** An API key that can also manage the account. */
  ownerKey: string;
  /** A session cookie's value. */
  session: string;
  /** An OAuth client of the account. */
  client: { id: string; secret: string };
}

/** One request of an attack. */
export interface AttackRequest {
  path: string;
  /** Default: `GET`, with a body `POST`. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Source address. Default: that of the {@link Target}. */
  address?: string;
}

/** A connection that is kept open. */
export interface HeldConnection {
  /** The bytes that it sends first. */
  start: string | Uint8Array;
  /** Sent once a second after that. Default: nothing. */
  drip?: string;
  /** Whether it reads what the server sends. Default: true. */
  reads?: boolean;
  /** Whether it closes when an answer arrives. Default: false. */
  endsAtAnswer?: boolean;
}

/** The answers that the attacker received. */
export interface Tally {
  /** Answers by status; `failed` for connections without one. */
  answers: Record<string, number>;
  largestError: number;
  slowestMs: number;
}

/** Means of an attack that runs until its time is over. */
export interface Attacker {
  target: Target;
  isOver(): boolean;
  /** Sends a request, reads the answer, and counts both. Never rejects. */
  send(request: AttackRequest): Promise<void>;
  /** Sends requests from several clients. Each waits for its answer before it sends the next request. */
  flood(clients: number, next: (index: number) => AttackRequest): Promise<void>;
  /** Keeps connections open, and opens each again when the server closes it. */
  hold(connections: number, next: (index: number) => HeldConnection): Promise<void>;
}

/** An attack by one account, or by a client without one. */
export interface FairAttack {
  name: string;
  description: string;
  /** Whether to run it once more from the victim's own client address. Default: false. */
  alsoFromSharedAddress?: boolean;
  /** Makes what the attack sends, before any time is measured. */
  prepare(target: Target): Promise<AttackRun> | AttackRun;
}

type AttackRun = (attacker: Attacker) => Promise<void>;

/** Returns an attack that sends the same requests in turn from several clients. */
export function floodOf(
  clients: number,
  requests: (target: Target) => readonly AttackRequest[] | Promise<readonly AttackRequest[]>,
): FairAttack["prepare"] {
  return async (target) => {
    const prepared = await requests(target);
    return (attacker) =>
      attacker.flood(clients, (index) => prepared[index % prepared.length] ?? { path: "/healthz" });
  };
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

export const json = (key: string) => ({ ...bearer(key), "Content-Type": "application/json" });

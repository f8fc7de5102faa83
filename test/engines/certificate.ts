import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A self-signed certificate with its key in PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** The file with the certificate, for clients that trust it. */
  path: string;
}

const command = "openssl";

/** Whether this machine has the command `openssl`. */
export const canCreateCertificate = (() => {
  try {
    execFileSync(command, ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Creates a certificate for a host name, in a folder. */
export function createCertificate(hostname: string, folder: string): Certificate {
  const [path, keyPath] = [join(folder, `${hostname}.pem`), join(folder, `${hostname}.key`)];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${hostname}`;
  const name = `subjectAltName=DNS:${hostname}`;
  execFileSync(command, [...words.split(" "), "-addext", name, "-keyout", keyPath, "-out", path], {
    stdio: "ignore",
  });
  return { cert: readFileSync(path), key: readFileSync(keyPath), path };
}

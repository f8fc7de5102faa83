const encoder = new TextEncoder();

/**
 * Derives a 256-bit key for one purpose from the secret of the installation (HKDF with SHA-256, RFC 5869). A leaked key
 * reveals nothing about the keys of other purposes.
 */
export async function deriveKey(secret: string, purpose: string): Promise<Uint8Array> {
  const { subtle } = crypto;
  const material = await subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(`tools-api ${purpose}`),
  };
  return new Uint8Array(await subtle.deriveBits(derivation, material, 256));
}

import { part } from "./dom.ts";

/** The options of the server: binary members are base64url (WebAuthn Level 3 §5.1.8 and §5.1.9). */
interface RequestOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  attestation: AttestationConveyancePreference;
  authenticatorSelection: AuthenticatorSelectionCriteria;
  excludeCredentials: { type: "public-key"; id: string; transports: AuthenticatorTransport[] }[];
}

// `parseCreationOptionsFromJSON` and `toJSON` are missing in Safari before 18.4.
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function load<Options>(path: string, method: "GET" | "POST"): Promise<Options> {
  const response = await fetch(path, { method });
  // The response of a failure is a problem of RFC 9457.
  const body = (await response.json()) as Options & { detail?: string };
  if (!response.ok) throw new Error(body.detail ?? "The server did not respond. Try again.");
  return body;
}

/** Asks the browser for a passkey, and returns its answer as JSON. */
async function signIn(path: string): Promise<string> {
  const { challenge, ...options } = await load<RequestOptions>(path, "GET");
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: toBytes(challenge) },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser has no passkey.");
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error("The browser has no passkey.");
  return JSON.stringify({
    id: credential.id,
    type: credential.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: toText(response.userHandle ?? new ArrayBuffer(0)),
    },
  });
}

/** Creates a passkey, and returns its answer as JSON. */
async function create(path: string): Promise<string> {
  const { public_key: publicKey } = await load<{ public_key: CreationOptions }>(path, "POST");
  const { challenge, user, excludeCredentials, ...options } = publicKey;
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: excludeCredentials.map((known) => ({ ...known, id: toBytes(known.id) })),
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser created no passkey.");
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse))
    throw new Error("The browser created no passkey.");
  return JSON.stringify({
    id: credential.id,
    type: credential.type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  });
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: "You canceled, or the time ran out. Try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys work only at the public address of this server.",
};

function messageOf(error: unknown): string {
  const known = error instanceof DOMException ? messages[error.name] : undefined;
  return known ?? (error instanceof Error ? error.message : "The passkey did not work. Try again.");
}

/**
 * `<passkey-form options="path" ceremony="sign-in">` around a form: asks for a passkey when the form is submitted, and
 * sends the answer in the field `credential`. `parts.css` hides it in browsers without passkeys.
 */
class PasskeyForm extends HTMLElement {
  connectedCallback(): void {
    if (!("PublicKeyCredential" in globalThis)) return;
    const form = part(this, "form", HTMLFormElement);
    const field = part(form, "input[name=credential]", HTMLInputElement);
    const status = part(form, "[role=alert]", HTMLElement);
    const ask = this.getAttribute("ceremony") === "sign-in" ? signIn : create;
    const path = this.getAttribute("options") ?? "";
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      status.hidden = true;
      const button = part(form, "button", HTMLButtonElement);
      button.disabled = true;
      try {
        field.value = await ask(path);
        form.submit();
      } catch (error) {
        status.textContent = messageOf(error);
        status.hidden = false;
      } finally {
        button.disabled = false;
      }
    });
    this.toggleAttribute("ready", true);
  }
}

customElements.define("passkey-form", PasskeyForm);

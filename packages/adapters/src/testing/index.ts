export { type AuthenticatorSubject, describeAuthenticator, type IssuedCredential } from "./authenticator.ts";
export { describeBlobStore } from "./blob-store.ts";
export { describeDocumentStore } from "./document-store.ts";
export type { DocumentStoreSubject } from "./documents/subject.ts";
export type { Skip, Subject, SuiteOptions } from "./suite.ts";
export { describeUsageStore } from "./usage-store.ts";
export type { StoreWorker } from "./worker-process.ts";

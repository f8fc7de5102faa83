/** The scopes of calls on a server with the default tools, in their order. */
export const callScopes = ["text:analyze", "image:convert", "usage:read", "profile:read"];

/** The scopes of a key that can do everything. */
export const everyScope = ["*", "account:read", "account:write"];

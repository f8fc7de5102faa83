/** Returns a module of this repository as JavaScript, with the modules of the repository that it imports. */
export function bundleSource(url: string): Promise<string>;

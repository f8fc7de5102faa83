const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "expected a file, received a folder",
  EEXIST: "a file with this name already exists",
  ENOTDIR: "a parent of the path is not a folder",
  ENOSPC: "the disk has no space left",
  EROFS: "the disk is read-only",
};

/** Returns the reason of an error in words for the user of a command. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return systemErrors[code] ?? error.message;
}

/** Returns one line that names the file of an operating system error, or `null` for other errors. */
export function systemErrorMessage(error: Error): string | null {
  const code = "code" in error ? String(error.code) : "";
  if (!(code in systemErrors)) return null;
  return "path" in error && typeof error.path === "string"
    ? `${error.path}: ${failureReason(error)}`
    : failureReason(error);
}

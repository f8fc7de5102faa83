import { ToolsError } from "@tools-api/core";
import { hourMs } from "@tools-api/core/internal/time";
import type { BlobId } from "@tools-api/core/storage";

const idShape = /^[\w-]{1,64}$/;
const nameShape = /^(\d{15})-([\w-]{1,64})$/;

/**
 * Returns the name of a blob, which begins with its expiry.
 *
 * @throws ToolsError `invalid_parameter`. Attack: another id could name a file outside the store.
 */
export function blobName({ id, expiresAt }: BlobId): string {
  if (!idShape.test(id) || !Number.isSafeInteger(expiresAt) || expiresAt < 0 || expiresAt >= 1e15)
    throw new ToolsError(
      "invalid_parameter",
      "blob: expected an id of 1 to 64 letters, digits, _ and -, and an expiry in epoch milliseconds",
    );
  return `${String(expiresAt).padStart(15, "0")}-${id}`;
}

/** Returns the blob with a name, or `null` for a name that {@link blobName} does not return. */
export function parseBlobName(name: string): BlobId | null {
  const [, expiry, id] = nameShape.exec(name) ?? [];
  return id === undefined ? null : { id, expiresAt: Number(expiry) };
}

/** Returns the UTC hour in which a blob expires, such as `2026-11-29T05`, for engines that list by folder. */
export function blobHour({ expiresAt }: Pick<BlobId, "expiresAt">): string {
  return new Date(Math.floor(expiresAt / hourMs) * hourMs).toISOString().slice(0, 13);
}

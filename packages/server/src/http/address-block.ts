/** Returns the eight numbers of an IPv6 address in any notation (RFC 4291 §2.2), or `null` if it is invalid. */
function ipv6Groups(address: string): number[] | null {
  // A zone (RFC 4007 §11) names an interface, not a host, and the URL parser rejects it.
  const url = `http://[${address.split("%")[0] ?? ""}]`;
  if (!URL.canParse(url)) return null;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const numbers = (text: string) => (text === "" ? [] : text.split(":").map((group) => parseInt(group, 16)));
  const front = numbers(head);
  const back = numbers(tail ?? "");
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff];

/**
 * Returns the part of an address that a caller cannot vary freely.
 * An IPv4 address is returned in full, also if it is mapped into IPv6 (RFC 4291 §2.5.5.2). An IPv6 address is reduced
 * to its /64 (RFC 6177), because every host has 2^64 addresses to guess from.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address;
  const groups = ipv6Groups(address);
  if (!groups) return address;
  if (mappedPrefix.every((group, index) => groups[index] === group))
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

import { isIP } from "node:net";
import type { Principal } from "@tools-api/core";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

const mappedBits = 96;

/**
 * A range of addresses in CIDR notation. A single address is a range of one. A range of IPv4 addresses that are mapped
 * into IPv6 is that range of IPv4, as a client with such an address counts as IPv4.
 */
function parseRange(entry: string): readonly [Address, number] {
  const [text = "", given] = entry.split("/");
  const address = ipaddr.parse(text);
  const bits = given === undefined ? address.toByteArray().length * 8 : Number(given);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= mappedBits
    ? [address.toIPv4Address(), bits - mappedBits]
    : [address, bits];
}

function isWithin(address: Address, [range, bits]: readonly [Address, number]): boolean {
  return address.kind() === range.kind() && address.match(range, bits);
}

/**
 * Returns whether a credential allows a client with this address. An IPv4 address that is mapped into IPv6 (RFC 4291
 * §2.5.5.2) counts as IPv4. Returns `false` if the credential has a list and the address is unknown.
 */
export function allowsAddress(
  { allowedIps = [] }: Pick<Principal["credential"], "allowedIps">,
  address: string,
): boolean {
  if (allowedIps.length === 0) return true;
  if (isIP(address) === 0) return false;
  const client = ipaddr.process(address);
  return allowedIps.some((entry) => isWithin(client, parseRange(entry)));
}

/** Returns whether a list of addresses allows every client that another list allows. An empty list allows all. */
export function coversAddresses(list: readonly string[], other: readonly string[]): boolean {
  if (list.length === 0) return true;
  const ranges = list.map(parseRange);
  const isCovered = (entry: string) => {
    const [address, bits] = parseRange(entry);
    return ranges.some((range) => bits >= range[1] && isWithin(address, range));
  };
  return other.length > 0 && other.every(isCovered);
}

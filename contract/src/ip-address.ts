const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether an address in its canonical form is IPv4. */
export const isIpv4 = (address: string): boolean => ipv4.test(address);

/** IPv6 address in the form that URL parsers, and thus browsers, write; null for any other text. */
function ipv6Of(text: string): string | null {
  const url = `http://[${text}]`;
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

/** Canonical form: IPv6 in lower case and compressed, IPv4 in IPv6 as IPv4, without a zone. Null if the text is not an address. */
export function canonicalAddress(text: string): string | null {
  if (ipv4.test(text)) return text;
  const address = ipv6Of(text.replace(/%[\w.:-]+$/, ''));
  const [, ...groups] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address ?? '') ?? [];
  if (groups.length === 0) return address;
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
}

/** The bits of a canonical address as a number; IPv4 as mapped into IPv6. */
export function bitsOf(address: string): bigint {
  const [head = '', tail] = (ipv6Of(isIpv4(address) ? `::ffff:${address}` : address) ?? '').split('::');
  const groupsOf = (part = '') => (part === '' ? [] : part.split(':'));
  const zeros = Array.from({ length: 8 - groupsOf(head).length - groupsOf(tail).length }, () => '0');
  return [...groupsOf(head), ...zeros, ...groupsOf(tail)].reduce(
    (all, group) => (all << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

/** The canonical address with these bits. */
export function addressOf(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, place) => (bits >> BigInt(16 * (7 - place))) & 0xffffn);
  return canonicalAddress(groups.map((group) => group.toString(16)).join(':')) ?? '';
}

/** NAT64 addresses of the well-known prefix 64:ff9b::/96 end in an IPv4 address (RFC 6052). */
const nat64 = 0x64_ff9b_0000_0000_0000_0000n;
const mapped = 0xffffn << 32n;

/**
 * Network under which limits count a client: IPv4 whole, IPv6 by its first 64 bits, because a line has all addresses of a /64. Mapped and NAT64
 * addresses count as their IPv4 address. A port or zone is ignored. Text that is not an address counts as it is.
 */
export function countedNetwork(text: string, prefix: 48 | 64 = 64): string {
  const [, inBrackets, ipv4WithPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = canonicalAddress(inBrackets ?? ipv4WithPort ?? text);
  if (address === null) return text;
  if (isIpv4(address)) return address;
  const bits = bitsOf(address);
  if (bits >> 32n === nat64) return addressOf(mapped | (bits & 0xffff_ffffn));
  const hostBits = BigInt(128 - prefix);
  return `${addressOf((bits >> hostBits) << hostBits)}/${prefix}`;
}

/** Networks under which failures of a client are counted, with the multiple of the limit. A /48, as sites have, is 65,536 networks. */
export function failureNetworks(address: string): { network: string; times: number }[] {
  const ofNetwork = { network: countedNetwork(address), times: 1 };
  const site = countedNetwork(address, 48);
  return site === ofNetwork.network ? [ofNetwork] : [ofNetwork, { network: site, times: 20 }];
}

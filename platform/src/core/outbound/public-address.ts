import { BlockList, isIP } from 'node:net';

const list = (...networks: [address: string, bits: number][]) => {
  const blocked = new BlockList();
  for (const [address, bits] of networks) blocked.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return blocked;
};

/** IANA's registry of special-purpose IPv4 addresses, multicast and the reserved rest. */
const specialIpv4 = list(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
);

/** The only public IPv6 addresses: loopback, unique-local, link-local, mapped IPv4 and NAT64 are outside. */
const globalIpv6 = list(['2000::', 3]);
/** Exceptions within the public range: Teredo and other protocols, documentation, and 6to4, which embeds an IPv4 address. */
const specialIpv6 = list(['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]);

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialIpv4.check(address);
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Domains outside the public DNS: RFC 6761, 6762, 8375 and 9476, `internal`, and those of private networks. */
const privateDomains = new Set(
  'localhost local internal intranet lan home corp private alt onion invalid home.arpa localdomain'.split(' '),
);

/** Whether a host name has a dot and is not below a private domain. */
export function isPublicName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  if (labels.length < 2) return false;
  return !privateDomains.has(labels.at(-1) ?? '') && !privateDomains.has(labels.slice(-2).join('.'));
}

import { BlockList, isIP } from 'node:net';

/** Parses a list of addresses and networks (`10.0.0.0/8, ::1`); null when it is malformed. */
export function parseNetworks(text: string): BlockList | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (!entry) continue;
    const [address = '', prefix, ...more] = entry.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? familyBits(family) : Number(prefix);
    const whole = more.length === 0 && /^\d{1,3}$/.test(prefix ?? '0');
    if (!family || !whole || bits > familyBits(family)) return null;
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

export const isInNetworks = (networks: BlockList, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

const familyBits = (family: number) => (family === 4 ? 32 : 128);

const privateNetworks = parseNetworks(
  '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, 169.254.0.0/16, fc00::/7, fe80::/10',
) as BlockList;

const loopback = parseNetworks('127.0.0.0/8, ::1') as BlockList;

/** Whether an address is a loopback address, which only this machine can reach. */
export const isLoopback = (address: string): boolean => isInNetworks(loopback, address);

/** Whether an address cannot come from the Internet: a private, link-local or loopback address. */
export const isPrivate = (address: string): boolean => isLoopback(address) || isInNetworks(privateNetworks, address);

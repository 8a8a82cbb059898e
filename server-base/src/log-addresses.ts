import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';

/** Form of an IP address in the log: left out, in full, or as a keyed hash. */
export interface AddressFields {
  address?: string;
  addressHash?: string;
}

/** Canonical spelling: IPv4 in IPv6 as IPv4, IPv6 in lower case and compressed. */
export function canonicalAddress(given: string): string {
  const text = given.trim().toLowerCase();
  const inUrl = `http://[${text}]`;
  if (isIP(text) !== 6 || !URL.canParse(inUrl)) return text;
  const short = new URL(inUrl).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');
}

/** The keyed hash of an address: equal in all processes with the same secret. */
export const addressHash = (secret: string, address: string): string =>
  createHmac('sha256', secret)
    .update(`log address ${canonicalAddress(address)}`)
    .digest('hex')
    .slice(0, 16);

/** Fields of a log line for an address. `secrets`: newest first. */
export const addressFields =
  (mode: 'hash' | 'full' | 'none', secrets: readonly string[]) =>
  (address: string): AddressFields => {
    if (mode === 'none' || address === '') return {};
    if (mode === 'full') return { address: canonicalAddress(address) };
    return { addressHash: addressHash(secrets[0] ?? '', address) };
  };

import { isIP, SocketAddress } from 'node:net';
import type { FieldProblem } from './errors.ts';

/** The most entries of a list of allowed addresses. */
export const maxAllowedAddresses = 100;

/** The most characters of an entry: the longest IPv6 address that contains an IPv4 address, with its prefix, is 49 long. */
export const maxAddressLength = 60;

const mappedPrefix = '::ffff:';

/** An address in its one form: IPv6 in lower case and compressed, IPv4 in IPv6 as IPv4, without a zone. Null for any other text. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const inner = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : '';
  return isIP(inner) === 4 ? inner : address;
}

/** The bits of a canonical address as a number. */
function bitsOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((all, part) => (all << 8n) | BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':').flatMap(toGroups));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0n);
  return [...first, ...zeros, ...last].reduce((all, group) => (all << 16n) | group, 0n);
}

/** A group of IPv6, or the two of an IPv4 address at its end. */
const toGroups = (part: string): bigint[] =>
  isIP(part) === 4 ? [bitsOf(part) >> 16n, bitsOf(part) & 0xffffn] : [BigInt(`0x${part}`)];

function textOf(bits: bigint, family: 4 | 6): string {
  const [groups, width, base, separator] = family === 4 ? [4, 8n, 10, '.'] : ([8, 16n, 16, ':'] as const);
  const parts = Array.from({ length: groups }, (_, place) => {
    const shift = BigInt(groups - 1 - place) * BigInt(width);
    return ((bits >> shift) & ((1n << BigInt(width)) - 1n)).toString(base);
  });
  return canonicalAddress(parts.join(separator)) ?? '';
}

const problem = (code: FieldProblem['code'], message: string): FieldProblem => ({ code, message });

/** An entry of a list in its one form, or why it cannot be in a list. */
function canonicalEntry(entry: string): string | FieldProblem {
  const [, text = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const address = canonicalAddress(text);
  const longest = isIP(text) === 6 ? 128 : 32;
  if (address === null || Number(prefix ?? 0) > longest)
    return problem(
      'FORMAT',
      `cannot contain “${entry.slice(0, maxAddressLength)}”, which is not an IP address or network`,
    );
  const family = isIP(address) === 4 ? 4 : 6;
  const most = family === 4 ? 32 : 128;
  const length = Number(prefix ?? longest) - (longest - most);
  if (length <= 0) return problem('NOT_ALLOWED', `cannot contain “${entry}”, which allows every address`);
  const hostBits = BigInt(most - length);
  const network = textOf((bitsOf(address) >> hostBits) << hostBits, family);
  if (network !== address)
    return problem(
      'FORMAT',
      `cannot contain “${entry}”. Enter the network ${network}/${length} or the address ${address}`,
    );
  return length === most ? address : `${address}/${length}`;
}

/**
 * A list of IP addresses and networks in their one form, each once, or what is wrong with it. At most 100 entries of CIDR notation, without host bits; a network
 * of all addresses is refused, because a list with it limits nothing. An empty list is null: every address is allowed.
 */
export function parseAllowedAddresses(
  entries: readonly string[],
): { list: string[] | null } | { problems: FieldProblem[] } {
  const texts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  if (texts.length > maxAllowedAddresses)
    return { problems: [problem('TOO_LONG', `must have at most ${maxAllowedAddresses} entries`)] };
  const parsed = texts.map(canonicalEntry);
  const problems = parsed.filter((entry) => typeof entry !== 'string');
  if (problems.length > 0) return { problems };
  const list = [...new Set(parsed.filter((entry) => typeof entry === 'string'))];
  return { list: list.length > 0 ? list : null };
}

import type { FieldProblem } from './errors.ts';

/** The most entries of a list of allowed addresses. */
export const maxAllowedAddresses = 100;

/** The most characters of an entry: the longest IPv6 address that contains an IPv4 address, with its prefix, is 49 long. */
export const maxAddressLength = 60;

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

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
function bitsOf(address: string): bigint {
  const [head = '', tail] = (ipv6Of(ipv4.test(address) ? `::ffff:${address}` : address) ?? '').split('::');
  const groupsOf = (part = '') => (part === '' ? [] : part.split(':'));
  const zeros = Array.from({ length: 8 - groupsOf(head).length - groupsOf(tail).length }, () => '0');
  return [...groupsOf(head), ...zeros, ...groupsOf(tail)].reduce(
    (all, group) => (all << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

function textOf(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, place) => (bits >> BigInt(16 * (7 - place))) & 0xffffn);
  return canonicalAddress(groups.map((group) => group.toString(16)).join(':')) ?? '';
}

const problem = (code: FieldProblem['code'], message: string): FieldProblem => ({ code, message });

/** Problem of an entry that is neither an address nor a network. */
function whatIs(entry: string): string {
  if (entry.startsWith('#')) return 'which is a comment';
  const [, from = ''] = /^([\da-f:.]+)\s*[-–]/i.exec(entry) ?? [];
  if (canonicalAddress(from) !== null) return 'which is a range. Enter its networks, such as 203.0.113.0/24';
  return 'which is not an IP address or network';
}

/** Canonical form of a list's entry, or its problem. */
function canonicalEntry(entry: string): string | FieldProblem {
  const [, text = '', prefix] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const address = canonicalAddress(text);
  const longest = text.includes(':') ? 128 : 32;
  if (address === null || Number(prefix ?? 0) > longest)
    return problem('FORMAT', `cannot contain “${entry.slice(0, maxAddressLength)}”, ${whatIs(entry)}`);
  const most = ipv4.test(address) ? 32 : 128;
  const length = Number(prefix ?? longest) - (longest - most);
  if (length <= 0) return problem('NOT_ALLOWED', `cannot contain “${entry}”, which allows every address`);
  const hostBits = BigInt(most - length);
  const network = textOf((bitsOf(address) >> hostBits) << hostBits);
  if (network !== address)
    return problem(
      'FORMAT',
      `cannot contain “${entry}”. Enter the network ${network}/${length} or the address ${address}`,
    );
  return length === most ? address : `${address}/${length}`;
}

/** Canonical list of addresses and networks, or its problem: at most 100 entries, without host bits or a network of all addresses. Null if empty: all are allowed. */
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

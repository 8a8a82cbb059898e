import type { FieldProblem } from './errors.ts';
import { addressOf, bitsOf, canonicalAddress, isIpv4 } from './ip-address.ts';

/** The most entries of a list of allowed addresses. */
export const maxAllowedAddresses = 100;

/** The most characters of an entry: the longest IPv6 address that contains an IPv4 address, with its prefix, is 49 long. */
export const maxAddressLength = 60;

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
  const most = isIpv4(address) ? 32 : 128;
  const length = Number(prefix ?? longest) - (longest - most);
  if (length <= 0) return problem('NOT_ALLOWED', `cannot contain “${entry}”, which allows every address`);
  const hostBits = BigInt(most - length);
  const network = addressOf((bitsOf(address) >> hostBits) << hostBits);
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

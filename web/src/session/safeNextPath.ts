const otherwise = '/';

/** Path to open after a sign-in, otherwise `/` (SECURITY 3.4). Checked before and after parsing, which turns backslashes into slashes and drops control characters. */
export const safeNextPath = (wanted: unknown, origin: string): string => {
  if (typeof wanted !== 'string' || wanted.length > 2048) return otherwise;
  const startsLocal = wanted.startsWith('/') && !/^\/[/\\]/.test(wanted);
  // In a path these characters are rejected percent-encoded as well.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters.
  const hidden = /[\u0000-\u001f\u007f\\]|^[^?#]*%(0|1|5c|7f)/i.test(wanted);
  if (!startsLocal || hidden) return otherwise;
  if (!URL.canParse(wanted, origin)) return otherwise;
  const address = new URL(wanted, origin);
  const leavesPages = /^\/(login|graphql|api|auth)(\/|$)/i.test(address.pathname);
  if (address.origin !== origin || address.pathname.startsWith('//') || leavesPages) return otherwise;
  return address.pathname + address.search + address.hash;
};

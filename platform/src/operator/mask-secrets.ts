import { isPasswordEncoded, passwordIn } from '@console/server-base/address-password';

const shortest = 4;
const surelyNoWord = 8;

/** Every form in which a server can repeat these settings: whole, passwords of URLs, parts of lists, percent-encoded or not. */
function secretForms(names: Iterable<string>, env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Array.from(names, (name) => env[name]?.trim() ?? '');
  const parts = values.flatMap((value) => [value, ...(value.includes('://') ? passwordsOf(value) : value.split(','))]);
  const forms = parts.flatMap((part) => [part, decodeIfPossible(part), encodeURIComponent(part)]);
  return [...new Set(forms.map((form) => form.trim()))].filter((form) => form.length >= shortest);
}

/** All possible passwords of an unencoded URL: masking only a part would reveal the rest. */
function passwordsOf(address: string): string[] {
  const meant = passwordIn(address) ?? '';
  if (!isPasswordEncoded(address) || !URL.canParse(address)) return [meant];
  const { password, searchParams } = new URL(address);
  return [meant, password, searchParams.get('password') ?? ''];
}

function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Masks settings in a text; short values as whole words only, because other words would reveal them. */
export function secretMask(
  names: Iterable<string>,
  env: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  const forms = secretForms(names, env).toSorted((one, other) => other.length - one.length);
  const patterns = forms.map((form) => {
    const escaped = RegExp.escape(form);
    return new RegExp(form.length < surelyNoWord ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, 'gu');
  });
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, '[secret]'), text);
}

import { z } from 'zod';
import { addressSetting, type Setting } from './settings.ts';

/** Error text that follows the name of a setting. */
const passwordEncodingHint =
  'has a user or password that is not percent-encoded: write @ / # ? % : in it as %40 %2F %23 %3F %25 %3A';

/** Text between the first `:` and the last `@` of a URL: the intended password, of which a parser may take only a part. */
export function passwordIn(address: string): string | null {
  const rest = address.slice(address.indexOf('://') + 3);
  const [colon, end] = [rest.indexOf(':'), rest.lastIndexOf('@')];
  return colon >= 0 && colon < end ? rest.slice(colon + 1, end) : null;
}

/** Whether user and password are percent-encoded. They end before the first `/`, `?` or `#`; a later `@` belongs to a password, unless in a value of the query. */
export function isPasswordEncoded(address: string): boolean {
  const rest = address.slice(address.indexOf('://') + 3);
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  if (/%(?![\da-f]{2})/i.test(user)) return false;
  const [path = '', query = ''] = rest.slice(authority.length).split(/\?(.*)/s);
  const isInValue = authority.includes('@') && /^[\w-]+=[^#]*$/.test(query);
  return !path.includes('@') && (isInValue || !query.includes('@'));
}

/** A URL that may contain a password: an error about unencoded characters does not contain any part of the URL. */
export const secretAddressSetting = (...given: Parameters<typeof addressSetting>): Setting<URL> => {
  const setting = addressSetting(...given);
  return {
    ...setting,
    secret: true,
    explain: (text) => (isPasswordEncoded(text) ? null : passwordEncodingHint),
    schema: z.string().refine(isPasswordEncoded).pipe(setting.schema),
  };
};

import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { asciiDomain, asciiEmail, spellingProblem, storedEmail } from './domain-rules.ts';
import { validateOrganisation } from './organisation-rules.ts';
import { emailProblem, isEmail } from './user-rules.ts';

/** Every character that a domain can have, and those around the planes of marks and emoji. */
const characters = Array.from({ length: 0x2_00_00 }, (_, place) => place)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));

test('DOMAIN-1 a domain with any character has the ASCII form of domainToASCII', () => {
  const differing = characters.filter((character) => {
    if (/[\s\p{Cc}/\\?#@:%<>[\]^|]/u.test(character)) return asciiDomain(`a${character}b.example`) !== null;
    return [`${character}.example`, `a${character}b.example`, `bank.ex${character}`].some((domain) => {
      const expected = domainToASCII(domain);
      const isName = !expected.split('.').includes('') && !/(?:^|\.)\d+$/.test(expected);
      return asciiDomain(domain) !== (expected !== '' && isName ? expected : null);
    });
  });
  expect(differing).toEqual([]);
});

test('DOMAIN-1 an email has the ASCII form of its domain, and keeps its own part', () => {
  expect(asciiEmail('Änn@BÜCHER.example')).toBe('Änn@xn--bcher-kva.example');
  expect(asciiEmail('ann@ⓑank。example')).toBe('ann@bank.example');
  // A sigma at the end of a word is another letter only after lower-casing.
  expect(storedEmail('ANN@BANK.ΑΣ')).toBe('ann@bank.xn--mxa0b');
  for (const kept of ['Ann@Bank.example', 'ann@b%61nk.example', 'ann@ \u00ad', 'ann', ''])
    expect(asciiEmail(kept)).toBe(kept);
});

test.each([
  ['ann@10.20.30.40', 'must have the name of a domain, not an IP address or a number'],
  ['ann@bank.0x7f', 'must have the name of a domain, not an IP address or a number'],
  ['ann@', 'must have a domain after the @'],
  ['ann@bank..example', 'must not have two full stops next to each other in its domain'],
  ['ann@bank.example.', 'must not end in a full stop'],
  ['Ann@ⓑank.example', 'is an unusual spelling. Did you mean Ann@bank.example?'],
  ['ann@bank。example', 'is an unusual spelling. Did you mean ann@bank.example?'],
  ['ann@ⓑank.bücher.example', 'is an unusual spelling. Did you mean ann@bank.xn--bcher-kva.example?'],
  ['ann@b%61nk.example', 'must be an email address'],
])('DOMAIN-2 %j %s', (email, message) => {
  expect(emailProblem(email)).toEqual({ code: 'FORMAT', message });
});

test('DOMAIN-2 an internationalised domain is accepted in each spelling, and a domain by the same rules', () => {
  const accepted = ['ann@bücher.example', 'ann@BÜCHER.example', 'ann@xn--bcher-kva.example', 'ann@ουτοπία.example'];
  expect(accepted.flatMap((email) => emailProblem(email) ?? [])).toEqual([]);
  const problemOf = (email_domain: string) => validateOrganisation({ email_domain }).email_domain;
  expect(problemOf('bücher.example, हिन्दी.example')).toBeUndefined();
  expect(problemOf('demo.example, ⓑank.example')).toEqual(spellingProblem('ⓑank.example'));
  expect(spellingProblem('ⓑank.example')?.message).toBe('is an unusual spelling. Did you mean bank.example?');
});

test('DOMAIN-3 an email of a program has any spelling of its domain', () => {
  expect(['ann@ⓑank.example', 'ann@bank。example', 'ann@bank..example'].every(isEmail)).toBe(true);
});

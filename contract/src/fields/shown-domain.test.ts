import { domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { asciiDomain } from './domain-rules.ts';
import { bothForms, shownDomain, shownEmail } from './shown-domain.ts';

const clear = [
  'bücher.example',
  'faß.example',
  'ουτοπία.example',
  'пример.example',
  '日本ひらカナ.example',
  'हिन्दी.example',
  '한국.example',
];
const unclear = [
  ...['раура.example', 'bаnk.example', 'аррӏе.example', 'νιον.example', 'bankı.example', 'a日本b.example', '☃.example'],
  ...['1२.example'],
];

test('DOMAIN-4 a domain is shown decoded only if each label is of one script and no lookalike', () => {
  const asciiOf = (domain: string) => asciiDomain(domain) ?? '';
  expect(clear.map((domain) => shownDomain(asciiOf(domain)))).toEqual(clear);
  expect(clear.map((domain) => domainToUnicode(asciiOf(domain)))).toEqual(clear);
  expect(unclear.map((domain) => shownDomain(asciiOf(domain)))).toEqual(unclear.map(asciiOf));
  expect(shownEmail('ann@mail.xn--bcher-kva.example')).toBe('ann@mail.bücher.example');
  const kept = ['ann@bank.example', 'ann', 'xn--bcher-kva@bank.example', 'ann@xn--.example', 'ann@xn--ü.example'];
  expect([...kept, 'ann@xn--99999999999.example'].map(shownEmail)).toEqual([...kept, 'ann@xn--99999999999.example']);
});

test('DOMAIN-4 a confirmation shows both forms', () => {
  const given = ['ann@xn--bcher-kva.example', 'xn--bcher-kva.example', 'ann@bank.example'];
  expect(given.map(bothForms)).toEqual([`ann@bücher.example (${given[0]})`, `bücher.example (${given[1]})`, given[2]]);
});

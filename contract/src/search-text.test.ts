import { expect, test } from 'vitest';
import { foldCaseAndAccents } from './search-text.ts';

test.each([
  ['André Dubois', 'andre dubois'],
  ['André Dubois'.normalize('NFD'), 'andre dubois'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['Paweł Đukić Ørsted', 'pawel dukic orsted'],
  ['İstanbul ıssız', 'istanbul issiz'],
  ['Ωμέγα', 'ωμεγα'],
  ['Straße 100%_\\', 'straße 100%_\\'],
])('USER-3 ORG-1 the text %s is searched as %s', (text, searched) => {
  expect(foldCaseAndAccents(text)).toBe(searched);
});

test('USER-3 vowel signs of other alphabets are kept', () => {
  expect(foldCaseAndAccents('कि')).not.toBe(foldCaseAndAccents('का'));
});

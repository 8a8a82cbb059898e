import { expect, test } from 'vitest';
import { searchedPeople, searchesWithoutHit } from '../testing/searches.ts';
import { foldText, hasWords, searchWords } from './search-text.ts';

const people = searchedPeople.map(({ name, email }) => ({ email, folded: foldText(`${name.join(' ')}\n${email}`) }));
const found = (search: string) => {
  const words = searchWords(search);
  return people.filter(({ folded }) => hasWords(folded, words)).map(({ email }) => email);
};

test.each(searchedPeople)('SEARCH-1 SEARCH-2 $name is found by each way to write the name', ({ email, searches }) => {
  for (const search of searches) expect([search, found(search)]).toEqual([search, [email]]);
});

test.each(searchesWithoutHit)('SEARCH-2 the search %s finds no user', (search) => {
  expect(found(search)).toEqual([]);
});

test.each([
  ['André Dubois', 'andre dubois'],
  ['Paweł Đukić Ørsted', 'pawel dukic orsted\noersted'],
  ['Ωμέγα', 'ωμεγα'],
  ['Straße 100%_\\', 'strasse 100%_\\'],
  ["O'Neil-Smith", 'oneilsmith'],
])('USER-3 ORG-1 the text %s is searched as %s', (text, folded) => {
  expect([foldText(text), foldText(text.normalize('NFD'))]).toEqual([folded, folded]);
});

test('USER-3 vowel signs of other alphabets are kept', () => {
  expect(foldText('कि')).not.toBe(foldText('का'));
});

test('SEARCH-2 a search without a word is one for everything, and one of a broken link is searched as it is', () => {
  for (const search of ['', ' ', '\u200b\ufeff', ';', '<>', '-', '’', '()'])
    expect([search, searchWords(search)]).toEqual([search, []]);
  expect(searchWords('mailto:%zz')).toEqual([['%zz']]);
  expect(searchWords('mailto:a%00b@x.example')).toEqual([['b@x.example'], ['a']]);
});

test('DOMAIN-11 a word with a full stop or @ is also searched in the ASCII form of its domain', () => {
  const finds = (text: string, search: string) => hasWords(foldText(text), searchWords(search));
  const email = 'ann@xn--bcher-kva.example';
  for (const search of [email, 'Ann@Bücher.example', 'bücher.example', '@bücher', 'bücher.exa'])
    expect([search, finds(email, search)]).toEqual([search, true]);
  expect([finds(email, 'bücher'), finds(email, 'bücher.org')]).toEqual([false, false]);
  expect(finds('ann@bücher.example', 'bücher.example')).toBe(true);
});

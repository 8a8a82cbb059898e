import { expect, test } from 'vitest';
import { initialsOf, sealColorOf, sealColors } from './sealLook.ts';

test('UI-18 the colour of a seal is the same for an id at any time, and all colours are used', () => {
  expect(sealColorOf('7')).toBe(sealColorOf('7'));
  const ids = Array.from({ length: 100 }, (_, index) => String(1000 + index));
  expect(new Set(ids.map(sealColorOf)).size).toBe(sealColors.length);
  expect(sealColors).toContain(sealColorOf(''));
});

test('UI-18 the initials of a seal are those of the first and the last word, or of an email', () => {
  expect(initialsOf('Jane Doe')).toBe('JD');
  expect(initialsOf('Jane van der Doe')).toBe('JD');
  expect(initialsOf('Acme')).toBe('A');
  expect(initialsOf('éva ñandú')).toBe('ÉÑ');
  expect(initialsOf('𝒜da (Byron)')).toBe('𝒜B');
  expect(initialsOf('jane@demo.example')).toBe('J');
  expect(initialsOf(' ')).toBe('');
});

import { expect, test } from 'vitest';
import { avatarColorOf, avatarColors, initialsOf } from './avatarLook.ts';

test('UI-18 the colour of an avatar is the same for an id at any time, and all colours are used', () => {
  expect(avatarColorOf('7')).toBe(avatarColorOf('7'));
  const ids = Array.from({ length: 100 }, (_, index) => String(1000 + index));
  expect(new Set(ids.map(avatarColorOf)).size).toBe(avatarColors.length);
  expect(avatarColors).toContain(avatarColorOf(''));
});

test('UI-18 the initials of an avatar are those of the first and the last word, or of an email', () => {
  expect(initialsOf('Jane Doe')).toBe('JD');
  expect(initialsOf('Jane van der Doe')).toBe('JD');
  expect(initialsOf('Acme')).toBe('A');
  expect(initialsOf('éva ñandú')).toBe('ÉÑ');
  expect(initialsOf('𝒜da (Byron)')).toBe('𝒜B');
  expect(initialsOf('jane@demo.example')).toBe('J');
  expect(initialsOf(' ')).toBe('');
});

test('UI-18 UI-29 initials are whole graphemes and letters only', () => {
  expect(initialsOf('क्षमा शर्मा')).toBe('क्षश');
  expect(initialsOf('E\u0301va N\u0303andu')).toBe('E\u0301N\u0303');
  expect(initialsOf('👩‍🔬 Ada Quill 🎉')).toBe('AQ');
  expect(initialsOf('Jane Doe 100')).toBe('JD');
  expect(initialsOf('"Olu" (-) o’Neil')).toBe('OO');
  expect(initialsOf('ßen محمد')).toBe('ßم');
  expect(initialsOf('100%_sure@list.example')).toBe('S');
  expect(initialsOf('42 👍')).toBe('');
});

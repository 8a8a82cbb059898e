import { describe, expect, test } from 'vitest';
import type { Context } from '../core/context.ts';
import { unescapedText } from '../product-api/shape.ts';
import { storedTextOrNull, storedTextsOf, withStoredTexts } from './stored-texts.ts';

const context = (extensions: boolean) =>
  ({ supports: async (name: string) => extensions && name === 'extensions' }) as unknown as Context;

describe('CASES-59 texts that a product API escapes for HTML', () => {
  test('are read without entities, once, and a lone & is left', () => {
    expect(unescapedText('R&amp;D &#039;A&#039; &amp;amp; B & C &copy')).toBe("R&D 'A' &amp; B & C &copy");
  });

  const answered = { name: 'R&amp;D', user: { name: 'O&#039;Brien' }, roles: ['&lt;'], id: 7, gone: null };

  test('are sent back as they are stored, in objects too', async () => {
    expect(await storedTextsOf(context(false), answered)).toEqual({
      ...answered,
      name: 'R&D',
      user: { name: "O'Brien" },
    });
  });

  test('are not searched for in the answer of our platform', async () => {
    expect(await storedTextsOf(context(true), answered)).toBe(answered);
  });

  test('are known as they are stored where our platform answers them, or nothing in them is escaped', async () => {
    const texts = ['R&D', 'R&amp;D', '', null, undefined];
    const read = (extensions: boolean) => Promise.all(texts.map((text) => storedTextOrNull(context(extensions), text)));
    expect(await read(true)).toEqual(['R&D', 'R&amp;D', '', null, null]);
    expect(await read(false)).toEqual(['R&D', null, '', null, null]);
  });

  test('become the stored ones in a form where they are as they were answered', () => {
    const [read, stored] = [
      { name: ' R&amp;D ', first: 'A', last: 'B', gone: 'C', none: '' },
      { name: ' R&D ', last: 'Bo' },
    ];
    const form = { name: 'R&amp;D', first: 'Other', last: 'B ', gone: 'C', none: '' };
    expect(withStoredTexts(form, read, stored)).toEqual({
      name: 'R&D',
      first: 'Other',
      last: 'B ',
      gone: '',
      none: '',
    });
  });

  test('are not invented for a field that was not read', () => {
    expect(withStoredTexts({ name: null }, {}, { name: 'stored' })).toEqual({ name: null });
  });
});

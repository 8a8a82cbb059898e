import { expect, test } from 'vitest';
import { Cursors } from './cursors.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];
const list = { list: 'users', organisationId: '1', search: undefined, order: { field: 'NAME', direction: 'ASC' } };
const place = { keys: ['Ärne', null, 3], id: '42' };

test('CONST-7 a cursor opens to its place, and a row has the same one in every answer and on every replica', () => {
  const cursor = new Cursors([older]).of(list).write(place);
  expect(new Cursors([older]).of({ ...list }).read(cursor)).toEqual(place);
  expect(new Cursors([older]).of(list).write(place)).toBe(cursor);
  expect(cursor).toMatch(/^[\w-]{60,80}$/);
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('rne');
});

test('CONST-7 RELIABILITY-F25 while the secret is changed the old one still opens, and the new one seals', () => {
  const before = new Cursors([older]).of(list).write(place);
  const during = new Cursors([newer, older]).of(list);
  expect(during.read(before)).toEqual(place);
  expect(new Cursors([newer]).of(list).read(during.write(place))).toEqual(place);
  expect(new Cursors([newer]).of(list).read(before)).toBeNull();
});

test('CONST-7 a cursor of another list, organisation, search or order is none of this one', () => {
  const cursors = new Cursors([older]);
  const cursor = cursors.of(list).write(place);
  for (const other of [
    { list: 'mappings' },
    { organisationId: '2' },
    { search: 'a' },
    { order: { field: 'NAME', direction: 'DESC' } },
    { responder: true },
  ])
    expect(cursors.of({ ...list, ...other }).read(cursor)).toBeNull();
});

test('CASES-3 CONST-7 a cursor that is changed, cut or written otherwise is none', () => {
  const { read, write } = new Cursors([older]).of(list);
  const cursor = write(place);
  const bytes = Buffer.from(cursor, 'base64url');
  const flipped = [...bytes.keys()].map((at) => bytes.with(at, (bytes[at] ?? 0) ^ 1));
  const texts = [...flipped, bytes.subarray(0, -1), bytes.subarray(0, 28)].map((changed) =>
    Buffer.from(changed).toString('base64url'),
  );
  for (const text of [...texts, `${cursor}=`, `${cursor} `, cursor.slice(0, -1), '', 'Mg'])
    expect(read(text)).toBeNull();
});

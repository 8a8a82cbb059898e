import { describe, expect, test } from 'vitest';
import { boolOf, idOf, integerOf, isoTimeOf, organisationOf, toWireId, userLimitOf, userOf } from './shape.ts';

describe('ENT-9 OPEN-49 the tolerant reader', () => {
  test('takes ids as numbers or texts', () => {
    expect([5, '5', ' a ', '', null, undefined, 1.5, {}, Number.NaN].map(idOf)).toEqual([
      '5',
      '5',
      'a',
      ...Array(6).fill(null),
    ]);
  });

  test('sends ids of up to 15 digits as numbers, and others as they are', () => {
    expect(['7', '999999999999999', '1234567890123456', '007', '0', 'a1', '-1'].map(toWireId)).toEqual([
      7,
      999999999999999,
      '1234567890123456',
      '007',
      '0',
      'a1',
      '-1',
    ]);
  });

  test('takes only true for true', () => {
    expect([true, 'true', 1, '1'].every(boolOf)).toBe(true);
    expect([false, 'false', 0, '', null, undefined, 'yes', {}, []].some(boolOf)).toBe(false);
  });

  test('takes whole numbers, also as texts', () => {
    expect([3, '3', '-3', 3.5, '3.5', 'x', null, 2 ** 40].map(integerOf)).toEqual([3, 3, -3, ...Array(5).fill(null)]);
    expect([-1, null, '-1', 0, 5, 'x'].map(userLimitOf)).toEqual([null, null, null, 0, 5, null]);
  });

  test('takes dates, and null for what is none', () => {
    expect(isoTimeOf('2026-01-02T03:04:05Z')).toBe('2026-01-02T03:04:05.000Z');
    expect(
      ['2026-01-02', '2026-01-02T03:04:05', '2026-01-02 03:04:05', '2026/01/02 03:04:05 +0000', 1767323045000].map(
        isoTimeOf,
      ),
    ).toEqual(['2026-01-02T00:00:00.000Z', ...Array(4).fill('2026-01-02T03:04:05.000Z')]);
    expect(['1767323045000', '2026-01-02T08:34:05+05:30', 'soon 1', '20260102', '1', ' '].map(isoTimeOf)).toEqual([
      '2026-01-02T03:04:05.000Z',
      '2026-01-02T03:04:05.000Z',
      ...Array(4).fill(null),
    ]);
    expect(['0000-00-00', '', 'soon', null, {}, undefined].map(isoTimeOf)).toEqual(Array(6).fill(null));
  });

  test('needs id and email of a user, id and name of an organisation', () => {
    expect([
      userOf({ id: 1 }),
      userOf({ email: 'x' }),
      userOf('x'),
      organisationOf({ id: 1 }),
      organisationOf(null),
    ]).toEqual(Array(5).fill(null));
    expect(userOf({ id: 1, email: 'x' })).not.toBeNull();
  });

  test('is not fooled by a prototype in the JSON', () => {
    expect(userOf(JSON.parse('{"__proto__": {"id": 1, "email": "x"}}'))).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import {
  boolOf,
  fullNameOf,
  hasNonNull,
  idOf,
  integerOf,
  isFalse,
  isoTimeOf,
  nameOrEmailOf,
  organisationOf,
  textOf,
  timeMsOf,
  toWireId,
  userLimitOf,
  userOf,
} from './shape.ts';

describe('ENT-9 OPEN-49 the tolerant reader', () => {
  test('takes ids as numbers or texts', () => {
    expect([5, '5', ' a ', '', ' ', null, undefined, 1.5, {}, Number.NaN].map(idOf)).toEqual([
      '5',
      '5',
      'a',
      ...Array(7).fill(null),
    ]);
  });

  test('takes texts that are not blank, and numbers', () => {
    expect(['a', ' a ', 5, 1.5].map(textOf)).toEqual(['a', ' a ', '5', '1.5']);
    expect(['', ' ', null, undefined, true, {}, ['a'], Number.NaN].map(textOf)).toEqual(Array(8).fill(null));
  });

  test('takes parts for none when all are null', () => {
    expect([{ a: null, b: 0 }, { a: null }, {}].map(hasNonNull)).toEqual([true, false, false]);
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

  test('takes only false for false', () => {
    expect([false, 'false', 0, '0'].every(isFalse)).toBe(true);
    expect([true, 'true', 1, '', null, undefined, 'no', {}, []].some(isFalse)).toBe(false);
  });

  test('takes whole numbers, also as texts', () => {
    expect([3, '3', '-3', 3.5, '3.5', 'x', null, 2 ** 40].map(integerOf)).toEqual([3, 3, -3, ...Array(5).fill(null)]);
    expect([' 3 ', '1234567890', 2 ** 31 - 1, 1 - 2 ** 31].map(integerOf)).toEqual([
      3, 1234567890, 2147483647, -2147483647,
    ]);
    expect([['3'], 'x3', '3x', '', 2 ** 31, -(2 ** 31), '12345678901', '00000000001'].map(integerOf)).toEqual(
      Array(8).fill(null),
    );
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

  const moment = '2026-01-02T03:04:05.678Z';
  const changedAt = (index: number, letter: string) => `${moment.slice(0, index)}${letter}${moment.slice(index + 1)}`;

  test('takes a date with another letter or digit too many for none', () => {
    const otherLetters = Array.from(moment, (_, index) => changedAt(index, 'x'));
    const impossible = [
      '2026-00-02',
      '2026-13-02',
      '2026-01-00',
      '2026-01-32',
      '2026-02-30',
      '2026-04-31',
      '2025-02-29',
    ];
    const times = ['24:01', '03:60', '03:04:60', '3:04', '03:04:05.', '03:04:05.1234567890'];
    const none = [...impossible, ...times.map((time) => `2026-01-02T${time}`), `x${moment}`, `${moment}x`, [moment]];
    const short = ['6-01-02', '2026-1-02', '2026-01-2', '2026-01-02 +0', '2026-01-02 +00:0', '2026-01-02T'];
    for (const value of [...otherLetters, ...none, ...short, moment.slice(3), 'x2026-01-02', '2026-01-02x'])
      expect([value, isoTimeOf(value)]).toEqual([value, null]);
  });

  test('takes the days at the end of a month, and fractions of a second', () => {
    for (const day of ['2026-01-28', '2026-01-29', '2026-01-31', '2026-04-30', '2024-02-29', '2026-12-31'])
      for (const time of ['00:00', '23:59']) expect(isoTimeOf(`${day} ${time}`)).toBe(`${day}T${time}:00.000Z`);
    for (const [fraction, ms] of Object.entries({ '.6': '600', '.678': '678', '.678901234': '678' }))
      expect(isoTimeOf(`2026-01-02T03:04:05${fraction}Z`)).toBe(`2026-01-02T03:04:05.${ms}Z`);
  });

  test('takes a zone with or without a colon and a space, in small letters too', () => {
    for (const zone of ['', 'Z', ' z', ' utc', '  GMT', '+00:00', ' +0000', '-0000'])
      expect([zone, isoTimeOf(` 2026-01-02 03:04${zone} `)]).toEqual([zone, '2026-01-02T03:04:00.000Z']);
    expect(['-03:30', ' +0330'].map((zone) => isoTimeOf(`2026-01-02T03:04${zone}`))).toEqual([
      '2026-01-02T06:34:00.000Z',
      '2026-01-01T23:34:00.000Z',
    ]);
  });

  test('takes milliseconds as number and text, up to the last moment that there is', () => {
    const last = 8_640_000_000_000_000;
    expect([0, -1, last, String(last), ' 17673230450 ', '-17673230450'].map(timeMsOf)).toEqual([
      ...[0, -1, last, last],
      ...[17673230450, -17673230450],
    ]);
    expect(
      [last + 1, -last - 1, '1767323045', '0x12345678901', '12345678901e1', [last], Number.NaN].map(timeMsOf),
    ).toEqual(Array(7).fill(null));
    expect(isoTimeOf(1.4)).toBe('1970-01-01T00:00:00.001Z');
  });

  test('joins the names of a user that are known', () => {
    expect([{ firstname: 'A', lastname: 'B' }, { firstname: 'A' }, { lastname: 'B' }, {}].map(fullNameOf)).toEqual([
      ...['A B', 'A'],
      ...['B', ''],
    ]);
  });

  test('has the email of a user in place of a name that is not known', () => {
    const email = 'a@b.example';
    expect([{ firstname: 'A', email }, { firstname: ' ', email }, { email: ' ' }].map(nameOrEmailOf)).toEqual([
      ...['A', email],
      null,
    ]);
  });

  test('needs id and email of a user, id and name of an organisation', () => {
    expect([
      userOf({ id: 1 }),
      userOf({ email: 'x' }),
      userOf('x'),
      organisationOf({ id: 1 }),
      organisationOf(null),
    ]).toEqual(Array(5).fill(null));
    expect(organisationOf({ brandname: 'x' })).toBeNull();
    expect([userOf({ id: 1, email: 'x' }), organisationOf({ id: 1, brandname: 'x' })]).not.toContain(null);
  });

  test('is not fooled by a prototype in the JSON', () => {
    expect(userOf(JSON.parse('{"__proto__": {"id": 1, "email": "x"}}'))).toBeNull();
  });
});

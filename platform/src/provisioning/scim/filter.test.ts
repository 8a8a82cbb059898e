import { expect, test } from 'vitest';
import { parseUserFilter, type UserCondition } from './filter.ts';
import type { ScimError } from './scim-error.ts';

const refusal = (filter: string) => {
  try {
    return parseUserFilter(filter);
  } catch (error) {
    return (error as ScimError).scimType;
  }
};

const one = (...conditions: UserCondition[]) => [conditions];

test('SCIM-9 a filter compares userName, externalId, email address and active, in any case and with a schema', () => {
  expect(parseUserFilter('userName eq "Jo \\"Jo\\" Reed"')).toEqual(one({ field: 'userName', value: 'Jo "Jo" Reed' }));
  expect(parseUserFilter('EXTERNALID Eq "a and b"')).toEqual(one({ field: 'externalId', value: 'a and b' }));
  expect(parseUserFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq " x "')).toEqual(
    one({ field: 'userName', value: 'x' }),
  );
  for (const attribute of ['emails', 'emails.value', 'emails[type eq "work"].value', 'emails[primary eq true].value'])
    expect(parseUserFilter(`${attribute} eq "jo@a.example"`)).toEqual(one({ field: 'email', value: 'jo@a.example' }));
  expect(parseUserFilter(' active eq "True" AND  userName  eq "jo" and active eq false ')).toEqual(
    one({ field: 'active', value: true }, { field: 'userName', value: 'jo' }, { field: 'active', value: false }),
  );
});

test('SCIMUSER-63 a filter compares id, manager and the time of the last change, with or and brackets; an empty one is none', () => {
  const [id, manager] = ['54D382A4-2050-4C03-94D1-E769F1D15682', '2819c223-7f76-453a-919d-413861904646'];
  // Microsoft Entra ID, "Query the current state of a reference attribute".
  expect(parseUserFilter(`id eq ${id} and manager eq ${manager}`)).toEqual(
    one({ field: 'id', value: id }, { field: 'manager', value: manager }),
  );
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  expect(parseUserFilter(`(${enterprise}:manager.value eq "${manager}")`)).toEqual(
    one({ field: 'manager', value: manager }),
  );
  const a = { field: 'userName', value: 'a' };
  const b = { field: 'email', value: 'b' };
  const on = { field: 'active', value: true };
  expect(parseUserFilter('userName eq "a" or emails eq "b" and active eq true')).toEqual([[a], [b, on]]);
  expect(parseUserFilter('active eq true AND ( userName eq "a" OR (emails eq "b"))')).toEqual([
    [on, a],
    [on, b],
  ]);
  const value = new Date('2026-11-29T10:00:00Z');
  for (const operator of ['eq', 'gt', 'ge', 'lt', 'le'] as const)
    expect(parseUserFilter(`meta.lastModified ${operator} "2026-11-29T12:00:00.000+02:00"`)).toEqual(
      one({ field: 'lastModified', operator, value }),
    );
  for (const empty of ['', '  ']) expect(parseUserFilter(empty)).toEqual([[]]);
});

test('SCIMUSER-63 a filter that is refused is named', () => {
  const reasons: [string, RegExp][] = [
    ['userName co "x"', /The operator co is not supported/],
    ['title pr', /The operator pr is not supported/],
    ['not (userName eq "x")', /The operator not is not supported/],
    ['userName gt "x"', /The filter userName gt is not supported/],
    ['name.familyName eq "x"', /The filter name.familyName eq is not supported/],
    ['emails[type eq "home"].value eq "x"', /The filter emails\[…\].value eq is not supported/],
    ['meta.lastModified gt "yesterday"', /meta.lastModified must be compared with a date and time/],
  ];
  for (const [filter, reason] of reasons) expect(() => parseUserFilter(filter)).toThrow(reason);
});

test('SCIM-10 a filter that is not supported is invalidFilter, and never an empty list', () => {
  const refused = [
    ...['userName', 'userName eq', 'userName eq x', 'userName eq "x', 'userName eq "x" and', 'eq "x"'],
    ...['userName co "x"', 'userName pr', 'title eq "x"', 'nickName eq "x"', 'unknown eq "x"', 'emails.type eq "work"'],
    ...['userName eq "x" xor active eq true', 'not (active eq true)', '(userName eq "x"', 'userName eq true'],
    ...['userName eq "x")', '()', 'userName eq "x" or', 'userName eq "x" or or active eq true', 'userName eq 54D382A4'],
    ...['meta.lastModified gt "2026-13-01T00:00:00Z"', 'meta.lastModified gt "2026-11-29"', 'active gt true'],
    `${'('.repeat(11)}userName eq "x"${')'.repeat(11)}`,
    ...['active eq "maybe"', 'userName eq 1', 'userName eq null', 'userName eq ["x"]', 'userName eq "x"; drop table'],
    ...['emails[type eq "home"].value eq "x"', 'userName eq "\\u0000"', 'userName eq "\\ud800"', 'meta.created eq "x"'],
    ...['userName[type eq "x"] eq "y"', 'constructor eq "x"', 'emails[type eq "work"].type eq "x"'],
    `userName eq "${'x'.repeat(2_000)}"`,
    Array.from({ length: 11 }, () => 'active eq true').join(' and '),
    `${'('.repeat(900)}userName eq "x"${')'.repeat(900)}`,
  ];
  for (const filter of refused) expect([filter, refusal(filter)]).toEqual([filter, 'invalidFilter']);
});

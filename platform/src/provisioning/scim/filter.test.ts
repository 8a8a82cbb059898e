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

const text = (field: 'id' | 'userName' | 'externalId' | 'email' | 'manager', value: string): UserCondition => ({
  field,
  operator: 'eq',
  value,
});
const active = (value: boolean): UserCondition => ({ field: 'active', operator: 'eq', value });
const anEmail: UserCondition = { field: 'email', operator: 'pr' };

test('SCIM-9 a filter compares userName, externalId, email address and active, in any case and with a schema', () => {
  expect(parseUserFilter('userName eq "Jo \\"Jo\\" Reed"')).toEqual(text('userName', 'Jo "Jo" Reed'));
  expect(parseUserFilter('EXTERNALID Eq "a and b"')).toEqual(text('externalId', 'a and b'));
  expect(parseUserFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq " x "')).toEqual(
    text('userName', 'x'),
  );
  for (const attribute of ['emails', 'emails.value'])
    expect(parseUserFilter(`${attribute} eq "jo@a.example"`)).toEqual(text('email', 'jo@a.example'));
  expect(parseUserFilter(' active eq "True" AND  userName  eq "jo" and active eq false ')).toEqual({
    and: [active(true), text('userName', 'jo'), active(false)],
  });
});

test('SCIMUSER-63 a filter compares id, manager and the time of the last change, with or and brackets; an empty one is none', () => {
  const [id, manager] = ['54D382A4-2050-4C03-94D1-E769F1D15682', '2819c223-7f76-453a-919d-413861904646'];
  // Microsoft Entra ID, "Query the current state of a reference attribute".
  expect(parseUserFilter(`id eq ${id} and manager eq ${manager}`)).toEqual({
    and: [text('id', id), text('manager', manager)],
  });
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  expect(parseUserFilter(`(${enterprise}:manager.value eq "${manager}")`)).toEqual(text('manager', manager));
  const [a, b, on] = [text('userName', 'a'), text('email', 'b'), active(true)];
  expect(parseUserFilter('userName eq "a" or emails eq "b" and active eq true')).toEqual({ or: [a, { and: [b, on] }] });
  expect(parseUserFilter('active eq true AND ( userName eq "a" OR (emails eq "b"))')).toEqual({
    and: [on, { or: [a, b] }],
  });
  const value = new Date('2026-11-29T10:00:00Z');
  for (const operator of ['eq', 'gt', 'ge', 'lt', 'le'] as const)
    expect(parseUserFilter(`meta.lastModified ${operator} "2026-11-29T12:00:00.000+02:00"`)).toEqual({
      field: 'lastModified',
      operator,
      value,
    });
  for (const empty of ['', '  ']) expect(parseUserFilter(empty)).toEqual({ and: [] });
});

test('REALUSE-16 a filter compares parts and presence, negates, and reads value paths', () => {
  const jo = text('userName', 'jo');
  for (const operator of ['co', 'sw', 'ew'] as const)
    expect(parseUserFilter(`userName ${operator.toUpperCase()} " jo"`)).toEqual({ ...jo, operator, value: ' jo' });
  for (const [name, field] of [
    ['externalId', 'externalId'],
    ['active', 'active'],
    ['meta.lastModified', 'lastModified'],
  ])
    expect(parseUserFilter(`(${name} pr)`)).toEqual({ field, operator: 'pr' });
  expect(parseUserFilter('userName ne "jo"')).toEqual({ not: jo });
  expect(parseUserFilter('not (userName eq "jo") and NOT(active eq true or not (userName ne "jo"))')).toEqual({
    and: [{ not: jo }, { not: { or: [active(true), { not: { not: jo } }] } }],
  });
  const email = text('email', 'jo]@a.example');
  for (const [filter, ...all] of [
    ['emails[type eq "work"]', anEmail],
    ['emails[type eq "Work"].value eq "jo]@a.example"', anEmail, email],
    ['emails[primary eq true] eq "jo]@a.example"', anEmail, email],
    ['emails[type eq "work" and value eq "jo]@a.example"]', anEmail, email],
    ['emails[ type eq "work" AND primary eq "True" ].value eq "jo]@a.example"', anEmail, anEmail, email],
    ['urn:ietf:params:scim:schemas:core:2.0:User:emails[value pr]', anEmail],
  ] as const)
    expect([filter, parseUserFilter(filter)]).toEqual([filter, { and: all }]);
});

test('SCIMUSER-63 a filter that is refused is named', () => {
  const reasons: [string, RegExp][] = [
    ['userName regex "x"', /The operator regex is not supported/],
    ['title pr', /The filter title pr is not supported/],
    ['userName ne true', /The filter userName ne is not supported/],
    ['not userName eq "x"', /The operator not must be followed by brackets/],
    ['userName gt "x"', /The filter userName gt is not supported/],
    ['active co "x"', /The filter active co is not supported/],
    ['meta.lastModified sw "2026"', /The filter meta.lastModified sw is not supported/],
    ['name.familyName eq "x"', /The filter name.familyName eq is not supported/],
    ['emails[type eq "home"].value eq "x"', /type can only be compared by eq "work", and primary by eq true/],
    ['emails[type ne "work"]', /type can only be compared by eq "work"/],
    ['emails[type eq "work" or value eq "x"]', /in square brackets can only be joined by and/],
    ['meta.lastModified gt "yesterday"', /meta.lastModified must be compared with a date and time/],
  ];
  for (const [filter, reason] of reasons) expect(() => parseUserFilter(filter)).toThrow(reason);
});

test('SCIM-10 a filter that is not supported is invalidFilter, and never an empty list', () => {
  const refused = [
    ...['userName', 'userName eq', 'userName eq x', 'userName eq "x', 'userName eq "x" and', 'eq "x"'],
    ...[
      'userName co x',
      'userName pr "x"',
      'userName co',
      'title eq "x"',
      'nickName eq "x"',
      'unknown eq "x"',
      'emails.type eq "work"',
    ],
    ...[
      'userName eq "x" xor active eq true',
      'not active eq true',
      'not ()',
      'not',
      'not not (active eq true)',
      '(userName eq "x"',
      'userName eq true',
    ],
    ...['userName eq "x")', '()', 'userName eq "x" or', 'userName eq "x" or or active eq true', 'userName eq 54D382A4'],
    ...['meta.lastModified gt "2026-13-01T00:00:00Z"', 'meta.lastModified gt "2026-11-29"', 'active gt true'],
    `${'('.repeat(11)}userName eq "x"${')'.repeat(11)}`,
    ...['active eq "maybe"', 'userName eq 1', 'userName eq null', 'userName eq ["x"]', 'userName eq "x"; drop table'],
    ...['emails[type eq "home"].value eq "x"', 'userName eq "\\u0000"', 'userName eq "\\ud800"', 'meta.created eq "x"'],
    ...['userName[type eq "x"] eq "y"', 'constructor eq "x"', 'emails[type eq "work"].type eq "x"'],
    `userName eq "${'x'.repeat(2_000)}"`,
    ...['emails[]', 'emails[type eq "work"', 'emails[type eq "work"].value', 'emails[not (value eq "x")]'],
    Array.from({ length: 11 }, () => 'active eq true').join(' and '),
    `emails[${Array.from({ length: 11 }, () => 'value pr').join(' and ')}]`,
    `${'not ('.repeat(11)}userName eq "x"${')'.repeat(11)}`,
    `${'('.repeat(900)}userName eq "x"${')'.repeat(900)}`,
  ];
  for (const filter of refused) expect([filter, refusal(filter)]).toEqual([filter, 'invalidFilter']);
});

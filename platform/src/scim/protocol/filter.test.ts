import { expect, test } from 'vitest';
import { parseUserFilter } from './filter.ts';
import type { ScimError } from './scim-error.ts';

const refusal = (filter: string) => {
  try {
    return parseUserFilter(filter);
  } catch (error) {
    return (error as ScimError).scimType;
  }
};

test('SCIM-9 a filter compares userName, externalId, email address and active, in any case and with a schema', () => {
  expect(parseUserFilter('userName eq "Jo \\"Jo\\" Reed"')).toEqual([{ field: 'userName', value: 'Jo "Jo" Reed' }]);
  expect(parseUserFilter('EXTERNALID Eq "a and b"')).toEqual([{ field: 'externalId', value: 'a and b' }]);
  expect(parseUserFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"')).toEqual([
    { field: 'userName', value: 'x' },
  ]);
  const email = [{ field: 'email', value: 'jo@a.example' }];
  for (const attribute of ['emails', 'emails.value', 'emails[type eq "work"].value', 'emails[primary eq true].value'])
    expect(parseUserFilter(`${attribute} eq "jo@a.example"`)).toEqual(email);
  expect(parseUserFilter(' active eq "True" AND  userName  eq "jo" and active eq false ')).toEqual([
    { field: 'active', value: true },
    { field: 'userName', value: 'jo' },
    { field: 'active', value: false },
  ]);
});

test('SCIM-10 a filter that is not supported is invalidFilter, and never an empty list', () => {
  const refused = [
    ...['', 'userName', 'userName eq', 'userName eq x', 'userName eq "x', 'userName eq "x" and', 'eq "x"'],
    ...['userName co "x"', 'userName pr', 'title eq "x"', 'nickName eq "x"', 'unknown eq "x"', 'emails.type eq "work"'],
    ...['userName eq "x" or active eq true', 'not (active eq true)', '(userName eq "x")', 'userName eq true'],
    ...['active eq "maybe"', 'userName eq 1', 'userName eq null', 'userName eq ["x"]', 'userName eq "x"; drop table'],
    ...['emails[type eq "home"].value eq "x"', 'userName eq "\\u0000"', 'userName eq "\\ud800"', 'meta.created eq "x"'],
    ...['userName[type eq "x"] eq "y"', 'constructor eq "x"', 'emails[type eq "work"].type eq "x"'],
    `userName eq "${'x'.repeat(2_000)}"`,
    Array.from({ length: 11 }, () => 'active eq true').join(' and '),
    `${'('.repeat(900)}userName eq "x"${')'.repeat(900)}`,
  ];
  for (const filter of refused) expect([filter, refusal(filter)]).toEqual([filter, 'invalidFilter']);
});

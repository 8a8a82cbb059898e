import { expect, test } from 'vitest';
import { auditTargetPath, splitAtFirstMentions } from './eventLinks.ts';
import { auditEventFilterOf } from './useActivityParams.ts';

const target = (kind: Parameters<typeof auditTargetPath>[0]['kind']) => ({ kind, id: '5', organisationId: '10' });

test('DESIGN-5 a target has the page of its kind, and none where the viewer has none', () => {
  expect(auditTargetPath(target('USER'), false)).toBe('/O/10/user/5');
  expect(auditTargetPath(target('USER'), true)).toBe('/U/5/view');
  expect(auditTargetPath(target('ORGANISATION'), false)).toBe('/O/10');
  expect(auditTargetPath(target('ORGANISATION'), true)).toBe('/O');
  expect(auditTargetPath(target('API_KEY'), false)).toBe('/O/10?tab=keys');
  expect(auditTargetPath(target('API_KEY'), true)).toBe('/O/keys');
  expect(auditTargetPath(target('MAPPING'), false)).toBe('/O/10/mapping');
  expect(auditTargetPath(target('MAPPING'), true)).toBe('/M');
  expect(auditTargetPath(target('EXTERNAL_USER'), true)).toBe('/U');
  expect(auditTargetPath(target('ASSESSMENT'), false)).toBe('/O/10?tab=asmt');
  expect(auditTargetPath(target('ASSESSMENT'), true)).toBeNull();
  expect(auditTargetPath(target('SESSION'), false)).toBeNull();
  expect(auditTargetPath({ ...target('USER'), organisationId: null }, false)).toBeNull();
});

test('DESIGN-5 names are marked in their order, each once', () => {
  expect(splitAtFirstMentions('Ada changed Ada Rao.', ['Ada', 'Ada Rao'])).toEqual([
    { text: 'Ada', nameIndex: 0 },
    { text: ' changed ', nameIndex: null },
    { text: 'Ada Rao', nameIndex: 1 },
    { text: '.', nameIndex: null },
  ]);
  expect(splitAtFirstMentions('An Administrator changed it.', ['', 'x'])).toEqual([
    { text: 'An Administrator changed it.', nameIndex: null },
  ]);
});

test('DESIGN-5 days are whole days of the browser', () => {
  const none = { action: '', way: '', outcome: '', since: '', until: '', actor: '', org: '', search: '' };
  expect(auditEventFilterOf({ ...none, until: '2026-11-20', way: 'KEY' })).toEqual({
    ways: ['KEY'],
    to: new Date(2026, 10, 21).toISOString(),
  });
});

import { expect, test } from 'vitest';
import { splitText, targetPath } from './eventLinks.ts';
import { filterOf } from './useActivityParams.ts';

const target = (kind: Parameters<typeof targetPath>[0]['kind']) => ({ kind, id: '5', organisationId: '10' });

test('DESIGN-5 a target has the page of its kind, and none where the viewer has none', () => {
  expect(targetPath(target('USER'), false)).toBe('/O/10/user/5');
  expect(targetPath(target('USER'), true)).toBe('/U/5/view');
  expect(targetPath(target('ORGANISATION'), false)).toBe('/O/10');
  expect(targetPath(target('ORGANISATION'), true)).toBe('/O');
  expect(targetPath(target('API_KEY'), false)).toBe('/O/10?tab=keys');
  expect(targetPath(target('API_KEY'), true)).toBe('/O/keys');
  expect(targetPath(target('MAPPING'), false)).toBe('/O/10/mapping');
  expect(targetPath(target('MAPPING'), true)).toBe('/M');
  expect(targetPath(target('EXTERNAL_USER'), true)).toBe('/U');
  expect(targetPath(target('ASSESSMENT'), false)).toBe('/O/10?tab=asmt');
  expect(targetPath(target('ASSESSMENT'), true)).toBeNull();
  expect(targetPath(target('SESSION'), false)).toBeNull();
  expect(targetPath({ ...target('USER'), organisationId: null }, false)).toBeNull();
});

test('DESIGN-5 names are marked in their order, each once', () => {
  expect(splitText('Ada changed Ada Rao.', ['Ada', 'Ada Rao'])).toEqual([
    { text: 'Ada', name: 0 },
    { text: ' changed ', name: null },
    { text: 'Ada Rao', name: 1 },
    { text: '.', name: null },
  ]);
  expect(splitText('An Administrator changed it.', ['', 'x'])).toEqual([
    { text: 'An Administrator changed it.', name: null },
  ]);
});

test('DESIGN-5 days are whole days of the browser, and what is none is left out', () => {
  const none = { action: '', way: '', outcome: '', from: '', to: '', actor: '' };
  expect(filterOf({ ...none, to: '2026-11-20', way: 'KEY' })).toEqual({
    ways: ['KEY'],
    to: new Date(2026, 10, 21).toISOString(),
  });
  expect(filterOf({ ...none, from: 'soon', actor: 'x', way: 'toString' })).toEqual({});
});

import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft, dropDraftsOfOtherUsers, readDraft, storeDraft } from './drafts.ts';

const mine = { owner: '1', path: '/profile', form: 'profile' };

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('SHELL-12 what was typed is found again by the same person, on the same page, in the same form only', () => {
  storeDraft(mine, { firstName: 'Grace' });
  expect(readDraft(mine)?.values).toEqual({ firstName: 'Grace' });
  for (const other of [{ owner: '2' }, { path: '/U/new' }, { form: 'other' }])
    expect(readDraft({ ...mine, ...other })).toBeNull();
  dropDraft(mine);
  expect(readDraft(mine)).toBeNull();
});

test('SHELL-12 it is kept for 12 hours', () => {
  storeDraft(mine, { firstName: 'Grace' });
  vi.advanceTimersByTime(12 * 3_600_000);
  expect(readDraft(mine)).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(readDraft(mine)).toBeNull();
});

test('WIZ-16 it says when it was typed', () => {
  storeDraft(mine, { firstName: 'Grace' });
  expect(readDraft(mine)?.at).toBe(Date.now());
  storeDraft(mine, { firstName: 'Grace' }, { at: 5 });
  vi.setSystemTime(10);
  expect(readDraft(mine)?.at).toBe(5);
});

test('CASES-2 no password is ever kept, and a form of passwords keeps nothing', () => {
  storeDraft(mine, {
    firstName: 'Grace',
    currentPassword: 'canary-1',
    password: 'canary-2',
    passwordConfirmation: 'c',
  });
  expect(readDraft(mine)?.values).toEqual({ firstName: 'Grace' });
  storeDraft({ ...mine, form: 'secret' }, { currentPassword: 'canary-1' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('canary');
  expect(sessionStorage).toHaveLength(1);
});

test('SHELL-12 another person’s arrival drops what others typed, and nothing else', () => {
  sessionStorage.setItem('other', 'stays');
  storeDraft(mine, { a: 1 });
  storeDraft({ ...mine, owner: '11' }, { a: 11 });
  dropDraftsOfOtherUsers('1');
  expect(readDraft(mine)?.values).toEqual({ a: 1 });
  expect(readDraft({ ...mine, owner: '11' })).toBeNull();
  dropAllDrafts();
  expect(readDraft(mine)).toBeNull();
  expect(sessionStorage.getItem('other')).toBe('stays');
});

test.for(['', 'no json', 'null', '7', '{"at":"now","values":{}}', '{"at":1e99,"values":{}}'])(
  'SHELL-12 the stored value %j is not read as a draft',
  (stored) => {
    storeDraft(mine, { a: 1 });
    const [key = ''] = Object.keys(sessionStorage);
    sessionStorage.setItem(key, stored);
    expect(readDraft(mine)).toBeNull();
  },
);

test('SHELL-12 without sessionStorage nothing is kept and nothing fails', () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storeDraft(mine, { a: 1 });
  broken.mockRestore();
  expect(readDraft(mine)).toBeNull();
});

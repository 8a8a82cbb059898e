import { expect, test } from 'vitest';
import { describeRemovedSettings } from './removed-settings.ts';

test('UPGRADE-10 settings that an earlier release had are named in one line with what holds instead', () => {
  expect(describeRemovedSettings({ OTP_MINUTES: '3', MAX_DEPTH: '12', MAX_TOKENS: ' ', PORT: '3000' })).toBe(
    'Settings that have no effect in this release: MAX_DEPTH (now always 8 levels), OTP_MINUTES (now always 5 minutes).',
  );
  expect(describeRemovedSettings({ PORT: '3000' })).toBeNull();
});

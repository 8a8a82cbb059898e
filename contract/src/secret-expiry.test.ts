import { afterEach, expect, test, vi } from 'vitest';
import { dayIn, daysUntil } from './secret-expiry.ts';

afterEach(() => vi.unstubAllEnvs());

test('REVIEW-13 tomorrow is one day away in every time zone', () => {
  const now = new Date('2026-12-01T01:00:00Z');
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', zone);
    expect([dayIn(1, now), daysUntil(dayIn(1, now), now)]).toEqual(['2026-12-02', 1]);
  }
});

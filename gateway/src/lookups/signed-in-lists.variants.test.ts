import { beforeEach, expect, test } from 'vitest';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
beforeEach(async () => {
  // Caches across requests have expired by then.
  system.platform.moveClock(11 * 60_000);
});

const lists = [
  ['REST-54 ASMT-5', 'assessmentStatuses', '/consoles/asmt_status_list', 'asmt_status_list', 'Completed'],
  ['REST-52 CONF-2', 'notificationFrequencies', '/tasks/notification_frequency_list', 'noti_frequency_list', 'Weekly'],
] as const;

test.each(lists)(
  '%s %s: one call to %s with the caller’s key, kept for everybody',
  async (_item, field, path, _key, entry) => {
    const tab = await system.signIn('audA');
    const document = `{ lookups { ${field} { id label group } } }`;
    const { data, errors } = await tab.graphql(document);
    expect(errors).toEqual([]);
    expect(data.lookups[field]).toContainEqual({ id: entry, label: entry, group: null });
    await (await system.signIn('adm')).graphql(document);
    expect(system.upstream.sent(path)).toEqual([
      expect.objectContaining({
        method: 'GET',
        query: {},
        body: undefined,
        headers: expect.objectContaining({ 'api-key': expect.any(String) }),
      }),
    ]);
  },
);

test.each(lists)(
  '%s GQL-13 %s: an anonymous caller is UNAUTHENTICATED, cached or not, and %s is not called',
  async (_item, field, path) => {
    const document = `{ lookups { ${field} { id } } }`;
    for (const kept of [false, true]) {
      if (kept) await (await system.signIn('adm')).graphql(document);
      system.upstream.requests.length = 0;
      const { code, data } = await system.client().graphql(document);
      expect([code, data.lookups[field], system.upstream.sent(path)]).toEqual(['UNAUTHENTICATED', null, []]);
    }
  },
);

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { useTestSystem, viewerDocument } from '../testing/system.ts';

const minutes = (count: number) => count * 60_000;
const detail = '/tasks/api_user_detail';

/** A fixed shuffled order. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value, place) => ({ value, at: (place * 7919 + 13) % 31 }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);

describe.each(['on', 'off'] as const)('extensions %s:', (extensions) => {
  const system = useTestSystem({ extensions });

  const tokensOf = async () => {
    const rows = await system.platform.db.selectFrom('session_token').select(['session_id']).execute();
    return Object.values(Object.groupBy(rows, ({ session_id }) => String(session_id))).map((tokens) => tokens?.length);
  };
  const expectViewer = async (tab: TestClient, email: string) => {
    const { data, errors } = await tab.graphql(viewerDocument);
    expect([errors, data?.viewer?.user.email]).toEqual([[], email]);
  };

  test('RELIABILITY-F14 SHELL-20 PROTOCOLS-1.9 PROTOCOLS-1.11 twenty parallel requests of each of two users keep both sessions apart and signed in, with one new token each', async () => {
    const people = [
      { tab: await system.signIn('orgA'), email: 'orga@a.example' },
      { tab: await system.signIn('orgB'), email: 'orgb@b.example' },
    ];
    for (let round = 1; round <= 2; round += 1) {
      system.platform.moveClock(minutes(6));
      // Every copy has the earlier cookie, like requests that are sent together.
      const copies = shuffled(
        Array.from({ length: 20 }, () => people.map(({ tab, email }) => ({ tab: tab.copy(), email }))).flat(),
      );
      const answers = await Promise.all(
        copies.map(async ({ tab, email }) => ({ tab, email, answer: await tab.graphql(viewerDocument) })),
      );
      for (const { answer, email } of answers) {
        expect([answer.errors, answer.data.viewer?.user.email]).toEqual([[], email]);
        expect(answer.setCookies.filter((cookie) => cookie.includes('Max-Age=0'))).toEqual([]);
      }
      expect(await tokensOf()).toEqual([1 + round, 1 + round]);
      // Whichever response the browser processed last, its cookie is valid.
      for (const { tab, email } of shuffled(answers).slice(0, 12)) await expectViewer(tab, email);
      for (const person of people) {
        const last = answers.findLast(({ email }) => email === person.email);
        if (last) person.tab = last.tab;
      }
    }
  });

  test('PROTOCOLS-1.9 PROTOCOLS-1.11 a request with the old cookie works within the grace, and after it by the key alone', async () => {
    const tab = await system.signIn('orgA');
    const [soon, late] = [tab.copy(), tab.copy()];
    system.platform.moveClock(minutes(6));
    await expectViewer(tab, 'orga@a.example');
    await expectViewer(tab, 'orga@a.example');
    system.platform.moveClock(29_000);
    await expectViewer(soon, 'orga@a.example');
    system.platform.moveClock(minutes(2));
    await expectViewer(late, 'orga@a.example');
    await expectViewer(tab, 'orga@a.example');
  });

  test('RELIABILITY-F14 PROTOCOLS-1.10 PROTOCOLS-1.11 twelve answers that arrive in another order: the browser ends with a cookie that works, and never with an older token', async () => {
    const tab = await system.signIn('orgA');
    system.platform.moveClock(minutes(6));
    const delays = shuffled(Array.from({ length: 12 }, (_, n) => n * 15));
    system.upstream.script(detail, ...delays.map((delayMs) => ({ real: true, delayMs, times: 1 })));
    // All requests come from one browser: each response's cookie replaces the previous one, in the order of arrival.
    const answers = await Promise.all(Array.from({ length: 12 }, () => tab.graphql(viewerDocument)));
    expect(answers.map(({ data }) => data.viewer?.user.email)).toEqual(answers.map(() => 'orga@a.example'));
    expect(await tokensOf()).toEqual([2]);
    system.upstream.requests.length = 0;
    await expectViewer(tab, 'orga@a.example');
    const [next] = system.upstream.sent(detail).map(({ headers }) => headers['access-token']);
    const renewed = await system.platform.db.selectFrom('session_token').selectAll().orderBy('id', 'desc').execute();
    expect(createHash('sha256').update(String(next)).digest('hex')).toBe(renewed[0]?.token_hash);
  });

  test('PROTOCOLS-1.9 an answer that is lost costs nothing: the next request gets a token all the same', async () => {
    const tab = await system.signIn('orgA');
    const lost = tab.copy();
    system.platform.moveClock(minutes(6));
    await lost.graphql(viewerDocument);
    system.platform.moveClock(minutes(1));
    for (let n = 0; n < 3; n += 1) await expectViewer(tab, 'orga@a.example');
  });

  test('PROTOCOLS-1.13 a late cookie of an ended session shows no data of another user', async () => {
    const tab = await system.signIn('orgA');
    const late = tab.copy();
    system.platform.moveClock(minutes(6));
    await late.graphql(viewerDocument);
    await system.login(tab, 'orgB');
    tab.page = system.client().page;
    await system.login(tab, 'orgB');
    tab.cookies.set('__Host-console', late.cookies.get('__Host-console') ?? '');
    const { data } = await tab.graphql(viewerDocument);
    expect(data.viewer).toBeNull();
  });
});

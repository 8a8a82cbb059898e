import { capabilitiesCall } from '@console/contract/calls/extensions';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { logoutDocument, type TestSystem, useTestSystem, viewerDocument } from '../testing/system.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const isSignedIn = async (tab: TestClient) => (await tab.graphql(viewerDocument)).data?.viewer != null;
const endOf = async (tab: TestClient) => JSON.parse((await tab.graphql(viewerDocument)).text).extensions?.sessionEnd;

/** A session ends after an hour without use, and after a day in any case. */
async function expectEndsOf(system: TestSystem) {
  const [busy, idle] = [await system.signIn('orgA'), await system.signIn('orgB')];
  for (let minutes = 0; minutes < 23 * 60; minutes += 50) {
    system.platform.moveClock(50 * minuteMs);
    expect(await isSignedIn(busy)).toBe(true);
  }
  expect(await endOf(idle)).toBe('IDLE');
  system.platform.moveClock(50 * minuteMs);
  expect(await endOf(busy)).toBe('EXPIRED');
}

describe('with our platform', () => {
  const system = useTestSystem({
    extensions: 'on',
    signsInAnew: true,
    settings: { SESSION_IDLE_MINUTES: '5', SESSION_HOURS: '1' },
    platformSettings: { sessionIdleMinutes: 60, sessionHours: 24 },
  });

  test.each([
    ['of this release', null],
    ['of release 1.0.0', ['extensions']],
  ])(
    'SESSIONTIME-1 a platform %s decides how long sessions last, and not the gateway',
    async (_release, capabilities) => {
      if (capabilities) {
        const change = (body: unknown) => ({ ...(body as object), capabilities });
        system.upstream.script(capabilitiesCall.path, { real: true, change });
      }
      await expectEndsOf(system);
    },
  );

  test('SESSIONTIME-2 a gateway that has just started asks whether the product API ends its sessions', async () => {
    const tab = await system.signIn('orgA');
    system.platform.moveClock(45 * minuteMs);
    const another = await system.anotherGateway();
    expect(await isSignedIn(another.copyOf(tab))).toBe(true);
    await another.close();
  });

  test('SESSIONTIME-3 a signed-out session is remembered as long as its cookie could be used', async () => {
    const [ended, running] = [await system.signIn('orgA'), await system.signIn('orgA')];
    const stolen = ended.copy();
    // A refusal is final, so the platform never ends the session.
    system.upstream.script('/consoles/logout_api_user', { status: 400 });
    await ended.graphql(logoutDocument);
    system.platform.moveClock(20 * hourMs);
    await system.platform.db.updateTable('session').set({ last_used_at: system.platform.now() }).execute();
    expect([await isSignedIn(running), await isSignedIn(stolen)]).toEqual([true, false]);
  });
});

describe('with a product API without extensions', () => {
  const platformSettings = { sessionIdleMinutes: 100_000, sessionHours: 720 };
  const system = useTestSystem({
    extensions: 'off',
    signsInAnew: true,
    settings: { SESSION_IDLE_MINUTES: '60', SESSION_HOURS: '24' },
    platformSettings,
  });
  const short = useTestSystem({
    extensions: 'off',
    signsInAnew: true,
    settings: { SESSION_IDLE_MINUTES: '4' },
    platformSettings,
  });

  test('SESSIONTIME-4 the settings of the gateway decide how long sessions last', async () => {
    await expectEndsOf(system);
  });

  test('SESSIONTIME-5 a session that is used does not end, however short the idle time is', async () => {
    const tab = await short.signIn('orgA');
    for (let minute = 0; minute < 10; minute += 1) {
      short.platform.moveClock(minuteMs);
      expect(await isSignedIn(tab)).toBe(true);
    }
    short.platform.moveClock(5 * minuteMs);
    expect(await endOf(tab)).toBe('IDLE');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { type Fixtures, type UserName, writeFixtures } from '../../testing/fixtures.ts';
import { addIntegrationKey } from '../../testing/users.ts';
import { addMs, hourMs, minuteMs, secondMs } from '../base/clock.ts';
import { readPlatformSettings } from '../base/settings.ts';
import { findCallerAndMarkKeyUsed, type KeyKind } from './caller.ts';
import type { Services } from './services.ts';
import { createSession, endSession, selectActiveSessions } from './sessions.ts';
import { countUsableKeys } from './usable-keys.ts';

let now = demoNow;
let services: Pick<Services, 'db' | 'clock' | 'settings'>;
let fixtures: Fixtures;
beforeAll(async () => {
  services = { db: await openTestDatabase(), clock: () => now, settings: readPlatformSettings({}) };
});
afterAll(() => services.db.destroy());
beforeEach(async () => {
  now = demoNow;
  fixtures = await writeFixtures(services.db, now);
});

const find = (key: string, kind: KeyKind | null = null, token: string | null = null) =>
  findCallerAndMarkKeyUsed(services, key, kind, token, null);
const device = { userAgent: null, address: '::1' };
const sessionOf = (user: UserName, lifeMs = 12 * hourMs) =>
  services.db
    .transaction()
    .execute((trx) =>
      createSession(trx, services.clock, fixtures.users[user].id, lifeMs, device, { by: 'password', hasFactor: false }),
    );
const lastUsed = async (table: 'session' | 'api_key') =>
  (await services.db.selectFrom(table).select('last_used_at').executeTakeFirstOrThrow()).last_used_at;

describe('SECURITY-T3 the key of a session', () => {
  test('is that of its user, with role, organisation and token', async () => {
    const { apiKey, sessionId, sessionToken } = await sessionOf('orgA');
    const role = { userId: fixtures.users.orgA.id, role: 'ORGANISER', organisationId: String(fixtures.orgs.A) };
    const caller = { ...role, hasProviderSignOut: false };
    const token = { id: expect.any(Number), createdAt: now, firstUsedAt: null, expiresAt: null };
    expect(await find(apiKey, null, sessionToken)).toEqual({ ...caller, sessionId, token, via: 'rest' });
    expect(await find(apiKey, 'session')).toEqual({ ...caller, sessionId, token: undefined, via: 'session' });
    const other = await sessionOf('orgA');
    expect(await find(apiKey, 'session', other.sessionToken)).toMatchObject({ sessionId, token: undefined });
    expect([await find(apiKey, 'bearer'), await find('unknown')]).toEqual([null, null]);
  });

  test('of users without role and organisation is theirs, and of disabled ones none', async () => {
    const keys = await Promise.all((['nowhere', 'invited', 'disA', 'usrD'] as const).map((user) => sessionOf(user)));
    const callers = await Promise.all(keys.map(({ apiKey }) => find(apiKey)));
    expect(callers).toMatchObject([
      { role: 'ORGANISER', organisationId: null },
      { role: null, organisationId: null },
      ...[null, null],
    ]);
  });

  test('SESSIONTIME-9 works while it is used, with the shortest idle time as well', async () => {
    const { apiKey } = await sessionOf('orgA');
    const short = { ...services, settings: { ...services.settings, sessionIdleMinutes: 1 } };
    for (let use = 0; use < 5; use += 1) {
      now = addMs(now, 30 * secondMs);
      expect(await findCallerAndMarkKeyUsed(short, apiKey, null, null, null)).not.toBeNull();
    }
  });

  test('works until the session ends, expires or was idle for too long', async () => {
    const idleMs = services.settings.sessionIdleMinutes * minuteMs;
    const { apiKey } = await sessionOf('orgA', 2 * idleMs);
    const isActive = async () => [
      (await find(apiKey)) !== null,
      (await selectActiveSessions(services).select('session.id').execute()).length,
    ];
    expect(await isActive()).toEqual([true, 1]);
    now = addMs(now, idleMs - 1);
    expect(await isActive()).toEqual([true, 1]);
    now = addMs(now, idleMs);
    expect(await isActive()).toEqual([false, 0]);
    now = demoNow;
    const { apiKey: short } = await sessionOf('orgB', minuteMs);
    now = addMs(now, minuteMs - 1);
    expect(await find(short)).not.toBeNull();
    now = addMs(now, 1);
    expect(await find(short)).toBeNull();
    const { apiKey: ended, sessionId } = await sessionOf('assA');
    await services.db.transaction().execute((trx) => endSession(trx, services.clock, sessionId));
    expect(await find(ended)).toBeNull();
  });

  test('writes its use once a minute', async () => {
    const { apiKey } = await sessionOf('orgA');
    now = addMs(now, minuteMs - 1);
    await find(apiKey);
    expect(await lastUsed('session')).toEqual(demoNow);
    now = addMs(now, 1);
    await find(apiKey);
    expect(await lastUsed('session')).toEqual(now);
  });
});

describe('DESIGN-8 an API key', () => {
  test('is that of its user, with its scopes', async () => {
    const key = await addIntegrationKey(services.db, fixtures.users.adm.id, ['users:write']);
    const caller = { userId: fixtures.users.adm.id, role: 'ADMINISTRATOR', apiKeyId: expect.any(Number) };
    expect(await find(key)).toMatchObject({ ...caller, keyScopes: ['users:write'], via: 'rest' });
    expect(await find(key, 'bearer')).toMatchObject({ ...caller, via: 'bearer' });
    expect([await find(key, 'session'), await find('unknown', 'bearer')]).toEqual([null, null]);
    const disabled = await addIntegrationKey(services.db, fixtures.users.disA.id);
    expect(await find(disabled)).toBeNull();
  });

  test('works until it expires or is revoked', async () => {
    const key = await addIntegrationKey(services.db, fixtures.users.adm.id);
    const change = (row: object) => services.db.updateTable('api_key').set(row).execute();
    const isUsable = async () => [
      (await find(key)) !== null,
      await countUsableKeys(services.db, now, { ent_usr_id: fixtures.users.adm.id }),
    ];
    expect([await isUsable(), await countUsableKeys(services.db, now, { ent_usr_id: fixtures.users.arc.id })]).toEqual([
      [true, 1],
      0,
    ]);
    await change({ expires_at: addMs(now, 1) });
    expect(await isUsable()).toEqual([true, 1]);
    now = addMs(now, 1);
    expect(await isUsable()).toEqual([false, 0]);
    await change({ expires_at: null, revoked_at: now });
    expect(await isUsable()).toEqual([false, 0]);
  });

  test('writes its use once a minute', async () => {
    const key = await addIntegrationKey(services.db, fixtures.users.adm.id);
    await find(key);
    expect(await lastUsed('api_key')).toEqual(demoNow);
    now = addMs(now, minuteMs - 1);
    await find(key);
    expect(await lastUsed('api_key')).toEqual(demoNow);
    now = addMs(now, 1);
    await find(key);
    expect(await lastUsed('api_key')).toEqual(now);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@console/contract/calls/all';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { chainAuditEvents } from './audit/audit-chain.ts';
import { readPlatformSettings } from './core/base/settings.ts';
import type { Database } from './core/database/schema.ts';
import { demoPassword } from './demo/sign-ins.ts';
import { type RunningPlatform, startPlatform } from './start.ts';
import { openTestDatabase } from './testing/database.ts';

let folder: string;
let db: Kysely<Database>;
const platforms: RunningPlatform[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  db = await openTestDatabase({ demo: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` });
  for (const name of ['one', 'two']) {
    const env = {
      DATA_DIR: join(folder, name),
      DATABASE_URL: url.href,
      PLATFORM_SECRET: 'a secret of the tests '.repeat(2),
    };
    platforms.push(await startPlatform({ ...readPlatformSettings(env), port: 0 }, { logger: false }));
  }
});
afterAll(async () => {
  await Promise.all(platforms.map((platform) => platform.close()));
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const signIn = async ({ origin }: RunningPlatform, password: string) =>
  (
    await fetch(`${origin}${calls.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api: true, ent_usr: { email: 'admin@demo.example', password } }),
    })
  ).status;
const unnumbered = async () =>
  (await db.selectFrom('audit_entry').select('id').where('position', 'is', null).execute()).length;

test('EVENT-6 an event has a number within a second, done or refused, on either of two platforms', async () => {
  for (const platform of [...platforms, ...platforms]) {
    expect(await signIn(platform, demoPassword)).toBe(200);
    await vi.waitFor(async () => expect(await unnumbered()).toBe(0), 1_000);
    expect(await signIn(platform, 'wrong')).not.toBe(200);
    await vi.waitFor(async () => expect(await unnumbered()).toBe(0), 1_000);
  }
  const rows = await db.selectFrom('audit_entry').select('position').orderBy('position').execute();
  expect(rows.length).toBeGreaterThanOrEqual(8);
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, place) => place + 1));
});

test('EVENT-6 while two platforms write, a reader who goes on after the last number misses no event', async () => {
  const at = new Date();
  const write = async (place: number) => {
    const trx = await db.startTransaction().execute();
    const target_id = String(place);
    await trx
      .insertInto('audit_entry')
      .values({ at, via: 'session', action: 'x', event: 'users:edit', target_type: 'ent_usr', target_id })
      .execute();
    // Commits come in another order than ids.
    await sql`select pg_sleep(${(place * 7) % 5} * 0.01)`.execute(trx);
    await trx.commit().execute();
  };
  const seen: string[] = [];
  let after = 0;
  const read = async () => {
    await chainAuditEvents(db);
    const rows = await db
      .selectFrom('audit_entry')
      .select(['position', 'target_id'])
      .where('position', '>', after)
      .where('action', '=', 'x')
      .orderBy('position')
      .execute();
    seen.push(...rows.map(({ target_id }) => target_id ?? ''));
    after = rows.at(-1)?.position ?? after;
  };
  const writes = Promise.all(Array.from({ length: 60 }, (_, place) => write(place)));
  let isDone = false;
  void writes.finally(() => {
    isDone = true;
  });
  while (!isDone) await read();
  await writes;
  await read();
  expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 60 }, (_, place) => String(place)),
  );
});

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newSecret } from '@console/server-base/secret-file';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { hashSecret } from './core/base/keys.ts';
import { openTestDatabase } from './testing/database.ts';
import { demoNow } from './testing/demo-now.ts';
import { writeFixtures } from './testing/fixtures.ts';
import { freePort } from './testing/free-port.ts';
import { runNode } from './testing/processes.ts';

const users = 500;
const kills = 20;

test('SCIMUSER-16 after 20 times kill -9 during a sync of 500 users the repeated sync ends with every user once', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'console-scim-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { orgs } = await writeFixtures(db, demoNow);
    const key = newSecret();
    const of = { ent_org_id: orgs.A };
    await db
      .insertInto('scim_setting')
      .values({
        ...of,
        enabled_at: demoNow,
        updated_at: demoNow,
        default_role: 'AUDITEE',
        default_designation: 'Member',
        default_department: 'IT',
      })
      .execute();
    await db
      .insertInto('api_key')
      .values({
        owner_org_id: orgs.A,
        purpose: 'scim',
        name: 'sync',
        key_hash: hashSecret(key),
        scopes: [],
        created_at: demoNow,
      })
      .execute();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const DATABASE_URL = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` }).href;
    const env = {
      ...process.env,
      DATABASE_URL,
      DATA_DIR: folder,
      DEMO: 'off',
      PLATFORM_PORT: String(port),
      PLATFORM_SECRET: 'a secret of the tests '.repeat(2),
    };
    const start = async () => {
      const { child, errors } = runNode([join(import.meta.dirname, 'main.ts')], env);
      while (!(await fetch(`${origin}/health/live`).then(Boolean, () => false))) {
        if (child.exitCode !== null) throw new Error(errors());
        await delay(20);
      }
      return child;
    };
    const create = async (place: number): Promise<number> => {
      const answer = await fetch(`${origin}/scim/v2/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ userName: `u${place}@a.example`, externalId: `e-${place}`, active: true }),
      });
      await answer.text();
      return answer.status;
    };
    let child = await start();
    let next = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      for (const end = ((kill + 1) * users) / (kills + 1); next < end - 1; next += 1)
        expect([201, 409]).toContain(await create(next));
      const sent = create(next).catch(() => null);
      // Kills at another point of the request each time.
      await delay(kill);
      child.kill('SIGKILL');
      await once(child, 'close');
      await sent;
      child = await start();
    }
    const statuses: number[] = [];
    for (let place = 0; place < users; place += 1) statuses.push(await create(place));
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    child.kill('SIGKILL');
    await once(child, 'close');
    const counted = (table: 'ent_usr' | 'scim_user') =>
      db
        .selectFrom(table)
        .select([sql<number>`count(*)::int`.as('rows')])
        .where(sql<boolean>`${sql.ref(table === 'ent_usr' ? 'email' : 'user_name')} like 'u%@a.example'`)
        .executeTakeFirst();
    expect([await counted('ent_usr'), await counted('scim_user')]).toEqual([{ rows: users }, { rows: users }]);
    const events = await db
      .selectFrom('audit_entry')
      .select([sql<number>`count(*)::int`.as('events'), sql<number>`count(distinct target_id)::int`.as('targets')])
      .where('action', '=', 'users:create')
      .executeTakeFirst();
    expect(events).toEqual({ events: users, targets: users });
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}, 1_200_000);

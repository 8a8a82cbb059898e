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
import { fixturePassword, writeFixtures } from './testing/fixtures.ts';
import { freePort } from './testing/free-port.ts';
import { runNode } from './testing/processes.ts';
import { addUsers } from './testing/users.ts';

const people = 200;
const kills = 20;

test('REVIEW-29 after 20 times kill -9 while a review of 200 people ends, each decision was carried out once', async () => {
  const db = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'console-review-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  try {
    const { orgs, users } = await writeFixtures(db, demoNow);
    const ids = await addUsers(
      db,
      orgs.A,
      Array.from({ length: people }, (_, place) => ({ email: `p${place}@a.example`, role_id: 5, password_hash: 'x' })),
    );
    const now = new Date();
    const key = newSecret();
    await db
      .insertInto('session')
      .values({
        ent_usr_id: users.orgA.id,
        key_hash: hashSecret(key),
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .execute();
    const { id } = await db
      .insertInto('access_review')
      .values({
        ent_org_id: orgs.A,
        name: 'Autumn',
        due_on: '2030-01-01',
        scope: 'all',
        state: 'open',
        scope_roles: null,
        reviewer_ids: null,
        series_id: null,
        started_by: users.orgA.id,
        started_at: now,
        ended_by: null,
        ended_at: null,
        finished_at: null,
        reminded_days: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // A third of the people is deactivated, a third gets another role, a third keeps its access.
    const decisions = ['REMOVE', 'CHANGE_ROLE', 'KEEP'] as const;
    await db
      .insertInto('access_review_item')
      .values(
        ids.map((ent_usr_id, place) => {
          const decision = decisions[place % 3] ?? 'KEEP';
          return {
            review_id: id,
            ent_usr_id,
            is_external: false,
            role_id: 5,
            reviewer_id: users.orgA.id,
            decision,
            new_role_id: decision === 'CHANGE_ROLE' ? 4 : null,
            decided_by: users.orgA.id,
            decided_at: now,
            decided_role_id: 5,
            version: 1,
          };
        }),
      )
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
    const send = (path: string, body: object) =>
      fetch(`${origin}/consoles/${path}`, {
        method: 'POST',
        headers: { 'api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const doneCount = async () =>
      (
        await db
          .selectFrom('access_review_item')
          .select(sql<number>`count(*)::int`.as('items'))
          .where('outcome', 'is not', null)
          .executeTakeFirstOrThrow()
      ).items;
    const state = async () =>
      (await db.selectFrom('access_review').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    let child = await start();
    expect((await send('valid_password', { current_password: fixturePassword })).status).toBe(200);
    expect((await send('ext/complete_access_review', { reviewId: String(id) })).status).toBe(200);
    for (let kill = 0; kill < kills; kill += 1) {
      // Kills in the middle of the work: each time some decisions later, and at another point within a decision.
      const target = Math.min(people - 1, ((kill + 1) * people) / (kills + 1));
      while ((await doneCount()) < target) await delay(1);
      await delay(kill % 5);
      child.kill('SIGKILL');
      await once(child, 'close');
      child = await start();
    }
    while ((await state()) !== 'ended') await delay(100);
    child.kill('SIGKILL');
    await once(child, 'close');
    const outcomes = await db
      .selectFrom('access_review_item')
      .select(['decision', 'outcome', sql<number>`count(*)::int`.as('items')])
      .select(sql<number>`count(distinct audit_entry_id)::int`.as('events'))
      .groupBy(['decision', 'outcome'])
      .orderBy('decision')
      .execute();
    expect(outcomes).toEqual([
      { decision: 'CHANGE_ROLE', outcome: 'DONE', items: 67, events: 67 },
      { decision: 'KEEP', outcome: 'DONE', items: 66, events: 0 },
      { decision: 'REMOVE', outcome: 'DONE', items: 67, events: 67 },
    ]);
    const events = await db
      .selectFrom('audit_entry')
      .select(['action', sql<number>`count(*)::int`.as('events')])
      .select(sql<number>`count(distinct target_id)::int`.as('targets'))
      .where('action', 'in', ['users:deactivate', 'users:edit', 'reviews:carryOut'])
      .groupBy('action')
      .orderBy('action')
      .execute();
    expect(events).toEqual([
      { action: 'reviews:carryOut', events: 1, targets: 1 },
      { action: 'users:deactivate', events: 67, targets: 67 },
      { action: 'users:edit', events: 67, targets: 67 },
    ]);
    const evidence = await db.selectFrom('access_review_evidence').select('kind').orderBy('kind').execute();
    expect(evidence.map(({ kind }) => kind)).toEqual(['csv', 'html']);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}, 1_200_000);

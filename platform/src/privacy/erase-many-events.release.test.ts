import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chainAuditEvents } from '../audit/audit-chain.ts';
import { createPepper } from '../core/base/keys.ts';
import { openDatabase } from '../core/database/database.ts';
import { verifyData } from '../operator/verify-data.ts';
import { testTemplate } from '../testing/database.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { startTestPlatform } from '../testing/platform.ts';
import { continueErasures } from './continue-erasures.ts';

test.each(['the embedded database', 'PostgreSQL'])(
  'PRIVACY-36 with 500 changes of name among 100,000 events a person is erased while other organisations are answered: %s',
  { timeout: 1_800_000 },
  async (kind) => {
    const isEmbedded = kind !== 'PostgreSQL';
    const database = isEmbedded ? await openDatabase({ template: await testTemplate() }) : undefined;
    const platform = await startTestPlatform(database ? { database } : {});
    try {
      const { db, orgs, users } = platform;
      const person = users.disA;
      const addEvents = (count: number, target: string, after: string) =>
        sql`insert into audit_entry (at, via, action, event, target_type, target_id, subject_org_id, after)
        select ${platform.now()}, 'system', 'users:edit', 'users:edit', 'ent_usr', ${target},
          case when ${target} = ${String(person.id)} then ${orgs.A}::int else ${orgs.B}::int end,
          jsonb_build_object('firstname', 'Zyx' || n, 'note', ${after}::text || n) from generate_series(1, ${sql.lit(count)}) as n`.execute(
          db,
        );
      await addEvents(500, String(person.id), 'Quorvath ');
      await addEvents(99_400, String(users.orgB.id), 'about Zyxenia Quorvath ');
      await addEvents(100, String(users.orgB.id), `ask ${person.email} about `);
      while ((await chainAuditEvents(db)) > 0);

      const { apiKey: other } = await platform.signIn('orgB');
      const { apiKey: key } = await platform.signIn('adm');
      await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
      const body = { user_id: person.id, email: person.email };
      expect((await platform.call('POST /consoles/ext/erase_person', { key, body })).statusCode).toBe(200);
      let isDone = false;
      const services = { db, clock: platform.now, pepper: createPepper(['a secret of the tests '.repeat(2)]) };
      const erasing = continueErasures(services).finally(() => {
        isDone = true;
      });
      let answers = 0;
      for (; !isDone; answers += 1) {
        const path = `GET /consoles/active_user_list?org_id=${orgs.B}&limit=25` as const;
        expect((await platform.call(path, { key: other })).statusCode).toBe(200);
        // Lets timers run, because there is no network.
        await setImmediate();
      }
      await erasing;
      // The erasure has about a hundred parts, and a response takes several statements.
      expect(answers).toBeGreaterThan(10);
      const { rows } = await sql<{ names: number; addresses: number; others: number }>`
      select count(*) filter (where target_id = ${String(person.id)} and after::text ~ 'Zyx|Quorvath')::int as names,
        count(*) filter (where after::text like ${`%${person.email}%`})::int as addresses,
        count(*) filter (where after ->> 'note' like 'about Zyxenia Quorvath %')::int as others from audit_entry`.execute(
        db,
      );
      expect(rows).toEqual([{ names: 0, addresses: 0, others: 99_400 }]);
      expect((await verifyData(db, services.pepper)).filter(({ level }) => level === 'problem')).toEqual([]);
    } finally {
      await platform.close();
    }
  },
);

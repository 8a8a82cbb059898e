import { sql, type Transaction } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from './core/database/schema.ts';
import { addMapping, addUserMapping } from './testing/mappings.ts';
import { useTestPlatform } from './testing/platform.ts';
import { addUsers } from './testing/users.ts';
import { readList, type WatchedList, watchedLists } from './testing/watched-lists.ts';

const platform = useTestPlatform();
let key: string;
let lists: Record<string, WatchedList>;
beforeEach(async () => {
  ({ apiKey: key } = await platform.signIn('adm'));
  lists = watchedLists(platform);
});

const read = async (name: string, known?: string) => {
  const { statusCode, headers, body } = await readList(platform, lists[name] as WatchedList, key, known);
  return { status: statusCode, etag: headers.etag as string, body };
};

/** An open transaction after a change. */
async function hold(work: (trx: Transaction<Database>) => Promise<unknown>) {
  const trx = await platform.db.startTransaction().execute();
  // A wait for another transaction's lock fails.
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await work(trx);
  return trx;
}
const rename = (trx: Transaction<Database>, id: number, firstname = 'Renamed') =>
  trx.updateTable('ent_usr').set({ firstname }).where('id', '=', id).execute();

test('REST-17 REST-37 a list read before a change commits is sent again afterwards', async () => {
  for (const end of ['commit', 'rollback'] as const) {
    const trx = await hold((one) => rename(one, platform.users.audA.id));
    const meanwhile = { activeA: await read('activeA'), organisations: await read('organisations') };
    await trx[end]().execute();
    const status = end === 'commit' ? 200 : 304;
    expect(await read('activeA', meanwhile.activeA.etag)).toMatchObject({ status });
    expect(await read('organisations', meanwhile.organisations.etag)).toMatchObject({ status });
  }
});

test('REST-17 REST-18 writers of one organisation, of several and of none do not block each other', async () => {
  const { users, orgs, db } = platform;
  const of = ['audA', 'orgB', 'assA', 'mfaA', 'invited'] as const;
  const open = await Promise.all(of.map((name) => hold((trx) => rename(trx, users[name].id))));
  // Crosswise: with one version row, each would wait for another.
  const next = ['mfaB', 'orgA', 'nowhere', 'usrD', 'arc'] as const;
  await Promise.all(open.map((trx, place) => rename(trx, users[next[place] ?? 'adm'].id)));
  const before = await read('activeA');
  for (const trx of open) {
    const known = await read('organisations');
    await trx.commit().execute();
    expect(await read('organisations', known.etag)).toMatchObject({ status: 200 });
  }
  expect(await read('activeA', before.etag)).toMatchObject({ status: 200 });
  const { rows } = await sql`select about from list_version where about = ${orgs.A}`.execute(db);
  expect(rows.length).toBeLessThanOrEqual(open.length);
});

test('REST-32 REST-33 MAP-12 mapped users who are renamed appear with the new name', async () => {
  const { users, orgs } = platform;
  // Neither transaction sees the other's change, and the renaming names only its own organisation.
  const renaming = await hold((trx) => rename(trx, users.orgB.id));
  const mapping = await hold(async (trx) => {
    await addUserMapping(trx, users.orgB.id, orgs.A);
    await addMapping(trx, orgs.M, orgs.A, { mapped_user_id: users.orgB.id });
  });
  await mapping.commit().execute();
  const [external, pending] = [await read('externalA'), await read('pendingA')];
  await renaming.commit().execute();
  for (const [name, { etag, body }] of Object.entries({ externalA: external, pendingA: pending })) {
    const now = await read(name, etag);
    expect([name, now.status]).toEqual([name, 200]);
    expect([body.includes('Renamed'), now.body.includes('Renamed')]).toEqual([false, true]);
  }
});

test('LARGE-9 REST-32 REST-33 a list follows an external user who founds an organisation, also beside the invitation', async () => {
  const { users, orgs, db } = platform;
  const found = (trx: Transaction<Database>) =>
    trx.updateTable('ent_usr').set({ ent_org_id: orgs.M, firstname: 'Founder' }).where('id', '=', users.nowhere.id);
  const expectRenewed = async (known: string) => {
    const now = await read('externalA', known);
    expect(now.status).toBe(200);
    return now;
  };
  const invite = (trx: Transaction<Database>) => addUserMapping(trx, users.nowhere.id, orgs.A);
  const founding = (trx: Transaction<Database>) => found(trx).execute();
  for (const [first, second] of [
    [invite, founding],
    [founding, invite],
  ] as const) {
    const [one, other] = [await hold(first), await hold(async () => {})];
    const waiting = second(other);
    const before = await read('externalA');
    await one.commit().execute();
    await waiting;
    const between = await read('externalA');
    await other.commit().execute();
    const after = await expectRenewed(between.etag);
    expect([before.body.includes('Founder'), after.body.includes('Founder')]).toEqual([false, true]);
    await db.updateTable('ent_usr').set({ firstname: 'Later' }).where('id', '=', users.nowhere.id).execute();
    expect((await expectRenewed(after.etag)).body).toContain('Later');
    await db.deleteFrom('user_mapping').where('ent_usr_id', '=', users.nowhere.id).execute();
    await db.updateTable('ent_usr').set({ ent_org_id: null }).where('id', '=', users.nowhere.id).execute();
  }
  await addUserMapping(db, users.nowhere.id, orgs.A);
  await db.transaction().execute((trx) => found(trx).execute());
  const known = await read('externalA');
  expect(await read('externalA', known.etag)).toMatchObject({ status: 304 });
  await rename(db as Transaction<Database>, users.audA.id);
  await rename(db as Transaction<Database>, users.orgB.id);
  const renewed = await expectRenewed(known.etag);
  await rename(db as Transaction<Database>, users.orgB.id, 'Anew');
  // Of A's other lists, only those of organisation B depend on its users.
  expect(await read('externalA', renewed.etag)).toMatchObject({ status: 304 });
  await rename(db as Transaction<Database>, users.nowhere.id);
  await expectRenewed(renewed.etag);
});

test('REST-17 REST-18 REST-37 a client that caches lists by tag during many writes ends with the current ones', async () => {
  const { orgs, db } = platform;
  const ids = await addUsers(
    db,
    orgs.A,
    Array.from({ length: 20 }, () => ({})),
  );
  let writing = true;
  const kept = new Map<string, { etag: string; body: string }>();
  const refresh = async (name: string) => {
    const { status, etag, body } = await read(name, kept.get(name)?.etag);
    if (status === 200) kept.set(name, { etag, body });
    return status;
  };
  const names = ['activeA', 'inactiveA', 'organisations'];
  const statuses: number[] = [];
  const readers = names.map(async (name) => {
    while (writing) statuses.push(await refresh(name));
  });
  const writers = [0, 1, 2, 3].map(async (n) => {
    for (let round = 0; round < 40; round += 1) {
      const id = ids[(round * 7 + n * 5) % ids.length] ?? 0;
      const change = { firstname: `${n}-${round}`, is_disabled: round % 3 === 0 };
      await db.updateTable('ent_usr').set(change).where('id', '=', id).execute();
    }
  });
  await Promise.all(writers);
  writing = false;
  await Promise.all(readers);
  for (const name of names) {
    await refresh(name);
    expect([name, kept.get(name)?.body]).toEqual([name, (await read(name)).body]);
    expect(await refresh(name)).toBe(304);
  }
  expect(statuses).toContain(200);
});

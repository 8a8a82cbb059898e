import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addAssessments } from './testing/assessments.ts';
import type { UserName } from './testing/fixtures.ts';
import { addMapping, addUserMapping } from './testing/mappings.ts';
import { useTestPlatform } from './testing/platform.ts';
import { recordQueries } from './testing/sent-queries.ts';
import { readList, type WatchedList, watchedLists } from './testing/watched-lists.ts';

const queries = recordQueries();
const platform = useTestPlatform({ plugin: queries.plugin });
let lists: [string, WatchedList][];
beforeEach(async () => {
  const { db, orgs, users } = platform;
  await addMapping(db, orgs.B, orgs.A, { requester_id: users.orgA.id, mapped_user_id: users.orgB.id });
  await addMapping(db, orgs.M, orgs.A, { activated: true });
  await db.updateTable('ent_org').set({ organizer_id: users.usrD.id }).where('id', '=', orgs.M).execute();
  await addUserMapping(db, users.mfaB.id, orgs.A);
  await addUserMapping(db, users.usrD.id, orgs.B);
  await addAssessments(db, orgs.A, [{ assessor_id: users.mfaA.id }]);
  lists = Object.entries(watchedLists(platform));
});

const keyOf = async (user: UserName) => (await platform.signIn(user)).apiKey;
const read = async (list: WatchedList, key: string, known?: string) => {
  const { statusCode, headers, body } = await readList(platform, list, key, known);
  return { status: statusCode, etag: headers.etag as string | undefined, body };
};

test('REST-17 REST-18 REST-31 REST-33 REST-37 REST-57 a tag never misses a write that happens while the list is read', async () => {
  const key = await keyOf('adm');
  for (const [name, list] of lists) {
    queries.taken(platform.db);
    await read(list, key);
    const count = queries.taken(platform.db).length;
    expect(count).toBeGreaterThan(2);
    for (let nth = 0; nth < count; nth += 1) {
      let written = false;
      queries.after(nth, async () => {
        await sql`update ent_usr set firstname = ${`${name}${nth}`}`.execute(platform.db);
        await sql`update ent_org set brandname = id || ${`${name}${nth}`}`.execute(platform.db);
        await sql`update asmt set title = ${`${name}${nth}`}`.execute(platform.db);
        written = true;
      });
      const { etag, body } = await read(list, key);
      expect([name, nth, count, written]).toEqual([name, nth, count, true]);
      const again = await read(list, key, etag);
      const now = await read(list, key);
      expect([name, nth, again.status === 304 ? body : again.body]).toEqual([name, nth, now.body]);
      // After the sign-in the tag cannot contain the change, after the version it must.
      expect([name, nth, again.status]).toEqual([name, nth, nth === 0 ? 304 : 200]);
    }
  }
});

interface Written {
  what: string;
  write: ReturnType<typeof sql>;
  renewed: string[];
}
const people = ['activeA', 'inactiveA'];

test.each<Written>([
  {
    what: 'an external user is renamed at home',
    write: sql`update ent_usr set firstname = 'N' where email = 'mfab@m.example'`,
    renewed: ['externalA'],
  },
  {
    what: 'an external user moves to another home',
    write: sql`update ent_usr set ent_org_id = null where email = 'mfab@m.example'`,
    renewed: ['externalA'],
  },
  {
    what: 'the home of an external user is renamed',
    write: sql`update ent_org set brandname = 'N' where brandname = 'Organisation M'`,
    renewed: ['externalA', 'acceptedA', 'assessmentsA'],
  },
  {
    what: 'an assessor of elsewhere is renamed',
    write: sql`update ent_usr set firstname = 'N' where email = 'mfaa@m.example'`,
    renewed: ['assessmentsA'],
  },
  {
    what: 'the other party’s person is renamed',
    write: sql`update ent_usr set firstname = 'N' where email = 'orgb@b.example'`,
    renewed: ['pendingA', 'mappingsB', 'activeB'],
  },
  {
    what: 'the other party’s organiser is renamed, whatever organisation they are of',
    write: sql`update ent_usr set firstname = 'N' where email = 'usrd@d.example'`,
    renewed: ['acceptedA'],
  },
  {
    what: 'the other party gets another organiser',
    write: sql`update ent_org set organizer_id = null where brandname = 'Organisation M'`,
    renewed: ['acceptedA'],
  },
  {
    what: 'the other party of a request is disabled',
    write: sql`update ent_org set is_disabled = true where brandname = 'Organisation B'`,
    renewed: ['pendingA'],
  },
  {
    what: 'a user becomes a responder',
    write: sql`insert into responder (ent_usr_id, kind) select id, 'arc' from ent_usr where email = 'orgb@b.example'`,
    renewed: ['activeB'],
  },
  { what: 'users are deleted', write: sql`delete from ent_usr where email = 'disa@a.example'`, renewed: people },
  {
    what: 'a mapping goes with its organisation',
    write: sql`delete from org_mapping where activated`,
    renewed: ['acceptedA'],
  },
  { what: 'invitations are truncated', write: sql`truncate user_mapping`, renewed: ['externalA', 'externalB'] },
  {
    what: 'a role is renamed',
    write: sql`update role set label = 'N' where id = 3`,
    renewed: ['activeA', 'activeB', 'pendingA', 'organisations'],
  },
])('REST-17 REST-31 REST-33 REST-57 a list is renewed when $what', async ({ write, renewed }) => {
  const key = await keyOf('adm');
  const before = await Promise.all(lists.map(async ([name, list]) => ({ name, list, ...(await read(list, key)) })));
  await write.execute(platform.db);
  const changedLists: string[] = [];
  for (const { name, list, etag, body } of before) {
    const now = await read(list, key, etag);
    if (now.status === 304) expect([name, (await read(list, key)).body]).toEqual([name, body]);
    else changedLists.push(name);
  }
  await sql`update role set label = 'Organiser' where id = 3`.execute(platform.db);
  expect(changedLists).toEqual(expect.arrayContaining([...renewed, 'organisations']));
});

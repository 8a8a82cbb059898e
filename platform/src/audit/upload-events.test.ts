import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { csvOf, formOf, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform({ signsInAnew: true });
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
});

const upload = async (names: string[], org = platform.orgs.A) => {
  const file = csvOf(names.map((name) => rowOf(`${name}@upload.example`)));
  const answer = await platform.call('POST /consoles/bulk_user_upload', { key, ...formOf({ org_id: org }, file) });
  expect(answer.statusCode).toBe(200);
};
const read = async (query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await platform.call(`GET /consoles/ext/audit_events?${search}`, { key });
  return { status: answer.statusCode, ...answer.json() };
};
interface Event {
  id: number;
  upload_count: number | null;
  action: string;
}
const once = { uploads: 'once', action: 'users:upload' };
const countsOf = ({ events }: { events: Event[] }) => events.map(({ upload_count }) => upload_count);

test('START-28 of an upload only the first event is listed, with how many users it has; the others are asked for', async () => {
  await upload(['a1', 'a2', 'a3']);
  await upload(['b1', 'b2'], platform.orgs.B);
  await upload(['c1']);
  const all = await read({ action: 'users:upload' });
  expect(countsOf(all)).toEqual([null, null, null, null, null, null]);
  const listed = await read(once);
  expect(countsOf(listed)).toEqual([1, 2, 3]);
  expect(countsOf(await read({ ...once, org_id: platform.orgs.A }))).toEqual([1, 3]);
  const [, , first] = listed.events;
  const rows = await read({ upload_of: first.id, direction: 'asc', limit: 2 });
  expect([rows.events.length, rows.has_next, rows.events[0].id]).toEqual([2, true, first.id]);
  expect((await read({ upload_of: first.id })).events.map(({ id }: Event) => id)).toEqual(
    all.events.slice(3).map(({ id }: Event) => id),
  );
});

test('START-28 pages of events pass over the users of an upload; other events have no number', async () => {
  await upload(['a1', 'a2', 'a3']);
  const listed = await read({ uploads: 'once', limit: 2 });
  expect(listed.events.map(({ action, upload_count }: Event) => [action, upload_count])).toEqual([
    ['users:upload', 3],
    ['session:signIn', null],
  ]);
});

test('START-28 events that an earlier release wrote, each with its own time, are one upload too; those without a request are their own', async () => {
  const { adm } = platform.users;
  const insert = (after: string, request: string | null) =>
    sql`insert into audit_entry (at, ent_usr_id, via, action, event, target_type, target_id, subject_org_id, request_id)
      values (${platform.now()}::timestamptz + ${after}::interval, ${adm.id}, 'rest', 'users:upload', 'users:upload',
        'ent_usr', '1', ${platform.orgs.A}, ${request})`.execute(platform.db);
  for (const after of ['0 ms', '3 ms', '400 ms']) await insert(after, 'request-1');
  await insert('400 ms', 'request-2');
  for (const after of ['500 ms', '500 ms']) await insert(after, null);
  expect(countsOf(await read({ ...once, direction: 'asc' }))).toEqual([3, 1, 1, 1]);
});

test('START-28 with a target, which may be any user of an upload, it is refused', async () => {
  const { status, errors } = await read({ uploads: 'once', target_type: 'ent_usr', target_id: 1 });
  expect([status, errors]).toEqual([422, { uploads: ['cannot be given with a target'] }]);
});

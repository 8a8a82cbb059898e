import { searchedPeople, searchesWithoutHit } from '@console/contract/testing/searches';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { createUserIndexes } from './user-indexes.ts';

const platform = useTestPlatform();
let key: string;
beforeEach(async () => {
  ({ apiKey: key } = await platform.signIn('adm'));
  const people = searchedPeople.map(({ name: [firstname, lastname], email }) => ({ firstname, lastname, email }));
  await addUsers(platform.db, platform.orgs.B, people);
});

const found = async (search: string, order = 'created_at'): Promise<string[]> => {
  const list = `active_user_list?org_id=${platform.orgs.B}&limit=25&order_by=${order}`;
  const answer = await platform.call(`GET /consoles/${list}&search=${encodeURIComponent(search)}`, { key });
  expect([search, answer.statusCode]).toEqual([search, 200]);
  return answer.json().active_users.map(({ email }: { email: string }) => email);
};

test('SEARCH-1 SEARCH-2 people are found by each way to write their names and emails, and by nothing else', async () => {
  for (const { email, searches } of searchedPeople)
    for (const search of searches) expect([search, await found(search)]).toEqual([search, [email]]);
  for (const search of searchesWithoutHit) expect([search, await found(search)]).toEqual([search, []]);
});

test('SEARCH-1 LARGE-10 in another order, before the running platform has filled the texts and after it, the same people are found', async () => {
  const { db } = platform;
  const isFound = async () => {
    for (const { email, searches } of searchedPeople)
      for (const search of searches.slice(0, 2)) {
        const orders = [await found(search), await found(search, 'name')];
        expect([search, orders]).toEqual([search, [[email], [email]]]);
      }
  };
  await isFound();
  await sql`drop index ent_usr_folded`.execute(db);
  await sql`update ent_usr set folded_text = null`.execute(db);
  await isFound();
  await createUserIndexes(db);
  await isFound();
});

test('SEARCH-6 a name with two spellings is stored with both, and all others with one', async () => {
  const texts = await platform.db.selectFrom('ent_usr').select(['email', 'folded_text']).execute();
  const textOf = (email: string) => texts.find((row) => row.email === email)?.folded_text;
  expect(textOf('a.b@acme.example')).toBe('aesa bjornoe\na.b@acme.example\nbjoernoe');
  expect(textOf('j.w@acme.example')).toBe('jurgen weiss\nj.w@acme.example\njuergen');
  expect(textOf('m.o@acme.example')).toBe('mary ann oshea\nm.o@acme.example');
});

import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import type { KnownPerson } from './person-texts.ts';

/** Shorter ones would be found by chance. */
const shortest = 5;

interface Recorded {
  email: string | null;
  firstname: string | null;
  lastname: string | null;
  mobile: string | null;
}

/** What a person is recognised by now and in earlier events about them: their names, emails, mobile numbers, and accounts at an identity provider. */
export async function findKnownPerson(db: Kysely<Database>, userId: number): Promise<KnownPerson> {
  const { rows } = await sql<Recorded>`
    select email, firstname, lastname, mobile from ent_usr where id = ${userId}::int
    union
    select value ->> 'email', value ->> 'firstname', value ->> 'lastname', value ->> 'mobile'
      from audit_entry cross join lateral (values (before), (after)) as values (value)
      where target_type = 'ent_usr' and target_id = ${String(userId)} and jsonb_typeof(value) = 'object'`.execute(db);
  const { rows: accounts } = await sql<{ name: string | null }>`
    select user_name as name from scim_user where ent_usr_id = ${userId}::int
    union select external_id from scim_user where ent_usr_id = ${userId}::int
    union select subject from sso_link where ent_usr_id = ${userId}::int
    union select subject from sso_confirmation where ent_usr_id = ${userId}::int
    union select email from sso_confirmation where ent_usr_id = ${userId}::int`.execute(db);
  const identifiers = [...rows.flatMap(({ email, mobile }) => [email, mobile]), ...accounts.map(({ name }) => name)];
  return {
    identifiers: [...new Set(identifiers.filter((text) => text !== null && text.length >= shortest))] as string[],
    names: namesOf(rows),
  };
}

/** An event has only the names that it changed: each earlier first name goes with each last name. */
function namesOf(rows: readonly Recorded[]): KnownPerson['names'] {
  const distinct = (names: (string | null)[]) => [...new Set(names.filter((name) => name !== null && name !== ''))];
  const first = distinct(rows.map(({ firstname }) => firstname));
  const last = distinct(rows.map(({ lastname }) => lastname));
  const [some, others] = [first.length ? first : [null], last.length ? last : [null]];
  return some.flatMap((firstname) => others.map((lastname) => ({ firstname, lastname })));
}

import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/schema.ts';

/** The password of every user of the fixtures. */
export const fixturePassword = 'Passw0rd!x';

const hashed = hash(fixturePassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** A and B know nothing of each other, D is disabled, M asks for passcodes. */
export type OrgName = 'A' | 'B' | 'D' | 'M';

const roleIds = { Administrator: 1, Architect: 2, Organiser: 3, Assessor: 4, Auditee: 5 };

interface Person {
  org: OrgName | null;
  role: keyof typeof roleIds | null;
  is_disabled?: boolean;
  password_hash?: null;
}

const people = {
  adm: { org: 'A', role: 'Administrator' },
  arc: { org: 'A', role: 'Architect' },
  orgA: { org: 'A', role: 'Organiser' },
  assA: { org: 'A', role: 'Assessor' },
  audA: { org: 'A', role: 'Auditee' },
  orgB: { org: 'B', role: 'Organiser' },
  disA: { org: 'A', role: 'Assessor', is_disabled: true },
  mfaA: { org: 'M', role: 'Assessor' },
  mfaB: { org: 'M', role: 'Assessor' },
  usrD: { org: 'D', role: 'Organiser' },
  /** Without organisation. */
  nowhere: { org: null, role: 'Organiser' },
  /** Invited: no role, no password yet. */
  invited: { org: null, role: null, password_hash: null },
} as const satisfies Record<string, Person>;

/** A user of the fixtures; their email is `{name}@{organisation}.example`, in small letters. */
export type UserName = keyof typeof people;

/** What the fixtures made. */
export interface Fixtures {
  orgs: Record<OrgName, number>;
  users: Record<UserName, { id: number; email: string }>;
}

/** Empties the database, lookup lists apart, and writes the fixtures. */
export async function writeFixtures(db: Kysely<Database>, now: Date): Promise<Fixtures> {
  await sql`truncate ent_org, ent_usr, attempt_count, mail, audit_entry restart identity cascade`.execute(db);
  const orgs = {} as Fixtures['orgs'];
  for (const name of ['A', 'B', 'D', 'M'] as const) {
    const row = await db
      .insertInto('ent_org')
      .values({
        guid: randomUUID(),
        brandname: `Organisation ${name}`,
        is_disabled: name === 'D',
        otp_required: name === 'M',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    orgs[name] = row.id;
  }
  const users = {} as Fixtures['users'];
  for (const [name, { org, role, ...more }] of Object.entries(people)) {
    const email = `${name}@${org ?? 'nowhere'}.example`.toLowerCase();
    const row = await db
      .insertInto('ent_usr')
      .values({
        ent_org_id: org && orgs[org],
        email,
        firstname: name,
        lastname: 'Fixture',
        role_id: role && roleIds[role],
        password_hash: await hashed,
        created_at: now,
        updated_at: now,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    users[name as UserName] = { id: row.id, email };
  }
  return { orgs, users };
}

import { createHash } from 'node:crypto';
import { nonSensitiveScopes } from '../contract/src/key-scopes.ts';
import { createPasswordHasher } from '../platform/src/core/access/password-hasher.ts';
import { openDatabase, runSqlScript } from '../platform/src/core/database/database.ts';

export const password = 'Secret-1234';

/** The size of a filled database. Organisation ids start at 1. */
export interface Size {
  organisations: number;
  /** Active users of the first organisation; `others`: active users of each other organisation. */
  first: number;
  others: number;
}

/** A tenth of the users in one organisation, the rest distributed evenly; one in ten inactive. */
export function spread(users: number, organisations: number): Size {
  // The measured operations use fixed ids of a user and an assessment, and a third organisation.
  if (users < 1_000 || organisations < 10) throw new Error('--users must be at least 1000, --organisations 10');
  const active = users / 1.1;
  const first = Math.round(active / 10);
  return { organisations, first, others: Math.round((active - first) / (organisations - 1)) };
}

/** API key of an organisation's organiser; `admin`: key of an Administrator of the first organisation. */
export const apiKeyOf = (organisation: number | 'admin'): string => `bench-key-of-${organisation}`;

/** Organisation with an identity provider that creates users, and the SCIM key of that provider. */
export const scimOrganisation = 3;
export const scimKey = 'bench-scim-key';

/** Email address of an organisation's user by index. The first user is the organiser. */
export const emailOf = (organisation: number, place: number): string => `person${place}@org${organisation}.example`;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

const given =
  'Aarav,Élodie,Bruno,Chitra,Dmitri,Esther,Farah,Günther,Hiro,Inês,Jaya,Kofi,Lakshmi,Marek,Nadia,Omar,Priya';
const family =
  'Almeida,Brandt,Chopra,Dubois,Eriksen,Fischer,Gupta,Haddad,Iyer,Jansen,Kumar,Lindqvist,Mehta,Novák,Okafor';

const pick = (names: string, by: string) =>
  `(string_to_array('${names}', ','))[1 + (${by}) % ${names.split(',').length}]`;

/** Inserts users by creation time, with the organisations in turns: rows of an organisation are far apart, as after years of use. */
const statements = ({ organisations, first, others }: Size, passwordHash: string): string[] => [
  `insert into ent_org (guid, brandname, legalname, email_domain, industry, is_disabled, created_at, updated_at)
    select gen_random_uuid(), ${pick(family, 'n')} || ' Industries ' || n, 'Legal ' || n, 'org' || n || '.example',
      'Banking', n > 2 and n % 10 = 0, now() - n * interval '1 hour', now() - n * interval '1 minute'
    from generate_series(1, ${organisations}) n`,
  `insert into ent_usr (ent_org_id, email, firstname, lastname, country_code, mobile, designation, role_id,
      department_name, supervisor, password_hash, is_disabled, created_at, updated_at)
    select org, 'person' || n || '@org' || org || '.example', ${pick(given, 'n * 7 + org')}, ${pick(family, 'n * 3 + org')},
      '+91', '98' || lpad(n::text, 8, '0'), case n when 1 then 'CEO' when 4 then 'CISO' else 'Compliance Manager' end,
      case when n = 1 then 3 when org = 1 and n < 4 then n - 1 when n % 3 = 0 then 4 else 5 end,
      'Department ' || n % 20, 'person1@org' || org || '.example', '${passwordHash}', n > active,
      now() - n / total::float8 * interval '700 days', now() - n * interval '1 second'
    from (select org, case org when 1 then ${first} else ${others} end as active
      from generate_series(1, ${organisations}) org) sizes,
      lateral (select active + floor(active * 0.1)::int as total) counted,
      generate_series(1, total) n
    order by n / total::float8 desc`,
  `update ent_org set organizer_id = ent_usr.id from ent_usr
    where ent_org_id = ent_org.id and lower(email) = 'person1@org' || ent_org.id || '.example'`,
  `insert into responder (ent_usr_id, kind)
    select ent_usr.id, (array['continuer', 'investigator', 'arc'])[n]
    from generate_series(1, ${organisations}) org cross join generate_series(1, 3) n
    join ent_usr on lower(email) = 'person' || 4 + n || '@org' || org || '.example'`,
  `insert into user_mapping (ent_usr_id, mapped_org_id, activated, requester_id, created_at, updated_at)
    select id, other, case id % 3 when 0 then null else true end, null, now(), now() - id * interval '1 second'
    from (select id, ent_org_id, case when id % 1000 = 0 then 1 else 1 + (ent_org_id + 6) % ${organisations} end as other
      from ent_usr where id % 50 = 0) mapped
    where other <> ent_org_id`,
  `insert into org_mapping (vendor_id, customer_id, activated, requested_by_org_id, mapped_user_id, created_at, updated_at)
    select one, other, case when (one + other) % 3 > 0 then true end, one, organizer_id, now(),
      now() - (one + other) * interval '1 second'
    from (select one, one + step as other from generate_series(1, ${organisations}) one, generate_series(1, 5) step
      union select 1, other from generate_series(2, ${organisations}) other where other % 10 = 0) pairs
    join ent_org on ent_org.id = other`,
  `insert into subscribed_model (ent_org_id, title, created_at)
    select id, 'Model ' || n, created_at from ent_org, generate_series(1, 3) n`,
  `insert into asmt (ent_org_id, title, model_title, audit_type, audit_status, assessor_id, auditee_id,
      start_date, end_date, total_cntrls_count, created_at, updated_at)
    select id, 'Assessment ' || n, 'Model ' || 1 + n % 3, 'Internal',
      (array['Planned', 'In Progress', 'Completed'])[1 + n % 3], organizer_id, organizer_id,
      now() - n * interval '1 day', now() + n * interval '1 day', 40, now() - n * interval '1 hour', now()
    from ent_org, generate_series(1, case id when 1 then 1000 else 20 end) n`,
  ...[1, 2, 3].map((organisation) => apiKey(emailOf(organisation, 1), apiKeyOf(organisation))),
  apiKey(emailOf(1, 2), apiKeyOf('admin')),
  `insert into api_key (owner_org_id, purpose, name, key_hash, scopes, created_at)
    values (${scimOrganisation}, 'scim', 'bench', '${hashOf(scimKey)}', '{}', now())`,
  `insert into scim_setting (ent_org_id, enabled_at, default_role, default_designation, default_department, updated_at)
    values (${scimOrganisation}, now(), 'AUDITEE', 'Member', 'IT', now())`,
];

const apiKey = (email: string, key: string): string =>
  `insert into api_key (ent_usr_id, name, key_hash, scopes, created_at)
    select id, 'bench', '${hashOf(key)}', '{${nonSensitiveScopes.join()}}', now() from ent_usr where lower(email) = '${email}'`;

/** Creates the platform's tables in an empty database and fills them with SQL. */
export async function fill(databaseUrl: string, size: Size): Promise<void> {
  const db = await openDatabase({ databaseUrl });
  try {
    const passwordHash = await createPasswordHasher().hash('server', password);
    // Inserting a million rows takes longer than the statement timeout of requests.
    for (const statement of statements(size, passwordHash))
      await runSqlScript(db, `set statement_timeout = 0; ${statement}`);
    await runSqlScript(db, 'vacuum analyze');
  } finally {
    await db.destroy();
  }
}

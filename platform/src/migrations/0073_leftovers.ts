import { type Kysely, sql } from 'kysely';
import { userNameIndex } from './0041_user_names.ts';
import { listedUsersIndex } from './0045_listed_users.ts';
import { foldedUserIndex, foldedUserOrderIndex } from './0050_folded_texts.ts';
import { refusedReturnIndex } from './0065_hired_again.ts';

export const tables = [
  ...['app_factor', 'asmt', 'audit_entry', 'ent_org', 'ent_usr', 'invitation', 'org_mapping', 'passkey', 'responder'],
  ...['role', 'sso', 'stored_file', 'subscribed_model', 'user_mapping'],
];

const listedTables = ['asmt', 'ent_org', 'ent_usr', 'invitation', 'org_mapping', 'responder', 'sso', 'stored_file'];
const functions = [
  ...[...listedTables, 'subscribed_model', 'user_mapping', 'factor'].map((table) => `${table}_list_version()`),
  ...['renew_every_list_version()', 'renew_list_versions(integer[])', 'user_mapping_home()', 'ent_usr_home()'],
  ...['ent_usr_search_text()', 'ent_org_search_text()'],
];

/**
 * What only 0.1.0 read: versions of lists, the home organisations of external users, and an earlier searched text with its indexes. What the running platform fills
 * and creates in a large table is there afterwards as well, so that every database has the same tables.
 */
const statements = [
  // With their triggers.
  ...functions.map((name) => `drop function ${name} cascade`),
  'drop table list_version',
  'alter table user_mapping drop column home_org_id',
  'drop index if exists ent_usr_active, ent_usr_search, ent_usr_text',
  'alter table ent_usr drop column search_text',
  'alter table ent_org drop column search_text',
  'drop function user_search_text(text, text, text, text)',
  'alter table audit_entry validate constraint audit_entry_via_check',
  `update ent_usr set folded_text = user_folded_text(firstname, lastname, email, department_name) where folded_text is null`,
  `update ent_org set folded_text = folded_text(concat_ws(chr(10), brandname, legalname, email_domain)) where folded_text is null`,
  ...Object.entries({
    ent_usr_name: userNameIndex,
    ent_usr_folded: foldedUserIndex,
    ent_usr_folded_order: foldedUserOrderIndex,
    ent_usr_listed: listedUsersIndex,
    ent_usr_return_refused: refusedReturnIndex,
  }).map(([name, index]) => `create index if not exists ${name} on ${index}`),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

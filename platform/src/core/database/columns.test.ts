import { organisationTextFields } from '@console/contract/organisation-fields';
import { settingRows } from '@console/contract/organisation-settings';
import { personTextFields } from '@console/contract/person-fields';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Columns that are no texts of forms; no answer has the last three of a user. */
const others = {
  ent_usr: [
    ...[
      'id',
      'role_id',
      'dept_lead',
      'is_disabled',
      'ent_org_id',
      'created_at',
      'updated_at',
      'last_sign_in_at',
      'factor_grace_from',
    ],
    ...['password_hash', 'password_changed_at', 'folded_text', 'imported_at'],
    ...['sign_in_blocked_at', 'digest_off_at', 'erased_at'],
    ...['deprovisioned_at', 'account_reset_at', 'return_refused_at'],
  ],
  ent_org: [
    ...['id', 'guid', 'logo_id', 'icon_id', 'user_limit', 'is_disabled', 'organizer_id', 'created_at', 'updated_at'],
    ...['otp_required', 'notification_frequency', 'folded_text', 'time_zone', 'digest_day'],
    ...settingRows.map(({ column }) => column),
  ],
};

test.each([
  ['ent_usr', personTextFields],
  ['ent_org', organisationTextFields],
] as const)(
  'DESIGN-5 SECURITY-T7 every column of %s is in the table of fields or listed here',
  async (table, fields) => {
    const tables = await db.introspection.getTables();
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    expect(columns.toSorted()).toEqual([...fields, ...others[table]].toSorted());
  },
);

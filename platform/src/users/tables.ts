import { personField, personTextFields } from '@console/contract/fields/person-fields';
import {
  copied,
  derived,
  erasedAs,
  noPerson,
  otherPerson,
  plain,
  secret,
  table,
  unusablePassword,
} from '../core/database/table.ts';

const ownTextsThat = (are: 'visibleToOthers' | 'visibleWithoutHome') =>
  personTextFields.filter((field) => field !== 'supervisor').filter((field) => personField(field)[are]);

export const userTables = {
  ent_usr: table({
    id: copied.id,
    ent_org_id: copied.integer.nullable(),
    email: copied.text,
    firstname: copied.text.nullable(),
    lastname: copied.text.nullable(),
    country_code: copied.text.nullable(),
    mobile: copied.text.nullable(),
    designation: copied.text.nullable(),
    role_id: copied.integer.nullable(),
    dept_lead: copied.boolean.default(false),
    supervisor: otherPerson.text.nullable(),
    /** The user who set the supervisor; null if a provider or an operator's file did, or if that is unknown. */
    supervisor_set_by: otherPerson.integer.nullable(),
    /** Null if it is unknown who set the supervisor. */
    supervisor_set_at: otherPerson.timestamp.nullable(),
    department_name: copied.text.nullable(),
    password_hash: secret.text.nullable(),
    /** Null without a password, or with one of an earlier release. */
    password_changed_at: copied.timestamp.nullable(),
    /** Null if the user has never signed in, or if that is unknown. */
    last_sign_in_at: copied.timestamp.nullable(),
    /** Start of the days to set up a required factor, if later than the user's creation. */
    factor_grace_from: copied.timestamp.nullable(),
    is_disabled: copied.boolean.default(false),
    /** When an operator imported the user; unknown for imports by an earlier release. */
    imported_at: copied.timestamp.nullable(),
    /** When the identity provider blocked the sign-in of an active responder. */
    sign_in_blocked_at: copied.timestamp.nullable(),
    /** When the user turned off pending items emails. */
    digest_off_at: copied.timestamp.nullable(),
    erased_at: copied.timestamp.nullable(),
    /** When the identity provider deactivated the user; null after any other activation or deactivation. */
    deprovisioned_at: copied.timestamp.nullable(),
    /** When a proven account lost its credentials because another person took it over. */
    account_reset_at: copied.timestamp.nullable(),
    /** When the identity provider last tried to create the user although a person has deactivated the user. */
    return_refused_at: copied.timestamp.nullable(),
    created_at: copied.timestamp,
    updated_at: copied.timestamp,
    /** Search text, written by the database; null in rows of an earlier release until the platform has filled it. */
    folded_text: derived.text.nullable().written(),
  })({
    person: [
      {
        as: 'account',
        by: 'id',
        of: 'home',
        toOthers: ['id', 'ent_org_id', ...ownTextsThat('visibleToOthers'), 'is_disabled'],
        toOthersWithoutHome: [...ownTextsThat('visibleWithoutHome'), 'role_id', 'dept_lead'],
      },
    ],
    backup: {
      rows: 'all',
      withoutSecrets: { password_hash: `case when password_hash is not null then ${unusablePassword} end` },
    },
    erased: {
      changed: ['id'],
      set: { email: erasedAs.email('id'), firstname: erasedAs.name, dept_lead: 'false' },
      keeps: ['ent_org_id', 'role_id', 'erased_at', 'folded_text'],
    },
  }),
  /** Maintained by triggers. A count is the sum of all rows of its key; role 0 is none. */
  user_count: table({
    id: plain.id,
    ent_org_id: plain.integer,
    role_id: plain.integer,
    is_disabled: plain.boolean,
    users: plain.integer,
  })({ organisation: [], person: noPerson('Counts') }),
  role: table({ id: plain.integer, id_str: plain.text, label: plain.text, level: plain.integer })({
    organisation: [],
    person: noPerson('The roles'),
  }),
};

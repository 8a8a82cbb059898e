import type { FieldsWith } from '@console/contract/field';
import {
  type PersonTextField,
  personField,
  type personFields,
  personTextFields,
} from '@console/contract/person-fields';
import { toUserAnswer, type UserAnswer, type UserRow } from '../database/user-answer.ts';
import type { AllowedOrganisations } from './allowed-organisations.ts';

type VisibleText = PersonTextField & FieldsWith<typeof personFields, { visibleToOthers: true }>;

const isVisible = (field: PersonTextField): field is VisibleText => personField(field).visibleToOthers === true;

/** What other organisations see of a user: texts as the table of fields says, and these columns. */
const visibleToOthers = [
  ...personTextFields.filter(isVisible),
  ...(['id', 'role_id', 'role_label', 'role_id_str', 'dept_lead', 'is_disabled'] as const),
  ...(['ent_org_id', 'logo_id', 'created_at', 'updated_at'] as const),
] satisfies (keyof UserRow)[];

type HiddenColumn = Exclude<keyof UserRow, (typeof visibleToOthers)[number]>;

const hiddenTexts = Object.fromEntries(
  personTextFields.filter((field) => !isVisible(field)).map((field) => [field, null]),
) as Record<Exclude<PersonTextField, VisibleText>, null>;

/** What they do not see. A new column is one of both. */
const hidden: Record<HiddenColumn, null> = {
  ...hiddenTexts,
  last_sign_in_at: null,
  sign_in_blocked_at: null,
  scim_fields: null,
  is_invited: null,
  has_app: null,
  has_passkey: null,
};

/** The columns of a user that the caller may read. */
export function visibleUser(allowed: AllowedOrganisations, user: UserRow): UserRow {
  if (allowed === 'any' || user.ent_org_id === allowed.organisationId) return user;
  const visible = Object.fromEntries(visibleToOthers.map((column) => [column, user[column]]));
  return { ...hidden, ...(visible as Omit<UserRow, HiddenColumn>) };
}

/** A user in the REST shape with the fields that the caller may read. */
export const toVisibleUserAnswer = (allowed: AllowedOrganisations, user: UserRow | undefined): UserAnswer | null =>
  user ? toUserAnswer(visibleUser(allowed, user)) : null;

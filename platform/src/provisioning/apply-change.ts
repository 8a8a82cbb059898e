import { organiserRole } from '@console/contract/access';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { textProblem } from '@console/contract/fields/text-rules';
import { isEmail } from '@console/contract/fields/user-rules';
import { sql, type Transaction } from 'kysely';
import { lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { type PlannedFields, planProvisionedFields } from './plan-fields.ts';
import { noteUnknownRole } from './provisioning-causes.ts';
import { findManagerEmail, type ProvisioningContext, requireOwnNames } from './provisioning-context.ts';
import { endIssue, noteIssue } from './provisioning-issues.ts';
import { ScimError } from './scim/scim-error.ts';
import type { ScimUserRequest } from './scim/scim-user.ts';
import { invalidValue } from './scim/values.ts';
import { setActiveByProvider, setWaitingManager, writePlannedFields } from './write-user.ts';

export interface ProvisionedChange {
  /** SCIM id of the user. */
  id: string;
  events: AuditEntry[];
  notes: string[];
  refused?: ScimError;
}

/** Maximum characters of `userName` and `externalId`. */
const maxName = 255;
/** Maximum bytes of the attributes that are stored only. */
const maxOther = 16_384;

/** Throws 400 if a value is too long to be stored. */
export function requireBounded({ userName, externalId, manager, other }: ScimUserRequest): void {
  for (const [name, text] of Object.entries({ userName, externalId, manager })) {
    if (text == null) continue;
    const problem = textProblem(text);
    if (problem) throw invalidValue(`${name} ${problem.message}.`);
    if (text.length > maxName) throw invalidValue(`${name} must have at most ${maxName} characters.`);
  }
  if (other && Buffer.byteLength(JSON.stringify(other)) > maxOther)
    throw invalidValue('Attributes that the console does not use must have at most 16,384 bytes in total.');
}

/** Locks a user; an Organiser with all other active ones, who could be demoted concurrently. The caller has locked the organisation. */
export async function lockPerson(trx: Transaction<Database>, user: UserRow): Promise<UserRow> {
  if (roleOf(user) === organiserRole)
    await trx
      .selectFrom('ent_usr')
      .select('id')
      .where('ent_org_id', '=', user.ent_org_id)
      .where(sql<boolean>`(id = ${user.id} or (role_id = ${user.role_id} and not is_disabled))`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  else await lockUser(trx, user.id);
  return selectUsers(trx).where('ent_usr.id', '=', user.id).executeTakeFirstOrThrow();
}

/** Row of a user that SCIM sees; undefined if the user is neither managed nor was looked up. */
export const lockProvisionedRow = (trx: Transaction<Database>, organisationId: number, userId: number) =>
  trx
    .selectFrom('scim_user')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .where('ent_usr_id', '=', userId)
    .executeTakeFirst();

/** Applies a request to a locked user. With `active: false` the user is deactivated even if the rest fails. Throws 400, 403, 409, 429. */
export async function changeLockedUser(
  services: Services,
  trx: Transaction<Database>,
  context: ProvisioningContext,
  { row, user }: { row: Row<'scim_user'>; user: UserRow },
  request: ScimUserRequest,
  replaces: boolean,
): Promise<ProvisionedChange> {
  let refused: ScimError | undefined;
  const planned = await planChange(trx, context, { row, user }, request, replaces).catch((error: unknown) => {
    if (!(error instanceof ScimError) || request.active !== false) throw error;
    refused = error;
    return null;
  });
  const written = planned?.row ?? rowOf(row);
  await writeProvisionedRow(services, trx, row, written);
  const events = nameEvents(row, written, await noteEmail(services, trx, user, planned?.providerEmail));
  if (planned) events.push(...(await writePlannedFields(services, trx, context, user, planned.fields)));
  if (planned?.isRenamed) events.push(...(await setWaitingManager(services, trx, { ...row, ...written }, user.email)));
  const owner = { ent_org_id: row.ent_org_id, ent_usr_id: user.id };
  await noteUnknownRole(trx, services.clock, owner, planned?.fields.unknownRole);
  const state = await setActiveByProvider(services, trx, context, user.id, request.active);
  const refusal = refused ?? state.refused;
  return {
    id: row.id,
    events: [...events, ...state.events],
    notes: [...(planned?.fields.notes ?? []), ...(state.notes ?? [])],
    ...(refusal && { refused: refusal }),
  };
}

type RowChange = Pick<Row<'scim_user'>, 'user_name' | 'external_id' | 'other' | 'set_fields' | 'waiting_manager'>;

const rowOf = ({ user_name, external_id, other, set_fields, waiting_manager }: Row<'scim_user'>): RowChange => ({
  user_name,
  external_id,
  other,
  set_fields,
  waiting_manager,
});

/** Makes a user managed who was only looked up; returns the event. */
export async function manageProvisionedRow(services: Services, trx: Transaction<Database>, row: Row<'scim_user'>) {
  await writeProvisionedRow(services, trx, row, rowOf(row));
  return nameEvents(row, row, { before: null, after: null });
}

/** Event of a user who becomes managed, or gets another name, id or email address at the identity provider. */
function nameEvents(
  row: Row<'scim_user'>,
  { user_name, external_id }: RowChange,
  email: { before: string | null; after: string | null },
): AuditEntry[] {
  const target = { type: 'ent_usr', id: row.ent_usr_id };
  const isMoved = email.before !== email.after;
  const after = { user_name, external_id, ...(isMoved && { provider_email: email.after }) };
  if (row.managed_at === null) return [{ action: 'scim:takeOver', target, after }];
  if (user_name === row.user_name && external_id === row.external_id && !isMoved) return [];
  const names = { user_name: row.user_name, external_id: row.external_id };
  return [
    { action: 'users:edit', target, before: { ...names, ...(isMoved && { provider_email: email.before }) }, after },
  ];
}

/** Stores a deviating email address at the identity provider, null for none; undefined if not sent. Returns both before and after. */
async function noteEmail(
  { clock }: Services,
  trx: Transaction<Database>,
  { id: ent_usr_id, ent_org_id, email }: UserRow,
  sent: string | undefined,
): Promise<{ before: string | null; after: string | null }> {
  if (sent === undefined || ent_org_id === null) return { before: null, after: null };
  const issue = { ent_org_id, ent_usr_id, kind: 'EMAIL_DIFFERS' } as const;
  if (sent === storedEmail(email)) return { before: await endIssue(trx, issue), after: null };
  return { before: await noteIssue(trx, clock, { ...issue, detail: sent }), after: sent };
}

/** Email address of a request as stored, by default the user name. Notes an invalid one. */
function sentEmail({ email, userName }: ScimUserRequest, other: object, notes: string[]): string | undefined {
  const hasEmails = Object.hasOwn(other, 'emails');
  const sent = storedEmail(email ?? (hasEmails ? '' : (userName ?? '')));
  if (!sent || isEmail(sent)) return sent || undefined;
  if (email) notes.push('The email address was not changed, because the one that was sent is not valid.');
  return undefined;
}

async function planChange(
  trx: Transaction<Database>,
  { organisation, defaults, settings: { roles } }: ProvisioningContext,
  { row, user }: { row: Row<'scim_user'>; user: UserRow },
  request: ScimUserRequest,
  replaces: boolean,
): Promise<{ fields: PlannedFields; row: RowChange; isRenamed: boolean; providerEmail: string | undefined }> {
  requireBounded(request);
  if (replaces && !request.userName) throw invalidValue('userName is required.');
  const user_name = request.userName || row.user_name;
  const { externalId = replaces ? null : row.external_id, other = replaces ? {} : row.other } = request;
  const isRenamed = user_name !== row.user_name || externalId !== row.external_id || row.managed_at === null;
  if (isRenamed) await requireOwnNames(trx, organisation.id, { userName: user_name, externalId }, row.id);
  const managerEmail = await findManagerEmail(trx, organisation.id, request.manager);
  const { email } = user;
  const fields = planProvisionedFields({
    request,
    email,
    current: user,
    setFields: row.set_fields,
    replaces,
    defaults,
    managerEmail,
    roles,
  });
  const isManagerLeft = request.manager === undefined && !replaces;
  const waiting = request.manager && managerEmail === null ? request.manager : null;
  const waiting_manager = isManagerLeft ? row.waiting_manager : waiting;
  const changed = { user_name, external_id: externalId, other, set_fields: fields.setFields, waiting_manager };
  // The email is irrelevant if the request deactivates the user.
  const providerEmail = request.active === false ? undefined : sentEmail(request, other, fields.notes);
  return { fields, isRenamed, row: changed, providerEmail };
}

/** Writes changed columns; the first write makes the user managed. */
async function writeProvisionedRow(
  { clock }: Services,
  trx: Transaction<Database>,
  row: Row<'scim_user'>,
  written: RowChange,
): Promise<void> {
  const isChanged = JSON.stringify(written) !== JSON.stringify(rowOf(row));
  if (!isChanged && row.managed_at !== null) return;
  await trx
    .updateTable('scim_user')
    .set({
      ...written,
      other: JSON.stringify(written.other),
      managed_at: row.managed_at ?? clock(),
      updated_at: clock(),
    })
    .where('id', '=', row.id)
    .execute();
}

import { sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { changeLockedUser, lockPerson, manageProvisionedRow } from './apply-change.ts';
import { isRehiredUser, resetRehiredUser } from './create-user.ts';
import { findProvisionedUser } from './provisioned-users.store.ts';
import { lockProvisioningContext, type ProvisioningContext, uuidOf } from './provisioning-context.ts';
import { endIssue } from './provisioning-issues.ts';
import { runProvisioningCommand } from './run-command.ts';
import { unknownUser, versionChanged } from './scim/refusals.ts';
import type { ScimError } from './scim/scim-error.ts';
import type { ScimActor, ScimOutcome, ScimUser, ScimUserRequest } from './scim/scim-user.ts';
import { isVisibleToProvider } from './visible-to-provider.ts';
import { setActiveByProvider } from './write-user.ts';

/**
 * Changes a user for an identity provider, or resets an inactive one who became another object. `requestOf` gets the
 * locked user. With `replaces`, missing attributes return to their default. Throws 400, 403, 404, 409, 412, 429.
 */
export const changeProvisionedUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  requestOf: (current: ScimUser) => ScimUserRequest,
  { replaces, ifMatch }: { replaces: boolean; ifMatch: string | undefined },
): Promise<ScimOutcome> =>
  runProvisioningCommand(services, actor, async (trx) => {
    const context = await lockProvisioningContext(trx, actor);
    const { moved, current, ...locked } = await lockProvisionedUser(services, trx, context, id, ifMatch);
    const request = requestOf(current);
    const change = (await isRehiredUser(trx, locked, request))
      ? await resetRehiredUser(services, trx, context, locked, request)
      : await changeLockedUser(services, trx, context, locked, request, replaces);
    const user = await findProvisionedUser(trx, context.organisation.id, id);
    if (!user) throw unknownUser();
    const { refused, notes } = change;
    const events = [...moved, ...change.events];
    return { answer: { user, notes, ...(refused && { refused }) }, audit: events.length > 0 ? events : null };
  });

/** Deactivates a user before the rest of a request, so that a failure keeps no leaver signed in. Returns the new version. The rest repeats a 409. Throws 403, 404, 412, 429. */
export const deactivateProvisionedUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
): Promise<string> =>
  runProvisioningCommand(services, actor, async (trx) => {
    const context = await lockProvisioningContext(trx, actor);
    const { moved, row, user } = await lockProvisionedUser(services, trx, context, id, ifMatch);
    const managed = await manageProvisionedRow(services, trx, row);
    const { events } = await setActiveByProvider(services, trx, context, user.id, false);
    const changed = await findProvisionedUser(trx, context.organisation.id, id);
    if (!changed) throw unknownUser();
    const audit = [...moved, ...managed, ...events];
    return { answer: changed.version, audit: audit.length > 0 ? audit : null };
  });

/** Deactivates a user and makes them unknown to SCIM. Deletes nothing else. Throws 404, 409, 412, 429. */
export const deleteProvisionedUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
): Promise<{ refused?: ScimError }> =>
  runProvisioningCommand<{ refused?: ScimError }>(services, actor, async (trx) => {
    const context = await lockProvisioningContext(trx, actor);
    const { moved, row, user } = await lockProvisionedUser(services, trx, context, id, ifMatch);
    const { events: ended, refused } = await setActiveByProvider(services, trx, context, user.id, false);
    const events = [...moved, ...ended];
    if (refused) return { answer: { refused }, audit: events.length > 0 ? events : null };
    await trx.deleteFrom('scim_user').where('id', '=', row.id).execute();
    const released = {
      action: 'scim:release',
      target: { type: 'ent_usr', id: user.id },
      before: { user_name: row.user_name },
    };
    return { answer: {}, audit: [...events, released] };
  });

async function lockProvisionedUser(
  services: Services,
  trx: Transaction<Database>,
  { organisation }: ProvisioningContext,
  id: string,
  ifMatch: string | undefined,
): Promise<{ moved: AuditEntry[]; row: Row<'scim_user'>; user: UserRow; current: ScimUser }> {
  const found = await trx
    .selectFrom('scim_user')
    .selectAll()
    .where('ent_org_id', '=', organisation.id)
    .where('id', '=', uuidOf(id))
    .executeTakeFirst();
  const { row, events: moved } = found ? await moveToSuccessor(services, trx, found) : { row: found, events: [] };
  const unlocked = row && (await selectUsers(trx).where('ent_usr.id', '=', row.ent_usr_id).executeTakeFirst());
  const user = unlocked && (await lockPerson(trx, unlocked));
  const current = user && (await findProvisionedUser(trx, organisation.id, id));
  if (!current) throw unknownUser();
  if (!matches(ifMatch, current.version)) throw versionChanged();
  return { moved, row, user, current };
}

/** Moves the SCIM row of an inactive user to the user created with the provider's address: the provider must not reactivate the former user. */
async function moveToSuccessor(
  { clock }: Services,
  trx: Transaction<Database>,
  row: Row<'scim_user'>,
): Promise<{ row: Row<'scim_user'>; events: AuditEntry[] }> {
  const { ent_org_id, ent_usr_id, user_name } = row;
  const successor = await trx
    .selectFrom('ent_usr')
    .innerJoin('provisioning_issue', (on) =>
      on
        .on('provisioning_issue.ent_usr_id', '=', ent_usr_id)
        .on('provisioning_issue.ent_org_id', '=', ent_org_id)
        .on('kind', '=', 'EMAIL_DIFFERS')
        .on(sql<boolean>`detail = lower(ent_usr.email)`),
    )
    .select('ent_usr.id')
    .where(isVisibleToProvider(ent_org_id))
    .where('ent_usr.is_disabled', '=', false)
    .where(
      sql<boolean>`not exists (select from scim_user where scim_user.ent_usr_id = ent_usr.id and managed_at is not null)`,
    )
    .where(
      sql<boolean>`exists (select from ent_usr former where former.id = ${ent_usr_id}::int and former.is_disabled)`,
    )
    .executeTakeFirst();
  if (!successor) return { row, events: [] };
  await trx.deleteFrom('scim_user').where('ent_usr_id', '=', successor.id).execute();
  const change = { ent_usr_id: successor.id, set_fields: [], managed_at: null, updated_at: clock() };
  const moved = await trx
    .updateTable('scim_user')
    .set(change)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await endIssue(trx, { ent_org_id, ent_usr_id, kind: 'EMAIL_DIFFERS' });
  const target = { type: 'ent_usr', id: ent_usr_id };
  return { row: moved, events: [{ action: 'scim:release', target, before: { user_name } }] };
}

/** Whether `If-Match` has a version (RFC 9110, 13.1.1); weak ones are compared by text, as in RFC 7644. */
const matches = (ifMatch: string | undefined, version: string): boolean =>
  ifMatch === undefined || ifMatch.split(',').some((one) => ['*', opaqueTag(version)].includes(opaqueTag(one)));

const opaqueTag = (text: string): string => text.trim().replace(/^W\//, '');

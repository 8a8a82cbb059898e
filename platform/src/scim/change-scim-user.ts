import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-answer.ts';
import { changeLockedUser, lockPerson, manageScimRow } from './change-locked-user.ts';
import type { ScimError } from './protocol/scim-error.ts';
import type { ScimActor, ScimOutcome, ScimUser, ScimUserRequest } from './protocol/scim-user.ts';
import { runScimCommand } from './run-scim-command.ts';
import { lockScimContext, type ScimContext, uuidOf } from './scim-context.ts';
import { unknownUser, versionChanged } from './scim-refusals.ts';
import { findScimUser } from './scim-users.store.ts';
import { setActiveByScim } from './write-scim-user.ts';

/**
 * Changes a user for an identity provider. `requestOf` is called with the locked user. With `replaces` an attribute that is not sent takes its default where SCIM had set it. Throws 400, 403, 404,
 * 409, 412, 429.
 */
export const changeScimUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  requestOf: (current: ScimUser) => ScimUserRequest,
  { replaces, ifMatch }: { replaces: boolean; ifMatch: string | undefined },
): Promise<ScimOutcome> =>
  runScimCommand(services, actor, async (trx) => {
    const context = await lockScimContext(trx, actor);
    const { current, ...locked } = await lockScimUser(trx, context, id, ifMatch);
    const change = await changeLockedUser(services, trx, context, locked, requestOf(current), replaces);
    const user = await findScimUser(trx, context.organisation.id, id);
    if (!user) throw unknownUser();
    const { refused, notes, events } = change;
    return { answer: { user, notes, ...(refused && { refused }) }, audit: events.length > 0 ? events : null };
  });

/**
 * Deactivates a user before the rest of a request is read, so that nothing that is refused of it keeps a leaver signed in. Returns the version after it. A deactivation that is not possible
 * (409) is refused by the rest, which asks for it again. Throws 403, 404, 412, 429.
 */
export const deactivateScimUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
): Promise<string> =>
  runScimCommand(services, actor, async (trx) => {
    const context = await lockScimContext(trx, actor);
    const { row, user } = await lockScimUser(trx, context, id, ifMatch);
    const managed = await manageScimRow(services, trx, row);
    const { events } = await setActiveByScim(services, trx, context, user.id, false);
    const changed = await findScimUser(trx, context.organisation.id, id);
    if (!changed) throw unknownUser();
    const audit = [...managed, ...events];
    return { answer: changed.version, audit: audit.length > 0 ? audit : null };
  });

/** Deactivates a user, who is then unknown to SCIM. Nothing else is deleted. Throws 404, 409, 412, 429. */
export const deleteScimUser = (
  services: Services,
  actor: ScimActor,
  id: string,
  { ifMatch }: { ifMatch: string | undefined },
): Promise<{ refused?: ScimError }> =>
  runScimCommand<{ refused?: ScimError }>(services, actor, async (trx) => {
    const context = await lockScimContext(trx, actor);
    const { row, user } = await lockScimUser(trx, context, id, ifMatch);
    const { events, refused } = await setActiveByScim(services, trx, context, user.id, false);
    if (refused) return { answer: { refused }, audit: events.length > 0 ? events : null };
    await trx.deleteFrom('scim_user').where('id', '=', row.id).execute();
    const released = {
      action: 'scim:release',
      target: { type: 'ent_usr', id: user.id },
      before: { user_name: row.user_name },
    };
    return { answer: {}, audit: [...events, released] };
  });

async function lockScimUser(
  trx: Transaction<Database>,
  { organisation }: ScimContext,
  id: string,
  ifMatch: string | undefined,
): Promise<{ row: Row<'scim_user'>; user: UserRow; current: ScimUser }> {
  const row = await trx
    .selectFrom('scim_user')
    .selectAll()
    .where('ent_org_id', '=', organisation.id)
    .where('id', '=', uuidOf(id))
    .executeTakeFirst();
  const unlocked = row && (await selectUsers(trx).where('ent_usr.id', '=', row.ent_usr_id).executeTakeFirst());
  const user = unlocked && (await lockPerson(trx, unlocked));
  const current = user && (await findScimUser(trx, organisation.id, id));
  if (!current) throw unknownUser();
  if (!matches(ifMatch, current.version)) throw versionChanged();
  return { row, user, current };
}

/** Whether a version is one of `If-Match` (RFC 9110, 13.1.1); weak ones are compared by their text, as RFC 7644 has it. */
const matches = (ifMatch: string | undefined, version: string): boolean =>
  ifMatch === undefined || ifMatch.split(',').some((one) => ['*', opaqueTag(version)].includes(opaqueTag(one)));

const opaqueTag = (text: string): string => text.trim().replace(/^W\//, '');

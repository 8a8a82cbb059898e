import { provisioningCalls } from '@console/contract/calls/provisioning';
import { usersCalls } from '@console/contract/calls/users';
import { requiredProblem } from '@console/contract/fields/field-problem';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { unblockSignIn } from '../core/access/sign-in-block.ts';
import { invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { registerUploadRoutes, type UploadedFile } from '../core/files/upload.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { readOrganisationResponse } from '../organisations/organisation-response.ts';
import { toListedUserResponse } from '../security/user-factors.ts';
import { createUser } from './create-user.ts';
import { type MoveDuties, setUserDisabled } from './set-disabled.ts';
import { type MapExternalUser, updateUser } from './update-user.ts';
import { uploadUsers, usersFileFields } from './upload-users.ts';
import { type UserInput, userInput } from './user-form.ts';

/** Commands of other areas for a user form or a deactivation. They depend on this area and are therefore passed in. */
interface UserFormCommands {
  nominate: typeof updateUser;
  mapExternalUser: MapExternalUser;
  moveDuties: MoveDuties;
}

export async function userCommandRoutes(
  app: FastifyInstance,
  services: Services,
  { nominate, mapExternalUser, moveDuties }: UserFormCommands,
): Promise<void> {
  const { extensions } = services.settings;
  const input = extensions ? userInput : userInput.omit({ expected_updated_at: true, nominate: true });
  const body = z.object({ ent_usr: input });

  const create = { ...usersCalls.createOrgUser, body };
  route(app, create, { action: 'users:create' }, async ({ caller, body }) => {
    const { user, isEmailWithheld } = await createUser(services, caller, body.ent_usr);
    const response = { user: toListedUserResponse(caller)(user) };
    return extensions && isEmailWithheld ? { ...response, is_email_withheld: true } : response;
  });

  // No action is required, because every user can change their own record.
  route(app, { ...usersCalls.updateOrgUser, body }, {}, async ({ caller, body }) => {
    if (body.ent_usr.id === undefined) throw invalidFields({ id: [requiredProblem] });
    const id = parseId(body.ent_usr.id);
    const update = (body.ent_usr as UserInput).nominate ? nominate : updateUser;
    return { user: toListedUserResponse(caller)(await update(services, caller, id, body.ent_usr, mapExternalUser)) };
  });

  const activation = omitExtensionUnless(
    usersCalls.activateDeactivateUser,
    { is_disabled: true, handOver: true },
    extensions,
  );
  route(app, activation, { action: 'users:deactivate', otherAction: 'users:activate' }, async ({ caller, body }) => {
    const { is_disabled = 'toggle', handOver } = body;
    const userId = parseId(body.userId);
    const { handedOver, ...user } = await setUserDisabled(
      services,
      caller,
      userId,
      is_disabled,
      is_disabled === true && handOver ? (trx) => moveDuties(services, trx, caller, userId, handOver) : undefined,
    );
    const id = extensions ? user.ent_org_id : null;
    const organisation = id === null ? undefined : await readOrganisationResponse(services.db, id);
    return { user: { ...toListedUserResponse(caller)(user), organisation, handedOver } };
  });

  if (extensions)
    route(app, provisioningCalls.unblockSignIn, { action: 'users:unblock' }, async ({ caller, body }) => ({
      user: toListedUserResponse(caller)(await unblockUser(services, caller, parseId(body.user_id))),
    }));

  await registerUploadRoutes(app, (scope) =>
    route(
      scope,
      usersCalls.bulkUserUpload,
      { action: 'users:upload', files: usersFileFields },
      async ({ caller, body, request }) => {
        const command = { organisationId: parseId(body.org_id), file: request.uploaded?.file as UploadedFile };
        const { users, withheld } = await uploadUsers(services, caller, command);
        const response = { users: users.map(toListedUserResponse(caller)) };
        return extensions && withheld.size > 0 ? { ...response, withheld_emails: [...withheld] } : response;
      },
    ),
  );
}

/** Ends a sign-in block of the identity provider, which can block the user again. Throws 403, 404, 422 WRONG_PASSWORD. */
const unblockUser = (services: Services, caller: Caller, userId: number): Promise<UserRow> =>
  runCommand(services, caller, async (trx) => {
    const { clock } = services;
    const { user } = await lockManagedUser(trx, caller, 'users:unblock', userId, {
      withOrganisation: false,
      withCaller: false,
    });
    const isBlocked = user.sign_in_blocked_at !== null;
    await consumeReauthentication(trx, clock, caller, { isNeeded: isBlocked });
    if (!isBlocked) return { answer: user, audit: null };
    await unblockSignIn(trx, clock, userId);
    const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    const change = { before: { sign_in_blocked: true }, after: { sign_in_blocked: false } };
    return { answer, audit: { action: 'users:unblock', target: { type: 'ent_usr', id: userId }, ...change } };
  });

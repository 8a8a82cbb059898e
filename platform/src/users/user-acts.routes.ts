import { usersCalls } from '@console/contract/calls/users';
import { bulkMaxBytes, texts } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toEntUsr } from '../core/ent-usr.ts';
import { invalid } from '../core/failure.ts';
import { extended, route, toId } from '../core/route.ts';
import type { Services } from '../core/services.ts';
import { serveUploads, type UploadedFile } from '../core/upload.ts';
import { createUser } from './create-user.ts';
import { setActive } from './set-active.ts';
import { updateUser } from './update-user.ts';
import { uploadUsers } from './upload-users.ts';
import { userInput } from './user-form.ts';

/** Creating, uploading, changing, activating and deactivating users. */
export async function userActsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { extensions } = services.settings;
  const input = extensions ? userInput : userInput.omit({ expected_updated_at: true });
  const body = z.object({ ent_usr: input });

  route(app, { ...usersCalls.createOrgUser, body }, { action: 'users:create' }, async ({ caller, body, request }) => ({
    user: toEntUsr(await createUser(services, caller, request.id, body.ent_usr)),
  }));

  // Without an action: everybody changes their own record.
  route(app, { ...usersCalls.updateOrgUser, body }, {}, async ({ caller, body, request }) => {
    if (body.ent_usr.id === undefined) throw invalid({ id: [texts.field.required] });
    const id = toId(body.ent_usr.id);
    return { user: toEntUsr(await updateUser(services, caller, request.id, id, body.ent_usr)) };
  });

  const activation = extended(usersCalls.activateDeactivateUser, { is_disabled: true }, extensions);
  route(app, activation, { action: 'users:deactivate' }, async ({ caller, body, request }) => {
    const wanted = { userId: toId(body.userId), wantDisabled: body.is_disabled };
    return { user: toEntUsr(await setActive(services, caller, request.id, wanted)) };
  });

  const file = { field: 'file', maxBytes: bulkMaxBytes };
  await serveUploads(app, (scope) =>
    route(scope, usersCalls.bulkUserUpload, { action: 'users:upload', file }, async ({ caller, body, request }) => {
      const wanted = { organisationId: toId(body.org_id), file: request.uploaded as UploadedFile };
      return { users: (await uploadUsers(services, caller, request.id, wanted)).map(toEntUsr) };
    }),
  );
}

import { emailScheduleCalls, usersFileCalls } from '@console/contract/calls/users-file';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { registerUploadRoutes, type UploadedFile } from '../core/files/upload.ts';
import { route } from '../core/http/route.ts';
import { nextDueTimes } from '../core/mail/space-out.ts';
import { previewUsersFile, updateUsersByFile } from './update-by-file.ts';
import { usersFileFields } from './upload-users.ts';

interface Form {
  org_id: string | number;
  clear_empty_cells?: 'true' | 'false' | undefined;
}

export async function usersFileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  if (!services.settings.extensions) return;
  const commandOf = ({ org_id, clear_empty_cells }: Form, { uploaded }: FastifyRequest) => ({
    organisationId: parseId(org_id),
    file: uploaded?.file as UploadedFile,
    clearsEmpty: clear_empty_cells === 'true',
  });
  route(app, emailScheduleCalls.emailSchedule, { action: 'users:upload' }, async ({ caller, query }) => {
    const organisationId = parseId(query.org_id);
    await authorizeExistingOrganisation(services.db, caller, 'users:upload', organisationId);
    const last = (await nextDueTimes(services.db, services.clock, organisationId, Number(query.count))).at(-1);
    return { emails_until: last && last > services.clock() ? last.toISOString() : null };
  });
  const options = { action: 'users:upload', files: usersFileFields } as const;
  await registerUploadRoutes(app, (scope) => {
    route(scope, usersFileCalls.previewUsersFile, options, async ({ caller, body, request }) => {
      const planned = await previewUsersFile(services, caller, commandOf(body, request));
      return {
        rows: planned.map(({ row, kind, changes, problems }) => ({
          row: row.row,
          kind,
          changes,
          problems: problems.map(({ message }) => message),
          codes: problems.map(({ code }) => code),
        })),
        own_level_count: planned.filter(({ givesOwnLevel }) => givesOwnLevel).length,
      };
    });
    route(scope, usersFileCalls.updateUsersByFile, options, ({ caller, body, request }) =>
      updateUsersByFile(services, caller, commandOf(body, request)),
    );
  });
}

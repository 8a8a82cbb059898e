import { isAllowedInEnabled } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { isAllowedForUser, seatBlock } from './user-rights.ts';

export const userPermissionsResolvers: Resolvers = {
  User: {
    viewerCanEdit: (user, _args, { api }) => isAllowedForUser(api, user, 'users:edit', true),
  },

  Organisation: {
    viewerCanCreateUsers: (organisation, _args, { api }) => isAllowedInEnabled(api, organisation, 'users:create'),
    viewerCanUploadUsers: (organisation, _args, { api }) => isAllowedInEnabled(api, organisation, 'users:upload'),
    async blockedBy(organisation, _args, context) {
      return (await isAllowedInEnabled(context.api, organisation, 'users:create'))
        ? seatBlock(context, organisation)
        : [];
    },
  },
};

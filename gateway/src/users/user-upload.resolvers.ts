import type { Resolvers } from '../generated/resolvers-types.ts';
import { organisationFor } from '../product-api/reads.ts';
import { previewUpload, uploadAll, uploadValidRows } from './user-upload.ts';

export const userUploadResolvers: Resolvers = {
  Mutation: {
    previewUserUpload: (_root, { organisationId, file }, { api }) =>
      previewUpload(api, { organisationId: String(organisationId), file }),

    uploadUsers(_root, { organisationId, file, onlyValidRows }, { api }) {
      const upload = { organisationId: String(organisationId), file };
      return onlyValidRows ? uploadValidRows(api, upload) : uploadAll(api, upload);
    },
  },

  UploadUsersPayload: {
    // The users are there: an organisation that cannot be read afterwards costs this field alone.
    organisation: ({ organisationId }, _args, { api }) => organisationFor(api, organisationId),
  },
};

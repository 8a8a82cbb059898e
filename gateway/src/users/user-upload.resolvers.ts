import { fieldErrorCodeOf } from '@console/contract/field-error-code';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { previewUserUpload, uploadAll, uploadValidRows } from './user-upload.ts';

export const userUploadResolvers: Resolvers = {
  Mutation: {
    previewUserUpload: (_root, { organisationId, file, corrections }, context) =>
      previewUserUpload(context, { organisationId: String(organisationId), file, corrections }),

    uploadUsers(_root, { organisationId, file, corrections, onlyValidRows }, context) {
      const upload = { organisationId: String(organisationId), file, corrections };
      return onlyValidRows ? uploadValidRows(context, upload) : uploadAll(context, upload);
    },
  },

  UserUploadRow: { changes: ({ changes }) => [...(changes ?? [])] },
  UserUploadProblem: { code: ({ message }) => fieldErrorCodeOf(message) },
  UploadUsersPayload: {
    organisation: payloadOrganisation,
  },
};

import { type UserFileRowKind, usersFileCalls } from '@console/contract/calls/users-file';
import { invalid } from '../base/errors.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { MutationPreviewUserUploadArgs, Resolvers } from '../generated/resolvers-types.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { readEmailsUntil } from '../specified/withheld-emails.ts';
import { previewUpdate, uploadUpdate } from './user-file-update.ts';
import { previewUserUpload, type UserUpload, uploadAll, uploadValidRows } from './user-upload.ts';
import { isFaulty } from './user-upload-rows.ts';

type UploadArguments = Required<Omit<MutationPreviewUserUploadArgs, 'encoding'>> &
  Pick<MutationPreviewUserUploadArgs, 'encoding'>;

function uploadOf(args: UploadArguments): UserUpload {
  const { organisationId, file, corrections, encoding, updateExisting, clearEmptyCells, includeHiddenRows } = args;
  if (clearEmptyCells && !updateExisting)
    throw invalid([
      {
        path: 'clearEmptyCells',
        code: 'OTHER',
        message: 'is only for files that update users and requires updateExisting',
      },
    ]);
  return {
    organisationId: String(organisationId),
    file,
    corrections,
    encoding,
    includesHiddenRows: includeHiddenRows,
    ...(updateExisting && { updates: { clearsEmpty: clearEmptyCells } }),
  };
}

const upperCase = (kind: UserFileRowKind) => kind.toUpperCase() as Uppercase<UserFileRowKind>;

export const userUploadResolvers: Resolvers = {
  Mutation: {
    previewUserUpload(_root, args, context) {
      const upload = uploadOf(args);
      return upload.updates ? previewUpdate(context, upload) : previewUserUpload(context, upload);
    },

    uploadUsers(_root, { onlyValidRows, currentPassword, ...args }, context) {
      const upload = uploadOf(args);
      if (upload.updates) return uploadUpdate(context, upload, { onlyValidRows, currentPassword });
      return onlyValidRows ? uploadValidRows(context, upload) : uploadAll(context, upload);
    },
  },

  Viewer: {
    hasUserFileUpdates: (_viewer, _args, context) => supportsCall(context, usersFileCalls.updateUsersByFile),
  },

  UserUploadPreview: {
    emailsUntil: ({ organisationId, newCount }, _args, context) => readEmailsUntil(context, organisationId, newCount),
  },

  UserUploadRow: {
    kind: (row) => upperCase(isFaulty(row) ? 'faulty' : (row.kind ?? 'new')),
    changes: ({ changes }) => [...(changes ?? [])],
    updates: ({ updates }) => [...(updates ?? [])],
  },
  UploadUsersPayload: {
    organisation: payloadOrganisation,
  },
};

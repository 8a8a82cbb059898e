import { texts } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { MapExternalUserInput } from '../gql/graphql.ts';
import { moveExternalUserToTop } from './externalUserListCache.ts';

const mapDocument = graphql(`
  mutation useMapExternalUser_Map($input: MapExternalUserInput!) {
    mapExternalUser(input: $input) { externalUser { id ...ExternalUserTable_user } }
  }
`);

/** Accepts an external user; `onStale` is called if another user has already decided. */
export const useMapExternalUser = (organisationId: string, fields: readonly string[], onStale: () => void) => {
  const { mutate, busy, fieldErrors } = useMutationAction(mapDocument, {
    success: texts.mappings.userDone,
    leaves: () => true,
    fields,
    update(cache, { mapExternalUser: { externalUser } }) {
      if (externalUser) moveExternalUserToTop(cache, { id: externalUser.id, organisationId, listed: true });
    },
  });
  const map = (input: Omit<MapExternalUserInput, 'organisationId'>) =>
    mutate({ input: { ...input, organisationId } }).catch((error: unknown) => {
      if (toFailure(error).has('CONFLICT')) onStale();
      throw error;
    });
  return { map, busy, fieldErrors };
};

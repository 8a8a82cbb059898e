import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { UseOrganisationCheck_CheckQuery } from '../gql/graphql.ts';
import { type Failure, toFailure } from '../ui/feedback/failure.ts';
import { reportFailure } from '../ui/feedback/toasts.tsx';

const checkQuery = graphql(`
  query useOrganisationCheck_Check($email: String!, $organisationId: ID!) {
    organisationInvite(email: $email, organisationId: $organisationId) {
      state
      message
      organisation {
        id
        brandName
      }
    }
  }
`);

export type OrganisationCheck = UseOrganisationCheck_CheckQuery['organisationInvite'];

/** Checks the organisation of an email, without the cache. Resolves with a `Failure` for the form to show at its field. */
export const useOrganisationCheck = (organisationId: string) => {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const check = async (email: string): Promise<OrganisationCheck | Failure | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    const { data, error } = await client
      .query({ query: checkQuery, variables: { email, organisationId }, fetchPolicy: 'no-cache' })
      .catch((thrown: unknown) => ({ data: undefined, error: thrown }));
    setBusy(false);
    if (data?.organisationInvite) return data.organisationInvite as OrganisationCheck;
    const failure = toFailure(error);
    const atField = 'email' in failure.fields;
    if (!atField && !failure.has('UNAUTHENTICATED')) reportFailure(failure);
    return failure;
  };
  return { check, checking: busy };
};

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import { graphql } from '../gql/gql.ts';
import type { UseInviteeLookup_LookUpQuery } from '../gql/graphql.ts';

const lookUpQuery = graphql(`
  query useInviteeLookup_LookUp($email: String!, $organisationId: ID!) {
    organisationInvite(email: $email, organisationId: $organisationId) { state message organisation { id brandName } }
  }
`);

export type InviteeLookup = UseInviteeLookup_LookUpQuery['organisationInvite'];

/** Looks up the organisation of an email to invite, without the cache. Resolves with a `Failure` for the form to show at its field. */
export const useInviteeLookup = (invitingOrganisationId: string) => {
  const client = useApolloClient();
  const [lookingUp, setLookingUp] = useState(false);
  const lookUp = async (email: string): Promise<InviteeLookup | Failure | undefined> => {
    if (lookingUp) return undefined;
    setLookingUp(true);
    const { data, error } = await client
      .query({
        query: lookUpQuery,
        variables: { email, organisationId: invitingOrganisationId },
        fetchPolicy: 'no-cache',
      })
      .catch((thrown: unknown) => ({ data: undefined, error: thrown }));
    setLookingUp(false);
    if (data?.organisationInvite) return data.organisationInvite as InviteeLookup;
    const failure = toFailure(error);
    const atField = 'email' in failure.fields;
    if (!atField && !failure.has('UNAUTHENTICATED')) reportFailure(failure);
    return failure;
  };
  return { lookUp, lookingUp };
};

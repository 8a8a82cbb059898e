import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UseRoleChoices_LookupsFragment } from '../gql/graphql.ts';

const lookupsFragment = graphql(`fragment useRoleChoices_lookups on Lookups { 
  roles { id name canLeadDepartment proposedForOrganiser summary reachesAllOrganisations }
}`);

export type UserRole = NonNullable<UseRoleChoices_LookupsFragment['roles']>[number];

export type RoleLookups = FragmentType<UseRoleChoices_LookupsFragment>;

/** The roles of a form. The user's current role is always one of them, even when the list could not be loaded. */
export const useRoleChoices = (lookups: RoleLookups, current: UserRole | null = null): readonly UserRole[] => {
  const { data } = useFragment(lookupsFragment, lookups);
  const roles = (data as Partial<UseRoleChoices_LookupsFragment>).roles ?? [];
  return current && roles.every(({ id }) => id !== current.id) ? [current, ...roles] : roles;
};

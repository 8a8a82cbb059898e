import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import type { ExternalUserSectionProps } from '../external-users/ExternalUserSection.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationUserLists_OrganisationFragment, UserLists_LookupsFragment } from '../gql/graphql.ts';
import { InvitationSection } from '../invitations/InvitationSection.tsx';
import { UserLists } from '../users/UserLists.tsx';
import { useNewUserSteps } from '../users/useNewUserSteps.tsx';
import type { UserListParams } from '../users/userListParams.ts';

// Below the organisation's own users.
const ExternalUserSection = lazyPart<ExternalUserSectionProps>(
  async () => (await import('../external-users/ExternalUserSection.tsx')).ExternalUserSection,
  { loadOn: 'paint' },
);

// The pages pass the lists on, because they know which result to show while the next one is loading.
graphql(`
  fragment OrganisationUserLists_organisation on Organisation {
    id
    ...UserLists_organisation
    ...UserListActions_organisation
    ...UserSeats_organisation
    ...useUserLimitNotice_organisation
    ...useNewUserSteps_organisation
    ...UserLists_users @unmask # a page of a list has no cache id
    ...ExternalUserSection_users @unmask # a page of a list has no cache id
  }
`);

interface OrganisationUserListsProps {
  organisation: OrganisationUserLists_OrganisationFragment;
  lookups: FragmentType<UserLists_LookupsFragment>;
  /** At the end of the toolbar. */
  counters?: ReactNode;
  params: UserListParams;
  loading: boolean;
  onRetry: () => void;
}

/** The users of an organisation, its external users and those who were invited. */
export function OrganisationUserLists({ organisation, lookups, counters, ...list }: OrganisationUserListsProps) {
  const { steps, dialog } = useNewUserSteps(organisation);
  return (
    <UserLists
      organisation={organisation}
      lookups={lookups}
      active={organisation.active}
      inactive={organisation.inactive}
      next={steps}
      counters={counters}
      externalCount={organisation.external?.totalCount}
      external={
        <>
          <ExternalUserSection organisationId={organisation.id} users={organisation.external} {...list} />
          <InvitationSection
            organisationId={organisation.id}
            kinds={['USER', 'EXTERNAL_USER']}
            onExternalChanged={list.onRetry}
          />
          {dialog}
        </>
      }
      {...list}
    />
  );
}

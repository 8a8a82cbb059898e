import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserListActions_OrganisationFragment, UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { PageActions } from '../ui/layout/PageActions.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { useUserLimitNotice } from './useUserLimitNotice.tsx';
import { useUserPaths } from './useUserPaths.ts';

const organisationFragment = graphql(`
  fragment UserListActions_organisation on Organisation {
    id
    viewerCanCreateUsers
    viewerCanUploadUsers
    viewerCanInviteUsers
    viewerCanStartAccessReview
  }
`);

interface UserListActionsProps {
  organisation: FragmentType<UserListActions_OrganisationFragment> &
    FragmentType<UseUserLimitNotice_OrganisationFragment>;
  /** The actions that the specification does not name are in a menu, because there is no room next to the tabs. */
  compact?: boolean;
}

/** The links to new users, as far as the viewer has the right; a full organisation shows a notice instead. */
export function UserListActions({ organisation, compact = false }: UserListActionsProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { guard, dialog } = useUserLimitNotice(organisation);
  const { trail } = useTrail();
  const { create, upload, invite, review } = useUserPaths();
  if (!complete) return null;
  return (
    <>
      <PageActions
        compact={compact}
        others={[
          ...(data.viewerCanInviteUsers ? [{ label: texts.mappings.inviteUser, to: invite, state: trail }] : []),
          ...(data.viewerCanStartAccessReview ? [{ label: 'Review access', to: review, state: trail }] : []),
        ]}
        primary={
          <>
            {data.viewerCanUploadUsers && (
              <Button component={Link} variant="default" to={upload} state={trail} onClick={guard}>
                {texts.users.upload}
              </Button>
            )}
            {data.viewerCanCreateUsers && (
              <Button component={Link} to={create} state={trail} onClick={guard}>
                {texts.users.create}
              </Button>
            )}
          </>
        }
      />
      {dialog}
    </>
  );
}

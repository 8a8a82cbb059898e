import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UseNewUserSteps_OrganisationFragment, UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { useUserLimitNotice } from './useUserLimitNotice.tsx';
import { useUserPaths } from './useUserPaths.ts';

const organisationFragment = graphql(`
  fragment useNewUserSteps_organisation on Organisation {
    id
    viewerCanCreateUsers
    viewerCanUploadUsers
  }
`);

/** The links to new users of an empty list, as far as the viewer has the right; a full organisation shows the dialog instead. */
export const useNewUserSteps = (
  organisation: FragmentType<UseNewUserSteps_OrganisationFragment> &
    FragmentType<UseUserLimitNotice_OrganisationFragment>,
) => {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { guard: onClick, dialog } = useUserLimitNotice(organisation);
  const { create, upload } = useUserPaths();
  const steps = [
    ...(complete && data.viewerCanCreateUsers ? [{ label: 'Create a user', to: create, onClick }] : []),
    ...(complete && data.viewerCanUploadUsers ? [{ label: 'Upload users from a file', to: upload, onClick }] : []),
  ];
  return { steps, dialog };
};

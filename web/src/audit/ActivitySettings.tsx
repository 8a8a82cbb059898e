import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ActivitySettings_OrganisationFragment } from '../gql/graphql.ts';
import { NumberSetting } from '../ui/dialog/NumberSetting.tsx';

const organisationFragment = graphql(`
  fragment ActivitySettings_organisation on Organisation {
    id
    auditRetentionDays
    viewerCanSetAuditRetention
    signInRetentionDays
    viewerCanSetSignInRetention
  }
`);

const setAuditRetention = graphql(`
  mutation ActivitySettings_SetAuditRetention($input: SetAuditRetentionInput!) {
    setAuditRetention(input: $input) { organisation { id auditRetentionDays } }
  }
`);

const setSignInRetention = graphql(`
  mutation ActivitySettings_SetSignInRetention($input: SetSignInRetentionInput!) {
    setSignInRetention(input: $input) { organisation { id signInRetentionDays } }
  }
`);

interface ActivitySettingsProps {
  organisation: FragmentType<ActivitySettings_OrganisationFragment>;
}

/** How long an organisation's activity log is kept, and how long the personal data of sign-ins and refusals. */
export function ActivitySettings({ organisation }: ActivitySettingsProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete) return null;
  return (
    <>
      <NumberSetting setting="auditRetentionDays" organisation={data} document={setAuditRetention} />
      <NumberSetting setting="signInRetentionDays" organisation={data} document={setSignInRetention} />
    </>
  );
}

import type { FragmentType } from '@apollo/client';
import { EmptyState } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { SsoSettings_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { HiddenSecret } from './HiddenSecret.tsx';
import { SsoForm } from './SsoForm.tsx';

const organisationFragment = graphql(`
  fragment SsoSettings_organisation on Organisation {
    id
    viewerCanEditSso
    sso { id clientId tenantId secretSet }
    singleSignOn { id enabled }
  }
`);

/** The single sign-on settings of an organisation; Edit replaces them with the form. */
export function SsoSettings({ organisation }: { organisation: FragmentType<SsoSettings_OrganisationFragment> }) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { editing, opened, details, done } = useFormEditing('sso');
  if (!complete) return null;
  const { sso, viewerCanEditSso } = data;
  if (viewerCanEditSso && (editing || !sso))
    return <SsoForm organisation={data} opened={opened} onSaved={done} onCancel={sso ? done : undefined} />;
  if (!sso)
    return (
      <EmptyState
        py="xl"
        icon={<IconKey aria-hidden />}
        title="Single sign-on is not set up"
        description="Ask an Organiser of the organisation to set it up."
      />
    );
  return (
    <EditableDetails {...(viewerCanEditSso && details)}>
      <DescriptionGroup
        heading="Single sign-on (ADFS)"
        entries={[
          ['Client ID', sso.clientId],
          ['Tenant ID', sso.tenantId],
          ['Client secret', sso.secretSet && <HiddenSecret />],
        ]}
      />
    </EditableDetails>
  );
}

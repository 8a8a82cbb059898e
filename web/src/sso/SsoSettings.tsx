import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { secretMask } from '@console/contract/rules';
import { Box, Button, EmptyState, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconKey, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { SsoSettings_OrganisationFragment } from '../gql/graphql.ts';
import { useDraft } from '../ui/form/useDraft.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { SsoForm } from './SsoForm.tsx';

const organisationFragment = graphql(`
  fragment SsoSettings_organisation on Organisation {
    id
    viewerCanEditSso
    sso {
      id
      clientId
      tenantId
      secretSet
    }
  }
`);

/** The single sign-on settings of an organisation; Edit replaces them with the form. */
export function SsoSettings({ organisation }: { organisation: FragmentType<SsoSettings_OrganisationFragment> }) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'SsoSettings_organisation',
    from: organisation,
  });
  const draft = useDraft('sso');
  const [editing, setEditing] = useState(draft.stored !== null);
  if (!complete) return null;
  const { sso, viewerCanEditSso } = data;
  const done = () => {
    draft.forget();
    setEditing(false);
  };
  if (viewerCanEditSso && (editing || !sso))
    return <SsoForm organisation={data} draft={draft} onSaved={done} onCancel={sso ? done : undefined} />;
  if (!sso)
    return (
      <EmptyState
        py="xl"
        icon={<IconKey aria-hidden />}
        title="Single sign-on is not set up"
        description="Ask the Organiser of the organisation to set it up."
      />
    );
  return (
    <Box maw={960}>
      <Stack gap="md">
        {viewerCanEditSso && (
          <Group justify="flex-end">
            <Button leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </Group>
        )}
        <DescriptionGroup
          heading="Single sign-on (ADFS)"
          entries={[
            ['Client ID', sso.clientId],
            ['Tenant ID', sso.tenantId],
            ['Client secret', sso.secretSet && <HiddenSecret />],
          ]}
        />
      </Stack>
    </Box>
  );
}

function HiddenSecret() {
  return (
    <>
      <span aria-hidden>{secretMask}</span>
      <VisuallyHidden>Stored, and shown to nobody</VisuallyHidden>
    </>
  );
}

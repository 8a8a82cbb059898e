import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { userLimitText } from '@console/contract/rules';
import { Box, Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { ConfigSettings_LookupsFragment, ConfigSettings_OrganisationFragment } from '../gql/graphql.ts';
import { ContentSkeleton } from '../ui/feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../ui/feedback/LoadFailure.tsx';
import { lookupOptionOf } from '../ui/form/lookupOptions.ts';
import { useDraft } from '../ui/form/useDraft.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { ConfigForm } from './ConfigForm.tsx';

const organisationFragment = graphql(`
  fragment ConfigSettings_organisation on Organisation {
    id
    activeUserCount
    viewerCanEditConfig
    config {
      id
      notificationFrequency
      otpRequired
      userLimit
    }
  }
`);

const lookupsFragment = graphql(`
  fragment ConfigSettings_lookups on Lookups {
    notificationFrequencies {
      id
      label
    }
  }
`);

interface ConfigSettingsProps {
  organisation: FragmentType<ConfigSettings_OrganisationFragment>;
  lookups: FragmentType<ConfigSettings_LookupsFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The configuration of an organisation; Edit replaces it with the form. */
export function ConfigSettings({ organisation, lookups, loading, onRetry }: ConfigSettingsProps) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'ConfigSettings_organisation',
    from: organisation,
  });
  const { data: choices } = useFragment({ fragment: lookupsFragment, from: lookups });
  const draft = useDraft('config');
  const [editing, setEditing] = useState(draft.stored !== null);
  if (!complete) return null;
  const { config, viewerCanEditConfig } = data;
  if (!config) return loading ? <ContentSkeleton /> : <LoadFailure what="The configuration" onRetry={onRetry} />;
  const { notificationFrequencies: frequencies } = choices as Partial<ConfigSettings_LookupsFragment>;
  if (editing && viewerCanEditConfig)
    return (
      <ConfigForm
        organisation={data}
        config={config}
        frequencies={frequencies}
        draft={draft}
        onDone={() => {
          draft.forget();
          setEditing(false);
        }}
      />
    );
  const { notificationFrequency, otpRequired, userLimit } = config;
  return (
    <Box maw={960}>
      <Stack gap="md">
        {viewerCanEditConfig && (
          <Group justify="flex-end">
            <Button leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          </Group>
        )}
        <DescriptionGroup
          heading="Notifications and sign-in"
          entries={[
            [
              'Notification frequency',
              notificationFrequency && lookupOptionOf(frequencies, notificationFrequency).label,
            ],
            ['One-time passcode', otpRequired === null ? null : otpRequired ? 'Required' : 'Not required'],
          ]}
        />
        <DescriptionGroup heading="Users" entries={[['User limit', userLimitText(userLimit)]]} />
      </Stack>
    </Box>
  );
}

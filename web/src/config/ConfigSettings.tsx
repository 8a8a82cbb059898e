import type { FragmentType } from '@apollo/client';
import { noUserLimit, texts } from '@console/contract/rules';
import { Text } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type { ConfigSettings_LookupsFragment, ConfigSettings_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { lookupOptionOf } from '../ui/form/lookupOptions.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { ConfigForm } from './ConfigForm.tsx';

const organisationFragment = graphql(`
  fragment ConfigSettings_organisation on Organisation {
    id
    activeUserCount
    viewerCanEditConfig
    config { id notificationFrequency otpRequired otpRequiredNeedsPasscode userLimit timeZone }
  }
`);

const lookupsFragment = graphql(`fragment ConfigSettings_lookups on Lookups { notificationFrequencies { id label } }`);

interface ConfigSettingsProps {
  organisation: FragmentType<ConfigSettings_OrganisationFragment>;
  lookups: FragmentType<ConfigSettings_LookupsFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The configuration of an organisation; Edit replaces it with the form. */
export function ConfigSettings({ organisation, lookups, loading, onRetry }: ConfigSettingsProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { data: choices } = useFragment(lookupsFragment, lookups);
  const { editing, opened, details, done } = useFormEditing('config');
  if (!complete) return null;
  const { config, viewerCanEditConfig } = data;
  if (!config)
    return loading ? <ContentSkeleton of="form" /> : <LoadFailure what="The configuration" onRetry={onRetry} />;
  const { notificationFrequencies: frequencies } = choices as Partial<ConfigSettings_LookupsFragment>;
  const help = <ConfigHelp activeUserCount={data.activeUserCount} timeZone={config.timeZone} />;
  if (editing && viewerCanEditConfig)
    return (
      <PageColumns side={help} sideLabel="Help">
        <ConfigForm organisation={data} config={config} frequencies={frequencies} opened={opened} onDone={done} />
      </PageColumns>
    );
  const { notificationFrequency, otpRequired, userLimit, timeZone } = config;
  const hasLimit = userLimit !== null && userLimit !== noUserLimit;
  return (
    <PageColumns side={help} sideLabel="Help">
      <EditableDetails {...(viewerCanEditConfig && details)}>
        <DescriptionGroup
          heading="Notifications and sign-in"
          entries={[
            [
              'Notification frequency',
              notificationFrequency && lookupOptionOf(frequencies, notificationFrequency).label,
            ],
            ...(timeZone === null ? [] : [['Time zone', timeZone] as const]),
            ['One-time passcode', otpRequired === null ? null : otpRequired ? 'Required' : 'Not required'],
          ]}
        />
        <DescriptionGroup
          heading="Users"
          entries={[['User limit', hasLimit ? formatCount(userLimit) : texts.noLimit]]}
        />
      </EditableDetails>
    </PageColumns>
  );
}

function ConfigHelp({ activeUserCount, timeZone }: { activeUserCount: number | null; timeZone: string | null }) {
  return (
    <HelpPanel
      topics={[
        [
          'User limit',
          [
            activeUserCount !== null && `The organisation has ${countOf(activeUserCount, 'active user')}.`,
            'Invited users count too. Inactive users do not.',
          ]
            .filter(Boolean)
            .join(' '),
        ],
        [
          'Notifications',
          timeZone && (
            <Text key="notifications">
              <EmailPromise otherwise="Email is not set up, so no pending items emails are sent.">
                Users with pending items get an email about them at 07:00 in this time zone. Each user can turn it off.
              </EmailPromise>
            </Text>
          ),
        ],
        [
          'One-time passcode',
          <Text key="passcode">
            <EmailPromise otherwise="Email is not set up, so users cannot get a passcode. Leave passcodes off.">
              Users get a code by email and enter it after their password. Turn it on only if emails arrive.
            </EmailPromise>
          </Text>,
        ],
      ]}
    />
  );
}

import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { OwnPassword } from '../account/OwnPassword.tsx';
import { OwnPersonalInformation } from '../account/OwnPersonalInformation.tsx';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { ApiKeysProps } from '../keys/ApiKeys.tsx';
import type { PendingEmailsSwitchProps } from '../pending/PendingEmailsSwitch.tsx';
import { LazyPersonalData } from '../privacy/LazyPersonalData.tsx';
import type { OwnSecurityProps } from '../security/OwnSecurity.tsx';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { TabBar } from '../ui/layout/TabBar.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { Moment } from '../ui/values/Moment.tsx';

const pageQuery = graphql(`
  query ProfilePage($showsInfo: Boolean! = false, $showsKeys: Boolean! = false, $showsSecurity: Boolean! = false) {
    viewer {
      ...Shell_viewer
      ...PendingEmailsSwitch_viewer @include(if: $showsInfo)
      ...ApiKeys_viewer @include(if: $showsKeys)
      ...Passkeys_viewer @include(if: $showsSecurity)
      can { viewUsers }
      organisation { id brandName facility { country } }
      user { id fullName viewerCanCopyPersonalData email createdAt lastSignInAt role { id summary } ...OwnPersonalInformation_user ...UserSecurity_user @include(if: $showsSecurity) }
    }
  }
`);

const ApiKeys = lazyPart<ApiKeysProps>(async () => (await import('../keys/ApiKeys.tsx')).ApiKeys);
const PendingEmailsSwitch = lazyPart<PendingEmailsSwitchProps>(
  async () => (await import('../pending/PendingEmailsSwitch.tsx')).PendingEmailsSwitch,
);
const OwnSecurity = lazyPart<OwnSecurityProps>(async () => (await import('../security/OwnSecurity.tsx')).OwnSecurity);

const tabs = [
  { key: 'info', label: 'Personal Information', title: 'Profile', of: 'facts' },
  { key: 'password', label: 'Change Password', title: 'Change Password', of: 'form' },
  { key: 'security', label: 'Security', title: 'Security', of: 'list' },
  { key: 'api-keys', label: 'API keys', title: 'API keys', of: 'list' },
] as const;

/** The viewer's own account. An unknown tab shows Personal Information. */
export function Component() {
  const [query] = useSearchParams();
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  const showsKeys = tab.key === 'api-keys';
  const showsSecurity = tab.key === 'security';
  const showsInfo = tab.key === 'info';
  // Also queried on the password tab, so that changing between the two sends no request.
  const variables = { showsInfo: !showsKeys && !showsSecurity, showsKeys, showsSecurity };
  const { data, loading, failed, whole, retry } = usePageQuery(pageQuery, variables, { keep: () => true });
  const viewer = data?.viewer;
  usePageTitle(tab.title, viewer?.organisation?.brandName);
  const header = (
    <PageHeader
      title="Profile"
      tabs={
        <TabBar
          label="Profile sections"
          tabs={tabs.map(({ key, label }) => ({ label, to: `/profile?tab=${key}`, current: key === tab.key }))}
        />
      }
    />
  );
  if (!viewer?.user)
    return <PagePlaceholder of={tab.of} header={header} what="Your profile" failed={failed} onRetry={retry} />;
  const { role, createdAt, lastSignInAt } = viewer.user;
  const help = (
    <HelpPanel
      topics={[
        [
          'Account',
          <DescriptionList
            key="account"
            narrow
            entries={[
              ['Organisation', viewer.organisation?.brandName],
              ['Created', createdAt && <Moment at={createdAt} />],
              ['Last sign-in', lastSignInAt && <Moment at={lastSignInAt} />],
            ]}
          />,
        ],
        ['What your role can do', role?.summary],
        [
          'Second factors',
          showsSecurity && 'A passkey or an authenticator app protects your account even if your password is stolen.',
        ],
      ]}
    />
  );
  return (
    <PageFrame header={header} side={!showsKeys && help} sideLabel="Help">
      {tab.key === 'password' && <OwnPassword email={viewer.user.email} />}
      <Suspense key={tab.key} fallback={<ContentSkeleton of={tab.of} />}>
        {showsKeys && <ApiKeys viewer={viewer} whole={whole} loading={loading} onRetry={retry} />}
        {showsSecurity && (
          <OwnSecurity viewer={viewer} user={viewer.user} whole={whole} loading={loading} onRetry={retry} />
        )}
      </Suspense>
      {showsInfo && (
        <Stack gap="md">
          <OwnPersonalInformation
            user={viewer.user}
            country={viewer.organisation?.facility?.country}
            organisationId={viewer.can.viewUsers ? (viewer.organisation?.id ?? null) : null}
          />
          <Suspense>
            <PendingEmailsSwitch viewer={viewer} />
          </Suspense>
          <LazyPersonalData user={viewer.user} isOwn />
        </Stack>
      )}
    </PageFrame>
  );
}

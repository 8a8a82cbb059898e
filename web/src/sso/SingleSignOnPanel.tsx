import type { FragmentType } from '@apollo/client';
import { daysUntil, secretReminderDays } from '@console/contract/secret-expiry';
import { Alert, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { SingleSignOnPanel_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { CopyableId } from '../ui/layout/CopyableId.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { countOf, formatDay } from '../ui/layout/format.ts';
import { Moment } from '../ui/layout/Moment.tsx';
import { SetSingleSignOnButton } from './SetSingleSignOnButton.tsx';
import type { SingleSignOnFormProps } from './SingleSignOnForm.tsx';
import { SsoDomains } from './SsoDomains.tsx';
import type { SsoTestsProps } from './SsoTests.tsx';
import { heightOfTests, type PanelSingleSignOn, roleLabelOf, signOutLabelOf } from './singleSignOnValues.ts';

/** When the client secret expires, with a warning from 30 days before. */
function SecretExpiry({ day }: { day: string | null }) {
  if (day === null)
    return (
      <Text c="dimmed" span>
        Not entered: no mail reminds of it
      </Text>
    );
  const left = daysUntil(day, new Date());
  return (
    <Group gap="xs">
      {/* At noon it is the same day in every time zone. */}
      <time dateTime={day}>{formatDay(new Date(`${day}T12:00:00`))}</time>
      {left <= secretReminderDays[0] && (
        <Badge color={left < 0 ? 'red' : 'orange'}>{left < 0 ? 'Expired' : leftText(left)}</Badge>
      )}
      {left < 0 && (
        <Text size="sm" span>
          Make a new secret at the provider, save it above, and enter when it expires.
        </Text>
      )}
    </Group>
  );
}

const leftText = (left: number): string => (left === 0 ? 'Expires today' : `Expires in ${countOf(left, 'day')}`);

const organisationFragment = graphql(`
  fragment SingleSignOnPanel_organisation on Organisation {
    id
    viewerCanActivateSso
    viewerCanVerifySsoDomains
    singleSignOn {
      id
      redirectUrl
      logoutUrl
      postLogoutRedirectUrl
      signsOutAtProvider
      issuer
      effectiveIssuer
      defaultRole
      secretExpiresOn
      enabled
      enabledAt
      enabledBy
      mode
      usersOutsideDomains
      tested
      testedBySigningIn
      clientRefusedAt
      logoutRefusal { at reason }
      domains { domain record verifiedAt verifiedByAdministrator }
      tests { id kind createdAt testedBy passed findings { step passed message } }
    }
  }
`);

const SingleSignOnForm = lazyPart<SingleSignOnFormProps>(
  async () => (await import('./SingleSignOnForm.tsx')).SingleSignOnForm,
  {
    loadOn: 'need',
    onFailure: ({ onDone }) => onDone(),
  },
);

const SsoTests = lazyPart<SsoTestsProps>(async () => (await import('./SsoTests.tsx')).SsoTests);

/** How single sign-on signs people in: nothing before its three fields are saved, and with a product API that has none. */
export function SingleSignOnPanel({
  organisation,
}: {
  organisation: FragmentType<SingleSignOnPanel_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { editing, opened, details, done } = useFormEditing('single-sign-on');
  if (!complete || !data.singleSignOn) return null;
  const { id, viewerCanActivateSso: mayChange, viewerCanVerifySsoDomains: mayVouch, singleSignOn } = data;
  if (mayChange && editing)
    return <SingleSignOnForm id={id} singleSignOn={singleSignOn} opened={opened} onDone={done} />;
  const { redirectUrl, logoutUrl, postLogoutRedirectUrl, effectiveIssuer, defaultRole, secretExpiresOn, domains } =
    singleSignOn;
  return (
    <Stack gap="md">
      <SsoProblems singleSignOn={singleSignOn} />
      <EditableDetails of="the sign-in by the provider" {...(mayChange && details)}>
        <DescriptionGroup
          heading="Sign-in by the provider"
          lead={<Text c="dimmed">Register the redirect address at the provider, with the client above.</Text>}
          entries={[
            ['State', <State key="state" singleSignOn={singleSignOn} />],
            ['Redirect address', <CopyableId key="redirect" id={redirectUrl} label="Copy the redirect address" />],
            ...(logoutUrl ? [['Logout address', <LogoutAddress key="logout" url={logoutUrl} />] as const] : []),
            ...(postLogoutRedirectUrl
              ? [
                  [
                    'Post-logout redirect address',
                    <PostLogoutAddress key="postLogout" url={postLogoutRedirectUrl} />,
                  ] as const,
                  ['Signing out', signOutLabelOf(singleSignOn)] as const,
                ]
              : []),
            ['Issuer', effectiveIssuer],
            ['New people', roleLabelOf(defaultRole)],
            ['Client secret expires', <SecretExpiry key="expiry" day={secretExpiresOn} />],
          ]}
        />
      </EditableDetails>
      <Paper p="lg" component="section">
        <Stack gap="md">
          <Title order={2}>Email domains</Title>
          <SsoDomains id={id} domains={domains} mayVerify={mayChange} mayVouch={mayVouch} />
        </Stack>
      </Paper>
      <Paper p="lg" component="section">
        <Stack gap="md">
          <Title order={2}>Test</Title>
          <Suspense fallback={<Skeleton h={heightOfTests(singleSignOn, mayChange)} />}>
            <SsoTests id={id} singleSignOn={singleSignOn} mayTest={mayChange} />
          </Suspense>
        </Stack>
      </Paper>
      {mayChange && <SetSingleSignOnButton id={id} singleSignOn={singleSignOn} />}
    </Stack>
  );
}

/** Optional at the provider: without it sessions here last until they end by themselves. */
const LogoutAddress = ({ url }: { url: string }) => (
  <>
    <CopyableId id={url} label="Copy the logout address" />
    <Text size="sm" c="dimmed">
      For back-channel logout: who signs out at the provider is then signed out here too. The test of the connection
      says whether the provider has it.
    </Text>
  </>
);

/** Without it the provider may refuse to sign out, or keep people on a page of its own. */
const PostLogoutAddress = ({ url }: { url: string }) => (
  <>
    <CopyableId id={url} label="Copy the post-logout redirect address" />
    <Text size="sm" c="dimmed">
      Where the provider sends people back who sign out here and there.
    </Text>
  </>
);

const stateLabels = { OFF: 'Off', OPTIONAL: 'On', REQUIRED: 'Required' } as const;

function State({ singleSignOn: { mode, enabled, enabledAt, enabledBy } }: { singleSignOn: PanelSingleSignOn }) {
  return (
    <Group gap="xs">
      <Badge color={enabled ? 'green' : 'gray'}>{stateLabels[mode]}</Badge>
      {enabled && enabledAt && (
        <Text size="sm" span>
          {mode === 'REQUIRED' && 'on '}since <Moment at={enabledAt} />
          {enabledBy && `, switched on by ${enabledBy}`}
        </Text>
      )}
    </Group>
  );
}

/** What goes wrong with the provider since the settings were tested. */
function SsoProblems({ singleSignOn: { clientRefusedAt, logoutRefusal } }: { singleSignOn: PanelSingleSignOn }) {
  return (
    <>
      {clientRefusedAt && (
        <Alert color="red" title="The client secret has expired or is wrong">
          The provider has refused sign-ins since <Moment at={clientRefusedAt} withTime />. Create a new client secret
          at the provider and save it above.
        </Alert>
      )}
      {logoutRefusal && (
        <Alert color="yellow" title="A logout by the provider was refused">
          The last logout token, received <Moment at={logoutRefusal.at} withTime />, ended no session:{' '}
          {logoutRefusal.reason}.
        </Alert>
      )}
    </>
  );
}

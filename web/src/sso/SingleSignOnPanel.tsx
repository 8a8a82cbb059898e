import type { FragmentType } from '@apollo/client';
import { daysUntil, secretReminderDays } from '@console/contract/secret-expiry';
import { Alert, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { serverNow } from '../apollo/serverTime.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { SingleSignOnPanel_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { countOf, formatDay } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { SetSingleSignOnButton } from './SetSingleSignOnButton.tsx';
import type { SingleSignOnFormProps } from './SingleSignOnForm.tsx';
import { SsoDomains } from './SsoDomains.tsx';
import type { SsoTestsProps } from './SsoTests.tsx';
import {
  heightOfTests,
  outsideDomainsText,
  type PanelSingleSignOn,
  roleLabelOf,
  signOutLabelOf,
} from './singleSignOnValues.ts';

/** When the client secret expires, with a warning from 30 days before. */
function SecretExpiry({ day, timeZone }: { day: string | null; timeZone: string }) {
  if (day === null)
    return (
      <Text c="dimmed" span>
        Not set. No reminder emails will be sent.
      </Text>
    );
  const left = daysUntil(day, serverNow(), timeZone);
  return (
    <Group gap="xs">
      {/* Local noon: a date without a time would be in UTC, and could be shown as the day before. */}
      <time dateTime={day}>{formatDay(new Date(`${day}T12:00:00`))}</time>
      {left <= secretReminderDays[0] && (
        <Badge color={left < 0 ? 'red' : 'orange'}>{left < 0 ? 'Expired' : leftText(left)}</Badge>
      )}
      {left < 0 && (
        <Text size="sm" span>
          Create a new secret at the provider, save it above, and enter its expiry date.
        </Text>
      )}
    </Group>
  );
}

const leftText = (left: number): string => (left === 0 ? 'Expires today' : `Expires in ${countOf(left, 'day')}`);

const organisationFragment = graphql(`
  fragment SingleSignOnPanel_organisation on Organisation {
    id
    timeZone
    viewerCanActivateSso
    viewerCanVerifySsoDomains
    singleSignOn {
      id
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
      domains { domain record verifiedAt verifiedByAdministrator recordMissingSince }
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

/** The settings for sign-in through the identity provider. Renders nothing before the three fields are saved, or if the product API has no such settings. */
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
  const { postLogoutRedirectUrl, effectiveIssuer, defaultRole, secretExpiresOn, domains } = singleSignOn;
  return (
    <Stack gap="md">
      <SsoProblems singleSignOn={singleSignOn} />
      <EditableDetails of="the identity provider" {...(mayChange && details)}>
        <DescriptionGroup
          heading="Identity provider"
          entries={[
            ['State', <State key="state" singleSignOn={singleSignOn} />],
            ...(postLogoutRedirectUrl ? [['Sign-out', signOutLabelOf(singleSignOn)] as const] : []),
            ['Issuer', effectiveIssuer],
            ['New users', roleLabelOf(defaultRole)],
            [
              'Client secret expires',
              <SecretExpiry key="expiry" day={secretExpiresOn} timeZone={data.timeZone ?? 'UTC'} />,
            ],
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

const stateLabels = { OFF: 'Off', OPTIONAL: 'On', REQUIRED: 'Required' } as const;

function State({
  singleSignOn: { mode, enabled, enabledAt, enabledBy, usersOutsideDomains },
}: {
  singleSignOn: PanelSingleSignOn;
}) {
  return (
    <Group gap="xs">
      <Badge color={enabled ? 'green' : 'gray'}>{stateLabels[mode]}</Badge>
      {enabled && enabledAt && (
        <Text size="sm" span>
          {mode === 'REQUIRED' && 'on '}since <Moment at={enabledAt} />
          {enabledBy && `, turned on by ${enabledBy}`}
        </Text>
      )}
      {mode === 'REQUIRED' && usersOutsideDomains > 0 && (
        <Text size="sm" span>
          {outsideDomainsText(usersOutsideDomains)}
        </Text>
      )}
    </Group>
  );
}

/** Problems with the provider since the settings were tested. */
function SsoProblems({ singleSignOn: { clientRefusedAt, logoutRefusal } }: { singleSignOn: PanelSingleSignOn }) {
  return (
    <>
      {clientRefusedAt && (
        <Alert color="red" title="The client secret has expired or is wrong">
          The provider has rejected sign-ins since <Moment at={clientRefusedAt} withTime />. Create a new client secret
          at the provider and save it above.
        </Alert>
      )}
      {logoutRefusal && (
        <Alert color="yellow" title="A logout request from the provider was rejected">
          The provider’s last sign-out request, received <Moment at={logoutRefusal.at} withTime />, signed no one out:{' '}
          {logoutRefusal.reason}.
        </Alert>
      )}
    </>
  );
}

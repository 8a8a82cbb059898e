import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { MapExternalUserPageQuery, UserForm_LookupsFragment } from '../gql/graphql.ts';
import { acceptBlockTexts } from '../mappings/AcceptBlockReason.tsx';
import { MappingStateBadge } from '../mappings/MappingStateBadge.tsx';
import { modulesText, noModulesWarning } from '../mappings/modulesText.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { RoleSummaries } from '../users/RoleSummaries.tsx';
import type { RoleLookups } from '../users/useRoleChoices.ts';
import { ExternalUserDetailsForm } from './ExternalUserDetailsForm.tsx';
import { RejectExternalUserButton } from './RejectExternalUserButton.tsx';
import { useMapExternalUser } from './useMapExternalUser.ts';

interface ConfirmExternalUserFormProps {
  externalUser: NonNullable<MapExternalUserPageQuery['externalUser']>;
  organisationId: string;
  own: boolean;
  listPath: string;
  onStale: () => void;
}

const none: readonly string[] = [];

/** Accepts a user of a home organisation. The form shows their record read-only. */
function ConfirmExternalUserForm({
  externalUser,
  organisationId,
  own,
  listPath,
  onStale,
}: ConfirmExternalUserFormProps) {
  const navigate = useNavigate();
  const { trail, settledTrail } = useTrail();
  const { map, busy } = useMapExternalUser(organisationId, none, onStale);
  const { user, homeOrganisation, modules, at, invitedBy } = externalUser;
  const warning = noModulesWarning(modules);
  const accept = async () => {
    const answer = await map({ userId: user.id }).catch(() => undefined);
    if (!answer) return;
    void navigate(listPath, { replace: true, state: answer.mapExternalUser.externalUser ? settledTrail : trail });
  };
  return (
    <Stack gap="md">
      <DescriptionGroup
        heading="Person"
        entries={[
          ['Name', user.fullName],
          ['Email', user.email],
          ['Home organisation', homeOrganisation?.brandName],
          ['Invited by', invitedBy],
          ['Invited', at && <Moment at={at} withTime />],
        ]}
      />
      <DescriptionGroup
        heading="What accepting grants"
        lead={
          <Text>
            {isolated(user.fullName)} can work with {own ? 'your' : 'this'} organisation. They stay a user of their home
            organisation, and in this console they do not see {own ? 'your' : 'its'} users or settings. You can remove
            them at any time.
          </Text>
        }
        entries={modules ? [['Modules', modulesText(modules)]] : []}
      />
      {warning && <Alert color="orange">{warning}</Alert>}
      <Group gap="sm">
        <Button loading={busy} onClick={() => void accept()}>
          Accept
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void navigate(listPath, { state: trail })}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

const pageQuery = graphql(`
  query MapExternalUserPage($userId: ID!, $organisationId: ID) {
    viewer { ...Shell_viewer user { id organisationId } }
    externalUser(userId: $userId, organisationId: $organisationId) {
      ...ExternalUserTable_user @unmask # the form is chosen from it once
      modules { id label }
      invitedBy
      user {
        id
        ...UserForm_user @unmask # the form's initial values
      }
    }
    lookups { ...UserForm_lookups ...useRoleChoices_lookups }
  }
`);

const addressKeys = { user: 'id', organisation: 'organisation', origin: 'from' } as const;

/** The external user of an emailed link, to be accepted into the viewer's own organisation, or into the one in the address. */
export function Component() {
  const [address] = useSearchParams();
  const userId = address.get(addressKeys.user)?.trim() ?? '';
  return userId ? (
    <ExternalUserPage key={String(address)} userId={userId} address={address} />
  ) : (
    <RedirectToPageNotFound />
  );
}

function ExternalUserPage({ userId, address }: { userId: string; address: URLSearchParams }) {
  const orgId = address.get(addressKeys.organisation) || null;
  const origin = address.get(addressKeys.origin);
  const { back, settledTrail } = useTrail();
  const navigate = useNavigate();
  const { data, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { userId, ...(orgId !== null && { organisationId: orgId }) },
    { main: ['externalUser'] },
  );
  const title = texts.mappings.addDetails;
  usePageTitle(title);
  const externalUser = data?.externalUser;
  const organisationId = orgId ?? data?.viewer?.user.organisationId;
  if (missing || (whole && !externalUser)) return <RedirectToPageNotFound />;
  const base = orgId === null ? '/U' : `/O/${encodeURIComponent(orgId)}/user`;
  const listPath =
    back(base) === base && origin && orgId !== null ? `${base}?from=${encodeURIComponent(origin)}` : back(base);
  const crumbs = [{ label: 'User', to: listPath }];
  if (!externalUser || !organisationId)
    return <PagePlaceholder of="form" header={<PageHeader {...{ crumbs, title }} />} failed={failed} onRetry={retry} />;
  const { state, at, user, invitedBy, modules, viewerCanReject, viewerCanMap, viewerCanEditPerson, takesReason } =
    externalUser;
  if (!viewerCanReject && state === 'PENDING') return <RedirectToPageNotFound />;
  return (
    <PageFrame
      header={
        <PageHeader
          {...{ crumbs, title }}
          badge={<MappingStateBadge state={state} />}
          actions={
            viewerCanReject && (
              <RejectExternalUserButton
                {...{ user, organisationId, takesReason }}
                compact={false}
                onChanged={(stale) =>
                  stale ? retry() : void navigate(listPath, { replace: true, state: settledTrail })
                }
              />
            )
          }
        />
      }
      side={
        <HelpPanel
          topics={[
            [
              'Invitation',
              <DescriptionList
                key="invitation"
                narrow
                entries={[
                  ...(viewerCanEditPerson ? [['Invited by', invitedBy] as const] : []),
                  ['Updated', at && <Moment at={at} />],
                  ...(viewerCanEditPerson && modules ? [['Modules', modulesText(modules)] as const] : []),
                ]}
              />,
            ],
            ['Roles', viewerCanMap && viewerCanEditPerson && <RoleSummaries key="roles" lookups={data.lookups} />],
          ]}
        />
      }
      sideLabel="Help"
    >
      <AcceptExternalUserForm
        externalUser={externalUser}
        lookups={data.lookups}
        organisationId={organisationId}
        own={organisationId === data.viewer?.user.organisationId}
        listPath={listPath}
        onStale={retry}
      />
    </PageFrame>
  );
}

interface AcceptExternalUserFormProps {
  externalUser: NonNullable<MapExternalUserPageQuery['externalUser']>;
  lookups: FragmentType<UserForm_LookupsFragment> & RoleLookups;
  organisationId: string;
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  listPath: string;
  /** Called if another user has already decided. */
  onStale: () => void;
}

/** Form for an external user. It does not change after saving, so that no other form flashes up. */
function AcceptExternalUserForm({ externalUser, lookups, onStale, ...place }: AcceptExternalUserFormProps) {
  const [{ state, acceptBlock, viewerCanMap, viewerCanEditPerson }] = useState(externalUser);
  const [late, setLate] = useState(false);
  const onLate = () => {
    setLate(true);
    onStale();
  };
  if (late || !viewerCanMap)
    return (
      <Alert color="gray" role="status">
        {acceptBlock && acceptBlockTexts[acceptBlock]}
        {!acceptBlock && (state === 'REJECTED' ? 'The invitation was rejected.' : texts.mappings.userMapped)}
      </Alert>
    );
  return viewerCanEditPerson ? (
    <Stack gap="md">
      <Text maw={{ md: 720 }}>
        Adding details accepts this person as an external user.{' '}
        <EmailPromise>They get an email with a link to set a password.</EmailPromise> Their role decides what they can
        do. They do not see {place.own ? 'your' : 'the organisation’s'} users or settings in this console.
      </Text>
      <ExternalUserDetailsForm user={externalUser.user} lookups={lookups} onStale={onLate} {...place} />
    </Stack>
  ) : (
    <ConfirmExternalUserForm externalUser={externalUser} onStale={onLate} {...place} />
  );
}

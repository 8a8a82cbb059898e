import type { FragmentType } from '@apollo/client';
import { Alert, Box, Stack, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserSecurity_UserFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { DeviceTable, noDevicesText } from './DeviceTable.tsx';
import { EndOtherSessionsButton } from './EndOtherSessionsButton.tsx';
import { noSessionsText, SessionTable } from './SessionTable.tsx';

const userFragment = graphql(`
  fragment UserSecurity_user on User {
    id
    viewerCanEndSessions
    security {
      passwordChangedAt
      sessions { id isCurrent ...SessionTable_session }
      rememberedDevices { id ...DeviceTable_device }
      secondFactors { authenticatorApp { createdAt recoveryCodesLeft } }
    }
  }
`);

/** Props of the section about the viewer's security. */
export interface UserSecurityProps {
  user: FragmentType<UserSecurity_UserFragment>;
  /** A null means that the product API has no calls for sessions, not that they could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** The viewer's authenticator app, sessions, remembered devices and age of the password. Sessions are ended and devices forgotten here. */
export function UserSecurity({ user, whole, loading, onRetry }: UserSecurityProps) {
  const { data, complete } = useFragment(userFragment, user);
  const security = complete ? data.security : undefined;
  if (security === null && whole) return <SessionsUnavailable />;
  const viewerCanEnd = complete && data.viewerCanEndSessions;
  const changedAt = security?.passwordChangedAt;
  const hasOthers = security?.sessions.some(({ isCurrent }) => !isCurrent) ?? false;
  const state = { loading, onRetry };
  return (
    <Stack gap="xl">
      {complete && security?.secondFactors && (
        <AuthenticatorApp userId={data.id} app={security.secondFactors.authenticatorApp} />
      )}
      <TableSection
        heading="Sessions"
        count={security?.sessions.length}
        empty={noSessionsText(true)}
        toolbar={
          complete &&
          viewerCanEnd &&
          hasOthers && (
            <Box ms="auto">
              <EndOtherSessionsButton userId={data.id} />
            </Box>
          )
        }
      >
        <Stack gap="xs">
          <Text>If you do not recognise a browser, end its session and change your password.</Text>
          <SessionTable sessions={security?.sessions} ofViewer viewerCanEnd={viewerCanEnd} {...state} />
        </Stack>
      </TableSection>
      <TableSection heading="Remembered devices" count={security?.rememberedDevices.length} empty={noDevicesText}>
        <DeviceTable devices={security?.rememberedDevices} viewerCanForget={viewerCanEnd} {...state} />
      </TableSection>
      {security && (
        <DescriptionGroup
          heading="Password"
          entries={[['Last changed', changedAt && <Moment key="password" at={changedAt} />]]}
        />
      )}
    </Stack>
  );
}

/** Shown with a product API that has no calls for sessions. */
function SessionsUnavailable() {
  return (
    <Alert color="gray" title="Security">
      The connected product API does not list sessions and devices, so they cannot be shown here. Changing your password
      signs you out everywhere.
    </Alert>
  );
}

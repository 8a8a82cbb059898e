import type { FragmentType } from '@apollo/client';
import { Box, Group, Paper, Stack, Title } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserSecurityCard_UserFragment } from '../gql/graphql.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { FactorBadges } from '../users/FactorBadges.tsx';
import { DeviceTable, noDevicesText } from './DeviceTable.tsx';
import { EndOtherSessionsButton } from './EndOtherSessionsButton.tsx';
import { ResetFactorsButton } from './ResetFactorsButton.tsx';
import { noSessionsText, SessionTable } from './SessionTable.tsx';

const userFragment = graphql(`
  fragment UserSecurityCard_user on User {
    id
    fullName
    secondFactors
    viewerCanEndSessions
    security {
      passwordChangedAt
      sessions { id ...SessionTable_session }
      rememberedDevices { id ...DeviceTable_device }
      secondFactors { authenticatorApp { createdAt recoveryCodesLeft } }
    }
  }
`);

export interface UserSecurityCardProps {
  user: FragmentType<UserSecurityCard_UserFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** How another user signs in, where they are signed in, and what to do if they lost a device. Nothing with a product API that has no calls for sessions. */
export function UserSecurityCard({ user, loading, onRetry }: UserSecurityCardProps) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete || !data.security) return null;
  const { id, fullName, secondFactors, viewerCanEndSessions, security } = data;
  const { passwordChangedAt, sessions, rememberedDevices } = security;
  const app = security.secondFactors?.authenticatorApp;
  const factors = secondFactors ?? (app ? ['AUTHENTICATOR_APP' as const] : []);
  const state = { loading, onRetry };
  return (
    <Paper p="lg" component="section" aria-label="Security">
      <Stack gap="lg">
        <Title order={2}>Security</Title>
        <DescriptionList
          entries={[
            ...(security.secondFactors
              ? [
                  [
                    'Second factors',
                    <Group key="factors" gap="xs" component="span">
                      <FactorBadges factors={factors} />
                      {viewerCanEndSessions && factors.length > 0 && <ResetFactorsButton user={data} />}
                    </Group>,
                  ] as const,
                ]
              : []),
            ...(app ? [['Recovery codes', `${app.recoveryCodesLeft} left`] as const] : []),
            ['Password changed', passwordChangedAt && <Moment key="password" at={passwordChangedAt} withTime />],
          ]}
        />
        <TableSection
          heading="Sessions"
          level={3}
          count={sessions.length}
          empty={noSessionsText(false)}
          toolbar={
            viewerCanEndSessions &&
            sessions.length > 0 && (
              <Box ms="auto">
                <EndOtherSessionsButton userId={id} name={fullName} />
              </Box>
            )
          }
        >
          <SessionTable sessions={sessions} ofViewer={false} viewerCanEnd={viewerCanEndSessions} {...state} />
        </TableSection>
        <TableSection heading="Remembered devices" level={3} count={rememberedDevices.length} empty={noDevicesText}>
          <DeviceTable devices={rememberedDevices} viewerCanForget={viewerCanEndSessions} {...state} />
        </TableSection>
      </Stack>
    </Paper>
  );
}

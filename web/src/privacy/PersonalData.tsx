import { Paper, Stack, Text, Title } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { requestHeaders } from '../apollo/requestHeaders.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { downloadFile } from '../feedback/downloadFile.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserStatus } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { EraseUserButton } from './EraseUserButton.tsx';

const copyDocument = graphql(`
  mutation PersonalData_Copy($input: CopyPersonalDataInput!) { copyPersonalData(input: $input) { path } }
`);

export interface PersonalDataProps {
  user: {
    id: string;
    fullName: string;
    status?: UserStatus;
    viewerCanCopyPersonalData: boolean;
    viewerCanErase?: boolean;
  };
  /** Whether the user is the viewer. */
  isOwn: boolean;
}

/** Downloads the data about a user. Shown only if the viewer has permission. */
export function PersonalData({ user, isOwn }: PersonalDataProps) {
  const { id, fullName, status, viewerCanCopyPersonalData, viewerCanErase } = user;
  const { secret, signal } = useSession();
  // The part stays loaded after the user was erased.
  if (!viewerCanCopyPersonalData) return null;
  return (
    <Paper p="lg" component="section" aria-label="Personal data">
      <Stack gap="md" align="start">
        <Title order={2}>Personal data</Title>
        <Text c="dimmed">
          {isOwn
            ? 'Download the data stored about you in all organisations (JSON).'
            : 'To fulfil a data access request, download the data stored about this user (JSON).'}
        </Text>
        <ConfirmedMutationButton
          label="Download personal data"
          confirmLabel="Download"
          question={isOwn ? 'Download your personal data?' : `Download the personal data of ${isolated(fullName)}?`}
          password="always"
          keyed={false}
          mutation={copyDocument}
          variables={(currentPassword) => ({ input: { userId: id, currentPassword } })}
          onChanged={({ copyPersonalData: { path } }) =>
            void downloadFile(path, {
              headers: requestHeaders(secret),
              signal,
              fileName: `personal-data-${id}.json`,
            })
          }
        >
          The activity log records the download.{' '}
          <EmailPromise>
            {isOwn ? (
              'You are'
            ) : (
              <>
                <bdi translate="no">{fullName}</bdi> is
              </>
            )}{' '}
            notified by email.
          </EmailPromise>{' '}
          {isOwn
            ? 'The file has no passwords, keys or other secrets. Store it safely.'
            : 'The file has no secrets, and no data of organisations that you cannot see. Give it only to this user.'}
        </ConfirmedMutationButton>
        {viewerCanErase && <EraseUserButton user={{ id, fullName }} />}
        {!viewerCanErase && !isOwn && (
          <Text c="dimmed">
            {`An Administrator can erase this user’s data${status === 'ACTIVE' ? ' after the user is deactivated' : ''}.`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

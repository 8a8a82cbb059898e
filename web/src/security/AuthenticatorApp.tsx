import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserSecurity_UserFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import type { RecoveryCodesDialogProps } from './RecoveryCodesDialog.tsx';
import { SetUpApp } from './SetUpApp.tsx';
import { storeFactors } from './storeFactors.ts';

const removeDocument = graphql(`
  mutation AuthenticatorApp_Remove($input: RemoveAuthenticatorAppInput!) {
    removeAuthenticatorApp(input: $input) { secondFactors { authenticatorApp { createdAt recoveryCodesLeft } } }
  }
`);

const renewDocument = graphql(`
  mutation AuthenticatorApp_Renew($input: RenewRecoveryCodesInput!) {
    renewRecoveryCodes(input: $input) { secondFactors { authenticatorApp { createdAt recoveryCodesLeft } } recoveryCodes }
  }
`);

const RecoveryCodesDialog = lazyPart<RecoveryCodesDialogProps>(
  async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog,
  whenOpened,
);

type Factors = NonNullable<NonNullable<UserSecurity_UserFragment['security']>['secondFactors']>;

interface AuthenticatorAppProps {
  userId: string;
  /** Passed as selected by the fragment of the section: an object without an id cannot have a fragment of its own. */
  app: Factors['authenticatorApp'];
}

/** Whether the viewer has an authenticator app, which they set up here. */
export function AuthenticatorApp({ userId, app }: AuthenticatorAppProps) {
  const [codes, setCodes] = useState<{ list: readonly string[] | null } | null>(null);
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Group gap="sm">
          <Title order={2}>Authenticator app</Title>
          <Badge color={app ? 'green' : 'gray'}>{app ? 'Set up' : 'Not set up'}</Badge>
        </Group>
        <Text>
          {app
            ? 'After the password, a code from the app is required to sign in.'
            : 'An app on your phone shows a new code every 30 seconds. You enter it after your password, instead of an emailed passcode.'}
        </Text>
        {app && (
          <Text>
            Set up on {app.createdAt && <Moment at={app.createdAt} />}.{' '}
            <span>{`${app.recoveryCodesLeft} recovery ${app.recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.`}</span>
          </Text>
        )}
        <Group gap="sm">
          {app && (
            <>
              <ConfirmedMutationButton
                label="Create new recovery codes"
                confirmLabel="Create new codes"
                password="always"
                mutation={renewDocument}
                keyed={false}
                variables={(currentPassword) => ({ input: { currentPassword } })}
                success="New recovery codes created"
                update={(cache, { renewRecoveryCodes }) =>
                  storeFactors(cache, userId, renewRecoveryCodes.secondFactors)
                }
                onChanged={({ renewRecoveryCodes }) => setCodes({ list: renewRecoveryCodes.recoveryCodes ?? null })}
              >
                You get ten new codes. The old codes stop working. This cannot be undone.
              </ConfirmedMutationButton>
              <ConfirmedMutationButton
                label="Remove"
                ariaLabel="Remove the authenticator app"
                danger
                password="always"
                mutation={removeDocument}
                variables={(currentPassword) => ({ input: { currentPassword } })}
                success="Authenticator app removed"
                update={(cache, { removeAuthenticatorApp }) =>
                  storeFactors(cache, userId, removeAuthenticatorApp.secondFactors)
                }
              >
                You then sign in with your password, plus an emailed passcode if required. Your recovery codes stop
                working. You can set up an app later.
              </ConfirmedMutationButton>
            </>
          )}
          <SetUpApp userId={userId} label="Set up" isSetUp={app !== null} />
        </Group>
      </Stack>
      <RecoveryCodesDialog opened={codes !== null} codes={codes?.list ?? null} onClose={() => setCodes(null)} />
    </Paper>
  );
}

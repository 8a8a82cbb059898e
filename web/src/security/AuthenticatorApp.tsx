import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { UserSecurity_UserFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
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
  /** As the fragment of the part selects it: without an id it cannot be read by one of its own. */
  app: Factors['authenticatorApp'];
  /** The user is the viewer. */
  own: boolean;
  /** Where the viewer may reset the factors of this other user. */
  reset?: ReactNode;
}

/** Whether a user has an authenticator app; the viewer sets up their own here. */
export function AuthenticatorApp({ userId, app, own, reset }: AuthenticatorAppProps) {
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
            ? 'Signing in asks for a code of the app after the password.'
            : own
              ? 'An app on your phone shows a new code every 30 seconds. Signing in asks for it after your password, in place of a passcode by mail.'
              : 'Signing in asks for no code of an app.'}
        </Text>
        {app && (
          <Text>
            Set up on {app.createdAt && <Moment at={app.createdAt} />}. {app.recoveryCodesLeft} of the recovery codes{' '}
            {app.recoveryCodesLeft === 1 ? 'is' : 'are'} left.
          </Text>
        )}
        {reset && <Group>{reset}</Group>}
        {own && (
          <Group gap="sm">
            {app ? (
              <>
                <ConfirmedMutationButton
                  label="Make new recovery codes"
                  confirmLabel="Make new codes"
                  password="always"
                  mutation={renewDocument}
                  keyed={false}
                  variables={(currentPassword) => ({ input: { currentPassword } })}
                  success="New recovery codes made"
                  update={(cache, { renewRecoveryCodes }) =>
                    storeFactors(cache, userId, renewRecoveryCodes.secondFactors)
                  }
                  onChanged={({ renewRecoveryCodes }) => setCodes({ list: renewRecoveryCodes.recoveryCodes ?? null })}
                >
                  You get ten new codes. The old ones do not work any more.
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
                  Your password alone, or with a passcode by mail, signs you in then. The recovery codes do not work any
                  more.
                </ConfirmedMutationButton>
              </>
            ) : (
              <SetUpApp userId={userId} label="Set up" />
            )}
          </Group>
        )}
      </Stack>
      <RecoveryCodesDialog opened={codes !== null} codes={codes?.list ?? null} onClose={() => setCodes(null)} />
    </Paper>
  );
}

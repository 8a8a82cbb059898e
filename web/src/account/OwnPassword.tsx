import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { type OtherWay, useConfirmation } from '../ui/dialog/confirmation.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

/** The form for users who have a password. For others, how they sign in. */
export function OwnPassword({ email }: { email: string }) {
  const { confirmation, hasPassword, others } = useConfirmation();
  const load = useEffectEvent(() => confirmation?.load());
  useEffect(function loadWays() {
    load();
  }, []);
  return hasPassword ? <ChangePasswordForm email={email} /> : <NoPassword ways={others} />;
}

function NoPassword({ ways }: { ways: readonly OtherWay[] }) {
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Title order={2}>Change Password</Title>
        <Text>You do not have a password for this console.</Text>
        {ways.includes('SINGLE_SIGN_ON') ? (
          <Text>You use single sign-on. Change your password at your organisation’s identity provider.</Text>
        ) : ways.includes('PASSKEY') ? (
          <Text>
            You sign in with a passkey. Manage your passkeys under{' '}
            <Anchor component={Link} to="/profile?tab=security">
              Security
            </Anchor>
            .
          </Text>
        ) : (
          <Text>To set one, sign out and select “Forgot password?” on the sign-in page.</Text>
        )}
      </Stack>
    </Paper>
  );
}

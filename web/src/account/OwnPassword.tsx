import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import { type OtherWay, useConfirmation } from '../ui/dialog/confirmation.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

/** The form for who has a password here; for others, where theirs is. */
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
    <Paper p="lg" maw={{ md: 720 }}>
      <Stack gap="md">
        <Title order={2}>Change Password</Title>
        <Text>You have no password here.</Text>
        {ways.includes('SINGLE_SIGN_ON') ? (
          <Text>
            You sign in with single sign-on: your password is kept at your organisation’s provider, and changed there.
          </Text>
        ) : ways.includes('PASSKEY') ? (
          <Text>
            You sign in with a passkey. Your passkeys are under{' '}
            <Anchor component={Link} to="/profile?tab=security">
              Security
            </Anchor>
            .
          </Text>
        ) : (
          <Text>Sign out, then set one with “Forgot password?” on the sign-in page.</Text>
        )}
      </Stack>
    </Paper>
  );
}

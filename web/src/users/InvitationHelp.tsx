import { invitationTokenDays } from '@console/contract/rules';
import { Text } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';

/** Explains how new users get their invitation. */
export const InvitationHelp = () => (
  <Text>
    <EmailPromise otherwise="Email is not set up. Share the invitation link of each new user yourself.">
      Each new user gets an email with a link to set a password. If the organisation requires single sign-on, the email
      says how to sign in with it instead.
    </EmailPromise>{' '}
    The link works for {invitationTokenDays} days. Users outside verified email domains always set a password.
  </Text>
);

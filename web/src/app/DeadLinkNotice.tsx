import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { DeadLink } from '../ui/layout/deadLink.ts';

/** Why a mailed link leads nowhere, and how to get another one. */
export function DeadLinkNotice({ deadLink }: { deadLink: DeadLink }) {
  return (
    <Text ta="center">
      The link from your mail no longer works: it was used, is too old, or a newer one replaced it.{' '}
      {deadLink === 'onboarding' && 'Ask the organisation that invited you for a new one.'}
      {deadLink === 'singleSignOn' && (
        <>
          <Anchor component={Link} to="/login" inherit>
            Sign in
          </Anchor>{' '}
          with single sign-on again for a new one.
        </>
      )}
      {deadLink === 'password' && (
        <>
          Get a new one under{' '}
          <Anchor component={Link} to="/forgot-password" inherit>
            Forgot password
          </Anchor>
          , or ask the person who invited you.
        </>
      )}
    </Text>
  );
}

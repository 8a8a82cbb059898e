import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { DeadLink } from '../ui/navigation/deadLink.ts';

/** Why an emailed link no longer works, and how to get a new one. */
export function DeadLinkNotice({ deadLink }: { deadLink: DeadLink }) {
  return (
    <Text ta="center">
      The link in your email no longer works. It was already used, has expired or was replaced by a newer one.{' '}
      {deadLink === 'onboarding' && 'Ask the organisation that invited you to send a new link.'}
      {deadLink === 'singleSignOn' && (
        <>
          <Anchor component={Link} to="/login" inherit>
            Sign in
          </Anchor>{' '}
          with single sign-on again to get a new one.
        </>
      )}
      {deadLink === 'password' && (
        <>
          Request a new one with{' '}
          <Anchor component={Link} to="/forgot-password" inherit>
            Forgot password
          </Anchor>
          , or ask the person who invited you.
        </>
      )}
    </Text>
  );
}

import type { FragmentType } from '@apollo/client';
import { Stack } from '@mantine/core';
import type { Passkeys_ViewerFragment } from '../gql/graphql.ts';
import { Passkeys } from './Passkeys.tsx';
import { UserSecurity, type UserSecurityProps } from './UserSecurity.tsx';

/** Props of the viewer's own security settings. */
export type OwnSecurityProps = UserSecurityProps & { viewer: FragmentType<Passkeys_ViewerFragment> };

/** The viewer's passkeys, sessions and remembered devices. */
export function OwnSecurity({ viewer, ...rest }: OwnSecurityProps) {
  return (
    <Stack gap="xl">
      <Passkeys viewer={viewer} loading={rest.loading} onRetry={rest.onRetry} />
      <UserSecurity {...rest} />
    </Stack>
  );
}

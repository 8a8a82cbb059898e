import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { UserSeal } from './UserSeal.tsx';

/** The seal beside the title of a user's page, where the side column does not show a larger one. */
export function UserHeaderSeal({ user }: Pick<ComponentProps<typeof UserSeal>, 'user'>) {
  return (
    <Box hiddenFrom="lg">
      <UserSeal user={user} size={40} />
    </Box>
  );
}
